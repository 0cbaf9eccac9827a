import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type Assignment,
	aligned,
	alignedBlocks,
	firstFit,
	greedyColumns,
	greedyGlobal,
	greedyRows,
	hungarian,
	sequential,
	totalWeight,
	transpose,
	type Weights,
	weights,
} from "../../../src/core/matching/assignment";
import { type PairingMode, pairCalls } from "../../../src/core/matching/pairing";
import { golden } from "../../support/golden";

const of = (w: readonly (readonly number[])[]): Weights => weights(w.length, w[0]?.length ?? 0, (i, j) => w[i]?.[j] ?? 0);
const pairs = (a: Assignment): number[][] => [...a].flatMap((c, r) => (c < 0 ? [] : [[r, c]]));

/** Best total by trying every way, order-preserving or not. */
function bruteForce(w: Weights, ordered: boolean, row = 0, taken = 0, from = 0): number {
	if (row === w.rows) return 0;
	let best = bruteForce(w, ordered, row + 1, taken, from);
	for (let j = ordered ? from : 0; j < w.columns; j++)
		if (!(taken & (1 << j))) best = Math.max(best, (w.values[row * w.columns + j] as number) + bruteForce(w, ordered, row + 1, taken | (1 << j), j + 1));
	return best;
}

const matrix = (max: number) =>
	fc.tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max })).chain(([rows, columns]) =>
		fc
			.array(
				fc.oneof(
					fc.constant(0),
					fc.integer({ min: 1, max: 20 }).map(n => n / 20),
				),
				{ minLength: rows * columns, maxLength: rows * columns },
			)
			.map(values => ({ rows, columns, values: Float64Array.from(values) })),
	);

describe("golden 21", () => {
	const file = golden<{ W: number[][] }, Record<string, number & number[][]>>("21_call_matching");
	test.each(file.cases)("$id", ({ input, expected }) => {
		const w = of(input.W);
		expect(totalWeight(w, hungarian(w))).toBeCloseTo(expected.hungarian_weight as number, 9);
		for (const [name, run] of [
			["greedy_rows", greedyRows],
			["greedy_global", greedyGlobal],
			["aligned", aligned],
		] as const) {
			expect(pairs(run(w)), name).toEqual(expected[name]);
			expect(totalWeight(w, run(w)), name).toBeCloseTo(expected[`${name}_weight`] as number, 9);
		}
	});
});

describe("properties", () => {
	test("hungarian finds the best total and pairs each row and column once, never at weight 0", () => {
		fc.assert(
			fc.property(matrix(6), w => {
				const a = hungarian(w);
				const used = pairs(a).map(p => p[1]);
				expect(new Set(used).size).toBe(used.length);
				for (const [i, j] of pairs(a)) expect(w.values[(i as number) * w.columns + (j as number)]).toBeGreaterThan(0);
				expect(totalWeight(w, a)).toBeCloseTo(bruteForce(w, false), 9);
			}),
			{ numRuns: 300 },
		);
	});

	test("aligned finds the best order-preserving total", () => {
		fc.assert(
			fc.property(matrix(6), w => {
				const columns = pairs(aligned(w)).map(p => p[1] as number);
				expect(columns).toEqual([...columns].sort((a, b) => a - b));
				expect(totalWeight(w, aligned(w))).toBeCloseTo(bruteForce(w, true), 9);
			}),
			{ numRuns: 300 },
		);
	});

	test("blocks: one block is hungarian, one call a block is aligned, in between lies in between", () => {
		fc.assert(
			fc.property(matrix(6), fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 12, maxLength: 12 }), (w, seed) => {
				const sorted = (n: number, at: number): number[] => seed.slice(at, at + n).sort((a, b) => a - b);
				const each = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
				const total = (rows: number[], columns: number[]): number => totalWeight(w, alignedBlocks(w, rows, columns));
				const [one, all] = [totalWeight(w, aligned(w)), totalWeight(w, hungarian(w))];
				expect(total(each(w.rows).fill(0), each(w.columns).fill(0))).toBeCloseTo(all, 9);
				expect(total(each(w.rows), each(w.columns))).toBeCloseTo(one, 9);
				expect(total(sorted(w.rows, 0), sorted(w.columns, 6))).toBeLessThanOrEqual(all + 1e-9);
			}),
		);
	});

	test("greedy never beats hungarian; by reference order is by rows of the transpose", () => {
		fc.assert(
			fc.property(matrix(6), w => {
				const best = totalWeight(w, hungarian(w));
				for (const run of [greedyRows, greedyColumns, greedyGlobal, firstFit, sequential, aligned]) expect(totalWeight(w, run(w))).toBeLessThanOrEqual(best + 1e-9);
				expect(totalWeight(w, greedyColumns(w))).toBeCloseTo(totalWeight(transpose(w), greedyRows(transpose(w))), 9);
			}),
		);
	});
});

describe("compatible with scorers that do not search", () => {
	test.each([
		// BFCL's trap: the first reference takes the first call that passes, the second finds none
		{
			name: "first fit",
			run: firstFit,
			w: [
				[1, 1],
				[1, 0],
			],
			want: [[0, 0]],
		},
		{
			name: "first fit, other order",
			run: firstFit,
			w: [
				[1, 0],
				[1, 1],
			],
			want: [
				[0, 0],
				[1, 1],
			],
		},
		// ACEBench: a milestone that never comes uses up all calls
		{
			name: "sequential, first milestone missing",
			run: sequential,
			w: [
				[0, 1, 0],
				[0, 0, 1],
			],
			want: [],
		},
		{
			name: "sequential",
			run: sequential,
			w: [
				[1, 0],
				[0, 0],
				[0, 1],
			],
			want: [
				[0, 0],
				[2, 1],
			],
		},
		{
			name: "greedy rows, ties to the lower column",
			run: greedyRows,
			w: [
				[0.5, 0.5],
				[0.5, 0.5],
			],
			want: [
				[0, 0],
				[1, 1],
			],
		},
	])("$name", ({ run, w, want }) => {
		expect(pairs(run(of(w)))).toEqual(want);
	});

	test("no rows, no columns", () => {
		for (const run of [hungarian, aligned, greedyRows, greedyColumns, greedyGlobal, firstFit, sequential]) {
			expect([...run(weights(0, 3, () => 1))]).toEqual([]);
			expect([...run(weights(2, 0, () => 1))]).toEqual([-1, -1]);
		}
	});

	test.each<[PairingMode, number[]]>([
		["hungarian", [1, 2, 0]],
		["first-fit", [1, -1, 0]],
		["sequential", [-1, -1, 0]],
		["greedy-predicted", [1, 2, 0]],
	])("calls are paired %s", (mode, want) => {
		const call = (name: string, x: number) => ({ name, arguments: { x } });
		const reference = [call("a", 1), call("a", 2), call("b", 9)];
		expect([...pairCalls([call("a", 2), call("b", 3), call("a", 1)], reference, mode)]).toEqual(want);
	});

	test("400 calls against 400 take well under a second", () => {
		const w = weights(400, 400, (i, j) => ((i * 7919 + j * 104729) % 1000) / 1000);
		const start = performance.now();
		hungarian(w);
		expect(performance.now() - start).toBeLessThan(2000);
	});
});
