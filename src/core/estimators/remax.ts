import { invariant } from "../base/assert";
import type { Estimator, Preset } from "./contract";
import { broadcast, cannot, perToken } from "./estimate";
import { onlyLearnable, rewardToGo, tokenRewards } from "./returns";

const PRESET: Preset = {
	id: "verl",
	aliases: [],
	source: "verl core_algos.py compute_remax_outcome_advantage",
	corners: [
		{ code: "greedy-baseline", values: {} },
		{ code: "not-divided", values: {} },
	],
};

/** ReMax (arXiv 2310.10505): reward minus the reward of the greedy rollout of the same prompt. Needs `greedy`. */
export const remax: Estimator = {
	id: "remax",
	reach: "broadcast",
	presets: [PRESET],
	defaultPreset: PRESET.id,
	estimate({ rewards, groups, greedy, tokens }, presetId) {
		invariant(presetId === PRESET.id, `remax has no preset ${presetId}`);
		if (!greedy) return cannot(rewards.length, "needs-greedy");
		if (tokens) {
			const rows = tokenRewards(rewards, tokens).map((r, i) => rewardToGo(r, new Uint8Array(r.length).fill(1), 1, true).map(g => g - (greedy[i] as number)));
			return perToken(onlyLearnable(rows, tokens.mask));
		}
		const one = (): Float64Array => new Float64Array(rewards.length).fill(1);
		const baseline = greedy.map((b, i) => ((groups[i] as number) < 0 ? Number.NaN : b));
		return broadcast({ advantages: rewards.map((r, i) => r - (baseline[i] as number) + 0), parts: { reward: rewards, baseline, divisor: one(), scale: one() }, groups: [] });
	},
};
