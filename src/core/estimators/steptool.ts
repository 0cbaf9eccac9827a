import { invariant } from "../base/assert";
import type { Estimator, Preset } from "./contract";
import { cannot, perToken } from "./estimate";
import { gae, onlyLearnable, whiten } from "./returns";

const PRESET: Preset = {
	id: "official",
	aliases: [],
	source: "StepTool step_ppotrainer.py (arXiv 2410.07745)",
	corners: [
		{ code: "step-weights", values: {} },
		{ code: "gae", values: { gamma: 1, lambda: 0.95 } },
		{ code: "masked-none", values: {} },
		{ code: "whitened", values: {} },
	],
};

/**
 * Token rewards of one rollout [T]: the score of step j (0-based, of n) times (n − 1 − j), on the last token of its run of mask
 * 1, runs and steps matched from the end. So the released code gives the final step weight 0.
 */
export function stepRewards(scores: ArrayLike<number>, mask: Uint8Array): Float64Array {
	const out = new Float64Array(mask.length);
	let step = scores.length - 1;
	for (let t = mask.length - 1; t >= 0 && step >= 0; t--) {
		if (!mask[t] || mask[t + 1]) continue;
		out[t] = (scores[step] as number) * (scores.length - 1 - step);
		step--;
	}
	return out;
}

/** StepTool: step scores as token rewards, then GAE. Needs `tokens` with the critic's values and the steps' scores. */
export const steptool: Estimator = {
	id: "steptool",
	reach: "token",
	presets: [PRESET],
	defaultPreset: PRESET.id,
	estimate({ rewards, tokens }, presetId, { gamma = 1, lambda = 0.95 }) {
		invariant(presetId === PRESET.id, `steptool has no preset ${presetId}`);
		if (!tokens?.stepScores) return cannot(rewards.length, "needs-step-scores");
		const { values, stepScores, mask } = tokens;
		if (!values) return cannot(rewards.length, "needs-values");
		const raw = mask.map((m, i) => gae(stepRewards(stepScores[i] as Float64Array, m), values[i] as Float64Array, m, gamma, lambda, "none").advantages);
		return perToken(onlyLearnable(whiten(raw, mask), mask));
	},
};
