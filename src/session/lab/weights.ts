import { fitToPreferences } from "../../core/analyses/fitPreferences";
import { type Behaviour, breakEven, expectedReturn, fitToFailures, observedMix, varianceShare, vote, voteOf } from "../../core/analyses/weightVote";
import { mean } from "../../core/base/stats";
import type { WeightsAsk, WeightsView } from "../../protocol/lab";
import { BEHAVIOUR_WORDS, WEIGHT_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import type { SessionState } from "../state";
import { triple, type WeightColumns, weightColumns, weightsWith } from "./columns";

/** Textbook behaviours by format, content and result. */
export const ARCHETYPES: Readonly<Record<string, readonly number[]>> = {
	all_correct: [1, 1, 1],
	format_ok_args_wrong: [1, 0.3, 0],
	format_bad_args_ok: [0.4, 0.8, 0],
	format_only: [1, 0, 0],
};
/** Groups whose shares are listed. */
const LISTED = 200;

interface Shares {
	readonly by: WeightsView["by_group"];
	readonly mean: readonly number[] | null;
	readonly outvoted: readonly number[];
	readonly groups: number;
}

/** Who votes in each group of the file. */
function groupShares(s: SessionState, columns: WeightColumns, weights: readonly number[]): Shares {
	const { groups } = s.state;
	const by = groups.members().flatMap((rows, g) => {
		const share = varianceShare(
			rows.map(row => columns.scores.map((c, k) => (weights[k] === 0 ? 0 : (c[row] as number)))),
			weights,
		);
		return share ? [{ group: groups.keyOf(g), step: groups.stepOf(g), row: rows[0] ?? -1, share }] : [];
	});
	return {
		by,
		groups: groups.count,
		mean: by.length ? columns.ids.map((_, k) => mean(by.map(b => b.share[k] as number))) : null,
		outvoted: columns.ids.map((_, k) => by.filter(b => (b.share[k] as number) < -1e-9).length),
	};
}

/** Rollouts by the first column in which they fall short; unknown scores are no failure. */
function failureCounts(columns: WeightColumns): Record<string, number> {
	const counts: Record<string, number> = Object.fromEntries(columns.ids.map(id => [id, 0]));
	const best = columns.scores.map(c => c.reduce((m, v) => (Number.isNaN(v) ? m : Math.max(m, v)), 0));
	for (let row = 0; row < (columns.scores[0]?.length ?? 0); row++) {
		const first = columns.ids.findIndex((_, k) => {
			const score = columns.scores[k]?.[row] as number;
			return score < (columns.source === "layers" ? 0.999 : (best[k] as number));
		});
		const id = columns.ids[first];
		if (id !== undefined) counts[id] = (counts[id] ?? 0) + 1;
	}
	return counts;
}

/** Groups in which nobody has a result. */
function withoutSuccess(s: SessionState, columns: WeightColumns): number {
	const result = columns.scores[columns.ids.indexOf("result")];
	return result ? s.state.groups.members().filter(rows => rows.every(r => !((result[r] as number) >= 0.999)) && rows.some(r => !Number.isNaN(result[r]))).length : 0;
}

/** Everything about a set of weights on this file. */
export function weightsView(s: SessionState, ask: WeightsAsk): WeightsView {
	const columns = weightColumns(s);
	const weights = weightsWith(columns, ask.weights);
	const scores = triple(columns);
	const say1 = (code: string, values = {}): string => say(WEIGHT_WORDS, code, s.locale, values);
	const label = (id: string): string => say(BEHAVIOUR_WORDS, id, s.locale);
	const shares = groupShares(s, columns, weights);
	const gated = columns.gate !== null && columns.gate.at > 0;
	// behind a closed gate content and result pay nothing
	const paid = (b: readonly number[]): readonly number[] => (gated && columns.gate && (b[columns.gate.layer] ?? 0) < columns.gate.at - 1e-12 ? [b[0] ?? 0, 0, 0] : b);
	const votes = scores ? vote(Object.fromEntries(Object.entries(ARCHETYPES).map(([id, b]) => [id, paid(b)])), weights) : [];
	const mix: readonly Behaviour[] = scores ? observedMix(...scores) : [];
	const paidMix = mix.map(b => ({ ...b, scores: paid(b.scores) }));
	const expected = expectedReturn(paidMix, weights);
	const failures = failureCounts(columns);
	const failed = Object.values(failures).some(n => n > 0);
	const ratio = scores ? breakEven(ARCHETYPES.format_ok_args_wrong ?? [], ARCHETYPES.format_bad_args_ok ?? [], 0, 1) : Number.NaN;
	const fit = fitToPreferences(
		ask.preferences,
		columns.ids.map(() => ask.floor),
	);
	const dead = withoutSuccess(s, columns);
	return {
		columns: columns.ids,
		weights,
		votes: votes.map(v => ({ id: v.id, label: label(v.id), scores: ARCHETYPES[v.id] ?? [], total: v.total, share_of_max: v.shareOfMax })),
		w_content_over_w_format: ratio,
		share: shares.mean,
		groups: shares.groups,
		groups_voting: shares.by.length,
		outvoted: shares.outvoted,
		by_group: shares.by.slice(0, LISTED),
		mix: paidMix.map((b, i) => ({ id: b.id, label: label(b.id), share: b.share, scores: mix[i]?.scores ?? [], total: voteOf(b.scores, weights), push: expected.push[b.id] ?? 0 })),
		expected_return: mix.length ? expected.value : Number.NaN,
		failures,
		fit_failures: failed ? fitToFailures(failures, ask.alpha, ask.floor) : {},
		fit_preferences: fit.kind === "fit" ? { weights: fit.weights, margin: fit.margin, contradictory: fit.margin < -1e-12, violated: fit.violated } : null,
		fit_note: fit.kind === "none" ? say1(fit.reason) : fit.margin < -1e-12 ? say1("contradictory") : null,
		notes: [
			...(scores ? [gated ? say1("gated") : say1("break-even", { ratio: Math.round(ratio * 1000) / 1000 })] : []),
			...(dead ? [say1("no-success", { count: dead, groups: shares.groups })] : []),
			...columns.labels.flatMap((layer, k) => (shares.outvoted[k] ? [say1("outvoted", { layer, count: shares.outvoted[k] as number })] : [])),
			...(failed ? [] : [say1("no-failures")]),
		],
	};
}
