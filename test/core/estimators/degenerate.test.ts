import { describe, expect, test } from "vitest";
import { degenerateOf, keptBy } from "../../../src/core/estimators/degenerate";
import { cards } from "./cards";

describe("degenerateOf", () => {
	test.each([
		["learns", [1, 0, 0.5], null, null],
		["a success among many", [1, 0, 0, 0, 0, 0, 0, 0], null, null],
		["right by convention", [1, 1, 1], null, "all-right"],
		["wrong by convention", [0, 0], null, "all-wrong"],
		["DAPO's −1", [-1, -1], null, "all-wrong"],
		["best of its range", [2, 2], [0, 2], "all-right"],
		["1 is not the best of 0 to 2", [1, 1], [0, 2], "all-equal"],
		["worst of its range", [-1, -1, -1], [-1, 1], "all-wrong"],
		["0 is not the worst of −1 to 1", [0, 0], [-1, 1], "all-equal"],
		["middle", [0.5, 0.5], null, "all-equal"],
		["alone", [0.7], null, "single"],
		["alone with a reward", [0.7, Number.NaN], null, "single"],
		["right, but for a member without a reward", [1, 1, Number.NaN], null, "all-equal"],
		["wrong, but for an infinite one", [0, Number.POSITIVE_INFINITY, 0], null, "all-equal"],
		["nobody", [Number.NaN, Number.NaN], null, "unscored"],
		["empty", [], null, "unscored"],
		["double residue", [0.1 + 0.2, 0.3], null, "noise"],
		["float32 residue", [Math.fround(0.3), 0.3], null, "noise"],
		["small but real", [0.5, 0.5001], null, null],
		["large numbers, real", [1000, 1000.5], null, null],
	] as const)("%s", (_, rewards, range, want) => expect(degenerateOf([...rewards], range)).toBe(want));

	test("equal totals made of different layers cancel", () => {
		expect(
			degenerateOf(
				[1, 1],
				[0, 2],
				[
					[0.4, 0],
					[0.6, 1],
				],
			),
		).toBe("components-cancel");
		expect(
			degenerateOf([0.1 + 0.2, 0.3], null, [
				[0.1, 0.3],
				[0.2, 0],
			]),
		).toBe("components-cancel");
		expect(
			degenerateOf(
				[1, 1],
				[0, 2],
				[
					[0.4, 0.4],
					[0.6, 0.6],
				],
			),
		).toBe("all-equal");
		expect(
			degenerateOf([1, 0], null, [
				[1, 0],
				[0, 0],
			]),
		).toBeNull();
	});
});

describe("keptBy", () => {
	for (const { id, input, expected } of cards("05_dapo_overlong_filter")) {
		if (!id.startsWith("filter_")) continue;
		test(id, () => {
			const kept = keptBy(input.values as number[]);
			expect({ dapo_verl: kept.dapo, slime: kept.slime, openrlhf_0_1: kept.openrlhf, star: kept.star }).toEqual(expected);
		});
	}
	test("PRIME's example keeps means from .2 to .8", () => {
		expect(
			[
				[1, 0, 0, 0, 0],
				[1, 0, 0, 0, 0, 0],
				[1, 1, 1, 1, 0],
				[1, 1, 1, 1, 1, 0],
			].map(r => keptBy(r).prime),
		).toEqual([true, false, true, false]);
	});
	test("a group with an unscored member passes no filter", () => {
		expect(keptBy([1, Number.NaN])).toEqual({ dapo: false, slime: false, openrlhf: false, star: false, prime: false });
	});
});
