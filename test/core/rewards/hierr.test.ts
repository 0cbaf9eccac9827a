import { describe, expect, test } from "vitest";
import type { ReferenceCall } from "../../../src/core/model/call";
import type { Score } from "../../../src/core/model/reward";
import { hierr, hierrNorm } from "../../../src/core/rewards/hierr";
import { resolveOptions } from "../../../src/core/rewards/options";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

const GRADES: Readonly<Record<string, number>> = { "very poor": 1, poor: 2, acceptable: 3, good: 4, excellent: 5 };
const score = (parts: RolloutParts, judge = Number.NaN, options = {}): Score =>
	hierr.score(rolloutOf(parts), resolveOptions(hierr, options) as typeof hierr.defaults, given({ judge }));
const checkScore = (s: Score, id: string): number => s.layers.flatMap(l => l.checks).find(c => c.id === id)?.score ?? Number.NaN;

interface Input {
	readonly text: string;
	readonly allowed: string[];
	readonly gold: ReferenceCall[][];
	readonly judge: string | null;
}

describe("golden 09", () => {
	const file = golden<Input, Record<string, number>>("09_hierr_reward");
	const cases = file.cases.filter(c => c.id !== "loose_equality");
	expect(cases).toHaveLength(file.cases.length - 1);
	test.each(cases)("$id", ({ input, expected }) => {
		const s = score({ text: input.text, tools: input.allowed, calls: input.gold }, input.judge === null ? Number.NaN : GRADES[input.judge]);
		const [process, summary] = s.layers;
		const parts = s.omitted
			? { format: 0, name: 0, key: 0, value: 0, parallel: 0 }
			: Object.fromEntries(["format", "name", "key", "value", "parallel"].map(id => [id, checkScore(s, `hierr-${id}`)]));
		expectClose(
			{
				total: s.total,
				process: process?.score,
				summary: Number.isNaN(summary?.score) ? 0 : summary?.score,
				should_call_but_no_call: Number(s.omitted),
				norm: hierrNorm(s.total, hierr.defaults.weights),
				...parts,
			},
			expected,
		);
		// what pays the lanes is what the segment-locked estimator normalises
		expectClose(s.lanes, { tool: expected.process ?? 0, summary: Number.isNaN(summary?.score) ? null : (expected.summary ?? 0) });
	});
});

const city = (name: string) => ({ name: "weather", arguments: { city: name } });
const reply = "<tool_response>\n20\n</tool_response>\nIt is 20 degrees there.";

describe("unknown stays unknown", () => {
	test("no grade: the total is the published one, the summary lane has no reward", () => {
		const s = score({ text: `${hermesCall("weather", { city: "Oslo" })}${reply}`, tools: ["weather"], calls: [[city("Oslo")]] });
		expect([s.total, s.known, s.lanes.tool, s.lanes.summary]).toEqual([1, 1, 1, Number.NaN]);
		expect(s.layers[1]).toMatchObject({ id: "summary", score: Number.NaN, contribution: Number.NaN, unknown: "no-judge" });
	});
	test("no reference calls: no process score, no total", () => {
		const s = score({ text: `${hermesCall("weather", {})}${reply}`, tools: ["weather"] }, 5);
		expect([s.total, s.known, s.lanes.tool, s.lanes.summary]).toEqual([Number.NaN, 1, Number.NaN, 1]);
		expect(s.layers[0]?.unknown).toBe("no-reference");
	});
	test("no tool list: names cannot be ruled out, and a check says so", () => {
		const s = score({ text: hermesCall("anything", {}), calls: [[{ name: "anything", arguments: {} }]] }, 5);
		expect(s.total).toBeCloseTo(1, 12);
		expect(s.layers[0]?.checks.find(c => c.id === "tools-unknown")?.verdict).toBe("unknown");
	});
});

describe("strict mode", () => {
	test.each([
		["one call a block counts as parallel", `${hermesCall("weather", { city: "a" })}${hermesCall("weather", { city: "b" })}`, [[city("a"), city("b")]], 0.7, 1],
		[
			"but not across an observation",
			`${hermesCall("weather", { city: "a" })}<tool_response>1</tool_response>${hermesCall("weather", { city: "b" })}`,
			[[city("a"), city("b")]],
			0.7,
			0.7,
		],
		["a right abstention is perfect", "There is nothing to look up.", [], 0.9, 1],
	])("%s", (_, text, calls, literal, strict) => {
		expect(score({ text, tools: ["weather"], calls }).lanes.tool).toBeCloseTo(literal, 12);
		expect(score({ text, tools: ["weather"], calls }, Number.NaN, { strict: true }).lanes.tool).toBeCloseTo(strict, 12);
	});
});

test("the published weight sweep", () => {
	const text = hermesCall("weather", { city: "Rome", unit: "C" });
	const calls = [[{ name: "weather", arguments: { city: "Oslo", unit: "C" } }]];
	const sweep = { default: {}, uniform: { format: 0.2, name: 0.2, key: 0.2, value: 0.2, parallel: 0.2 }, value: { format: 0.05, name: 0.2, key: 0.2, value: 0.35, parallel: 0.2 } };
	const totals = Object.values(sweep).map(process => score({ text, tools: ["weather"], calls }, Number.NaN, { process }).total);
	expectClose(totals, [0.9, 0.9, 0.825]);
});

test("every wrong parameter is a check at its value", () => {
	const text = `Let me see. ${hermesCall("weather", { city: "Rome", unit: "C" })}`;
	const s = score({ text, tools: ["weather"], calls: [[{ name: "weather", arguments: { city: "Oslo", unit: "C", day: 1 } }]] });
	const wrong = s.layers[0]?.checks.filter(c => c.id.startsWith("param-") && c.verdict === "fail") ?? [];
	expect(wrong.map(c => [c.id, c.expected, c.actual, text.slice(c.span?.from, c.span?.to)])).toEqual([
		["param-different", "Oslo", "Rome", '"Rome"'],
		["param-missing", "1", null, '{"name":"weather","arguments":{"city":"Rome","unit":"C"}}'],
	]);
});
