import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePythonLiteral, pyRepr, pyStr } from "../../../src/core/base/python";
import type { JsonValue } from "../../../src/core/base/units";

const read = (text: string): JsonValue | undefined => {
	const r = parsePythonLiteral(text);
	return r.ok && r.end === text.length ? r.value : undefined;
};

describe("parsePythonLiteral", () => {
	test.each<[string, JsonValue]>([
		["{'a': 1, \"b\": [True, None, false]}", { a: 1, b: [true, null, false] }],
		["(1)", 1],
		["(1,)", [1]],
		["( 1 , )", [1]],
		["()", []],
		["(1, 2)", [1, 2]],
		["{1, 2}", [1, 2]],
		["{}", {}],
		["{1: 'x', None: 2}", { "1": "x", None: 2 }],
		["[1, 2,]", [1, 2]],
		["-5", -5],
		["- 5", -5],
		["1_000", 1000],
		["0xff", 255],
		["0b101", 5],
		[".5", 0.5],
		["1.", 1],
		["-1.5e-3", -0.0015],
		["123456789012345678901", 123456789012345678901n],
		["-9007199254740993", -9007199254740993n],
		["2j", "2j"],
		["-1+2j", "-1+2j"],
		["-inf", Number.NEGATIVE_INFINITY],
		["'it''s'", "its"],
		["'a' \"b\"\n'''c'''", "abc"],
		["'''two\nlines'''", "two\nlines"],
		['"""say "hi" """', 'say "hi" '],
		[String.raw`'\n\t\\\'\x41\u00e9\U0001F600\101\q'`, "\n\t\\'Aé😀A\\q"],
		[String.raw`r'\n'`, "\\n"],
		["b'ab'", "ab"],
		["''", ""],
		["{'__proto__': 1}", JSON.parse('{"__proto__": 1}') as JsonValue],
	])("case %#: %s", (text, value) => {
		expect(read(text)).toEqual(value);
	});

	test.each<[string, number]>([
		["", 0],
		["{'a' 1}", 5],
		["{'a': foo}", 6],
		["[1 2]", 3],
		["'open", 5],
		["'line\nbreak'", 5],
		["-x", 0],
		["[1, 2", 5],
	])("%j stops at %i", (text, at) => {
		expect(parsePythonLiteral(text)).toMatchObject({ ok: false, at });
	});

	test("reads from an offset and tells the end", () => {
		expect(parsePythonLiteral("f(a=[1], b=2)", 4)).toEqual({ ok: true, value: [1], end: 7 });
	});

	test("deep nesting is refused, not a crash", () => {
		expect(parsePythonLiteral("[".repeat(1e6)).ok).toBe(false);
	});

	test("what repr writes is read back", () => {
		fc.assert(
			fc.property(fc.jsonValue(), v => {
				const value = JSON.parse(JSON.stringify(v)) as JsonValue;
				expect(read(pyRepr(value))).toEqual(value);
			}),
		);
	});
});

test.each<[JsonValue, string]>([
	["a'b", "a'b"],
	[["a'b", 'say "x"', `'"`], `["a'b", 'say "x"', '\\'"']`],
	[{ a: [1, true, null] }, "{'a': [1, True, None]}"],
	[["\n\\\u00a0\u200b\x7f"], "['\\n\\\\\\xa0\\u200b\\x7f']"],
	[1e16, "1e+16"],
	[1.5e-5, "1.5e-05"],
	[0.0001, "0.0001"],
	[123456789012345678901n, "123456789012345678901"],
	[Number.NaN, "nan"],
	[["日本 é"], "['日本 é']"],
])("pyStr case %#", (value, text) => {
	expect(pyStr(value)).toBe(text);
});
