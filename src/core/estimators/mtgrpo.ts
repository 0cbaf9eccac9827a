import { invariant } from "../base/assert";
import type { Estimator } from "./contract";
import { groupPreset } from "./corners";
import { cannot, locked } from "./estimate";
import { groupAdvantages, PLAIN } from "./group";

const PRESET = groupPreset("official", ["mt_grpo"], "Multi-Turn-RL-Agent mt_grpo_env_trainer.py (arXiv 2505.11821)", { ...PLAIN, epsilon: 1e-4, missing: "absent" }, [
	{ code: "first-turn-adds", values: {} },
]);

/**
 * Token advantages of one rollout [T]: A_outcome + coefficient·A_turn before the first tool result, A_outcome after it; without
 * a tool result A_combined everywhere. `split` = first token of the first tool result, null = none. Masked tokens carry a value
 * too, as upstream.
 */
export function turnTokens(length: number, split: number | null, turn: number, outcome: number, combined: number, coefficient: number): Float64Array {
	return new Float64Array(length).map((_, t) => (split === null ? combined : t < split ? outcome + coefficient * turn : outcome));
}

/**
 * MT-GRPO for rollouts of one tool turn, as published: `rewards` hold the outcome, `lanes.tool` the turn's reward, the tool lane
 * is the turn before the result. A rollout without a tool lane has the advantage of turn + outcome. Later tool turns of longer
 * rollouts would have the outcome's alone: use `turnTokens` for those.
 */
export const mtgrpo: Estimator = {
	id: "mtgrpo",
	reach: "locked",
	presets: [PRESET],
	defaultPreset: PRESET.id,
	estimate({ rewards, groups, lanes, present }, presetId, { laneWeights }) {
		invariant(presetId === PRESET.id, `mtgrpo has no preset ${presetId}`);
		if (!lanes) return cannot(rewards.length, "needs-lanes");
		const z = (values: Float64Array): ReturnType<typeof groupAdvantages> => groupAdvantages(values, groups, PRESET.group);
		const outcome = z(rewards);
		const turn = z(lanes.tool);
		const both = rewards.slice();
		for (let i = 0; i < both.length; i++) if (!Number.isNaN(lanes.tool[i])) both[i] = (both[i] as number) + (lanes.tool[i] as number);
		const combined = z(both);
		const tool = outcome.advantages.slice();
		const summary = outcome.advantages.slice();
		for (let i = 0; i < tool.length; i++) {
			const called = present ? present.tool[i] === 1 : !Number.isNaN(lanes.tool[i]);
			tool[i] = called ? (tool[i] as number) + laneWeights.tool * (turn.advantages[i] as number) : Number.NaN;
			if (present?.summary[i] === 0) summary[i] = Number.NaN;
			else if (!called) summary[i] = combined.advantages[i] as number;
		}
		return locked(
			{
				advantages: tool,
				parts: null,
				get groups() {
					return turn.groups;
				},
			},
			{
				advantages: summary,
				parts: null,
				get groups() {
					return outcome.groups;
				},
			},
		);
	},
};
