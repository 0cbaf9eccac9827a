import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PAGE_WORDS } from "../../src/words/editor";
import { bytes, exact, partial, quoted, score, signed } from "../../webview/format";
import { keyOf } from "../../webview/keys";
import { lensIds, lensOf, segmentCredit, strongest } from "../../webview/lens";
import { oneCell } from "../../webview/paint/cells";
import { findAll, firstMatchAfter, nextMatch } from "../../webview/paint/find";
import { NO_LEVEL } from "../../webview/paint/heat";
import { overview } from "../../webview/paint/overview";
import { breakRows } from "../../webview/paint/rows";
import { firstTokenAfter, spanAt, tokenAt } from "../../webview/paint/tokens";
import { FILE_ORDER, INITIAL, NOTHING_SAVED, readSaved, Store } from "../../webview/state";

describe("numbers as they are written", () => {
	test.each([
		[0.9666, "+0.97"],
		[-1.2, "−1.20"],
		[0, "0.00"],
		[-0, "0.00"],
		[Number.NaN, "—"],
		[1e-7, "+1e−7"],
		[Number.NEGATIVE_INFINITY, "−∞"],
	])("signed %d", (value, text) => {
		expect(signed(value)).toBe(text);
	});
	test.each([
		[1.8, 1.8, "1.80"],
		[Number.NaN, 0.76, "0.76 + ?"],
		[Number.NaN, 0, "?"],
		[Number.NaN, Number.NaN, "—"],
		[-0.5, -0.5, "−0.50"],
	])("a total of %d of which %d is known", (total, known, text) => {
		expect(partial(total, known)).toBe(text);
	});
	test("scores, exact values, sizes, quotes", () => {
		expect([score(0.5), score(Number.NaN), exact(0.1 + 0.2), exact(-2)]).toEqual(["0.50", "—", "0.3", "−2"]);
		expect([bytes(812), bytes(1_400_000), bytes(150_000), bytes(2.5e9)]).toEqual(["812 B", "1.4 MB", "150 kB", "2.5 GB"]);
		expect(quoted(" a\n\tb")).toBe("“ a↵⇥b”");
	});
});

const credit = { slca: Float32Array.of(0.5, 0.5, Number.NaN, -1), grpo: Float32Array.of(1, 1, Number.NaN, 1) };
const view = { credit, scale: { grpo: 1.5, slca: 2 } };
describe("lenses", () => {
	test("the locked estimator comes last, the difference after both", () => {
		expect(lensIds(view)).toEqual(["grpo", "slca", "difference"]);
		expect(lensIds({ credit: { grpo: credit.grpo } })).toEqual(["grpo"]);
	});
	test("a difference is broadcast minus locked, on the larger scale; masked stays none", () => {
		const lens = lensOf(view, "difference");
		expect([0, 1, 2, 3].map(lens.credit)).toEqual([0.5, 0.5, Number.NaN, 2]);
		expect(lens.scale).toBe(2);
		expect(lens.of).toEqual(["grpo", "slca"]);
		expect(strongest(lens, 4)).toBe(2);
	});
	test("an unknown lens is the first one; none at all credits nothing", () => {
		expect(lensOf(view, "gae").id).toBe("grpo");
		expect(strongest(lensOf({ credit: {}, scale: {} }, "grpo"), 4)).toBeNaN();
	});
	test("the strongest of 300,000 tokens is found with its sign", () => {
		const many = new Float32Array(300_000).fill(0.1);
		many[250_000] = -3;
		expect(strongest(lensOf({ credit: { grpo: many }, scale: { grpo: 1 } }, "grpo"), many.length)).toBe(-3);
	});
	test("segments: one value when equal, else the mean", () => {
		const tokens = { from: Uint32Array.of(0, 1, 2, 3), to: Uint32Array.of(1, 2, 3, 4) } as never;
		const of = (from: number, to: number): unknown => segmentCredit({ tokens }, { from, to }, lensOf(view, "slca"));
		expect(of(0, 2)).toEqual({ mean: 0.5, uniform: true });
		expect(of(2, 3)).toEqual({ mean: Number.NaN, uniform: true });
		expect(of(3, 4)).toEqual({ mean: -1, uniform: true });
		expect(of(0, 4)).toEqual({ mean: 0, uniform: false });
	});
});

describe("tokens and spans by offset", () => {
	const tokens = { to: Uint32Array.of(3, 3, 7, 10) };
	test.each([
		[0, 0],
		[2, 0],
		[3, 2],
		[9, 3],
		[10, 3],
	])("offset %d is in token %d", (offset, token) => {
		expect(tokenAt(tokens, offset)).toBe(token);
	});
	test("ends", () => {
		expect(firstTokenAfter(tokens, 10)).toBe(4);
		expect(tokenAt({ to: new Uint32Array(0) }, 0)).toBe(-1);
		expect(spanAt([], 3)).toBe(-1);
	});
	test("spanAt agrees with a walk", () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), lengths => {
				let at = 0;
				const spans = lengths.map(n => ({ from: at, to: (at += n) }));
				for (let offset = 0; offset < at; offset++) expect(spanAt(spans, offset)).toBe(spans.findIndex(s => offset >= s.from && offset < s.to));
			}),
		);
	});
});

