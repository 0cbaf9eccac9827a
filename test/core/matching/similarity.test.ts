import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeJson } from "../../../src/core/base/json";
import type { JsonValue } from "../../../src/core/base/units";
import { looseEqual, pythonEqual, strictEqual, toFloat } from "../../../src/core/matching/equality";
import { pairCalls } from "../../../src/core/matching/pairing";
import { porterStem } from "../../../src/core/matching/porter";
import { commonLength, rougeL } from "../../../src/core/matching/rouge";
import { argumentsSimilarity, astDice, lexicalSimilarity } from "../../../src/core/matching/similarity";
import { golden } from "../../support/golden";

type Case = { pairs: [string, string][]; words: string[] };
const find = (file: string, id: string) => {
	const found = golden<Case, { stems: string[]; f: number[]; cos: number[] }>(file).cases.find(c => c.id === id);
	if (!found) throw new Error(`no golden case ${id}`);
	return found;
};

describe("ROUGE-L and stems, golden 10", () => {
	test("stems", () => {
		const { input, expected } = find("10_star_sim_rl", "porter_stems");
		expect(input.words.map(porterStem)).toEqual(expected.stems);
	});
	test("more stems: extensions and corners", () => {
		const want: Record<string, string> = {
			ties: "tie",
			tied: "tie",
			cried: "cri",
			feed: "feed",
			sized: "size",
			troubled: "troubl",
			sky: "sky",
			says: "say",
			radically: "radic",
			apology: "apolog",
			hopefully: "hope",
			yyyy: "yyyi",
			oscillate: "oscil",
			adoption: "adopt",
			rate: "rate",
			cease: "ceas",
		};
		expect(Object.fromEntries(Object.keys(want).map(w => [w, porterStem(w)]))).toEqual(want);
	});
	test("F1", () => {
		const { input, expected } = find("10_star_sim_rl", "rouge_l");
		for (const [i, [a, b]] of input.pairs.entries()) expect(rougeL(a, b)).toBeCloseTo(expected.f[i] as number, 9);
	});
	test("Chinese has no tokens in rouge_score's tokenizer, each character one in ours", () => {
		expect(rougeL("北京今天天气", "北京天气")).toBe(0);
		expect(rougeL("北京今天天气", "北京天气", { tokenizer: "cjk", stem: false })).toBeCloseTo(0.8, 9);
	});
	test("the bit-parallel subsequence is the one of the plain table, also beyond one word", () => {
		const table = (a: readonly string[], b: readonly string[]): number => {
			const row = new Array<number>(b.length + 1).fill(0);
			for (const x of a) {
				let diagonal = 0;
				for (let j = 1; j <= b.length; j++) {
					const above = row[j] as number;
					row[j] = x === b[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1] as number);
					diagonal = above;
				}
			}
			return row[b.length] as number;
		};
		const tokens = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 100 });
		fc.assert(
			fc.property(tokens, tokens, (a, b) => {
				expect(commonLength(a, b)).toBe(table(a, b));
			}),
			{ numRuns: 200 },
		);
	});
	test("ten thousand words against ten thousand take well under a second", () => {
		const words = (seed: number) => Array.from({ length: 10_000 }, (_, i) => `w${(i * seed) % 997}`).join(" ");
		const start = performance.now();
		expect(rougeL(words(7), words(11))).toBeGreaterThan(0);
		expect(performance.now() - start).toBeLessThan(2000);
	});
	test("the common subsequence is symmetric and as long as the shorter when one holds the other", () => {
		const tokens = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
		fc.assert(
			fc.property(tokens, tokens, (a, b) => {
				expect(commonLength(a, b)).toBe(commonLength(b, a));
				expect(commonLength(a, [...a, ...b])).toBe(a.length);
			}),
		);
	});
});

describe("lexical similarity, golden 12", () => {
	test("cosine of 1- to 3-grams", () => {
		const { input, expected } = find("12_seed_layers_and_partial_credit", "ngram_cosine");
		for (const [i, [a, b]] of input.pairs.entries()) expect(lexicalSimilarity(a, b)).toBeCloseTo(expected.cos[i] as number, 9);
		expect(lexicalSimilarity(" ", "")).toBe(1);
	});
	test("in [0,1], symmetric, 1 on itself", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
				const s = lexicalSimilarity(a, b);
				expect(s).toBeGreaterThanOrEqual(0);
				expect(s).toBeLessThanOrEqual(1 + 1e-12);
				expect(s).toBeCloseTo(lexicalSimilarity(b, a), 12);
				expect(lexicalSimilarity(a, a)).toBeCloseTo(1, 12);
			}),
		);
	});
});

