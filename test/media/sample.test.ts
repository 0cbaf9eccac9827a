import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { SAMPLE_FOLDER, type SampleRow, sampleRows, sampleText } from "./generator";

/** What is planted where (rows count from 0). Views, checks and documents lean on these rows. */
const PLANTED: Readonly<Record<string, readonly number[]>> = {
	abstention: [56, 57, 61, 62, 63],
	"bad-summary": [2, 16, 37, 41, 51, 59, 90],
	"broken-json": [32, 34, 86],
	"call-in-thought": [54],
	"constraint-violation": [30],
	"duplicate-call": [6, 31, 87],
	"enum-violation": [4, 46, 65, 94],
	"extra-call": [0, 19, 46, 68],
	"hallucinated-tool": [1, 21, 66],
	"made-up-value": [12, 23, 43, 45, 67, 96, 97, 98, 99, 100, 101, 102, 103],
	"missing-call": [7, 25, 43, 48, 89, 96, 97, 98, 99, 100, 101, 102, 103],
	"missing-optional": [15, 17, 42, 70, 83],
	"missing-required": [11, 81],
	"missing-tag": [24, 88],
	"omitted-call": [33, 104, 105, 106, 107, 108, 109, 110, 111],
	"polished-summary": [12, 23, 45, 67],
	"reworded-value": [18],
	"unclosed-call": [9, 40],
	"unknown-parameter": [26, 93],
	"unneeded-call": [58, 60],
	"value-mismatch": [27, 39, 71, 80],
	"wrong-order": [14, 85],
	"wrong-type": [13, 55, 91],
};

const groupByInput = (rows: readonly SampleRow[]): Map<string, SampleRow[]> => {
	const out = new Map<string, SampleRow[]>();
	for (const r of rows) out.set(r.row.input, [...(out.get(r.row.input) ?? []), r]);
	return out;
};

describe("the bundled sample", () => {
	test("is what its generator writes, byte for byte", () => {
		expect(sampleText()).toBe(readFileSync(resolve(SAMPLE_FOLDER, "tool-agent-step-40.jsonl"), "utf8"));
	});

	test("holds 14 prompts with 8 rollouts each, a group being the rows of one input", () => {
		const groups = groupByInput(sampleRows());
		expect([...groups.values()].map(rows => rows.length)).toEqual(Array.from({ length: 14 }, () => 8));
	});

	test("has every failure where the table says", () => {
		const found: Record<string, number[]> = {};
		sampleRows().forEach((r, i) => {
			for (const flaw of r.flaws) (found[flaw] ??= []).push(i);
		});
		expect(found).toEqual(PLANTED);
	});

	test("has one group that is all right, one at its floor and one that is all zero", () => {
		const scores = (task: string) => new Set(sampleRows().flatMap(r => (r.task === task ? [r.row.score] : [])));
		expect([scores("tianqi"), scores("huiyishi"), scores("kongtiao")]).toEqual([new Set([2]), new Set([0.4]), new Set([0])]);
	});
});
