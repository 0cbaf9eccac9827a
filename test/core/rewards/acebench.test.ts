import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import type { Score } from "../../../src/core/model/reward";
import { acebench } from "../../../src/core/rewards/acebench";
import { aceSummary, checkAce, checkAceCalls, milestoneAccuracy } from "../../../src/core/rewards/acebenchChecker";
import { resolveOptions } from "../../../src/core/rewards/options";
import { fromJson } from "../../../src/core/rewards/pyValues";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

interface Input {
	readonly functions: JsonObject[];
	readonly output: JsonObject[];
	readonly answer: JsonObject;
	readonly process: string[];
	readonly milestones: string[];
	readonly special: number;
	readonly normal: number;
	readonly agent: number;
}
type Expected = { readonly valid: boolean; readonly error_type: string | null; readonly process_accuracy: number; readonly summary: number };
const score = (parts: RolloutParts, options: JsonObject = {}): Score => acebench.score(rolloutOf(parts), resolveOptions(acebench, options) as typeof acebench.defaults, given());

describe("golden 17", () => {
	const file = golden<Input, Expected>("17_acebench");
	test.each(file.cases)("$id", ({ id, input, expected }) => {
		if (id.startsWith("milestone")) return expectClose(milestoneAccuracy(input.process, input.milestones), expected.process_accuracy);
		if (id === "overall") return expectClose(aceSummary(input.special, input.normal, input.agent), expected.summary);
		const calls = input.output.map(o => ({ name: Object.keys(o)[0] ?? "", arguments: fromJson(Object.values(o)[0] ?? null) }));
		expect(checkAceCalls(calls, { functions: input.functions, answer: input.answer, strict: false, agent: false })).toMatchObject({
			valid: expected.valid,
			errorType: expected.error_type,
		});
		const text = input.output.map(o => hermesCall(Object.keys(o)[0] ?? "", Object.values(o)[0] ?? null)).join("");
		const tools = input.functions.map(f => ({ name: String(f.name), parameters: f.parameters as JsonObject }));
		expect(score({ text, tools, calls: [[]], answer: input.answer }).total).toBe(Number(expected.valid));
	});
});

const tools = [
	{
		name: "w",
		parameters: {
			type: "object",
			required: ["city"],
			properties: { city: { type: "string" }, days: { type: "integer" }, tags: { type: "array", items: { type: "string" } }, at: { type: "object" } },
		},
	},
];
const answer = { w: { city: "Paris", days: 3, tags: ["a", "b"], at: { lat: 1, name: "x y" } } };

describe("what the benchmark lets pass and the strict twin does not", () => {
	test.each<[JsonObject, normal: number, strict: number]>([
		[{ city: "paris", days: 3, tags: ["A", "b"], at: { lat: 1, name: "XY" } }, 1, 1],
		[{ city: "Paris, France", days: 3, tags: ["a", "b"], at: { lat: 1, name: "x y" } }, 1, 0],
		[{ city: "Paris", days: 7, tags: ["a", "b"], at: { lat: 1, name: "x y" } }, 1, 0],
		[{ city: "Paris" }, 1, 0],
		[{ city: "Paris", at: { lat: 12, name: "x y z" } }, 1, 0],
		[{ city: "Paris", tags: ["b", "a"] }, 0, 0],
		[{ city: "Paris", at: { lat: 1 } }, 0, 0],
		[{ city: 3 }, 0, 0],
	])("%j", (args, normal, strict) => {
		expect(score({ text: hermesCall("w", args), tools, answer }).layers.map(l => l.score)).toEqual([normal, strict]);
	});
});

describe("texts", () => {
	const functions = tools.map(t => ({ ...t }));
	const check = (result: string, answers: JsonObject | JsonObject[] = { w: { city: "Paris" } }) => checkAce(result, { functions, answers, strict: false, agent: false }).errorType;
	test.each([
		["[w(city='Paris')]", null],
		["Sure! [w(city='Paris')] Done.", null],
		["w(city='Paris')", "wrong_output_format"],
		["I cannot.", "wrong_output_format"],
		["[]", "wrong functions number"],
		["[v(city='Paris')]", "function_mismatch"],
	])("%s", (result, want) => expect(check(result)).toBe(want));
	test("alternatives, repeated names, calls used twice", () => {
		expect(check("[w(city='Rome')]", [{ w: { city: "Paris" } }, { w: { city: "Rome" } }])).toBeNull();
		expect(check("[w(city='Rome'), w(city='Paris')]", { w_1: { city: "Paris" }, w_2: { city: "Rome" } })).toBeNull();
		expect(check("[w(city='Paris Rome'), w(city='Oslo')]", { w_1: { city: "Paris" }, w_2: { city: "Rome" } })).toBeNull();
	});
	test("agent categories compare strings exactly", () => {
		expect(checkAce("[w(city='Paris, France')]", { functions, answers: { w: { city: "Paris" } }, strict: false, agent: true }).errorType).toBe("value_error:string");
	});
});

test("reference calls stand in for an answer; without tools or reference it is unknown", () => {
	const call = { name: "w", arguments: { city: "Paris" } };
	expect(score({ text: hermesCall("w", { city: "Paris" }).repeat(2), tools, calls: [[call, call]] }).total).toBe(1);
	expect(score({ text: "hi", calls: [[call]] }).layers[0]?.unknown).toBe("no-tools");
	expect(score({ text: "hi", tools }).layers[0]?.unknown).toBe("no-reference");
});
