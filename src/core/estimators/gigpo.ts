import { invariant } from "../base/assert";
import type { Estimator } from "./contract";
import { groupPreset as preset } from "./corners";
import { cannot, held } from "./estimate";
import { groupAdvantages, PLAIN } from "./group";

const STEP = [{ code: "step-adds", values: {} }] as const;
const PRESETS = [
	preset("mean_norm", [], "verl-agent gigpo core_gigpo.py, mode mean_norm (arXiv 2505.10978)", { ...PLAIN, divide: "none", single: "raw" }, STEP),
	preset("mean_std_norm", [], "verl-agent gigpo core_gigpo.py, mode mean_std_norm (arXiv 2505.10978)", { ...PLAIN, single: "raw" }, STEP),
] as const;

/** Steps that start from the same state within one prompt group, as dense numbers. */
function sameState(groups: Int32Array, anchors: Int32Array): Int32Array {
	const seen = new Map<string, number>();
	return groups.map((g, i) => {
		const anchor = anchors[i] as number;
		if (g < 0 || anchor < 0) return -1;
		const key = `${g} ${anchor}`;
		const known = seen.get(key) ?? seen.size;
		seen.set(key, known);
		return known;
	});
}

/**
 * GiGPO: A = A_episode + ω·A_step. One row per step: `rewards` = the trajectory's return, `groups` = its prompt, `steps` = the
 * step's own return and the state it started from. ω is `laneWeights.tool`. A state met once has no step advantage (0).
 */
export const gigpo: Estimator = {
	id: "gigpo",
	reach: "broadcast",
	presets: PRESETS,
	defaultPreset: "mean_norm",
	estimate({ rewards, groups, steps }, presetId, { laneWeights }) {
		const row = PRESETS.find(p => p.id === presetId);
		invariant(row, `gigpo has no preset ${presetId}`);
		if (!steps) return cannot(rewards.length, "needs-steps");
		const episode = groupAdvantages(rewards, groups, row.group);
		const step = groupAdvantages(steps.rewards, sameState(groups, steps.anchors), { ...row.group, single: "zero" });
		const advantages = episode.advantages.map((a, i) => a + laneWeights.tool * ((steps.anchors[i] as number) < 0 ? 0 : (step.advantages[i] as number)));
		return { advantages: held(advantages), parts: null, lanes: null, laneParts: null, groups: episode.groups, laneGroups: null };
	},
};
