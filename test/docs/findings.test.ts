import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { FINDING_HELP } from "../../src/words/findingHelp";
import { type Locale, phrase } from "../../src/words/words";
import { CODES } from "./codes";
import { EXAMPLES } from "./examples";

const docs = resolve(import.meta.dirname, "../../docs/findings");

const TEXT = {
	example: { en: "Example", zh: "示例" },
	found: { en: "How it is found", zh: "如何发现" },
	off: { en: "How to switch it off", zh: "如何关闭" },
	recipe: {
		en: "Add the code to the recipe beside the rollout file (`<name>.reward.json`), or choose “Ignore {code} in the recipe” from the quick fixes in the text editor:",
		zh: "在 rollout 文件旁的配方（`<文件名>.reward.json`）中加入该代码，或在文本编辑器的快速修复中选择“在配方中忽略 {code}”：",
	},
} as const;

function section(code: string, locale: Locale): readonly string[] {
	const help = FINDING_HELP[code];
	if (!help) return [];
	const of = (key: keyof typeof TEXT): string => phrase(TEXT[key], locale, { code });
	const example = EXAMPLES[code]?.(locale);
	return [
		phrase(help.means, locale),
		"",
		...(example ? [`### ${of("example")}`, "", "```text", ...example, "```", ""] : []),
		`### ${of("found")}`,
		"",
		phrase(help.found, locale),
		"",
		`### ${of("off")}`,
		"",
		of("recipe"),
		"",
		"```json",
		`{ "ignore": ["${code}"] }`,
		"```",
		"",
	];
}

const pageOf = (code: string): string => {
	const title = FINDING_HELP[code]?.title;
	return [`# ${code} · ${title?.en}`, "", ...section(code, "en"), `## ${code} · ${title?.zh}`, "", ...section(code, "zh-cn")].join("\n");
};

describe("a page per finding", () => {
	test("every code that can be reported is explained, and nothing else is", () => {
		expect(Object.keys(FINDING_HELP).sort()).toEqual([...CODES].sort());
	});

	test("every code has its page, and every page its code", () => {
		expect(
			readdirSync(docs)
				.filter(f => f !== "README.md")
				.sort(),
		).toEqual(
			Object.keys(FINDING_HELP)
				.map(c => `${c}.md`)
				.sort(),
		);
	});

	test("the list of pages names every code", () => {
		const text = readFileSync(resolve(docs, "README.md"), "utf8");
		expect(Object.keys(FINDING_HELP).filter(c => !text.includes(`(${c}.md)`))).toEqual([]);
	});

	test.each(Object.keys(FINDING_HELP))("%s: the page says what the product says, with an example that the product found", async code => {
		await expect(pageOf(code)).toMatchFileSnapshot(resolve(docs, `${code}.md`));
	});

	test("the list of pages", async () => {
		const rows = Object.entries(FINDING_HELP).map(([code, h]) => `| [${code}](${code}.md) | ${h.title.en} | ${h.title.zh} |`);
		const head = [
			"# Findings · 发现",
			"",
			"What `reward-inspector check` and the editors report, by code. · `reward-inspector check` 与编辑器报告的全部代码。",
			"",
			"| code | meaning | 含义 |",
			"| --- | --- | --- |",
		];
		await expect(`${[...head, ...rows].join("\n")}\n`).toMatchFileSnapshot(resolve(docs, "README.md"));
	});
});
