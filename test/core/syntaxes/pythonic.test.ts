import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/base/units";
import { draw, read } from "./draw";

type Calls = readonly (readonly [string, JsonValue])[];
type Row = [what: string, text: string, calls: Calls, problems: readonly string[], recovered?: Calls];

const ROWS: readonly Row[] = [
	["literals", "[f(a=1, b='x', c=[True, None], d={'k': (1, 2)}, e=-2.5)]", [["f", { a: 1, b: "x", c: [true, null], d: { k: [1, 2] }, e: -2.5 }]], []],
	["JSON's words, joined strings, long strings", "[f(a=true, b=null, c='x' \"y\", d='''p\nq''')]", [["f", { a: true, b: null, c: "xy", d: "p\nq" }]], []],
	["names JavaScript reserves", "[f(class='x', from=1, in=2, import=3), delete.this(new=1)]", [["f", { class: "x", from: 1, in: 2, import: 3 }], ["delete.this", { new: 1 }]], []], // biome-ignore format: rows
	["names with spaces and dots", "[Current Weather(city='Oslo'), a.b.c()]", [["Current Weather", { city: "Oslo" }], ["a.b.c", {}]], []], // biome-ignore format: rows
	["brackets and parentheses inside strings", "[f(a='x)]', b=\"[g(\")]", [["f", { a: "x)]", b: "[g(" }]], []],
	["complex numbers and large integers", "[f(a=1+2j, b=12345678901234567890)]", [["f", { a: "1+2j", b: 12345678901234567890n }]], []],
	["a trailing comma", "[f(a=1,), g(),]", [["f", { a: 1 }], ["g", {}]], []], // biome-ignore format: rows
	["over several lines", "[\n  f(\n    a=1\n  ),\n  g()\n]", [["f", { a: 1 }], ["g", {}]], []], // biome-ignore format: rows
	["text around", "Sure: [f(a=1)] Done.", [["f", { a: 1 }]], []],
	["tags around", "<|python_start|>[f(a=1)]<|python_end|>", [["f", { a: 1 }]], []],
	["no brackets", "f(a=1), g()", [["f", { a: 1 }], ["g", {}]], []], // biome-ignore format: rows
	["no calls", "[1, 2] and (a=b)", [], []],
	["two lists", "[f(a=1)] and [g()]", [], ["trailing-text", "trailing-text"], [["f", { a: 1 }], ["g", {}]]], // biome-ignore format: rows
	["a keyword twice", "[f(a=1, a=2)]", [], ["bad-json"], [["f", { a: 2 }]]],
	["arithmetic", "[f(a=60*60, b=-(2+3), c=7 / 2, d='x' + 'y', e=2**3)]", [], ["bad-json"], [["f", { a: 3600, b: -5, c: 3.5, d: "xy", e: 8 }]]],
	["expressions are kept as written", "[f(a=today(), b=xs[0], c=[n, 1])]", [], ["bad-json"], [["f", { a: "today()", b: "xs[0]", c: ["n", 1] }]]],
	["unpacked", "[f(a=1, **{'b': 2})]", [], ["bad-json"], [["f", { a: 1, b: 2 }]]],
	["positional", "[f(1, a=2)]", [], ["bad-json"], [["f", { a: 2 }]]],
	["cut off", "[f(a='x', b=[1, ", [], ["bad-json"]],
	["a lambda", "[f(a=lambda x: x)]", [], ["bad-json"]],
];

describe("pythonic", () => {
	test.each(ROWS)("%s", (_, text, calls, problems, recovered = []) => {
		const { reading } = read(text, "pythonic");
		expect(reading.calls.map(c => [c.name, c.arguments])).toEqual(calls);
		expect(reading.problems.map(p => p.code)).toEqual(problems);
		expect(reading.recovered.map(c => [c.name, c.arguments])).toEqual(recovered);
	});

	test("places", () => {
		const text = "Ok [f(a='x'), g(b=oops)]";
		expect(draw(text, read(text, "pythonic"))).toEqual([text, "    ^^^^^^^^ recovered f", "              ^^^^^^^^^ recovered g", "                  ^ bad-json"]);
	});

	test("OLMo's calls stand on lines, LFM2's in marks", () => {
		const olmo = read("<function_calls>\nf(a=null)\ng()\n</function_calls>", "olmo3");
		expect(olmo.reading.calls.map(c => [c.name, c.arguments])).toEqual([["f", { a: null }], ["g", {}]]); // biome-ignore format: rows
		const lfm = read('<|tool_call_start|>[f(a="x")]<|tool_call_end|> <|tool_call_start|>{"name": "g", "arguments": {}}<|tool_call_end|>', "lfm2");
		expect(lfm.reading.calls.map(c => [c.name, c.arguments])).toEqual([["f", { a: "x" }], ["g", {}]]); // biome-ignore format: rows
		expect(read("<TOOLCALL>[f(a=1)]</TOOLCALL>", "auto").reading.calls.map(c => [c.name, c.arguments])).toEqual([["f", { a: 1 }]]);
		expect(read("<|tool_call_start|>[f(a=1) oops]<|tool_call_end|>", "lfm2").reading.problems.map(p => p.code)).toEqual(["bad-json"]);
	});
});
