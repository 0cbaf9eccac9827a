import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import type { Score } from "../../../src/core/model/reward";
import { assemble } from "../../../src/core/pipeline";
import { sdpo } from "../../../src/core/rewards/sdpo";
import { simrl } from "../../../src/core/rewards/simrl";
import { toolrl } from "../../../src/core/rewards/toolrl";
import { toolstar } from "../../../src/core/rewards/toolstar";
import { given } from "../../support/rollout";
import { readOne } from "../importers/support/read";

const BOOK = { name: "book", arguments: { city: "Oslo" } };
const TOOLS = [{ type: "function", function: { name: "book", parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } } }];
const chat = (answer: JsonObject, rest: JsonObject = {}): JsonObject => ({
	messages: [
		{ role: "user", content: "Book Oslo" },
		{ role: "assistant", ...answer },
	],
	tools: TOOLS,
	ground_truth: [BOOK],
	...rest,
});
const asObject = (call: JsonObject): JsonObject => ({ content: "", tool_calls: [{ id: "c", type: "function", function: call }] });

const rollout = (record: JsonObject) => assemble(readOne(record), { syntax: "auto", segmenter: "auto" });
const why = (s: Score): readonly (string | null)[] => s.layers.map(l => l.unknown);
const { NaN: none } = Number;

describe("the template of a text that the file lacks is unknown", () => {
	const r = rollout(chat(asObject(BOOK)));
	test("ToolRL", () => {
		const s = toolrl.score(r, toolrl.defaults, given());
		expect([s.total, why(s)]).toEqual([none, ["calls-as-objects", "calls-as-objects", null]]);
		expect(s.matches).toMatchObject([{ call: 0, reference: 0, similarity: 1 }]);
		expect(why(toolrl.score(r, { ...toolrl.defaults, length: true }, given()))[2]).toBe("calls-as-objects");
	});
	test("ToolRL counts the reasoning that the file holds", () => {
		const reasoned = rollout(chat({ ...asObject(BOOK), reasoning_content: "w ".repeat(256) }));
		expect(toolrl.score(reasoned, { ...toolrl.defaults, length: true }, given()).layers[2]).toMatchObject({ score: 0.5, unknown: null });
	});
	test("Sim-RL: the calls are compared, and nobody knows whether the gate lets them count", () => {
		const s = simrl.score(r, simrl.defaults, given());
		expect([s.total, why(s)]).toEqual([none, ["calls-as-objects", "gate-unknown", "not-applicable"]]);
		expect(s.layers[1]?.score).toBe(1);
	});
	test("Sim-RL: a tool that does not exist breaks the format in any text", () => {
		const s = simrl.score(rollout(chat(asObject({ name: "fly", arguments: {} }))), simrl.defaults, given());
		expect([s.total, s.layers[0]?.unknown]).toEqual([-1, null]);
	});
	test("SDPO", () => {
		const s = sdpo.score(r, sdpo.defaults, given());
		expect([s.total, why(s)]).toEqual([none, ["calls-as-objects"]]);
	});
	test("Tool-Star: the answer's tags are the model's, those around its calls are not", () => {
		const messages: readonly JsonObject[] = [
			{ role: "user", content: "Capital?" },
			{ role: "assistant", ...asObject(BOOK) },
			{ role: "tool", tool_call_id: "c", content: "ok" },
		];
		const ending = (content: string) => rollout({ messages: [...messages, { role: "assistant", content }], tools: TOOLS, answer: "Oslo" });
		const fine = toolstar.score(ending("<answer>\\boxed{Oslo}</answer>"), toolstar.defaults, given());
		expect([fine.total, why(fine), fine.layers[1]?.score]).toEqual([none, ["calls-as-objects", "gate-unknown", "calls-as-objects"], 1]);
		expect(toolstar.score(ending("Oslo"), toolstar.defaults, given()).total).toBe(-1);
	});
});

describe("a text that the file holds is judged", () => {
	const text = '<think>t</think>\n<tool_call>\n{"name": "book", "parameters": {"city": "Oslo"}}\n</tool_call>';
	test("calls written in a message's content", () => expect(toolrl.score(rollout(chat({ content: text })), toolrl.defaults, given()).total).toBe(4));
	test("also beside the same calls as objects", () => expect(toolrl.score(rollout(chat({ ...asObject(BOOK), content: text })), toolrl.defaults, given()).total).toBe(4));
	test("where no call was made none is hidden: the lowest reward", () => expect(toolrl.score(rollout(chat({ content: "Done." })), toolrl.defaults, given()).total).toBe(-3));
	test("calls of the prompt are not the model's", () => {
		const prompt: readonly JsonObject[] = [
			{ role: "user", content: "Book" },
			{ role: "assistant", ...asObject(BOOK) },
			{ role: "tool", content: "ok" },
			{ role: "user", content: "Again" },
		];
		const r = rollout({ prompt, completion: [{ role: "assistant", content: text }], tools: TOOLS, ground_truth: [BOOK] });
		expect([r.objectCalls.length, toolrl.score(r, toolrl.defaults, given()).total]).toEqual([0, 4]);
	});
});
