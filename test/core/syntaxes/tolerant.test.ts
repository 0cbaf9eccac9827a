import fc from "fast-check";
import { expect, test } from "vitest";
import { writeJson } from "../../../src/core/base/json";
import type { JsonValue } from "../../../src/core/base/units";
import { readTolerant } from "../../../src/core/syntaxes/tolerant";

test.each<[string, readonly JsonValue[]]>([
	['{"a": 1', [{ a: 1 }]],
	['{"a": {"b": [1, 2}', [{ a: { b: [1, 2] } }]],
	['{"a": "x', [{ a: "x" }]],
	["{a: 1, 'b': True, c: None}", [{ a: 1, b: true, c: null }]],
	['{"a": 1,, "b": 2,}', [{ a: 1, b: 2 }]],
	['{"a": 1 "b": 2}', [{ a: 1, b: 2 }]],
	['{"a": "say "hi" now", "b": 1}', [{ a: 'say "hi" now', b: 1 }]],
	['{"a": "two\nlines"}', [{ a: "two\nlines" }]],
	['{{"a": 1}}', [{ a: 1 }]],
	["{“a”: “x”}", [{ a: "x" }]],
	['{"a": "C:\\dir"}', [{ a: "C:\\dir" }]],
	['{"a": "\\u00e9\\n\\/"}', [{ a: "é\n/" }]],
	['see {"a": 1} and [2] ok', [{ a: 1 }, [2]]],
	['{"a": Oslo, "b": }', [{ a: "Oslo", b: null }]],
	["{a=1}", [{ a: 1 }]],
	["no value", []],
])("%s", (text, values) => {
	expect(readTolerant(text)).toEqual(values);
});

test("valid JSON without quotes in its strings is read as it is", () => {
	const unit = fc.constantFrom("a", "b", " ", ",", "{", "]", "é");
	fc.assert(
		fc.property(fc.dictionary(fc.string({ unit }), fc.jsonValue({ stringUnit: unit })), value => {
			const text = JSON.stringify(value);
			expect(readTolerant(text).map(v => writeJson(v))).toEqual([text]);
		}),
	);
});

test("anything is read without an error", () => {
	fc.assert(fc.property(fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "'", ",", ":", "\\", "a", "1", "\n", "=") }), text => void readTolerant(text)));
	expect(readTolerant("[".repeat(1e5))).toHaveLength(1);
});
