import { invariant } from "../base/assert";
import type { Lane } from "../model/segment";
import type { Estimator } from "./contract";
import { groupPreset as preset } from "./corners";
import { cannot, locked, where } from "./estimate";
import { groupAdvantages, PLAIN } from "./group";

const PRESETS = [
	preset("paper", ["deepagent"], "DeepAgent, arXiv 2510.21618 eq. 5–7", { ...PLAIN, divide: "none", missing: "absent" }, [{ code: "tool-adds", values: {} }]),
	preset("slca_repo", ["toolpo_grpo"], "SLCA-GRPO core_algos.py, baseline toolpo_grpo", { ...PLAIN, missing: "absent" }, [{ code: "tool-adds", values: {} }]),
] as const;

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
		const { rewards, groups, lanes, present } = input;
		if (!lanes) return cannot(rewards.length, "needs-lanes");
		const has = (lane: Lane) => (i: number) => present?.[lane][i] !== 0;
		const called = has("tool");
		const success = groupAdvantages(rewards, groups, row.group);
		const action = groupAdvantages(
			lanes.tool.map((r, i) => (called(i) ? r : Number.NaN)),
			groups,
			row.group,
		);
		const tool = success.advantages.map((a, i) => a + laneWeights.tool * (action.advantages[i] as number));
		return locked(
			{
				advantages: tool,
				parts: null,
				get groups() {
					return action.groups;
				},
			},
			where(success, has("summary")),
		);
	},
};

/** Preference for folding the memory: (L_direct − L_fold)/(L_direct + L_fold), token lengths without and with it (eq. 6). */
export const foldPreference = (direct: number, fold: number): number => (direct - fold) / (direct + fold);
