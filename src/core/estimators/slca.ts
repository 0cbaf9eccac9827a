import { invariant } from "../base/assert";
import type { EstimatorInput } from "../model/advantage";
import type { Lane } from "../model/segment";
import type { Estimator } from "./contract";
import { groupPreset } from "./corners";
import { locked } from "./estimate";
import { deferred, type GroupEstimate, groupAdvantages, PLAIN } from "./group";

const PRESET = groupPreset("slca", ["official"], "SLCA-GRPO core_algos.py compute_slca_grpo_advantage (arXiv 2609.29050)", { ...PLAIN, missing: "absent" });

/**
 * Advantages of one named segment over the group members that have it: (R − μ)/(σ + 1e-6), ddof 1, times `weight` after
 * normalisation. present [B]: 1 = has at least one token of the segment; a member without it or without a finite reward
 * is NaN and does not enter μ, σ. One present member → 0. Works for any number of named segments, one at a time.
 */
export function normalisePresent(rewards: Float64Array, present: Uint8Array, groups: Int32Array, weight: number, normalise: boolean): GroupEstimate {
	const seen = rewards.slice();
	for (let i = 0; i < seen.length; i++) if (!present[i]) seen[i] = Number.NaN;
	const estimate = groupAdvantages(seen, groups, normalise ? PRESET.group : { ...PRESET.group, divide: "none" });
	const { advantages } = estimate;
	for (let i = 0; i < advantages.length; i++) advantages[i] = (advantages[i] as number) * weight + 0;
	return deferred(
		advantages,
		() => ({ ...estimate.parts, scale: estimate.parts.scale.map(s => s * weight) }),
		() => estimate.groups,
	);
}

/** Rewards per lane after the guard: a rollout that omitted a due call, or whose total is negative, pays its total to the summary and 0 to the tool lane. */
export function guardLanes({ rewards, lanes, omitted, laneKl }: Pick<EstimatorInput, "rewards" | "lanes" | "omitted" | "laneKl">): Readonly<Record<Lane, Float64Array>> | null {
	if (!lanes) return null;
	const [tool, summary] = [lanes.tool.slice(), lanes.summary.slice()];
	for (let i = 0; i < rewards.length; i++) {
		const total = rewards[i] as number;
		if (omitted?.[i] === 1 || total < 0) [tool[i], summary[i]] = [0, total];
		if (!laneKl) continue;
		tool[i] = (tool[i] as number) + (laneKl.tool[i] as number);
		summary[i] = (summary[i] as number) + (laneKl.summary[i] as number);
	}
	return { tool, summary };
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
