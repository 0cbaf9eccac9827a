import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { TOPICS } from "../../src/cli/analyze/registry";
import { EXIT } from "../../src/cli/command";

const root = resolve(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(resolve(root, name), "utf8");

test("docs/lab has a row for every topic of analyze", () => {
	const lab = read("docs/lab.md");
	expect(TOPICS.map(t => t.name).filter(name => !lab.includes(`\n| \`${name}\` |`))).toEqual([]);
});

test("docs/lab has a row for every origin of a simulated answer", () => {
	const lab = read("docs/lab.md");
	const origins = /export type Origin = ([^;]+);/.exec(read("src/core/analyses/simulator.ts"))?.[1]?.match(/\w+/g) ?? [];
	expect(origins.length).toBeGreaterThan(6);
	// a model's answers have a paragraph of their own
	expect(origins.filter(o => o !== "endpoint" && !lab.includes(`\n| \`${o}\` |`))).toEqual([]);
	expect(lab).toContain("--backend endpoint");
});

test.each([
	["README.md", "Exit status:"],
	["README.zh-CN.md", "退出码："],
])("%s lists every exit status", (name, title) => {
	const text = read(name);
	const list = text.slice(text.indexOf(title), text.indexOf("130", text.indexOf(title)) + 3);
	for (const code of Object.values(EXIT)) expect(list).toMatch(new RegExp(`\\b${code}\\b`));
});
