import { invariant } from "../base/assert";
import type { EstimatorInput } from "../model/advantage";
import type { Estimator } from "./contract";
import { groupPreset as preset } from "./corners";
import { cannot, locked, where } from "./estimate";
import { type Corners, type GroupEstimate, groupAdvantages, PLAIN } from "./group";

const PRESETS = [
	preset("paper", ["deepagent"], "DeepAgent, arXiv 2510.21618 eq. 5–7", { ...PLAIN, divide: "none", missing: "absent" }, [{ code: "tool-adds", values: {} }]),
	preset("slca_repo", ["toolpo_grpo"], "SLCA-GRPO core_algos.py, baseline toolpo_grpo", { ...PLAIN, missing: "absent" }, [{ code: "tool-adds", values: {} }]),
] as const;

/** What a rollout earns over all its tokens, and what its calls earn beside that. A lane that is not there has nothing. */
function both(
	{ rewards, groups, lanes, present }: EstimatorInput,
	corners: Corners,
): { readonly success: GroupEstimate; readonly action: GroupEstimate; readonly has: (lane: "tool" | "summary", i: number) => boolean } {
	const has = (lane: "tool" | "summary", i: number): boolean => present?.[lane][i] !== 0;
	const action = (lanes?.tool ?? rewards).map((r, i) => (lanes && has("tool", i) ? r : Number.NaN));
	return { success: groupAdvantages(rewards, groups, corners), action: groupAdvantages(action, groups, corners), has };
}

/**
 * ToolPO: A = A_success + M·A_action with M = 1 on tool tokens. `rewards` hold what the task earned, `lanes.tool` what the calls
 * earned; `laneWeights.tool` is the weight of the second. The paper centres both, the SLCA repository's baseline also divides.
 */
export const toolpo: Estimator = {
	id: "toolpo",
	reach: "locked",
	presets: PRESETS,
	defaultPreset: "paper",
	estimate(input, presetId, { laneWeights }) {
		const row = PRESETS.find(p => p.id === presetId);
		invariant(row, `toolpo has no preset ${presetId}`);
		if (!input.lanes) return cannot(input.rewards.length, "needs-lanes");
		const { success, action, has } = both(input, row.group);
		const weight = laneWeights.tool;
		const tool = success.advantages.map((a, i) => (has("tool", i) ? a + weight * (action.advantages[i] as number) : Number.NaN));
		return locked(
			{ advantages: tool, parts: null, groups: action.groups },
			where(success, i => has("summary", i)),
		);
	},
};

/** Preference for folding the memory: (L_direct − L_fold)/(L_direct + L_fold), token lengths without and with it (eq. 6). */
export const foldPreference = (direct: number, fold: number): number => (direct - fold) / (direct + fold);
