import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitToPreferences } from "../../../src/core/analyses/fitPreferences";
import { behaviourOf, breakEven, expectedReturn, fitToFailures, observedMix, varianceShare, vote } from "../../../src/core/analyses/weightVote";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";

type Triple = number[];
interface Input {
	readonly archetypes: Record<string, Triple>;
	readonly weights: number[];
	readonly a: Triple;
	readonly b: Triple;
	readonly scores: Triple[];
	readonly prefer: [Triple, Triple][];
	readonly min_weight: number[];
	readonly counts: Record<string, number>;
	readonly alpha: number;
	readonly floor: number;
	readonly mix: Record<string, number>;
}

const ARCHETYPES: Record<string, Triple> = { all_correct: [1, 1, 1], format_ok_args_wrong: [1, 0.3, 0], format_bad_args_ok: [0.4, 0.8, 0], format_only: [1, 0, 0] };

function answer(id: string, i: Input): unknown {
	if (id.startsWith("vote_")) {
		const votes = vote(i.archetypes, i.weights);
		return {
			totals: Object.fromEntries(votes.map(v => [v.id, v.total])),
			ranking: votes.map(v => v.id),
			max_total: votes[0]?.total,
			share_of_max: Object.fromEntries(votes.map(v => [v.id, v.shareOfMax])),
		};
	}
	if (id === "breakeven") return { w_content_over_w_format: breakEven(i.a, i.b, 0, 1) };
	if (id.startsWith("variance_share")) return { share: varianceShare(i.scores, i.weights) };
	if (id === "fit_preferences") {
		const fit = fitToPreferences(
			i.prefer.map(([better, worse]) => ({ better, worse })),
			i.min_weight,
		);
		return fit.kind === "fit" ? fit : null;
	}
	if (id === "fit_failures") return fitToFailures(i.counts, i.alpha, i.floor);
	return expectedReturn(
		Object.entries(i.mix).map(([b, share]) => ({ id: b, share, scores: ARCHETYPES[b] ?? [] })),
		i.weights,
	);
}

describe("weight vote by the published figures", () => {
	const card = golden<Input, unknown>("14_weight_vote");
	test.each(card.cases)("$id", ({ id, input, expected }) => expectClose(answer(id, input), expected, card.tolerance_abs));
});

test("no variance, no vote; unknown scores, no vote", () => {
	expect(
		varianceShare(
			[
				[1, 1],
				[1, 1],
			],
			[1, 1],
		),
	).toBeNull();
	expect(
		varianceShare(
			[
				[1, Number.NaN],
				[0, 1],
			],
			[1, 1],
		),
	).toBeNull();
	// a layer without weight need not be known
	expect(
		varianceShare(
			[
				[1, Number.NaN],
				[0, 1],
			],
			[1, 0],
		),
	).toEqual([1, 0]);
});

test("shares sum to 1 whatever the scores", () => {
	const score = fc.double({ min: 0, max: 1, noNaN: true });
	fc.assert(
		fc.property(fc.array(fc.tuple(score, score, score), { minLength: 2, maxLength: 8 }), fc.tuple(score, score, score), (scores, weights) => {
			const share = varianceShare(scores, weights);
			if (share) expect(share.reduce((s, v) => s + v, 0)).toBeCloseTo(1, 6);
		}),
	);
});

test("preferences that contradict each other have a negative margin and say which is not met", () => {
	const [a, b] = [
		[1, 0],
		[0, 1],
	];
	const fit = fitToPreferences(
		[
			{ better: a, worse: b },
			{ better: b, worse: a },
			{ better: [2, 0], worse: [0, 0.5] },
		],
		[0, 0],
	);
	expect(fit.kind === "fit" && fit.margin).toBeCloseTo(0, 12);
	const worse = fitToPreferences([{ better: [0, 0], worse: [1, 1] }], [0.1, 0.1]);
	expect(worse).toMatchObject({ kind: "fit", margin: -1, violated: [0] });
});

test("what cannot be fitted says why", () => {
	expect(fitToPreferences([], [0.1])).toEqual({ kind: "none", reason: "no-preferences" });
	expect(fitToPreferences([{ better: [1, 0], worse: [0, 1] }], [0.6, 0.6])).toEqual({ kind: "none", reason: "floors-too-high" });
});

test("no weights beat the fitted margin", () => {
	const score = fc.integer({ min: 0, max: 10 }).map(n => n / 10);
	const triple = fc.tuple(score, score, score);
	const pair = fc.record({ better: triple, worse: triple });
	fc.assert(
		fc.property(fc.array(pair, { minLength: 1, maxLength: 4 }), triple, (preferences, raw) => {
			const fit = fitToPreferences(preferences, [0, 0, 0]);
			const sum = raw.reduce((s, w) => s + w, 0);
			if (fit.kind !== "fit" || sum === 0) return;
			const margin = Math.min(...preferences.map(p => raw.reduce((s, w, k) => s + (w / sum) * ((p.better[k] as number) - (p.worse[k] as number)), 0)));
			expect(margin).toBeLessThanOrEqual(fit.margin + 1e-9);
		}),
	);
});

test.each([
	[1, 1, 1, "all_correct"],
	[1, 1, 0, "content_without_result"],
	[1, 1, Number.NaN, "content_without_result"],
	[1, 0.5, 1, "off_reference_success"],
	[1, 0.5, 0, "format_ok_args_wrong"],
	[1, 0, 0, "format_only"],
	[0.4, 0.8, 0, "format_bad_args_ok"],
	[0, 0, 0, "nothing"],
	[Number.NaN, 1, 1, null],
])("(%d, %d, %d) is %s", (f, c, r, id) => expect(behaviourOf(f, c, r)).toBe(id));

test("the observed mix holds shares of what is known and means of the scores", () => {
	const mix = observedMix([1, 1, 1, Number.NaN], [0.2, 0.4, 1, 1], [0, Number.NaN, 1, 1]);
	expectClose(mix, [
		{ id: "all_correct", scores: [1, 1, 1], share: 1 / 3 },
		{ id: "format_ok_args_wrong", scores: [1, 0.3, 0], share: 2 / 3 },
	]);
});
