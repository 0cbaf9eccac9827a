import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import type { ReferenceCall } from "../../../src/core/model/call";
import type { Score } from "../../../src/core/model/reward";
import { resolveOptions } from "../../../src/core/rewards/options";
import { simrl } from "../../../src/core/rewards/simrl";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

const score = (parts: RolloutParts, options: JsonObject = {}): Score => simrl.score(rolloutOf(parts), resolveOptions(simrl, options) as typeof simrl.defaults, given());

interface Input {
	readonly generation: string;
	readonly tools: Record<string, string[]>;
	readonly gold_calls: ReferenceCall[];
	readonly gold_reply: string | null;
}
type Expected = {
	readonly format: number;
	readonly answer: number;
	readonly total: number;
	readonly optimal_assignment_total?: number;
	readonly total_with_cjk_tokenizer?: number;
};

describe("golden 10", () => {
	const file = golden<Input, Expected>("10_star_sim_rl");
	const cases = file.cases.filter(c => c.id !== "porter_stems" && c.id !== "rouge_l");
	expect(cases).toHaveLength(file.cases.length - 2);
	test.each(cases)("$id", ({ input, expected }) => {
		const tools = Object.entries(input.tools).map(([name, keys]) => ({ name, parameters: { type: "object", properties: Object.fromEntries(keys.map(k => [k, {}])) } }));
		const parts = { text: input.generation, tools, calls: input.gold_calls.length ? [input.gold_calls] : [], answer: input.gold_reply };
		const s = score(parts);
		expectClose(s.total, expected.total);
		expectClose(s.layers[0]?.score === 1 ? -1 : 1, expected.format);
		// the answer is what the open layers paid
		expectClose((s.layers[1]?.contribution ?? 0) + (s.layers[2]?.contribution ?? 0), expected.answer);
		if (expected.optimal_assignment_total !== undefined) expectClose(score(parts, { matching: "hungarian" }).total, expected.optimal_assignment_total);
		if (expected.total_with_cjk_tokenizer !== undefined) expectClose(score(parts, { tokenizer: "cjk" }).total, expected.total_with_cjk_tokenizer);
	});
});

const f = (q: string) => ({ name: "f", arguments: { q } });
const tools = [{ name: "f", parameters: { properties: { q: {} } } }];

describe("corners", () => {
	test("a pair of similarity 0 is a pair: it is not counted twice in the denominator", () => {
		const s = score({ text: `<think>t</think>${hermesCall("f", { q: "abc" })}${hermesCall("f", { q: "x y" })}`, tools, calls: [[f("zzz"), f("x y")]] });
		// the first prediction takes a reference of similarity 0, the second the equal one
		expectClose(s.total, 0.5);
	});
	test("which reference layer applies; the other has no weight", () => {
		const s = score({ text: `<think>t</think>${hermesCall("f", { q: "a" })}`, tools, calls: [[f("a")]] });
		expect(s.layers.map(l => [l.id, l.weight, l.unknown])).toEqual([
			["format-penalty", -1, null],
			["calls", 1, null],
			["reply", 0, "not-applicable"],
		]);
		expect(s.lanes).toEqual({ tool: expect.closeTo(1, 9), summary: 0 });
	});
	test("no tool list: names and parameters are not held against the call", () => {
		const s = score({ text: `<think>t</think>${hermesCall("g", { z: 1 })}`, calls: [[f("a")]] });
		expect(s.layers[0]?.score).toBe(0);
		expect(s.layers[0]?.checks.find(c => c.id === "tools-unknown")?.verdict).toBe("unknown");
	});
	test("no reference: the format is known, the rest is not; a broken format makes all of it known", () => {
		const fine = score({ text: "<think>t</think>Hello." });
		expect([fine.total, fine.known, fine.layers.map(l => l.unknown)]).toEqual([Number.NaN, 0, [null, "no-reference", "no-reference"]]);
		expect(score({ text: "Hello." }).total).toBe(-1);
	});
	test("the broken rule is shown at its place", () => {
		const text = `<think>t</think>${hermesCall("f", { q: "a", zz: [1] })}${hermesCall("h", {})}`;
		const failed = score({ text, tools, calls: [[f("a")]] }).layers[0]?.checks.filter(c => c.verdict === "fail");
		expect(failed?.map(c => `${c.id}: ${text.slice(c.span?.from, c.span?.to)}`)).toEqual(["schema-unknown-parameter: [1]", 'tool-known: {"name":"h","arguments":{}}']);
	});
});
