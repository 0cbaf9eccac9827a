import { isConstant, mean } from "../base/stats";

/** Score per layer, in the weights' order. */
export type Scores = readonly number[];

/** w·s; what one behaviour earns. */
export const voteOf = (scores: Scores, weights: readonly number[]): number => weights.reduce((sum, w, k) => sum + (w === 0 ? 0 : w * (scores[k] ?? Number.NaN)), 0);

export interface Vote {
	readonly id: string;
	readonly total: number;
	/** Share of what the best behaviour earns. */
	readonly shareOfMax: number;
}

/** What each behaviour earns, best first; equal ones in their given order. */
export function vote(behaviours: Readonly<Record<string, Scores>>, weights: readonly number[]): readonly Vote[] {
	const totals = Object.entries(behaviours).map(([id, scores]) => ({ id, total: voteOf(scores, weights) }));
	const most = totals.reduce((m, t) => Math.max(m, t.total), Number.NEGATIVE_INFINITY);
	return totals.map(t => ({ ...t, shareOfMax: t.total / most })).sort((a, b) => b.total - a.total);
}

/**
 * Ratio w_second/w_first from which b is worth as much as a, for behaviours that differ in the layers `first` and `second`
 * only: (a_first − b_first)/(b_second − a_second). NaN when the second layer does not tell them apart.
 */
export function breakEven(a: Scores, b: Scores, first: number, second: number): number {
	const down = (b[second] ?? Number.NaN) - (a[second] ?? Number.NaN);
	return down === 0 ? Number.NaN : ((a[first] ?? Number.NaN) - (b[first] ?? Number.NaN)) / down;
}

/**
 * Who votes in a group: w_ℓ·Cov(s_ℓ, R)/Var(R) per layer, summing to 1; negative = outvoted. scores: one row per member.
 * Null when all totals are equal or a score is unknown.
 */
export function varianceShare(scores: readonly Scores[], weights: readonly number[]): readonly number[] | null {
	const totals = scores.map(s => voteOf(s, weights));
	if (totals.some(Number.isNaN) || isConstant(totals)) return null;
	const m = mean(totals);
	const variance = totals.reduce((sum, t) => sum + (t - m) ** 2, 0);
	return weights.map((w, k) => {
		if (w === 0) return 0;
		const layer = mean(scores.map(s => s[k] ?? Number.NaN));
		return (w * scores.reduce((sum, s, i) => sum + ((s[k] as number) - layer) * ((totals[i] as number) - m), 0)) / variance;
	});
}

/** A behaviour and how often the policy shows it. */
export interface Behaviour {
	readonly id: string;
	readonly scores: Scores;
	/** In [0,1]. */
	readonly share: number;
}

export interface ExpectedReturn {
	/** Σ π(a)·V(a). */
	readonly value: number;
	/** π(a)·(V(a) − V̄): where the gradient on the behaviours' logits points. */
	readonly push: Readonly<Record<string, number>>;
}

export function expectedReturn(mix: readonly Behaviour[], weights: readonly number[]): ExpectedReturn {
	const votes = mix.map(b => voteOf(b.scores, weights));
	const value = mix.reduce((sum, b, i) => sum + (b.share === 0 ? 0 : b.share * (votes[i] as number)), 0);
	return { value, push: Object.fromEntries(mix.map((b, i) => [b.id, b.share * ((votes[i] as number) - value)])) };
}

/** Archetypes of rollouts by their format, content and result scores. */
export const BEHAVIOURS = ["all_correct", "format_ok_args_wrong", "format_bad_args_ok", "format_only", "off_reference_success", "content_without_result", "nothing"] as const;
export type BehaviourId = (typeof BEHAVIOURS)[number];

/** Which archetype a rollout is; an unknown result counts as none, unknown format or content makes it none of them (null). */
export function behaviourOf(format: number, content: number, result: number): BehaviourId | null {
	if (Number.isNaN(format) || Number.isNaN(content)) return null;
	const [f, c, r] = [format >= 1 - 1e-9, content >= 0.999, result >= 0.999];
	if (!f) return content > 0 || r ? "format_bad_args_ok" : "nothing";
	if (c) return r ? "all_correct" : "content_without_result";
	if (r) return "off_reference_success";
	return content > 0 ? "format_ok_args_wrong" : "format_only";
}

/** The mix of behaviours in a file with the mean scores of each. layers: format, content, result; columns run parallel. */
export function observedMix(format: ArrayLike<number>, content: ArrayLike<number>, result: ArrayLike<number>): readonly Behaviour[] {
	const rows = new Map<BehaviourId, number[]>();
	let known = 0;
	for (let i = 0; i < format.length; i++) {
		const id = behaviourOf(format[i] as number, content[i] as number, result[i] as number);
		if (id === null) continue;
		known++;
		const list = rows.get(id);
		if (list) list.push(i);
		else rows.set(id, [i]);
	}
	const average = (column: ArrayLike<number>, of: readonly number[]): number => {
		const m = mean(of.map(i => column[i] as number));
		return Number.isNaN(m) ? 0 : m;
	};
	return BEHAVIOURS.flatMap(id => {
		const of = rows.get(id);
		return of ? [{ id, scores: [average(format, of), average(content, of), average(result, of)], share: of.length / known }] : [];
	});
}

/** Weights for failure causes: w_ℓ ∝ max(floor, (count_ℓ + α)/(Σ + K·α)), summing to 1. */
export function fitToFailures(counts: Readonly<Record<string, number>>, alpha = 1, floor = 0.1): Readonly<Record<string, number>> {
	const entries = Object.entries(counts);
	const all = entries.reduce((sum, [, n]) => sum + n, 0) + entries.length * alpha;
	const raw = entries.map(([id, n]) => [id, Math.max(floor, all > 0 ? (n + alpha) / all : 1 / entries.length)] as const);
	const sum = raw.reduce((s, [, w]) => s + w, 0);
	return Object.fromEntries(raw.map(([id, w]) => [id, w / sum]));
}
