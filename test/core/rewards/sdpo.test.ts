import { describe, expect, test } from "vitest";
import { inputsOf, sdpo } from "../../../src/core/rewards/sdpo";
import { given, rolloutOf } from "../../support/rollout";

const calls = [[{ name: "find", arguments: { q: "a", n: 1 } }], [{ name: "book", arguments: { id: 7 } }]];
const step = (name: string, args: unknown): string => `Thought: go on.\nAction: ${name}\nAction Input: ${JSON.stringify(args)}\n`;
const total = (text: string): number => sdpo.score(rolloutOf({ text, syntax: "react", calls }), sdpo.defaults, given()).total;

describe("actions in any order, inputs merged", () => {
	test.each([
		["right", step("find", { q: "a", n: 1 }) + step("book", { id: 7 }), 1],
		["other order", step("book", { id: 7 }) + step("find", { n: 1, q: "a" }), 1],
		["True == 1", step("find", { q: "a", n: true }) + step("book", { id: 7 }), 1],
		["an input moved to the other call is not noticed", step("find", { q: "a" }) + step("book", { id: 7, n: 1 }), 1],
		["one call missing", step("find", { q: "a", n: 1, id: 7 }), 0],
		["a wrong value", step("find", { q: "b", n: 1 }) + step("book", { id: 7 }), 0],
		["an extra input", step("find", { q: "a", n: 1, x: 0 }) + step("book", { id: 7 }), 0],
	])("%s", (_, text, want) => expect(total(text)).toBe(want));
	test("an input ends at its first brace: nested objects are lost, as there", () => {
		expect(inputsOf('Action Input: {"a": {"b": 1}}\nAction Input: {"c": 2}')).toEqual({ c: 2 });
	});
	test("both halves are shown", () => {
		const s = sdpo.score(rolloutOf({ text: step("find", { q: "a", n: 1 }), syntax: "react", calls }), sdpo.defaults, given());
		expect(s.layers[0]?.checks.map(c => [c.id, c.verdict, c.expected, c.actual])).toEqual([
			["sdpo-actions", "fail", "find, book", "find"],
			["sdpo-inputs", "fail", '{"q":"a","n":1,"id":7}', '{"q":"a","n":1}'],
		]);
	});
	test("no reference: unknown", () => {
		expect(sdpo.score(rolloutOf({ text: "hi" }), sdpo.defaults, given()).layers[0]?.unknown).toBe("no-reference");
	});
});
