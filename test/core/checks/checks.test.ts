import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import { checkRollout } from "../../../src/core/checks/registry";
import { rolloutOf } from "../../support/rollout";
import { call, drawn, type Task, turns, verlRollout } from "./record";

const BOOK: JsonObject = {
	required: ["city"],
	properties: {
		city: { type: "str", description: "e.g. Rome" },
		seats: { type: "integer", minimum: 1, maximum: 9 },
		cabin: { type: "string", enum: ["eco", "biz"] },
		bags: { type: "array", items: { type: "dict", properties: { kg: { type: "float" } }, required: ["kg"], additionalProperties: false } },
		note: { anyOf: [{ type: "string" }, { type: "null" }] },
		code: { type: "string", pattern: "^[A-Z]+$" },
		meal: { type: "string", default: "vegan", enum: null },
		tags: { type: "array", items: { type: "string", enum: ["a", "b"] } },
	},
};
const TASK: Task = { user: "Book Rome for 2, code ABC. Weight 12 kg. 1,200 euros at most.", tools: { book: BOOK, look: { properties: { q: { type: "string" } } } } };
const one = (args: JsonObject, task = TASK): string[] => drawn(verlRollout(call("book", args), task));

describe("findings point at the text", () => {
	test.each<[string, JsonObject, string[]]>([
		["nothing wrong", { city: "Rome", seats: 2, cabin: "eco", bags: [{ kg: 12 }], note: null, code: "ABC", meal: "vegan", tags: ["a"] }, []],
		["E06 at the arguments", { seats: 2 }, ['E06 "{\\"seats\\":2}"']],
		["E07 at the key", { city: "Rome", town: "Rome" }, ['E07 "town"']],
		["E08 at the value", { city: "Rome", seats: "2" }, ['E08 "\\"2\\""']],
		["E08 deep inside", { city: "Rome", bags: [{ kg: 12 }, { kg: "12" }] }, ['E08 "\\"12\\""']],
		["E08 of a union", { city: "Rome", note: 2 }, ['E08 "2"']],
		["E07 deep inside wins over E08", { city: "Rome", bags: [{ kg: "12", size: 1 }] }, ['E07 "size"']],
		["E06 deep inside", { city: "Rome", bags: [{}] }, ['E06 "{}"']],
		["E09", { city: "Rome", cabin: "first" }, ['E09 "\\"first\\""']],
		["E09 of an item", { city: "Rome", tags: ["a", "c"] }, ['E09 "\\"c\\""']],
		["E10 with the rule", { city: "Rome", seats: 12 }, ['E10.maximum "12"']],
		["E10 pattern", { city: "Rome", code: "abc" }, ['E10.pattern "\\"abc\\""']],
		["E11 without a reference is a doubt", { city: "Oslo" }, ['E11.unsupported "\\"Oslo\\""']],
		["E11 inside a list", { city: "Rome", bags: [{ kg: 12 }, { kg: 13 }] }, ['E11.unsupported "13"']],
	])("%s", (_, args, expected) => {
		expect(one(args)).toEqual(expected);
	});

	test("other notations: as close as the text allows", () => {
		const python = "<tool_call>\n{'name': 'book', 'arguments': {'city': 'Rome', 'seats': 'two'}}\n</tool_call>";
		expect(drawn(verlRollout(python, TASK))).toEqual(['E08 "two"']);
	});

	test("a short name is not found inside a longer one", () => {
		const rollout = rolloutOf({
			text: "[switch_on(position=1, on='x')]",
			syntax: "pythonic",
			tools: [{ name: "switch_on", parameters: { properties: { position: { type: "integer" }, on: { type: "boolean" } } } }],
		});
		expect(drawn(rollout)).toEqual(['E08 "x"']);
	});

	test("E01 suggests the nearest name, if one is near", () => {
		expect(drawn(verlRollout(turns(call("bok", {}), call("cancel_everything", {})), TASK))).toEqual(['E01.near "bok"', 'E01 "cancel_everything"']);
	});

	test("E13 and E14 point at the character, and say what we could repair", () => {
		const broken = verlRollout('<tool_call>\n{"name": "book", "arguments": {"city": "Rome", seats: 2}}\n</tool_call>', TASK);
		expect(checkRollout(broken).map(f => [f.code, f.data.problem, broken.text[f.span?.from ?? -1]])).toEqual([["E13", "bad-json", "s"]]);
		const open = verlRollout('<tool_call>\n{"name": "book", "arguments": {"ci', TASK);
		expect(checkRollout(open).map(f => [f.code, f.data.problem])).toEqual([
			["E14", "unclosed-tag"],
			["E13", "bad-json"],
			["M08", undefined],
		]);
	});

	test("a call inside the reasoning is no call and is reported as such", () => {
		const rollout = verlRollout(`<think>\n${call("book", { city: "Rome" })}\n</think>\n\nBooked.`, { ...TASK, gold: [[{ name: "book", arguments: { city: "Rome" } }]] });
		expect(checkRollout(rollout).map(f => f.code)).toEqual(["call-inside-reasoning", "E17"]);
	});
});

