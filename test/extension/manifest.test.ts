import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { PALETTES } from "../../src/protocol/editor";
import { HOST_WORDS } from "../../src/words/host";
import { JUDGING_WORDS } from "../../src/words/judging";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(resolve(root, file), "utf8");
const manifest = JSON.parse(read("package.json"));
const [english, chinese] = ["package.nls.json", "package.nls.zh-cn.json"].map(f => JSON.parse(read(f)) as Record<string, string>);
const commands = new Set<string>(manifest.contributes.commands.map((c: { command: string }) => c.command));

test("every %key% of the manifest has a sentence in both languages, and no sentence is unused", () => {
	const used = [...new Set([...read("package.json").matchAll(/"%([^"%]+)%"/g)].map(m => m[1] as string))].sort();
	expect(Object.keys(english ?? {}).sort()).toEqual(used);
	expect(Object.keys(chinese ?? {}).sort()).toEqual(used);
	expect(Object.values(chinese ?? {}).filter(text => text !== "Reward Inspector" && !/[\u4e00-\u9fff]/.test(text))).toEqual([]);
});

test("menus and walkthrough steps name commands that exist", () => {
	const named: string[] = Object.values<{ command: string }[]>(manifest.contributes.menus).flatMap(items => items.map(i => i.command));
	const linked = [...read("package.nls.json").matchAll(/\(command:(rewardInspector\.\w+)/g)].map(m => m[1] as string);
	const completing = [...read("package.json").matchAll(/onCommand:([\w.]+)/g)].map(m => m[1] as string);
	expect([...named, ...linked, ...completing].filter(c => !commands.has(c))).toEqual([]);
});

test("files that the manifest names are there", () => {
	const media = manifest.contributes.walkthroughs.flatMap((w: { steps: { media: { markdown: string } }[] }) => w.steps.map(s => s.media.markdown));
	const schemas = manifest.contributes.jsonValidation.map((v: { url: string }) => v.url);
	expect([manifest.icon, ...media, ...schemas].filter(f => !existsSync(resolve(root, f)))).toEqual([]);
});

test("the editor is an option for rollout files, never their default", () => {
	expect(manifest.contributes.customEditors).toMatchObject([{ viewType: "rewardInspector.rollouts", priority: "option" }]);
});

test("the palette setting offers what the page can paint", () => {
	expect(manifest.contributes.configuration.properties["rewardInspector.palette"].enum).toEqual([...PALETTES]);
});

test("types of VS Code are not newer than the VS Code that is asked for", () => {
	expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies["@types/vscode"]}`);
});

test("sentences of the host name the same values in both languages", () => {
	const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(m => m[1]).sort();
	for (const [code, { en, zh }] of Object.entries({ ...HOST_WORDS, ...JUDGING_WORDS })) expect(values(zh), code).toEqual(values(en));
});
