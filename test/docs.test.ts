import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { MISTAKES } from "../src/core/checks/registry";
import { ESTIMATORS } from "../src/core/estimators/registry";
import { IMPORTERS } from "../src/core/importers/registry";

const root = resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(resolve(root, file), "utf8");
const DOCUMENTS = [
	"README.md",
	"README.zh-CN.md",
	"ARCHITECTURE.md",
	"CONTRIBUTING.md",
	"CHANGELOG.md",
	"docs/advantages.md",
	"docs/discrepancies.md",
	"docs/formats.md",
	"docs/result.md",
];
/** Taken of the finished product. */
const PICTURES = /^media\/screenshot-/;

describe("documents", () => {
	test.each(DOCUMENTS)("%s: every link leads somewhere", file => {
		const links = [...read(file).matchAll(/\]\(([^)#]+)\)/g)].map(m => m[1] as string).filter(l => !PICTURES.test(l) && !/^https?:/.test(l));
		expect(links.filter(l => !existsSync(resolve(root, dirname(file), l)))).toEqual([]);
	});

	test.each(["README.md", "README.zh-CN.md"])("%s names every format and every family of estimators", file => {
		const text = read(file).replaceAll("、", ", ");
		expect(IMPORTERS.map(i => i.title).filter(t => !text.includes(t))).toEqual([]);
		const plain = text.toLowerCase().replace(/[^a-z0-9]/g, "");
		const spelled: Readonly<Record<string, string>> = { reinforce_plus_plus: "reinforce" };
		expect(ESTIMATORS.map(e => spelled[e.id] ?? e.id).filter(id => !plain.includes(id.replace(/[^a-z0-9]/g, "")))).toEqual([]);
	});

	test("docs/formats.md has a row for every format and variant, and names no other", () => {
		const rows = read("docs/formats.md")
			.split("\n")
			.filter(l => l.startsWith("| ") && !l.startsWith("| You use") && !l.startsWith("| ---"))
			.map(l => l.split("|")[4] as string)
			.filter(cell => cell.trim() !== "–")
			.map(
				cell =>
					/^(.*?)\((.*)\)\s*$/
						.exec(cell)
						?.slice(1)
						.map(part => [...part.matchAll(/`([^`]+)`/g)].map(m => m[1] as string)) ?? [[cell], []],
			);
		const ids = IMPORTERS.flatMap(i => i.subtypes.map(s => `${i.id}/${s}`));
		const named = rows.flatMap(([formats = [], variants = []]) => formats.flatMap(f => variants.map(v => `${f}/${v}`)));
		expect([...new Set(named)].sort()).toEqual([...new Set(ids)].sort());
	});

	test("both readmes run the same commands", () => {
		const commands = (file: string) => [...read(file).matchAll(/^(?:echo .*\| )?(reward-inspector [^#\n]*?)\s*(?:#.*)?$/gm)].map(m => m[1]);
		expect(commands("README.md").length).toBeGreaterThan(5);
		expect(commands("README.zh-CN.md")).toEqual(commands("README.md"));
	});

	test("README.md counts the kinds of mistakes", () => {
		expect(MISTAKES).toHaveLength(17);
		expect(read("README.md")).toContain("Seventeen kinds of mistakes");
	});

	test("ARCHITECTURE.md has every room and every outside package", () => {
		const text = read("ARCHITECTURE.md");
		const rooms = [...readdirSync(resolve(root, "src/core"), { withFileTypes: true }), ...readdirSync(resolve(root, "src"), { withFileTypes: true })]
			.filter(d => d.isDirectory() && d.name !== "core")
			.map(d => d.name);
		expect([...rooms, "webview"].filter(r => !text.includes(r))).toEqual([]);
		const doors = /const DOORS[^{]*\{([\s\S]*?)\n\};/.exec(read("test/walls.test.ts"))?.[1] ?? "";
		const installed = [...doors.matchAll(/^\t"?([@\w/-]+)"?: \[/gm)].map(m => m[1] as string).filter(name => existsSync(resolve(root, "node_modules", name)) || name === "vscode");
		expect(installed.length).toBeGreaterThan(5);
		expect(installed.filter(name => !text.includes(`\`${name}\``))).toEqual([]);
	});
});