describe("against the reference", () => {
	const gold = [[{ name: "look", arguments: { q: "Rome" } }], [{ name: "book", arguments: { city: "Rome", seats: 2 } }]];
	const look = call("look", { q: "Rome" });
	const book = (args: JsonObject = { city: "Rome", seats: 2 }) => call("book", args);
	const codes = (...bodies: string[]) => drawn(verlRollout(turns(...bodies), { ...TASK, gold }));

	test.each<[string, readonly string[], string[]]>([
		["as the reference", [look, book()], []],
		["both in one turn: no order between them", [`${book()}\n${look}`], []],
		["one after the other, the wrong way round", [book(), look], ['E05 "look"']],
		["made up, and the reference differs", [look, book({ city: "Oslo", seats: 2 })], ['E11 "\\"Oslo\\""']],
		["in the prompt, and yet not what the reference says", [look, book({ city: "ABC", seats: 2 })], ['E12.similar "\\"ABC\\""']],
		["a number that differs has no similarity", [look, book({ city: "Rome", seats: 1 })], ['E11 "1"']],
		["an optional parameter left out", [look, book({ city: "Rome" })], ['E12.missing "{\\"city\\":\\"Rome\\"}"']],
		["twice the same", [look, look, book()], ['E15 "look"']],
		[
			"again after an invalid call is no duplicate",
			[look, book({ city: "Rome", seats: 0 }), book({ city: "Rome", seats: 0 })],
			['E10.minimum "0"', 'E10.minimum "0"', 'E04 "book"'],
		],
		["one too many", [look, book(), call("look", { q: "euros" })], ['E04 "look"']],
		["none at all", [], ["E17 –"]],
	])("%s", (_, bodies, expected) => {
		expect(codes(...bodies)).toEqual(expected);
	});

	test("a reference value that stands nowhere in the prompt is not made up", () => {
		const derived = [[{ name: "book", arguments: { city: "Florence" } }]];
		expect(drawn(verlRollout(call("book", { city: "Florence" }), { ...TASK, gold: derived }))).toEqual([]);
	});

	test("one of several allowed values is right, in BFCL's way of writing answers", () => {
		const of = (city: string) => {
			const rollout = rolloutOf({
				text: call("book", { city }),
				prompt: "Rome or ABC",
				tools: [{ name: "book", parameters: BOOK }],
				calls: [[{ name: "book", arguments: { city: "Rome" } }]],
				answer: [{ book: { city: ["Rome", "Roma"], seats: ["", 1] } }],
			});
			return drawn(rollout);
		};
		expect([of("Rome"), of("roma"), of("ABC")]).toEqual([[], [], ['E12.similar "\\"ABC\\""']]);
	});

	test("actions that must be taken leave the other calls free", () => {
		const of = (calls: string[], gold: readonly string[]) =>
			drawn(
				rolloutOf({
					text: calls.map(q => call("look", { q })).join("\n") || "Done.",
					prompt: "Rome ABC",
					rest: { reference: { calls: gold.map(name => [{ name, arguments: {} }]), answer: null, source: "info.task.actions" } },
				}),
			);
		expect([of(["Rome"], []), of(["Rome", "ABC"], ["look"]), of(["Rome"], ["book"]), of([], ["book"])]).toEqual([[], [], ["E03 –"], ['E17 "Done."']]);
	});

	test("no call due", () => {
		expect(drawn(verlRollout(call("look", { q: "Rome" }), { ...TASK, gold: [] }))).toEqual(['E16 "look"']);
		expect(drawn(verlRollout("Rome it is.", { ...TASK, gold: [] }))).toEqual([]);
	});
});

