import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/core/base/units";
import { readTypedJson } from "../../src/core/rewards/benchmarkDecode";
import { checkBfcl } from "../../src/core/rewards/bfclChecker";
import { fromJson, isDict, pyEqual, show } from "../../src/core/rewards/pyValues";
import { decodeFormat, type ReturnFormat } from "../../src/core/rewards/returnFormats";

const shared = resolve(import.meta.dirname, "../../../shared");
const readLines = <T>(file: string): T[] =>
	readFileSync(resolve(shared, file), "utf8")
		.split("\n")
		.filter(Boolean)
		.map(l => JSON.parse(l) as T);

interface Row {
	readonly category: string;
	readonly id: string;
	readonly mode: "prompt" | "fc";
	readonly underscore_to_dot: boolean;
	readonly result: JsonValue;
	readonly valid: boolean;
	readonly error_type: string | null;
	readonly case_id: string;
}
/** Lines of a file by their id, as text: a ground truth's 1.0 must stay a float. */
const documents = new Map<string, Map<string, string>>();
const lookUp = (file: string, id: string): string | undefined => {
	let byId = documents.get(file);
	if (!byId) {
		const lines = existsSync(resolve(shared, file)) ? readFileSync(resolve(shared, file), "utf8").split("\n").filter(Boolean) : [];
		byId = new Map(lines.map(l => [String((JSON.parse(l) as JsonObject).id), l]));
		documents.set(file, byId);
	}
	return byId.get(id);
};
const check = (category: string, id: string, result: JsonValue, mode: "prompt" | "fc", underscoreToDot: boolean) => {
	const folder = "data/real/bfcl_dataset/v4";
	const question = JSON.parse(lookUp(`${folder}/BFCL_v4_${category}.json`, id) ?? "{}") as { function?: JsonObject[] };
	const answers = readTypedJson(lookUp(`${folder}/possible_answer/BFCL_v4_${category}.json`, id) ?? "{}");
	const truth = isDict(answers) ? (answers.get("ground_truth") ?? null) : null;
	return checkBfcl(result, { category, functions: question.function ?? [], answers: truth, underscoreToDot }, mode);
};

describe.skipIf(!existsSync(resolve(shared, "data/oracle/bfcl")))("BFCL's own checker", () => {
	test("perturbed answers: same verdict, same kind of error", () => {
		const rows = readLines<Row>("data/oracle/bfcl/perturbed.jsonl");
		const wrong: string[] = [];
		const kinds: string[] = [];
		let failures = 0;
		for (const r of rows) {
			const got = check(r.category, r.id, r.result, r.mode, r.underscore_to_dot);
			if (got.valid !== r.valid) wrong.push(`${r.case_id}: ${r.valid} (${r.error_type}), got ${got.valid} (${got.errorType})`);
			else if (!r.valid && ++failures && got.errorType !== r.error_type) kinds.push(`${r.case_id}: ${r.error_type}, got ${got.errorType}`);
		}
		expect(failures).toBeGreaterThan(1000);
		expect(wrong).toEqual([]);
		expect(kinds).toEqual([]);
	});

	test("results of models: same verdict, same kind of error", () => {
		interface Verdict {
			readonly category: string;
			readonly id: string;
			readonly model: string;
			readonly valid: boolean;
			readonly error_type: string | null;
		}
		const wrong: string[] = [];
		const rows = readLines<Verdict>("data/oracle/bfcl/verdicts_v4_prompt.jsonl");
		for (const r of rows) {
			const line = lookUp(`data/real/bfcl_results_v4_prompt/${r.model}/BFCL_v4_${r.category}_result.json`, r.id) ?? "{}";
			const result = (JSON.parse(line) as JsonObject).result ?? null;
			const got = check(r.category, r.id, result, "prompt", false);
			if (got.valid !== r.valid || got.errorType !== r.error_type) wrong.push(`${r.model} ${r.id}: ${r.valid} (${r.error_type}), got ${got.valid} (${got.errorType})`);
		}
		expect(rows.length).toBeGreaterThan(700);
		expect(wrong).toEqual([]);
	});

	test("other return formats: the same calls", () => {
		interface Row {
			readonly id: string;
			readonly return_format: ReturnFormat;
			readonly has_tool_call_tag: boolean;
			readonly text: string;
			readonly decoded: JsonObject[] | null;
		}
		const rows = readLines<Row>("data/oracle/bfcl/formats.jsonl");
		const wrong = rows.flatMap(r => {
			const got = decodeFormat(r.text, r.return_format, r.has_tool_call_tag);
			const calls = got.ok ? got.calls.map(c => new Map([[c.name, c.arguments]])) : null;
			const same = calls === null ? r.decoded === null : r.decoded !== null && pyEqual(calls, fromJson(r.decoded));
			return same ? [] : `${r.id}: ${JSON.stringify(r.decoded)}, got ${calls && show(calls)}`;
		});
		expect(rows.length).toBeGreaterThan(400);
		expect(wrong).toEqual([]);
	});
});
