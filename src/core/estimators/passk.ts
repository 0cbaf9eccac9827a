import { invariant } from "../base/assert";
import type { EstimateParts } from "../model/advantage";
import type { Estimator, Preset } from "./contract";
import { broadcast } from "./estimate";
import { deferred, groupAdvantages, PLAIN } from "./group";
import { groupOrder } from "./grouping";

const presetOf = (id: string, source: string, divided: boolean): Preset & { readonly divided: boolean } => ({
	id,
	aliases: [],
	source,
	divided,
	corners: [
		{ code: "best-of-two", values: {} },
		...(divided
			? [
					{ code: "sample-deviation", values: {} },
					{ code: "epsilon", values: { epsilon: "1e-6" } },
				]
			: [{ code: "not-divided", values: {} }]),
		{ code: "single-none", values: {} },
	],
});
const PRESETS = [
	presetOf("verl", "verl core_algos.py compute_grpo_passk_outcome_advantage", true),
	presetOf("verl_nostd", "verl core_algos.py compute_grpo_passk_outcome_advantage, norm_adv_by_std_in_grpo=False", false),
] as const;

/**
 * Pass@k (arXiv 2503.19595): the best member earns its lead over the second best, all others 0. A member without a reward
 * counts as the best, as in torch.topk: it has none, the others 0. A group of one, where verl raises, has none.
 */
export const passk: Estimator = {
	id: "passk",
	reach: "broadcast",
	presets: PRESETS,
	defaultPreset: "verl",
	estimate({ rewards, groups }, presetId) {
		const preset = PRESETS.find(p => p.id === presetId);
		invariant(preset, `passk has no preset ${presetId}`);
		const e = groupAdvantages(rewards, groups, { ...PLAIN, single: "none", missing: "absent", divide: preset.divided ? "group" : "none" });
		const { start, order } = groupOrder(groups);
		const advantages = new Float64Array(rewards.length);
		for (let i = 0; i < advantages.length; i++) if ((groups[i] as number) < 0 || !Number.isFinite(rewards[i])) advantages[i] = Number.NaN;
		/** Best member of each group, and the second's reward; −1 = none. */
		const bests = new Int32Array(e.groups.length).fill(-1);
		const seconds = new Float64Array(e.groups.length);
		e.groups.forEach(({ size, usable, denominator: divisor, corner }, g) => {
			const denominator = preset.divided && corner === "overflow" ? Number.NaN : divisor;
			const members = order.subarray(start[g], start[g + 1]);
			if (size < 2) for (const i of members) advantages[i] = Number.NaN;
			if (size < 2 || usable < size) return;
			// ties: the first of the best
			let best = members[0] as number;
			for (const i of members) if ((rewards[i] as number) > (rewards[best] as number)) best = i;
			let second = Number.NEGATIVE_INFINITY;
			for (const i of members) if (i !== best) second = Math.max(second, rewards[i] as number);
			bests[g] = best;
			seconds[g] = second;
			advantages[best] = ((rewards[best] as number) - second) / denominator + 0;
		});
		const parts = (): EstimateParts => {
			const { reward } = e.parts;
			// all but the best are compared with nobody: their reward counts 0 times
			const baseline = advantages.map(a => a * 0);
			const scale = new Float64Array(rewards.length);
			const divisor = new Float64Array(rewards.length).fill(1);
			bests.forEach((best, g) => {
				if (best < 0) return;
				baseline[best] = Number.isNaN(advantages[best]) ? Number.NaN : (seconds[g] as number);
				scale[best] = 1;
				divisor[best] = e.groups[g]?.denominator ?? Number.NaN;
			});
			return { reward, baseline, divisor, scale };
		};
		return broadcast(deferred(advantages, parts, () => e.groups));
	},
};
