import { invariant } from "../base/assert";
import type { Estimator } from "./contract";
import { groupPreset } from "./corners";
import { locked, where } from "./estimate";
import { deferred, groupAdvantages, PLAIN } from "./group";

const PRESET = groupPreset("verl", [], "RLTR, arXiv 2508.19598 Alg. 1, with GRPO as verl computes it", { ...PLAIN, single: "raw" }, [{ code: "planner-only", values: {} }]);

/** RLTR trains the planner only: the group-relative advantage of `rewards` on tool tokens, 0 on the summary. Without `present` both lanes count as there. */
export const rltr: Estimator = {
	id: "rltr",
	reach: "locked",
	presets: [PRESET],
	defaultPreset: PRESET.id,
	estimate({ rewards, groups, present }, presetId, { normalise }) {
		invariant(presetId === PRESET.id, `rltr has no preset ${presetId}`);
		const e = groupAdvantages(rewards, groups, normalise ? PRESET.group : { ...PRESET.group, divide: "none" });
		const shut = deferred(
			e.advantages.map(a => a * 0 + 0),
			() => ({ ...e.parts, scale: e.parts.scale.map(() => 0) }),
			() => [],
		);
		return locked(
			where(e, i => present?.tool[i] !== 0),
			where(shut, i => present?.summary[i] !== 0),
		);
	},
};
