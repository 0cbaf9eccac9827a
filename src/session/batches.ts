import type { Estimator, EstimatorOptions, Preset } from "../core/estimators/contract";
import type { Estimate, EstimateParts, EstimatorInput, GroupStatistics } from "../core/model/advantage";

/** Corners of presets whose numbers depend on the batch, not on the group alone. */
const BATCH_CORNERS: ReadonlySet<string> = new Set(["pooled", "divide-batch", "standardised-batch", "centred-deviation", "times-share", "whitened", "whitened-biased"]);

/** Rows of each value of `steps`, in order of first appearance; NaN is a value. */
function rowsByStep(steps: ArrayLike<number>): readonly (readonly number[])[] {
	const by = new Map<number, number[]>();
	for (let row = 0; row < steps.length; row++) {
		const step = steps[row] as number;
		const rows = by.get(step);
		if (rows) rows.push(row);
		else by.set(step, [row]);
	}
	return [...by.values()];
}

/** The rows of one batch as an input of its own, and the file's number of each of its groups. */
function pick(input: EstimatorInput, rows: readonly number[]): { readonly input: EstimatorInput; readonly groups: readonly number[] } {
	const floats = (column: Float64Array): Float64Array => Float64Array.from(rows, r => column[r] as number);
	const bytes = (column: Uint8Array): Uint8Array => Uint8Array.from(rows, r => column[r] as number);
	const lanes = <T>(of: { readonly tool: T; readonly summary: T }, take: (column: T) => T) => ({ tool: take(of.tool), summary: take(of.summary) });
	const numbers = new Map<number, number>();
	const groups = Int32Array.from(rows, r => {
		const g = input.groups[r] as number;
		if (g < 0) return -1;
		const n = numbers.get(g) ?? numbers.size;
		numbers.set(g, n);
		return n;
	});
	const { lengths, lanes: rewards, present, omitted, components, greedy } = input;
	return {
		groups: [...numbers.keys()],
		input: {
			rewards: floats(input.rewards),
			groups,
			lengths: lengths && floats(lengths),
			lanes: rewards && lanes(rewards, floats),
			present: present && lanes(present, bytes),
			omitted: omitted && bytes(omitted),
			...(components ? { components: { values: components.values.map(floats), weights: components.weights } } : {}),
			...(greedy ? { greedy: floats(greedy) } : {}),
		},
	};
}

/**
 * An estimate where each step of the file is one batch, as the trainer had it: presets that divide by the batch's deviation or
 * whiten over it must not mix steps. Other presets, and files of one step, are estimated in one go.
 */
export function estimateBatches(input: EstimatorInput, steps: ArrayLike<number>, estimator: Estimator, preset: Preset, options: EstimatorOptions): Estimate {
	const batches = estimator.reach === "broadcast" && preset.corners.some(c => BATCH_CORNERS.has(c.code)) ? rowsByStep(steps) : [];
	if (batches.length < 2) return estimator.estimate(input, preset.id, options);
	const n = input.rewards.length;
	const none = (): Float64Array => new Float64Array(n).fill(Number.NaN);
	const parts: EstimateParts = { reward: none(), baseline: none(), divisor: none(), scale: none() };
	const advantages = none();
	const groups: GroupStatistics[] = [];
	let unknown: string | undefined;
	let split = true;
	for (const rows of batches) {
		const batch = pick(input, rows);
		const found = estimator.estimate(batch.input, preset.id, options);
		unknown ??= found.unknown;
		split &&= found.parts !== null;
		rows.forEach((row, i) => {
			advantages[row] = found.advantages?.[i] ?? Number.NaN;
			if (!found.parts) return;
			parts.reward[row] = found.parts.reward[i] as number;
			parts.baseline[row] = found.parts.baseline[i] as number;
			parts.divisor[row] = found.parts.divisor[i] as number;
			parts.scale[row] = found.parts.scale[i] as number;
		});
		found.groups.forEach((g, i) => {
			groups[batch.groups[i] ?? -1] = g;
		});
	}
	return { advantages, lanes: null, parts: split ? parts : null, laneParts: null, groups, laneGroups: null, ...(unknown ? { unknown } : {}) };
}
