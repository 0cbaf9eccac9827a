import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawable, measuredWidths, oneCell, TAB } from "../../webview/paint/cells";
import { breakRows, type Rows, rowAt, rowEnd } from "../../webview/paint/rows";

/** Rows as a person sees them: one line each, "↵" where a newline ended it, "*" before a complex one. */
const drawn = (text: string, columns: number, forced: readonly number[] = [], width = oneCell): string[] => {
	const rows = breakRows(text, columns, forced, width);
	return Array.from({ length: rows.count }, (_, i) => `${rows.complex[i] ? "*" : ""}${text.slice(rows.starts[i], rows.starts[i + 1]).replace("\n", "↵")}`);
};
const wide = (codePoint: number): number => (codePoint >= 0x2e80 ? 2 : 1);

describe("breaking text into rows", () => {
	test.each([
		["", 10, [""]],
		["one row", 10, ["one row"]],
		["a\nb\n", 10, ["a↵", "b↵"]],
		["\n\n", 10, ["↵", "↵"]],
		["the quick brown fox", 10, ["the quick ", "brown fox"]],
		["the quick, brown fox", 10, ["the quick, ", "brown fox"]],
		["abcdefghijklmno", 6, ["abcdef", "ghijkl", "mno"]],
		// a space in the first half is no place to break: the row would be nearly empty
		["a bcdefghijklmno", 10, ["a bcdefghi", "jklmno"]],
		['{"a":1,"b":2}', 9, ['{"a":1,', '"b":2}']],
		["a\tb\tc", 6, ["*a\t", "*b\tc"]],
	])("%j in %d columns", (text, columns, expected) => {
		expect(drawn(text, columns)).toEqual(expected);
	});

	test("wide characters take two cells, and closing punctuation does not begin a row", () => {
		expect(drawn("天气很好。我们走", 8, [], wide)).toEqual(["*天气很", "*好。我们", "*走"]);
		expect(drawn("天气很好", 8, [], wide)).toEqual(["*天气很好"]);
	});

	test("a forced break before a newline moves behind it", () => {
		expect(drawn("<a>x</a>\nuser\ny", 40, [3, 8])).toEqual(["<a>", "x</a>↵", "user↵", "y"]);
		expect(drawn("ab\ncd", 40, [0, 3, 5])).toEqual(["ab↵", "cd"]);
	});

	test("pairs of surrogates are never parted", () => {
		expect(drawn("ab👍👍👍", 3, [], wide)).toEqual(["ab", "*👍", "*👍", "*👍"]);
	});

	const text = fc.string({ unit: fc.constantFrom("a", "b", " ", ",", "\n", "\t", "天", "。", "👍", "é", "{", '"'), maxLength: 200 });
	const widthOf = (rows: Rows, s: string, i: number): number => {
		let used = 0;
		for (const c of s.slice(rows.starts[i], rowEnd(rows, s, i))) used += c === "\t" ? TAB - (used % TAB) : wide(c.codePointAt(0) ?? 0);
		return used;
	};
	test("rows cover the text in order, end at every newline, and are never wider than the columns", () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 4, max: 40 }), fc.array(fc.nat(200), { maxLength: 5 }), (s, columns, cuts) => {
				const forced = [...new Set(cuts)].sort((a, b) => a - b).filter(c => !/[\udc00-\udfff]/.test(s[c] ?? ""));
				const rows = breakRows(s, columns, forced, wide);
				expect(rows.starts[0]).toBe(0);
				expect(rows.starts[rows.count]).toBe(s.length);
				for (let i = 0; i < rows.count; i++) {
					const [from, to] = [rows.starts[i] as number, rows.starts[i + 1] as number];
					if (s.length > 0) expect(to).toBeGreaterThan(from);
					expect(s.slice(from, to - 1)).not.toContain("\n");
					expect(widthOf(rows, s, i)).toBeLessThanOrEqual(columns + (s[rowEnd(rows, s, i) - 1] === " " ? 1 : 0));
					if (/[^\x20-\x7e\n]/.test(s.slice(from, to))) expect(rows.complex[i]).toBe(1);
					expect(/[\udc00-\udfff]/.test(s[from] ?? "")).toBe(false);
				}
				for (const cut of forced) if (cut < s.length && s[cut] !== "\n") expect([...rows.starts]).toContain(cut);
			}),
		);
	});

	test("rowAt finds the row of every offset", () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 4, max: 20 }), (s, columns) => {
				const rows = breakRows(s, columns, [], wide);
				for (let offset = 0; offset < s.length; offset++) {
					const row = rowAt(rows, offset);
					expect(rows.starts[row]).toBeLessThanOrEqual(offset);
					expect(rows.starts[row + 1]).toBeGreaterThan(offset);
				}
				expect(rowAt(rows, s.length)).toBe(rows.count - 1);
			}),
		);
	});
});

describe("what is drawn", () => {
	test("invisible, directional and broken characters become one visible symbol each", () => {
		expect(drawable("a\u0000b\u001bc\rd\u007fe")).toBe("a␀b␛c␍d␡e");
		expect(drawable("x\u202ey\u200bz\ud800!\udfff\ufeff")).toBe("x\ufffdy\ufffdz\ufffd!\ufffd\ufffd");
		expect(drawable("天气 👍🏽 é \t ok")).toBe("天气 👍🏽 é \t ok");
	});

	test("a symbol never changes the length, so offsets stay true", () => {
		fc.assert(fc.property(fc.string({ unit: "binary" }), s => drawable(s).length === s.length));
	});

	test("characters are measured once, combining marks take no room", () => {
		let asked = 0;
		const widthOf = measuredWidths(() => {
			asked++;
			return 14;
		}, 7);
		expect([widthOf(0x5929), widthOf(0x5929), widthOf(0x301), widthOf(0x200d)]).toEqual([2, 2, 0, 0]);
		expect(asked).toBe(1);
	});
});
