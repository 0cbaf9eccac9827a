import { invariant } from "../base/assert";
import type { Estimator, Preset } from "./contract";
import { broadcast, cannot } from "./estimate";
import { fromParts, groupAdvantages, PLAIN } from "./group";
import { groupOrder } from "./grouping";

const PRESET: Preset = {
	id: "verl",
	aliases: [],
	source: "verl core_algos.py compute_opo_outcome_advantage",
	corners: [
		{ code: "length-baseline", values: {} },
		{ code: "not-divided", values: {} },
		{ code: "single-raw", values: {} },
		{ code: "missing-spread", values: {} },
	],
};

/** OPO (arXiv 2505.23585): reward minus the group's mean weighted by response length, Σ L·R / Σ L. Needs `lengths`. */
export const opo: Estimator = {
	id: "opo",
	reach: "broadcast",
	presets: [PRESET],
	defaultPreset: PRESET.id,
	estimate({ rewards, groups, lengths }, presetId) {
		invariant(presetId === PRESET.id, `opo has no preset ${presetId}`);
		if (!lengths) return cannot(rewards.length, "needs-lengths");
		const e = groupAdvantages(rewards, groups, { ...PLAIN, divide: "none", single: "raw" });
		const { start, order } = groupOrder(groups);
		const baseline = e.parts.baseline.slice();
		e.groups.forEach(({ corner }, g) => {
			if (corner !== null) return;
			const members = order.subarray(start[g], start[g + 1]);
			let weighted = 0;
			let total = 0;
			for (const i of members) {
				weighted += (lengths[i] as number) * (rewards[i] as number);
				total += lengths[i] as number;
			}
			for (const i of members) baseline[i] = weighted / total;
		});
		const parts = { ...e.parts, baseline };
		return broadcast({
			advantages: fromParts(parts),
			parts,
			groups: e.groups.map(g => ({ ...g, mean: g.corner === null ? Number.NaN : g.mean })),
		});
	},
};
