import { invariant } from "../base/assert";
import type { Estimator, Preset } from "./contract";
import { broadcast, cannot } from "./estimate";
import { deferred, groupAdvantages, PLAIN } from "./group";
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
		const advantages = e.advantages.slice();
		const means = new Float64Array(start.length).fill(Number.NaN);
		e.groups.forEach(({ corner }, g) => {
			if (corner !== null) return;
			const members = order.subarray(start[g], start[g + 1]);
			let weighted = 0;
			let total = 0;
			for (const i of members) {
				weighted += (lengths[i] as number) * (rewards[i] as number);
				total += lengths[i] as number;
			}
			means[g] = weighted / total;
			for (const i of members) advantages[i] = (rewards[i] as number) - (means[g] as number) + 0;
		});
		return broadcast(
			deferred(
				advantages,
				() => ({ ...e.parts, baseline: e.parts.baseline.map((b, i) => (e.groups[groups[i] as number]?.corner === null ? (means[groups[i] as number] as number) : b)) }),
				() => e.groups.map(g => ({ ...g, mean: g.corner === null ? Number.NaN : g.mean })),
			),
		);
	},
};
