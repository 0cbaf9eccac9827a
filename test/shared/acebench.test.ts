import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/core/base/units";
import { checkAce } from "../../src/core/rewards/acebenchChecker";

const data = resolve(import.meta.dirname, "../../../shared/data");
const readLines = <T>(file: string): T[] =>
	readFileSync(file, "utf8")
		.split("\n")
		.filter(l => l.trim())
		.map(l => JSON.parse(l) as T);

interface Row {
	readonly category: string;
	readonly id: string;
	readonly case_id: string;
	readonly result: string;
	readonly valid: boolean;
	readonly error_type: string | null;
}

describe.skipIf(!existsSync(resolve(data, "oracle/acebench_perturbed.jsonl")))("ACEBench's own checker", () => {
	test("perturbed answers whose question is at hand: same verdict, same kind of error", () => {
		const wrong: string[] = [];
		const kinds: string[] = [];
		let known = 0;
		const documents = new Map<string, { functions: JsonObject[]; answers: JsonValue }>();
		for (const r of readLines<Row>(resolve(data, "oracle/acebench_perturbed.jsonl"))) {
			const file = `data_${r.category}.json`;
			if (!existsSync(resolve(data, "real/acebench/data_en", file))) continue;
			if (![...documents.keys()].some(k => k.startsWith(`${r.category}_`))) {
				const answers = new Map(readLines<JsonObject>(resolve(data, "real/acebench/data_en/possible_answer", file)).map(a => [a.id, a.ground_truth ?? null]));
				for (const q of readLines<JsonObject>(resolve(data, "real/acebench/data_en", file))) {
					documents.set(String(q.id), { functions: q.function as unknown as JsonObject[], answers: answers.get(q.id ?? null) ?? null });
				}
			}
			const question = documents.get(r.id);
			if (!question) continue;
			known++;
			const got = checkAce(r.result, { ...question, strict: false, agent: false });
			if (got.valid !== r.valid) wrong.push(`${r.case_id}: ${r.valid} (${r.error_type}), got ${got.valid} (${got.errorType})`);
			else if (got.errorType !== r.error_type) kinds.push(`${r.case_id}: ${r.error_type}, got ${got.errorType}`);
		}
		expect(known).toBeGreaterThan(50);
		expect(wrong).toEqual([]);
		expect(kinds).toEqual([]);
	});
});
