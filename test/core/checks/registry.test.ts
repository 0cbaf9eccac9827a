import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import { CHECKS, checkRollout, MISTAKES } from "../../../src/core/checks/registry";
import { FINDING_WORDS, findingSentence } from "../../../src/words/findings";
import { PROBLEM_WORDS } from "../../../src/words/syntaxes";
import { expectWhole } from "../../support/whole";
import { call, turns, verlRollout } from "./record";

describe("the registry of checks", () => {
	test("ids and codes are unique, E01 to E17 are all there", () => {
		expect(new Set(CHECKS.map(c => c.id)).size).toBe(CHECKS.length);
		expect(MISTAKES.map(m => m.code)).toEqual(Array.from({ length: 17 }, (_, i) => `E${String(i + 1).padStart(2, "0")}`));
	});

	test("every code has a sentence in both languages, with the same values", () => {
		const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(m => m[1]).sort();
		for (const m of MISTAKES) expect(FINDING_WORDS).toHaveProperty([m.code]);
		for (const [code, p] of Object.entries(FINDING_WORDS)) expect([code, values(p.zh)]).toEqual([code, values(p.en)]);
	});
});

describe("sentences", () => {
	test.each([
		["a record's code goes before a call's of the same name", { code: "duplicate-key", data: { detail: "step" } }, "The key step is there twice; the last one counts."],
		["what is odd in a call's text", { code: "call-duplicate-key", data: { problem: "duplicate-key", key: "city" } }, "The key city is there twice; the last one counts."],
		["a variant", { code: "E12", data: { variant: "missing", parameter: "unit", expected: '"C"' } }, 'unit is left out; the reference says "C".'],
		["a variant without a sentence of its own", { code: "E04", data: { variant: "new", tool: "look" } }, "This call to look is not in the reference."],
		["another room's code", { code: "own", data: { n: 3 } }, "Three: 3"],
		["nobody's code", { code: "nobody", data: {} }, "nobody"],
	])("%s", (_, finding, expected) => {
		expect(findingSentence(finding, "en", [PROBLEM_WORDS, { own: { en: "Three: {n}", zh: "三：{n}" } }])).toBe(expected);
	});
});

const name = fc.constantFrom("book", "look", "bok", "");
const value: fc.Arbitrary<JsonValue> = fc.letrec(tie => ({
	leaf: fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
	node: fc.oneof(
		{ maxDepth: 2 },
		tie("leaf"),
		fc.array(tie("node"), { maxLength: 3 }),
		fc.dictionary(fc.constantFrom("city", "kg", "__proto__", "constructor"), tie("node"), { maxKeys: 3 }),
	),
})).node as fc.Arbitrary<JsonValue>;
const args = fc.dictionary(fc.constantFrom("city", "seats", "bags", "__proto__", "toString"), value, { maxKeys: 4 }) as fc.Arbitrary<JsonObject>;
const schema = fc.dictionary(
	fc.constantFrom("type", "properties", "required", "enum", "items", "anyOf", "minimum", "pattern", "additionalProperties", "$ref", "default"),
	fc.oneof(value, fc.constantFrom("object", "dict", "array", "^(a+)+$")),
) as fc.Arbitrary<JsonObject>;

describe("any calls under any schema", () => {
	test("never throws, points into the text, and every sentence is whole", () => {
		const step = fc.record({ name, arguments: args });
		fc.assert(
			fc.property(fc.array(step, { maxLength: 4 }), fc.array(fc.array(step, { maxLength: 2 }), { maxLength: 3 }), schema, fc.string(), (calls, gold, parameters, user) => {
				const rollout = verlRollout(turns(...calls.map(c => call(c.name, c.arguments))), { user, tools: { book: parameters, look: { properties: { city: parameters } } }, gold });
				for (const f of checkRollout(rollout)) {
					if (f.span) expect(0 <= f.span.from && f.span.from <= f.span.to && f.span.to <= rollout.text.length).toBe(true);
					expectWhole(f);
				}
			}),
			{ numRuns: 300 },
		);
	});

	test("one parameter has at most one of E07–E12", () => {
		fc.assert(
			fc.property(args, args, (made, wanted) => {
				const properties: JsonObject = { city: { type: "string", enum: ["Rome"] }, seats: { type: "integer", minimum: 1 }, bags: { type: "array", items: { type: "number" } } };
				const rollout = verlRollout(call("book", made), { user: "Rome", tools: { book: { properties } }, gold: [[{ name: "book", arguments: wanted }]] });
				const top = checkRollout(rollout).flatMap(f => (f.code >= "E07" && f.code <= "E12" ? [String(f.data.parameter).split(/[.[]/)[0]] : []));
				expect(new Set(top).size).toBe(top.length);
			}),
		);
	});
});
