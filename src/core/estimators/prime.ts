import { invariant } from "../base/assert";
import type { Estimator, Preset } from "./contract";
import { cannot, perToken } from "./estimate";
import { groupOrder } from "./grouping";
import { onlyLearnable, rewardToGo, whiten } from "./returns";

const PRESET: Preset = {
	id: "official",
	aliases: [],
	source: "PRIME core_algos.py compute_rloo_returns (arXiv 2502.01456)",
	corners: [
		{ code: "process-and-outcome", values: {} },
		{ code: "leave-one-out", values: {} },
		{ code: "single-none", values: {} },
		{ code: "whitened", values: {} },
	],
};

/** One source of reward over a group's tokens, each less the mean of the others' per-rollout means: r·n/(n − 1) − Σ_j mean_j/(n − 1). */
function leaveOneOut(rows: readonly Float64Array[], means: readonly number[], at: readonly Uint8Array[]): readonly Float64Array[] {
	const n = rows.length;
	const all = means.reduce((a, b) => a + b, 0) / (n - 1);
	return rows.map((row, i) => row.map((r, t) => (at[i]?.[t] ? (r * n) / (n - 1) - all : 0)));
}

/**
 * PRIME's returns: per source (process reward on all tokens, outcome on the last) leave-one-out, then reward to go, summed.
 * process, mask [B][T], outcome [B]. A group of one divides by 0: NaN.
 */
export function primeReturns(
	process: readonly Float64Array[],
	outcome: Float64Array,
	mask: readonly Uint8Array[],
	groups: Int32Array,
	gamma: { readonly process: number; readonly outcome: number },
): readonly Float64Array[] {
	const out = mask.map(m => new Float64Array(m.length).fill(Number.NaN));
	const { start, order } = groupOrder(groups);
	for (let g = 0; g + 1 < start.length; g++) {
		const members = [...order.subarray(start[g], start[g + 1])];
		if (members.length < 2) continue;
		const masks = members.map(i => mask[i] as Uint8Array);
		const rows = members.map(i => process[i] as Float64Array);
		const means = rows.map((row, k) => row.reduce((sum, r, t) => sum + (masks[k]?.[t] ? r : 0), 0) / (masks[k] as Uint8Array).reduce((a, b) => a + b, 0));
		const last = masks.map(m => new Uint8Array(m.length).map((_, t) => (t === m.lastIndexOf(1) ? 1 : 0)));
		const results = masks.map((m, k) => new Float64Array(m.length).fill(outcome[members[k] as number] as number));
		const perToken = leaveOneOut(rows, means, masks);
		const atEnd = leaveOneOut(
			results,
			members.map(i => outcome[i] as number),
			last,
		);
		members.forEach((i, k) => {
			const all = new Uint8Array((masks[k] as Uint8Array).length).fill(1);
			const [a, b] = [rewardToGo(perToken[k] as Float64Array, all, gamma.process, true), rewardToGo(atEnd[k] as Float64Array, all, gamma.outcome, true)];
			out[i] = a.map((v, t) => (masks[k]?.[t] ? v + (b[t] as number) : 0));
		});
	}
	return out;
}

/** PRIME: an implicit process reward per token (`tokens.rewards`) and the outcome (`rewards`), whitened over the batch's tokens. */
export const prime: Estimator = {
	id: "prime",
	reach: "token",
	presets: [PRESET],
	defaultPreset: PRESET.id,
	estimate({ rewards, groups, tokens }, presetId, { gamma = 1 }) {
		invariant(presetId === PRESET.id, `prime has no preset ${presetId}`);
		if (!tokens?.rewards) return cannot(rewards.length, "needs-token-rewards");
		const returns = primeReturns(tokens.rewards, rewards, tokens.mask, groups, { process: gamma, outcome: gamma });
		return perToken(onlyLearnable(whiten(returns, tokens.mask), tokens.mask));
	},
};