describe("find", () => {
	const at = (text: string, wanted: string, exactCase = false): number[][] => {
		const m = findAll(text, wanted, exactCase);
		return Array.from(m.from, (from, i) => [from, m.to[i] as number]);
	};
	test.each([
		[
			"abcABC",
			"bc",
			false,
			[
				[1, 3],
				[4, 6],
			],
		],
		["abcABC", "bc", true, [[1, 3]]],
		[
			"a.b+a.b",
			".",
			true,
			[
				[1, 2],
				[5, 6],
			],
		],
		["(x)[y]{z}|-/\\", "[y]{z}|-/\\", true, [[3, 13]]],
		[
			"aaaa",
			"aa",
			true,
			[
				[0, 2],
				[2, 4],
			],
		],
		[
			"天气天气",
			"天气",
			false,
			[
				[0, 2],
				[2, 4],
			],
		],
		["abc", "", false, []],
	])("%j in it %j", (text, wanted, exactCase, expected) => {
		expect(at(text, wanted, exactCase)).toEqual(expected);
	});
	test("goes round at both ends", () => {
		const m = findAll("x..x..x", "x", true);
		expect([nextMatch(m, 1, false), nextMatch(m, 7, false), nextMatch(m, 3, true), nextMatch(m, 0, true)]).toEqual([1, 0, 0, 2]);
		expect(nextMatch(findAll("x", "y", true), 0, false)).toBe(-1);
		expect(firstMatchAfter(m, 4)).toBe(2);
	});
});

test("the overview condenses rows to lines of mean credit", () => {
	const text = "aaaa\nbbbb\ncccc\ndddd\n";
	const rows = breakRows(text, 10, [], oneCell);
	const tokens = { from: Uint32Array.of(0, 5, 10, 15), to: Uint32Array.of(5, 10, 15, 20) } as never;
	const segments = [
		{ from: 0, to: 10, kind: "call" },
		{ from: 10, to: 20, kind: "summary" },
	] as never;
	const credits = [1, -1, Number.NaN, -1];
	const lines = overview({ tokens, segments }, rows, 0, 10, token => credits[token] as number, 1, 2);
	expect(lines).toEqual([
		{ level: 0, kind: "call", fill: 0.5 },
		{ level: -20, kind: "summary", fill: 0.5 },
	]);
	expect(overview({ tokens, segments }, rows, 2, 10, () => Number.NaN, 1, 50).map(l => l.level)).toEqual([NO_LEVEL, NO_LEVEL]);
});

describe("keys", () => {
	const event = (key: string, more: Partial<KeyboardEvent> = {}): Parameters<typeof keyOf>[0] => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });
	test.each([
		[event("g"), "G"],
		[event("G", { shiftKey: true }), "Shift+G"],
		[event("?", { shiftKey: true }), "?"],
		[event("/", { shiftKey: true }), "/"],
		[event("F6", { shiftKey: true }), "Shift+F6"],
		[event("f", { metaKey: true }), "Control+F"],
	])("%j", (e, name) => {
		expect(keyOf(e)).toBe(name);
	});
});

describe("state", () => {
	test("listeners hear of their fields only, once per change", () => {
		const store = new Store(INITIAL);
		const heard: number[] = [];
		store.on(["caret", "hover"], s => heard.push(s.caret));
		store.set({ caret: 3, hover: 4 });
		store.set({ caret: 3 });
		store.set({ lens: "slca" });
		store.set({ hover: -1 });
		expect(heard).toEqual([-1, 3, 3]);
	});
	test.each([
		[undefined, NOTHING_SAVED],
		["old", NOTHING_SAVED],
		[
			{ row: -1, arrangement: { sort: "nonsense", only: 3 }, sizes: { a: "x" }, folded: [1, "calls"] },
			{ ...NOTHING_SAVED, folded: ["calls"] },
		],
		[
			{ row: 7, lens: "slca", promptOpen: false, caret: 9, offset: 120, arrangement: { sort: "reward", descending: true, text: "x", only: "findings" }, sizes: { table: 300 } },
			{
				...NOTHING_SAVED,
				row: 7,
				lens: "slca",
				promptOpen: false,
				caret: 9,
				offset: 120,
				arrangement: { sort: "reward", descending: true, text: "x", only: "findings" },
				sizes: { table: 300 },
			},
		],
	])("reads a saved state whatever wrote it: %j", (value, expected) => {
		expect(readSaved(value)).toEqual(expected);
	});
	test("nothing saved is the file's own order", () => {
		expect(NOTHING_SAVED.arrangement).toEqual(FILE_ORDER);
	});
});

test("every word of the page exists in both languages with the same values", () => {
	for (const [code, phrase] of Object.entries(PAGE_WORDS)) {
		const values = (s: string): string[] => [...new Set(s.match(/\{\w+\}/g) ?? [])].sort();
		expect(values(phrase.zh), code).toEqual(values(phrase.en));
		expect(phrase.zh.trim(), code).not.toBe("");
	}
});
