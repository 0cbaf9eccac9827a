import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut, headOf, oneLine, padEnd, padStart, printable, widthOf, wrap } from "../../src/cli/width";

const text = fc.string({ unit: fc.constantFrom("a", "Z", " ", "中", "文", "é", "e\u0301", "👍🏽", "👨‍👩‍👧", "，", "\u{1F1E9}\u{1F1EA}"), maxLength: 60 });

describe("columns of a text", () => {
	test.each([
		["plain", 5],
		["中文", 4],
		["e\u0301", 1],
		["👍🏽", 2],
		["a中", 3],
		["\u001b[31mred\u001b[0m", 3],
		["", 0],
	])("%j takes %i", (value, columns) => expect(widthOf(value)).toBe(columns));

	test("padding counts columns, not characters", () => {
		expect([padEnd("中", 4), padStart("中", 4), padEnd("long", 2)]).toEqual(["中  ", "  中", "long"]);
	});
});

describe("cutting", () => {
	test.each([
		["abcdef", 4, "abc…"],
		["中文字", 4, "中…"],
		["abc", 3, "abc"],
		["👨‍👩‍👧x", 2, "…"],
		["abc", 0, ""],
	])("%j to %i", (value, columns, expected) => expect(cut(value, columns)).toBe(expected));

	test("never wider than asked, never through a grapheme", () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 1, max: 20 }), (value, columns) => {
				expect(widthOf(cut(value, columns))).toBeLessThanOrEqual(columns);
				expect(value.startsWith(headOf(value, columns))).toBe(true);
				expect(headOf(value, columns)).not.toMatch(/[\ud800-\udbff]$/);
			}),
		);
	});
});

describe("wrapping", () => {
	test.each([
		["one two three", 8, ["one two", "three"]],
		["supercalifragilistic", 8, ["supercal", "ifragili", "stic"]],
		["中文没有空格也能换行", 8, ["中文没有", "空格也能", "换行"]],
		["a\n\nb", 8, ["a", "", "b"]],
		["exactly8 next", 8, ["exactly8", "next"]],
	] as const)("%j at %i", (value, columns, expected) => expect(wrap(value, columns)).toEqual(expected));

	test("loses nothing but spaces at breaks, and fits", () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 2, max: 20 }), (value, columns) => {
				const lines = wrap(value, columns);
				expect(lines.join("").replaceAll(" ", "")).toBe(value.replaceAll(" ", ""));
				for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
			}),
		);
	});

	test("linear in long texts", () => {
		const started = performance.now();
		expect(wrap("字".repeat(60_000), 80)).toHaveLength(1500);
		expect(oneLine("x".repeat(10_000_000), 20)).toBe(`${"x".repeat(19)}…`);
		expect(performance.now() - started).toBeLessThan(10_000);
	});
});

describe("text of strangers", () => {
	test.each([
		["\u001b[2J", "␛[2J"],
		["a\rb", "a␍b"],
		["\u0007", "␇"],
		["\u202eabc", "<U+202E>abc"],
		["\u009b31m", "<U+009B>31m"],
		["\ud800x", "<U+D800>x"],
		["tab\there", "tab    here"],
		["line\nfeed 👍", "line\nfeed 👍"],
	])("%j is shown as %j", (raw, shown) => expect(printable(raw)).toBe(shown));

	test("one line shows its breaks", () => expect(oneLine("a\r\nb\nc", 20)).toBe("a⏎b⏎c"));
});
