import { invariant } from "../base/assert";
import type { EstimatorInput } from "../model/advantage";
import type { Estimator, Preset } from "./contract";
import { cannot, held } from "./estimate";
import { type Corners, groupAdvantages, PLAIN } from "./group";
import { groupedLengths, spreadOf, tokenSpread, whiteningDivisor } from "./standardise";

type Components = NonNullable<EstimatorInput["components"]>;

interface Row extends Preset {
	readonly group: Corners;
	/** After the sum: standardised over rollouts with this ε, or whitened over tokens. */
	readonly then: number | "tokens";
	/** A rollout without any component is left out of that step (TRL), not counted as 0 (ms-swift). */
	readonly leavesOut: boolean;
}

const row = (id: string, source: string, epsilon: number, missing: Corners["missing"], then: Row["then"]): Row => ({
	id,
	aliases: [],
	source,
	group: { ...PLAIN, epsilon, missing, single: id === "verl" ? "raw" : "zero" },
	then,
	leavesOut: id === "trl",
	corners: [
		{ code: "each-component", values: {} },
		{ code: "sample-deviation", values: {} },
		{ code: "epsilon", values: { epsilon: epsilon.toExponential() } },
		then === "tokens" ? { code: "whitened", values: {} } : { code: "standardised-batch", values: { epsilon: then.toExponential() } },
		{ code: `missing-${missing}`, values: {} },
	],
});

const PRESETS = [
	row("trl", "TRL grpo_trainer.py, multi_objective_aggregation=normalize_then_sum", 1e-4, "ignore", 1e-4),
	row("verl", "verl core_algos.py compute_gdpo_outcome_advantage", 1e-6, "spread", "tokens"),
	row("swift", "ms-swift rl_core/advantage.py, gdpo", 1e-8, "ignore", 1e-8),
] as const;

/** Σ_k w_k R^k per rollout: a missing component counts as 0 unless all are missing. What the other estimators normalise. */
export function sumComponents({ values, weights }: Components): Float64Array {
	return new Float64Array(values[0]?.length ?? 0).map((_, i) => {
		let sum = 0;
		let known = false;
		values.forEach((column, k) => {
			const v = column[i] as number;
			if (Number.isNaN(v)) return;
			known = true;
			sum += v * (weights[k] ?? 1);
		});
		return known ? sum : Number.NaN;
	});
}

/** S_i = Σ_k w_k z^k_i of the components, each normalised within its group. */
export function sumNormalised(components: Components, groups: Int32Array, corners: Corners): Float64Array {
	const sum = new Float64Array(groups.length);
	components.values.forEach((values, k) => {
		const z = groupAdvantages(values, groups, corners).advantages;
		for (let i = 0; i < sum.length; i++) (sum[i] as number) += (z[i] as number) * (components.weights[k] ?? 1);
	});
	return sum;
}

/** How many different advantages there are at so many decimals: GDPO's collapse metric. NaN does not count. */
export function distinctAdvantages(values: ArrayLike<number>, digits: number): number {
	const seen = new Set<number>();
	for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) seen.add(Math.round((values[i] as number) * 10 ** digits) + 0);
	return seen.size;
}

/** GDPO (arXiv 2601.05242): each reward component is normalised within its group before they are summed. Needs `components`. */
export const gdpo: Estimator = {
	id: "gdpo",
	reach: "broadcast",
	presets: PRESETS,
	defaultPreset: "trl",
	components: true,
	estimate({ rewards, groups, components, lengths }, presetId) {
		const preset = PRESETS.find(p => p.id === presetId);
		invariant(preset, `gdpo has no preset ${presetId}`);
		if (!components) return cannot(rewards.length, "needs-components");
		if (preset.then === "tokens" && !lengths) return cannot(rewards.length, "needs-lengths");
		const total = preset.leavesOut ? sumComponents(components) : null;
		const sum = sumNormalised(components, groups, preset.group).map((s, i) => (total && Number.isNaN(total[i]) ? Number.NaN : s));
		const of = preset.then === "tokens" && lengths ? tokenSpread(sum, groupedLengths(lengths, groups)) : spreadOf(sum);
		const by = preset.then === "tokens" ? whiteningDivisor(of) : Math.sqrt(of.variance) + preset.then;
		const advantages = sum.map((s, i) => ((groups[i] as number) >= 0 && total && Number.isNaN(total[i]) ? 0 : (s - of.mean) / by + 0));
		return { advantages: held(advantages), parts: null, lanes: null, laneParts: null, groups: [], laneGroups: null };
	},
};
