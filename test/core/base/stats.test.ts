import fc from "fast-check";
import { expect, test } from "vitest";
import { absQuantile, deviation, isConstant, mean } from "../../../src/core/base/stats";

/** By sorting everything. */
function sorted(values: readonly number[], q: number): number {
	const a = values
		.filter(Number.isFinite)
		.map(Math.abs)
		.sort((x, y) => x - y);
	return a.length ? (a[Math.min(a.length - 1, Math.floor(q * a.length))] as number) : 0;
}

test("a quantile of sizes is what sorting all of them gives, over one column or several", () => {
	const value = fc.oneof(fc.double(), fc.constantFrom(0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY));
	fc.assert(
		fc.property(fc.array(value), fc.array(value), fc.constantFrom(0, 0.5, 0.99, 1), (a, b, q) => {
			expect(absQuantile(Float64Array.from(a), q)).toBe(sorted(a, q));
			expect(absQuantile([Float64Array.from(a), Float64Array.from(b)], q)).toBe(sorted([...a, ...b], q));
		}),
	);
});

test("long columns in any order, also such as part badly", () => {
	const n = 20_000;
	const columns = [
		Array.from({ length: n }, (_, i) => i),
		Array.from({ length: n }, (_, i) => n - i),
		Array.from({ length: n }, () => 1),
		Array.from({ length: n }, (_, i) => (i < n / 2 ? i : n - i)),
		Array.from({ length: n }, (_, i) => (i * 7919) % 1000),
	];
	for (const c of columns) for (const q of [0.01, 0.5, 0.99]) expect(absQuantile(c, q)).toBe(sorted(c, q));
});

test("what is none or infinite is left out of mean, deviation and range", () => {
	const odd = [1, Number.NaN, 3, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	expect([mean(odd), deviation(odd, 0), deviation(odd, 1)]).toEqual([2, 1, Math.SQRT2]);
	expect([isConstant(odd), isConstant([1, Number.POSITIVE_INFINITY, 1])]).toEqual([false, true]);
	expect([mean([Number.POSITIVE_INFINITY]), deviation([1, Number.POSITIVE_INFINITY], 1)]).toEqual([Number.NaN, Number.NaN]);
});
