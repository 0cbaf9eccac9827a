import { describe, expect, test } from "vitest";
import { AGGREGATIONS, type Aggregation, batchSizes, tokenCoefficient, weighted } from "../../../src/core/credit/weight";
import { type Clip, GSPO_CLIP, KL, policyLoss, policyRatio, sequenceRatio } from "../../../src/core/estimators/losses";
import { OVERLONG, overlongPenalty, punished } from "../../../src/core/estimators/overlong";
import { cards, expectNear } from "./cards";
import { batch, lengthsOf, masks } from "./run";

interface Input {
	logp: number[][];
	old_logp: number[][];
	advantages: number[][];
	mask: number[][];
	clip_low: number;
	clip_high: number;
	clip_c: number | null;
	losses: number[][];
	max_completion_length: number;
	ref_logp: number[];
}
const list = cards<Input>("04_losses_kl_aggregation");
/** "trl-dr_grpo(max_completion_length=8)" → its aggregation and length. */
const named = (name: string, padded: number): readonly [Aggregation, number] => {
	const how = AGGREGATIONS.find(a => a === name.split("(")[0]);
	if (!how) throw new Error(name);
	return [how, Number(/=(\d+)/.exec(name)?.[1] ?? padded)];
};
const coefficients = (mask: number[][], how: Aggregation, longest: number): number[][] => {
	const lengths = lengthsOf(mask);
	const batch = batchSizes(lengths);
	return mask.map((row, i) => row.map(m => m * tokenCoefficient(how, lengths[i] as number, batch, longest)));
};
const aggregate = (losses: number[][], mask: number[][], how: Aggregation, longest: number): number =>
	coefficients(mask, how, longest).reduce((sum, row, i) => sum + row.reduce((s, c, t) => s + (c ? c * (losses[i]?.[t] as number) : 0), 0), 0);

describe("losses, golden cards", () => {
	for (const { id, input, expected } of list.filter(c => c.input.clip_c !== undefined))
		test(id, () => {
			const clip: Clip = { low: input.clip_low, high: input.clip_high, dual: input.clip_c };
			const ratio = input.logp.map((row, i) => row.map((l, t) => policyRatio(l, input.old_logp[i]?.[t] as number)));
			const all = ratio.map((row, i) => row.map((r, t) => policyLoss(input.advantages[i]?.[t] as number, r, clip)));
			const token_loss = all.map(row => row.map(l => l.loss));
			const agg = Object.fromEntries(Object.keys(expected.agg as object).map(name => [name, aggregate(token_loss, input.mask, ...named(name, 4))]));
			expectNear({ token_loss, ratio, agg }, { token_loss: expected.token_loss, ratio: expected.ratio, agg: expected.agg });
			// the upper fraction counts tokens whose unclipped loss was exceeded, dual-clipped ones too
			const share = (of: (loss: { clipped: string | null }, i: number, t: number) => boolean): number =>
				all.reduce((n, row, i) => n + row.filter((l, t) => input.mask[i]?.[t] && of(l, i, t)).length, 0) / 7;
			expectNear(
				share(l => l.clipped === "dual"),
				expected.clip_fraction_dual,
			);
			const bound = (i: number, t: number): number =>
				policyLoss(input.advantages[i]?.[t] as number, ratio[i]?.[t] as number, { ...clip, dual: null }).clipped === "ratio" ? 1 : 0;
			expectNear(
				share((_, i, t) => bound(i, t) === 1),
				expected.clip_fraction_upper,
			);
		});

	test("gspo", () => {
		const card = list.find(c => c.id === "gspo");
		if (!card) throw new Error("card");
		const { input, expected } = card;
		expect([input.clip_low, input.clip_high]).toEqual([GSPO_CLIP.low, GSPO_CLIP.high]);
		const mask = masks(input.mask);
		const seq_ratio = input.logp.map((row, i) => sequenceRatio(row, input.old_logp[i] as number[], mask[i] as Uint8Array));
		const token_loss = input.advantages.map((row, i) => row.map(a => policyLoss(a, seq_ratio[i] as number, GSPO_CLIP).loss));
		expectNear({ seq_ratio, token_loss, loss: aggregate(token_loss, input.mask, "seq-mean-token-mean", 4) }, expected);
	});

	test("token_coefficients", () => {
		const card = list.find(c => c.id === "token_coefficients");
		if (!card) throw new Error("card");
		const got = Object.fromEntries(
			Object.keys(card.expected).map(how => [how, coefficients(card.input.mask, ...named(how, how === "trl-dr_grpo" ? card.input.max_completion_length : 4))]),
		);
		expectNear(got, card.expected);
	});

	test("kl_estimators", () => {
		const card = list.find(c => c.id === "kl_estimators");
		if (!card) throw new Error("card");
		const d = (card.input.logp as unknown as number[]).map((l, t) => l - (card.input.ref_logp[t] as number));
		expectNear({ k1: d.map(KL.k1), abs: d.map(KL.abs), k2: d.map(KL.k2), k3: d.map(KL.k3) }, card.expected);
	});

	test("every card was read", () => {
		expect(list.map(c => c.id)).toEqual(["ppo_0.2", "clip_higher", "no_dual_clip", "dual_clip_tight", "gspo", "token_coefficients", "kl_estimators"]);
	});
});

test("gradient weight: a rollout without learnable tokens is in TRL's mean, not in verl's", () => {
	const batch = batchSizes([2, 0]);
	expect([tokenCoefficient("seq-mean-token-sum", 2, batch, 4), tokenCoefficient("trl-grpo", 2, batch, 4)]).toEqual([1, 0.25]);
	expect([...weighted(Float32Array.of(2, Number.NaN), 0.25)]).toEqual([0.5, Number.NaN]);
});

describe("overlong punishment, golden cards", () => {
	for (const { id, input, expected } of cards<{ length: number; max_len: number; buffer: number; factor: number }>("05_dapo_overlong_filter")) {
		if (!id.startsWith("overlong")) continue;
		test(id, () => {
			const rule = { limit: input.max_len, buffer: input.buffer, factor: input.factor };
			expectNear({ verl: overlongPenalty(input.length, { ...rule, capped: false }), openrlhf_and_paper: overlongPenalty(input.length, { ...rule, capped: true }) }, expected);
		});
	}
	test("in a batch's rewards; without lengths nothing is punished", () => {
		const input = batch([1, 1, 0], undefined, { lengths: Float64Array.of(150, 180, 220) });
		const rule = { limit: 200, buffer: 40 };
		expect([...punished(input, rule).rewards]).toEqual([1, 0.5, -1]);
		expect([...punished(input, { ...rule, capped: false }).rewards]).toEqual([1, 0.5, -1.5]);
		expect(punished(input, undefined)).toBe(input);
		expect(punished(batch([1]), rule).rewards).toEqual(Float64Array.of(1));
	});

	test("the paper's numbers", () => expect([16384, 18432, 20480, 30000].map(n => overlongPenalty(n, OVERLONG))).toEqual([0, -0.5, -1, -1]));
});