describe("what is not known is not checked", () => {
	test("no tools: no name and no schema is wrong", () => {
		expect(drawn(verlRollout(call("anything", { city: "Rome" }), { user: "Rome" }))).toEqual([]);
	});
	test("no prompt: nothing is made up", () => {
		expect(drawn(rolloutOf({ text: call("book", { city: "Oslo" }) }))).toEqual([]);
	});
	test("a schema nobody can compile limits nothing", () => {
		const odd: JsonObject = { properties: { city: { type: "Foo<Bar>", $ref: "#/nowhere" } }, required: [] };
		expect(one({ city: "Rome" }, { ...TASK, tools: { book: odd } })).toEqual([]);
	});
	test("an open schema takes any key", () => {
		expect(one({ city: "Rome", more: "Rome" }, { ...TASK, tools: { book: { ...BOOK, additionalProperties: true } } })).toEqual([]);
	});
});

describe("very large rollouts", () => {
	const many = (n: number, of: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => of(i));

	test("too many calls to pair: said, not guessed", () => {
		const gold = [many(1000, i => String(i)).map(q => ({ name: "look", arguments: { q } }))];
		const rollout = verlRollout(many(300, i => call("look", { q: `Rome ${i}` })).join("\n"), { user: `Rome ${many(300, String).join(" ")}`, gold });
		expect(checkRollout(rollout).map(f => [f.code, f.data])).toEqual([["not-compared", { calls: 300, references: 1000 }]]);
	});

	test("of a call with thousands of wrong parameters the first hundred are told", () => {
		const started = performance.now();
		expect(one(Object.fromEntries([["city", "Rome"], ...many(5000, i => `k${i}`).map(k => [k, 1])]))).toHaveLength(100);
		expect(performance.now() - started).toBeLessThan(5000);
	});
});

describe("made-up values", () => {
	const supported = (value: string | number, user: string): boolean => !drawn(verlRollout(call("look", { q: value }), { user, tools: { look: {} } })).length;
	test.each<[string | number, string, boolean]>([
		["rome", "to ROME please", true],
		["Oslo", "to Rome please", false],
		["2024-05-01", "on 2024/05/01", true],
		["AB-12", "code ab12", true],
		[1200, "at most 1,200 euros", true],
		[-5, "it is −5 or -5.0", true],
		[7, "room 17", false],
		[0.1, "a share of 0.10", true],
		["trains to Rome", "how do I get to Rome", true],
		["flights from Rome", "trains to Rome", false],
		["北京天气", "今天北京天气怎么样", true],
		["上海", "今天北京天气怎么样", false],
		["", "anything", true],
		["two\nlines", "anything", true],
	])("%j from %j: %s", (value, user, expected) => {
		expect(supported(value, user)).toBe(expected);
	});

	test("a tool result supports the calls after it, not the ones before", () => {
		const body = call("look", { q: "ZQ932" });
		const result = "\nuser\n<tool_response>\nflight ZQ932\n</tool_response>\nassistant\n";
		const rollout = verlRollout(`${body}${result}${call("look", { q: "zq932" })}`, { user: "flights", tools: { look: {} } });
		expect(drawn(rollout)).toEqual(['E11.unsupported "\\"ZQ932\\""']);
	});
});