describe("AST dice", () => {
	test.each([
		[{ a: { b: [1, 2] } }, { a: { b: [1, 2] } }, 1],
		// name, a: key and type, a/b: key and type, two elements of three facts: one value differs
		[{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, 10 / 11],
		[{}, {}, 1],
		[{ a: 1 }, {}, 2 / 5],
	])("%j against %j", (a, b, want) => {
		expect(astDice({ name: "f", arguments: a }, { name: "f", arguments: b })).toBeCloseTo(want, 12);
	});
	test("a missing call", () => {
		expect(astDice(null, { name: "f", arguments: {} })).toBe(0);
	});
});

describe("equality", () => {
	test("loose, golden 09", () => {
		const found = golden<{ pairs: [JsonValue, JsonValue][] }, { equal: boolean[] }>("09_hierr_reward").cases.find(c => c.id === "loose_equality");
		expect(found?.input.pairs.map(([a, b]) => looseEqual(a, b))).toEqual(found?.expected.equal);
	});

	const id = 9007199254740993n;
	const table: [JsonValue, JsonValue, loose: boolean, strict: boolean, python: boolean][] = [
		[1, 1n, true, true, true],
		[id, id + 1n, false, false, false],
		[id, String(id), true, false, false],
		[true, 1, true, false, true],
		[false, 0, true, false, true],
		["False", 0, true, false, false],
		["0x10", 16, false, false, false],
		["1e3", 1000, true, false, false],
		["", 0, false, false, false],
		[null, "None", false, false, false],
		[[1, "A"], [1, "a"], true, false, false],
		[[1, 2], "[1, 2]", true, false, false],
		[{ a: 1, b: [true] }, { b: [1], a: 1 }, false, false, true],
		["北京", " 北京 ", true, false, false],
	];
	test("loose, strict and Python's, both ways round", () => {
		for (const [a, b, ...want] of table) {
			const what = `${writeJson(a)} and ${writeJson(b)}`;
			expect([looseEqual(a, b), strictEqual(a, b), pythonEqual(a, b)], what).toEqual(want);
			expect([looseEqual(b, a), strictEqual(b, a), pythonEqual(b, a)], what).toEqual(want);
		}
	});

	test("strict implies loose on any JSON value", () => {
		fc.assert(
			fc.property(fc.jsonValue(), v => {
				const copy = JSON.parse(JSON.stringify(v)) as JsonValue;
				expect([strictEqual(v as JsonValue, copy), pythonEqual(v as JsonValue, copy), looseEqual(v as JsonValue, copy)]).toEqual([true, true, true]);
			}),
		);
	});

	test("numbers of texts", () => {
		expect(["1.", ".5", "-2e-3", "1_0", "inf", "9".repeat(500)].map(toFloat)).toEqual([1, 0.5, -0.002, null, null, null]);
	});
});

describe("pairing calls", () => {
	const call = (name: string, q: string, block?: number) => ({ name, arguments: { q }, ...(block === undefined ? {} : { block }) });
	test("same name beats a better argument of another name; leftovers pair with the wrong tool", () => {
		expect([...pairCalls([call("book", "x"), call("find", "x")], [call("find", "y"), call("pay", "x")])]).toEqual([1, 0]);
	});
	test("swapped order: free pairing takes both, in order only one", () => {
		const [p, g] = [
			[call("f", "b", 0), call("f", "a", 1)],
			[call("f", "a", 0), call("f", "b", 1)],
		];
		expect([...pairCalls(p, g)]).toEqual([1, 0]);
		expect([...pairCalls(p, g, "aligned")]).toEqual([1, -1]);
		expect(argumentsSimilarity({ q: "a" }, { q: "b" })).toBe(0);
		const oneStep = (calls: typeof p) => calls.map(c => ({ ...c, block: 0 }));
		expect([...pairCalls(oneStep(p), oneStep(g), "steps")]).toEqual([1, 0]);
	});
});
