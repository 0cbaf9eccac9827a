import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { FINDING_HELP } from "../../src/words/findingHelp";
import { ROLLOUTS, ROWS } from "./rollouts";
import { lines, ndjson, useCli } from "./support";

const cli = useCli();
const FILE = "run.jsonl";
beforeAll(() => {
	cli.write(FILE, ROLLOUTS);
	cli.write("good.jsonl", `${JSON.stringify(ROWS[0])}\n`);
	cli.write("mild.reward.json", JSON.stringify({ ignore: ["E03", "E11", "E13", "E17"] }));
	cli.write("broken.jsonl", `${ROLLOUTS}{"input": 1,}\n`);
});

interface Found {
	readonly file: string;
	readonly row: number | null;
	readonly line: number;
	readonly column: number;
	readonly endLine: number;
	readonly endColumn: number;
	readonly code: string;
	readonly severity: string;
	readonly message: string;
	readonly span: readonly [number, number] | null;
	readonly reference: string | null;
	readonly repaired: string | null;
}
interface Report {
	readonly findings: readonly Found[];
	readonly counts: Readonly<Record<string, number>>;
	readonly files: readonly { readonly file: string; readonly rollouts: number; readonly counts: Readonly<Record<string, number>> }[];
}
/** Not about a group, the reward or the file as a whole. */
const isOfRollout = (f: Found): boolean => !/^[GH]\d/.test(f.code);
const report = (...args: readonly string[]): Report => JSON.parse(cli.run(["check", ...args, "--report", "json"]).stdout) as Report;

describe("check", () => {
	test("every finding stands where its characters are in the file", () => {
		const findings = report(FILE).findings.filter(isOfRollout);
		const text = ROLLOUTS.split("\n");
		const at = (f: Found): string => (text[f.line - 1] ?? "").slice(f.column - 1, f.endColumn - 1);
		expect(findings.map(f => [f.line, f.code, at(f)])).toEqual([
			[2, "E11", '\\"Lienz\\"'],
			[3, "E13", expect.stringContaining('\\"')],
			[3, "E03", "find_train"],
			[5, "E17", "大约 38 瑞士法郎。"],
		]);
		expect(findings.every(f => f.endLine === f.line)).toBe(true);
	});

	test("counts by code, over all files and per file", () => {
		const { counts, files } = report(FILE, "good.jsonl");
		expect(counts).toEqual({ E03: 1, E11: 1, E13: 1, E17: 1, H01: 1 });
		expect(files).toEqual([
			{ file: FILE, format: "verl", rollouts: 6, counts },
			{ file: "good.jsonl", format: "verl", rollouts: 1, counts: {} },
		]);
	});

	test("the findings are those of score", () => {
		const scored = ndjson<{ row: number; findings: readonly { code: string; line: number }[] }>(cli.run(["score", "--ndjson", FILE]).stdout);
		const sorted = (all: readonly (readonly [number | null, string])[]) => all.map(String).sort();
		expect(
			sorted(
				report(FILE)
					.findings.filter(isOfRollout)
					.map(f => [f.row, f.code]),
			),
		).toEqual(sorted(scored.flatMap(s => s.findings.map(f => [s.row, f.code] as const))));
	});

	test("a repaired call and the reference come along", () => {
		const made = report(FILE).findings.find(f => f.code === "E11");
		expect(JSON.parse(made?.repaired ?? "")).toEqual({ name: "find_train", arguments: { from: "Graz", to: "Linz" } });
		expect(JSON.parse(made?.reference ?? "")).toEqual({ name: "find_train", arguments: { from: "Graz", to: "Linz" } });
	});

	test.each([
		["error (as without it)", [], FILE, 1],
		["error", ["--fail-on", "error"], FILE, 1],
		["never", ["--fail-on", "never"], FILE, 0],
		["info", ["--fail-on", "info", "--recipe", "mild.reward.json"], FILE, 1],
		["only what is milder", ["--fail-on", "warning", "--recipe", "mild.reward.json"], FILE, 0],
		["nothing found", ["--fail-on", "info"], "good.jsonl", 0],
		["a line that is not JSON", ["--fail-on", "error"], "broken.jsonl", 1],
		["no such file", [], "nope.jsonl", 2],
	])("exit status: %s", (_, args, file, status) => {
		expect(cli.run(["check", file, ...args]).status).toBe(status);
	});

	test("a broken line is a finding without a rollout", () => {
		expect(report("broken.jsonl").findings.filter(isOfRollout).at(-1)).toMatchObject({ code: "not-json", row: null, line: 7, column: 13, severity: "error" });
	});

	test("text names place, code and sentence, and counts at the end; both languages", () => {
		const { stdout } = cli.run(["check", FILE]);
		expect(stdout).toMatch(/^ {2}2:\d+ +error +E11 +to is made up: "Lienz"/m);
		expect(lines(stdout).at(-1)).toBe("errors: 4 · warnings: 0 · infos: 1 · files: 1");
		expect(lines(cli.run(["--locale", "zh-cn", "check", FILE]).stdout).at(-1)).toBe("错误 4 · 警告 0 · 提示 1 · 文件 1 个");
		expect(cli.run(["check", "good.jsonl"]).stdout).toContain("Nothing was found. Files: 1");
	});

	test("a recipe's ignored codes are not told", () => {
		cli.write("quiet.reward.json", JSON.stringify({ ignore: ["E17", "E13"] }));
		expect(report(FILE, "--recipe", "quiet.reward.json").counts).toEqual({ E03: 1, E11: 1, H01: 1 });
	});
});

describe("SARIF", () => {
	interface Log {
		readonly version: string;
		readonly runs: readonly {
			readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string; readonly help: { readonly markdown: string } }[] } };
			readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number; readonly level: string; readonly locations: readonly unknown[] }[];
		}[];
	}
	const { resolve } = createRequire(import.meta.url);
	// the schema says draft 4 and uses nothing that draft 7 reads differently
	const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8")) as Record<string, unknown>;
	const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

	test.each([
		["findings of several files", [FILE, "broken.jsonl"]],
		["no findings", ["good.jsonl"]],
		["no file", ["nope.jsonl"]],
	])("validates against the schema: %s", (_, files) => {
		const log: unknown = JSON.parse(cli.run(["check", ...files, "--report", "sarif"]).stdout);
		validate(log);
		expect(validate.errors).toBeNull();
	});

	test("rules, levels and places", () => {
		const log = JSON.parse(cli.run(["check", FILE, "--report", "sarif"]).stdout) as Log;
		const [run] = log.runs;
		expect(log.version).toBe("2.1.0");
		expect(run?.results.map(r => [r.ruleId, run.tool.driver.rules[r.ruleIndex]?.id, r.level])).toEqual(
			["E11", "E13", "E03", "E17", "H01"].map(code => [code, code, code === "H01" ? "note" : "error"]),
		);
		for (const rule of run?.tool.driver.rules ?? []) {
			expect(FINDING_HELP).toHaveProperty([rule.id]);
			expect(rule.help.markdown).toContain(`docs/findings/${rule.id}.md`);
		}
		const made = report(FILE).findings[0];
		expect(run?.results[0]?.locations).toMatchObject([
			{ physicalLocation: { artifactLocation: { uri: FILE }, region: { startLine: 2, startColumn: made?.column, endLine: 2, endColumn: made?.endColumn } } },
		]);
	});
});
