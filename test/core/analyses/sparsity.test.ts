import { describe, expect, test } from "vitest";
import { mersenneTwister } from "../../../src/core/analyses/mersenneTwister";
import { advise, binaryAdvantage, denseAllSame, groupOdds, simulateTries, smallestGroup, sparsity, stepRates, wilson } from "../../../src/core/analyses/sparsity";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";

interface Input {
	readonly p: number | number[];
	readonly P: number[];
	readonly n: number;
	readonly G: number | number[];
	readonly k: number[];
	readonly ddof: (0 | 1)[];
	readonly target: number[];
	readonly seed: number;
	readonly trials: number;
	readonly steps: number;
	readonly order: number[];
}

const figures = (steps: readonly number[]) => {
	const s = sparsity(steps);
	return { P_all: s.success, expected_tries: s.expectedTries, sd_tries: s.deviationTries, median_tries: s.medianTries, binary_usable: s.binaryUsable };
};

/** What each case of the golden file asks for. */
function answer(id: string, i: Input): unknown {
	if (id === "recommended_G")
		return Object.fromEntries(
			i.P.map(p => [
				p,
				Object.fromEntries(
					i.target.map(t => {
						const { anySuccess, mixed } = smallestGroup(p, t);
						return [t, { any_success: anySuccess, mixed_group: mixed }];
					}),
				),
			]),
		);
	if (id === "dense_vs_binary_same_fraction") {
		const size = i.G as number;
		return Object.fromEntries((i.p as number[]).map(p => [p, { binary: groupOdds(p ** i.n, size).allSame, dense: denseAllSame(p, i.n, size) }]));
	}
	if (id === "binary_advantage")
		return Object.fromEntries(
			i.k.flatMap(k =>
				i.ddof.map(ddof => {
					const a = binaryAdvantage(i.G as number, k, ddof);
					return [`k${k}_ddof${ddof}`, [a.winner, a.loser]];
				}),
			),
		);
	if (id === "seed_monte_carlo") {
		const random = mersenneTwister(i.seed);
		const results = simulateTries(i.order, i.steps, i.trials, i.seed);
		return {
			first_random: Array.from({ length: 5 }, random),
			results: Object.fromEntries(results.map(r => [r.p, { mean: r.mean, successes: i.trials, analytic: r.analytic, standard_error: r.standardError, z: r.z }])),
		};
	}
	const steps = typeof i.p === "number" ? new Array<number>(i.n).fill(i.p) : i.p;
	const all = figures(steps);
	if (!i.G) return all;
	const by = (i.G as number[]).map(size => {
		const g = groupOdds(all.P_all, size);
		return [size, { ...all, G: size, P_all_same: g.allSame, effective_fraction: g.effectiveFraction, P_any_success: g.anySuccess }];
	});
	return { ...all, by_G: Object.fromEntries(by) };
}

describe("reward sparsity by the published figures", () => {
	const card = golden<Input, unknown>("13_reward_sparsity");
	// the file keeps 12 digits, so that expected tries of 100000 cannot agree to 1e-9
	test.each(card.cases)("$id", ({ id, input, expected }) => expectClose(answer(id, input), expected, 1e-7));
});

test("the brief's simulation, digit for digit", () => {
	expect(simulateTries([0.44, 0.3, 0.2], 5, 200, 20261111).map(r => r.mean)).toEqual([56.185, 412.81, 2802.955]);
});

test("the stream is CPython's for small, zero and long seeds", () => {
	// python3 -c "import random; random.seed(S); print(random.random())"
	const cases: readonly (readonly [number | bigint, number])[] = [
		[0, 0.8444218515250481],
		[42, 0.6394267984578837],
		[123456789012345678901234567890n, 0.7275084571578186],
	];
	for (const [seed, first] of cases) expect(mersenneTwister(seed)()).toBe(first);
});

test("a tiny chance keeps its digits", () => {
	const odds = groupOdds(1e-12, 8);
	expect(odds.effectiveFraction).toBeCloseTo(8e-12, 20);
	expect(smallestGroup(1e-9, 0.5).mixed).toBe(693147181);
});

test.each([
	[0, { anySuccess: Number.POSITIVE_INFINITY, mixed: Number.NaN }],
	[1, { anySuccess: 1, mixed: Number.NaN }],
])("p = %d: no group is ever mixed", (p, expected) => expect(smallestGroup(p, 0.9)).toEqual(expected));

test("rates per position count only rollouts that have the position", () => {
	const rates = stepRates([[1, 0], [1], [0, 1, 1], [Number.NaN, 1]]);
	expect(rates.map(r => [r.right, r.seen])).toEqual([
		[2, 3],
		[2, 3],
		[1, 1],
	]);
	// Wilson 95 % of 2/3
	expectClose([rates[0]?.low, rates[0]?.high], [0.2076596, 0.9385081], 1e-6);
	expect(wilson(0, 0)).toEqual({ right: 0, seen: 0, rate: Number.NaN, low: 0, high: 1 });
});

test.each([
	[0.3 ** 5, "dense"],
	[0.44 ** 5, "group"],
	[0.1, "group"],
	[0.999, "harder"],
	[0, "never"],
	[1, "always"],
	[Number.NaN, "unknown"],
])("advice at %d is %s", (p, code) => expect(advise(p).code).toBe(code));

test("the advised group is the smallest that is useful half of the time", () => {
	const { size, effectiveFraction } = advise(0.1);
	expect([size, effectiveFraction >= 0.5, groupOdds(0.1, size / 2).effectiveFraction < 0.5]).toEqual([8, true, true]);
});

test("where nothing or everything was right the interval ends exactly there", () => {
	for (let n = 1; n <= 200; n++) expect([wilson(0, n).low, wilson(n, n).high]).toEqual([0, 1]);
});
