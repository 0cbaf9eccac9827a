import { invariant } from "../base/assert";
import type { EstimatorInput } from "../model/advantage";
import type { Lane } from "../model/segment";
import type { Estimator } from "./contract";
import { groupPreset } from "./corners";
import { locked } from "./estimate";
import { type GroupEstimate, groupAdvantages, PLAIN } from "./group";

const PRESET = groupPreset("slca", ["official"], "SLCA-GRPO core_algos.py compute_slca_grpo_advantage (arXiv 2609.29050)", { ...PLAIN, missing: "absent" });

/**
 * Advantages of one named segment over the group members that have it: (R − μ)/(σ + 1e-6), ddof 1, times `weight` after
 * normalisation. present [B]: 1 = has at least one token of the segment; a member without it or without a finite reward
 * is NaN and does not enter μ, σ. One present member → 0. Works for any number of named segments, one at a time.
 */
export function normalisePresent(rewards: Float64Array, present: Uint8Array, groups: Int32Array, weight: number, normalise: boolean): GroupEstimate {
	const seen = rewards.map((r, i) => (present[i] ? r : Number.NaN));
	const estimate = groupAdvantages(seen, groups, normalise ? PRESET.group : { ...PRESET.group, divide: "none" });
	const { parts } = estimate;
	return { ...estimate, advantages: estimate.advantages.map(a => a * weight + 0), parts: { ...parts, scale: parts.scale.map(s => s * weight) } };
}

/** Rewards per lane after the guard: a rollout that omitted a due call, or whose total is negative, pays its total to the summary and 0 to the tool lane. */
export function guardLanes({ rewards, lanes, omitted, laneKl }: Pick<EstimatorInput, "rewards" | "lanes" | "omitted" | "laneKl">): Readonly<Record<Lane, Float64Array>> | null {
	if (!lanes) return null;
	const guarded = (i: number): boolean => omitted?.[i] === 1 || (rewards[i] as number) < 0;
	const kl = (lane: Lane, i: number): number => laneKl?.[lane][i] ?? 0;
	return {
		tool: lanes.tool.map((r, i) => (guarded(i) ? 0 : r) + kl("tool", i)),
		summary: lanes.summary.map((r, i) => (guarded(i) ? (rewards[i] as number) : r) + kl("summary", i)),
	};
}

/** SLCA-GRPO: each kind of segment is normalised against the same kind in its group and pays only its own tokens. */
export const slca: Estimator = {
	id: "slca",
	reach: "locked",
	presets: [PRESET],
	defaultPreset: PRESET.id,
	estimate(input, presetId, { laneWeights, normalise }) {
		invariant(presetId === PRESET.id, `slca has no preset ${presetId}`);
		const none = { rewards: new Float64Array(input.rewards.length).fill(Number.NaN), present: new Uint8Array(input.rewards.length) };
		const rewards = guardLanes(input);
		const per = (lane: Lane): GroupEstimate => normalisePresent(rewards?.[lane] ?? none.rewards, input.present?.[lane] ?? none.present, input.groups, laneWeights[lane], normalise);
		const [tool, summary] = [per("tool"), per("summary")];
		const estimate = locked(tool, summary);
		return rewards ? estimate : { ...estimate, unknown: "needs-lanes" };
	},
};
