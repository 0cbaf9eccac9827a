import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import type { Score } from "../../../src/core/model/reward";
import { resolveOptions } from "../../../src/core/rewards/options";
import { toolrl, toolrlCorrectness } from "../../../src/core/rewards/toolrl";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, type RolloutParts, rolloutOf } from "../../support/rollout";

interface Call extends JsonObject {
	readonly name: string;
	readonly parameters: JsonObject;
}
const score = (parts: RolloutParts, options: JsonObject = {}): Score => toolrl.score(rolloutOf(parts), resolveOptions(toolrl, options) as typeof toolrl.defaults, given());
const lines = (calls: readonly JsonObject[]): string => `<tool_call>\n${calls.map(c => JSON.stringify(c)).join("\n")}\n</tool_call>`;
const reference = (gold: readonly Call[]) => gold.map(g => ({ name: g.name, arguments: g.parameters }));

describe("golden 15", () => {
	const file = golden<{ gold: Call[]; pred: Call[] }, { correctness: number }>("15_toolrl");
	test.each(file.cases)("$id", ({ input, expected }) => {
		expectClose(toolrlCorrectness(reference(input.gold), input.pred, 3, "default")?.score, expected.correctness);
		// the same through a whole rollout: no line between the tags cannot be read, which is the lowest reward as well
		const s = score({ text: `<think>t</think>\n${lines(input.pred)}`, calls: [reference(input.gold)] });
		expectClose([s.layers[0]?.score, s.layers[1]?.score, s.total], [1, expected.correctness, 1 + expected.correctness]);
	});
});

const call = { name: "a", parameters: { x: 1 } };
const calls = [[{ name: "a", arguments: { x: 1 } }]];

describe("the format is one exact template", () => {
	const body = lines([call]);
	test.each<[string, string, Partial<RolloutParts>, number]>([
		["calls", `<think>t</think>\n${body}`, { calls }, 1],
		["a line break at the end is let pass", `<think>t</think>\n${body}\n`, { calls }, 1],
		["anything behind is not", `<think>t</think>\n${body}\nDone.`, { calls }, 0],
		["no line break before the call", `<think>t</think>${body}`, { calls }, 0],
		["two blocks", `<think>t</think>\n${body}\n${body}`, { calls }, 0],
		["a reply", "<think>t</think>\n<response>hi</response>", { calls: [], answer: "hi" }, 1],
		["a reply where calls were due", "<think>t</think>\n<response>hi</response>", { calls }, 0],
		["calls and a reply", `<think>t</think>\n${body}\n<response>hi</response>`, { calls, answer: "hi" }, 1],
		["reasoning only", "<think>t</think>", { calls: [] }, 1],
	])("%s", (_, text, parts, want) => {
		expect(score({ text, ...parts }).layers[0]?.score).toBe(want);
	});
});

describe("correctness", () => {
	test.each<[string, string, number]>([
		["arguments instead of parameters: Python raises, the lowest reward", `<think>t</think>\n${lines([{ name: "a", arguments: { x: 1 } }])}`, -3],
		["a pretty-printed call is no line", '<think>t</think>\n<tool_call>\n{\n"name": "a"\n}\n</tool_call>', -3],
		["an unclosed tag", `<tool_call>\n${JSON.stringify(call)}`, -3],
		["True == 1", `<think>t</think>\n${lines([{ name: "a", parameters: { x: true } }])}`, 3],
		["an extra key of the call itself is not equal, but scores as the same", `<think>t</think>\n${lines([{ ...call, id: 7 }])}`, 3],
	])("%s", (_, text, want) => {
		expectClose(score({ text, calls }).layers[1]?.score, want);
	});
	test("without reference calls it is 0 whatever was called", () => {
		const s = score({ text: `<think>t</think>\n${lines([call])}`, calls: [], answer: "hi" });
		expect([s.layers[1]?.score, s.total]).toEqual([0, 0]);
	});
	test("no reference: unknown", () => {
		expect(score({ text: "hi" }).layers.map(l => l.unknown)).toEqual(["no-reference", "no-reference", null]);
	});
	test("each reference call has a check at its line, and the pair is a match", () => {
		const text = `<think>t</think>\n${lines([
			{ name: "b", parameters: {} },
			{ name: "a", parameters: { x: 2 } },
		])}`;
		const s = score({ text, calls });
		const found = s.layers[1]?.checks.find(c => c.id === "toolrl-call");
		expect([text.slice(found?.span?.from, found?.span?.to), found?.data.earned, found?.data.most]).toEqual(['{"name":"a","parameters":{"x":2}}', 1, 2]);
		expect(s.matches).toMatchObject([{ call: 1, reference: 0, similarity: 0.5 }]);
	});
});

test("switches of the published code", () => {
	const text = `<think>one two three</think>\n${lines([{ name: "a", parameters: { x: 2, y: 1 } }])}`;
	const of = (options: JsonObject) => score({ text, calls: [[{ name: "a", arguments: { x: 1, y: 1 } }]] }, options).total;
	expectClose(
		[of({}), of({ variant: "coarse" }), of({ variant: "intermediate" }), of({ bound: 1 }), of({ length: true })],
		[1 + (6 * 3) / 4 - 3, 1 - 3, 1 + (6 * 1) / 2 - 3, 1 + (2 * 3) / 4 - 1, 1 + (6 * 3) / 4 - 3 + 0.01],
	);
});
