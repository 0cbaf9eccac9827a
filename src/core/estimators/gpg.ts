import { invariant } from "../base/assert";
import type { Estimator } from "./contract";
import { groupPreset } from "./corners";
import { broadcast } from "./estimate";
import { deferred, groupAdvantages, PLAIN } from "./group";

const PRESET = groupPreset("verl", [], "verl core_algos.py compute_gpg_outcome_advantage, f_norm 1", { ...PLAIN, divide: "none", single: "raw" }, [
	{ code: "times-share", values: {} },
]);

/** GPG (arXiv 2504.02546): the centred reward times B / #{R ≠ 0}, so that groups without a success do not weaken the step. */
export const gpg: Estimator = {
	id: "gpg",
	reach: "broadcast",
	presets: [PRESET],
	defaultPreset: PRESET.id,
	estimate({ rewards, groups }, presetId) {
		invariant(presetId === PRESET.id, `gpg has no preset ${presetId}`);
		let grouped = 0;
		let nonZero = 0;
		for (let i = 0; i < rewards.length; i++) {
			if ((groups[i] as number) < 0) continue;
			grouped++;
			if (rewards[i] !== 0) nonZero++;
		}
		const alpha = grouped / Math.max(1, nonZero);
		const e = groupAdvantages(rewards, groups, PRESET.group);
		const { advantages } = e;
		for (let i = 0; i < advantages.length; i++) advantages[i] = (advantages[i] as number) * alpha + 0;
		return broadcast(
			deferred(
				advantages,
				() => ({ ...e.parts, scale: e.parts.scale.map(s => s * alpha) }),
				() => e.groups,
			),
		);
	},
};
