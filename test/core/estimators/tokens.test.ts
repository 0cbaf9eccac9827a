import { describe, expect, test } from "vitest";
import { gae, rewardToGo, whiten } from "../../../src/core/estimators/returns";
import { ESTIMATOR_UNKNOWN } from "../../../src/words/estimators";
import { cards, expectNear } from "./cards";
import { batch, floats, lengthsOf, masks, overMask, run, zeroed } from "./run";

interface Input {
	rewards: number[][];
	values: number[][];
	mask: number[][];
	gamma: number;
	lam: number;
}
const list = cards<Input>("03_gae_reinforcepp");

describe("gae, golden cards", () => {
	for (const { id, input, expected } of list.filter(c => c.id.startsWith("gae_"))) {
		const mask = masks(input.mask);
		const tokens = { mask, rewards: floats(input.rewards), values: floats(input.values) };
		for (const masked of ["skip", "zero", "none"] as const)
			test(`${id}, masked tokens: ${masked}`, () => {
				const rows = input.mask.map((_, i) => gae(tokens.rewards[i] as Float64Array, tokens.values[i] as Float64Array, mask[i] as Uint8Array, input.gamma, input.lam, masked));
				const advantages = rows.map(r => r.advantages);
				expectNear({ advantages, returns: rows.map(r => r.returns), whitened: whiten(advantages, mask) }, expected[masked]);
			});
		test(`${id}, presets give the whitened values where a loss reaches`, () => {
			for (const [preset, masked] of [
				["verl", "skip"],
				["trl", "none"],
			] as const) {
				const got = run("gae", preset, batch([1, 0], ["a", "b"], { tokens }), { gamma: input.gamma, lambda: input.lam });
				expect(got.advantages).toBeNull();
				const want = (expected[masked] as { whitened: number[][] }).whitened;
				expectNear(
					got.tokens,
					want.map((row, i) => row.map((v, t) => (input.mask[i]?.[t] ? v : null))),
				);
			}
		});
	}

	test("OpenRLHF whitens with the population variance: √(n/(n − 1)) times the unbiased values", () => {
		const card = list.find(c => c.id === "gae_g1.0_l1.0");
		if (!card) throw new Error("card");
		const { input } = card;
		const got = run("gae", "openrlhf", batch([1, 0], ["a", "b"], { tokens: { mask: masks(input.mask), rewards: floats(input.rewards), values: floats(input.values) } }));
		const want = (card.expected.zero as { whitened: number[][] }).whitened;
		expectNear(
			zeroed(got.tokens),
			want.map((row, i) => row.map((v, t) => (input.mask[i]?.[t] ? v * Math.sqrt(7 / 6) : 0))),
			1e-6,
		);
	});
});

describe("reinforce_plus_plus, golden cards", () => {
	for (const { id, input, expected } of list.filter(c => c.id.startsWith("reinforce_pp_g")))
		test(id, () => {
			const tokens = { mask: masks(input.mask), rewards: floats(input.rewards) };
			const toGo = (carry: boolean): Float64Array[] => tokens.rewards.map((r, i) => rewardToGo(r, tokens.mask[i] as Uint8Array, input.gamma, carry));
			const advantages = (preset: string): number[][] => zeroed(run("reinforce_plus_plus", preset, batch([1, 0], ["a", "b"], { tokens }), { gamma: input.gamma }).tokens);
			expectNear({ returns_new: toGo(true), returns_old: toGo(false), adv_new: advantages("verl"), adv_old: advantages("verl_old") }, expected);
		});

	test("baseline variant", () => {
		const card = list.find(c => c.id === "reinforce_pp_baseline");
		const input = card?.input as unknown as { rewards: number[]; groups: string[]; mask: number[][] };
		const got = run("reinforce_plus_plus", "verl_baseline", batch(input.rewards, input.groups, { lengths: lengthsOf(input.mask) }));
		expectNear(run("grpo", "verl_drgrpo", batch(input.rewards, input.groups)).advantages, card?.expected.centered);
		expectNear(overMask(got.advantages, input.mask), card?.expected.token_adv);
	});
});

describe("reinforce_plus_plus", () => {
	const mask = [
		[1, 1, 0, 1],
		[1, 0, 0, 0],
	];
	test("with outcome rewards and γ 1 the lengths alone give what the tokens give", () => {
		const broad = run("reinforce_plus_plus", "verl", batch([1, 0], ["a", "b"], { lengths: lengthsOf(mask) })).advantages;
		const exact = run("reinforce_plus_plus", "verl", batch([1, 0], ["a", "b"], { tokens: { mask: masks(mask) } })).tokens;
		expectNear(overMask(broad, mask), zeroed(exact));
	});
	test("older verl: a reward after the observation never reaches the call before it", () => {
		const { tokens } = run("reinforce_plus_plus", "verl_old", batch([1, 0], ["a", "b"], { tokens: { mask: masks(mask) } }));
		expect(tokens?.[0]?.[0]).toBe(tokens?.[1]?.[0]);
		expect(tokens?.[0]?.[3]).toBeGreaterThan(tokens?.[0]?.[0] as number);
	});
	test.each([
		["verl_old", { lengths: Float64Array.of(1, 1) }, {}, "needs-tokens"],
		["verl", { lengths: Float64Array.of(1, 1) }, { gamma: 0.9 }, "needs-tokens"],
		["verl", {}, {}, "needs-lengths"],
		["verl_baseline", {}, {}, "needs-lengths"],
	])("%s with %j %j says %s", (preset, more, options, want) => expect(run("reinforce_plus_plus", preset, batch([1, 0], undefined, more), options).unknown).toBe(want));
	test("one token in all is whitened to 0; a missing reward spoils the batch", () => {
		expectNear(run("reinforce_plus_plus", "verl_baseline", batch([0.7], ["a"], { lengths: Float64Array.of(1) })).advantages, [0]);
		expectNear(run("reinforce_plus_plus", "verl", batch([1, null, 0], ["a", "b", "c"], { lengths: Float64Array.of(1, 1, 1) })).advantages, [null, null, null]);
	});
});

test("estimators of tokens say what they lack", () => {
	const tokens = { mask: masks([[1]]), values: floats([[0]]) };
	expect(
		[
			run("gae", "verl", batch([1])),
			run("steptool", "official", batch([1], undefined, { tokens })),
			run("prime", "official", batch([1], undefined, { tokens })),
			run("remax", "verl", batch([1])),
			run("gigpo", "mean_norm", batch([1])),
			run("gdpo", "trl", batch([1])),
			run("toolpo", "paper", batch([1])),
			run("mtgrpo", "official", batch([1])),
			run("slca", "slca", batch([1])),
		].map(e => {
			expect(e.unknown ?? "").toBeOneOf(Object.keys(ESTIMATOR_UNKNOWN));
			return e.unknown;
		}),
	).toEqual(["needs-values", "needs-step-scores", "needs-token-rewards", "needs-greedy", "needs-steps", "needs-components", "needs-lanes", "needs-lanes", "needs-lanes"]);
});
