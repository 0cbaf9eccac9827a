import type { Estimator, EstimatorOptions, Preset } from "../core/estimators/contract";
import { punished } from "../core/estimators/overlong";
import type { Estimate, EstimateParts, EstimatorInput, GroupStatistics } from "../core/model/advantage";

/** Corners of presets whose numbers depend on the batch, not on the group alone. */
const BATCH_CORNERS: ReadonlySet<string> = new Set(["pooled", "divide-batch", "standardised-batch", "centred-deviation", "times-share", "whitened", "whitened-biased"]);

/** Rows of each value of `steps` in file order, batches in order of first appearance; NaN is a value. */
function rowsByStep(steps: ArrayLike<number>): readonly Uint32Array[] {
	const numbers = new Map<number, number>();
	const of = new Uint32Array(steps.length);
	const sizes: number[] = [];
	let [last, number] = [Number.NaN, -1];
	for (let row = 0; row < of.length; row++) {
		const step = steps[row] as number;
		if (number < 0 || !Object.is(step, last)) {
			number = numbers.get(step) ?? numbers.size;
			numbers.set(step, number);
			last = step;
		}
		of[row] = number;
		sizes[number] = (sizes[number] ?? 0) + 1;
	}
	const batches = sizes.map(size => new Uint32Array(size));
	const next = new Uint32Array(sizes.length);
	for (let row = 0; row < of.length; row++) {
		const n = of[row] as number;
		(batches[n] as Uint32Array)[(next[n] as number)++] = row;
	}
	return batches;
}

/** The rows of one batch as an input of its own, and the file's number of each of its groups. `seats`: −1 per group of the file, and again afterwards. */
function pick(input: EstimatorInput, rows: Uint32Array, seats: Int32Array): { readonly input: EstimatorInput; readonly groups: readonly number[] } {
	const floats = (column: Float64Array): Float64Array => {
		const out = new Float64Array(rows.length);
		for (let i = 0; i < out.length; i++) out[i] = column[rows[i] as number] as number;
		return out;
	};
	const bytes = (column: Uint8Array): Uint8Array => {
		const out = new Uint8Array(rows.length);
		for (let i = 0; i < out.length; i++) out[i] = column[rows[i] as number] as number;
		return out;
	};
	const lanes = <T>(of: { readonly tool: T; readonly summary: T }, take: (column: T) => T) => ({ tool: take(of.tool), summary: take(of.summary) });
	const numbers: number[] = [];
	const groups = new Int32Array(rows.length).fill(-1);
	for (let i = 0; i < groups.length; i++) {
		const g = input.groups[rows[i] as number] as number;
		if (g < 0) continue;
		if ((seats[g] as number) < 0) seats[g] = numbers.push(g) - 1;
		groups[i] = seats[g] as number;
	}
	for (const g of numbers) seats[g] = -1;
	const { lengths, lanes: rewards, present, omitted, components, greedy } = input;
	return {
		groups: numbers,
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

interface Batch {
	readonly rows: Uint32Array;
	readonly groups: readonly number[];
	readonly found: Estimate;
}

/** One column of the file from its batches' columns. */
function joined(rows: number, batches: readonly Batch[], of: (found: Estimate) => Float64Array | undefined): Float64Array {
	const out = new Float64Array(rows).fill(Number.NaN);
	for (const { rows: own, found } of batches) {
		const column = of(found);
		if (column) for (let i = 0; i < own.length; i++) out[own[i] as number] = column[i] as number;
	}
	return out;
}

function partsOf(rows: number, batches: readonly Batch[]): EstimateParts | null {
	const parts = batches.map(b => b.found.parts);
	if (parts.includes(null)) return null;
	const column = (name: keyof EstimateParts): Float64Array => joined(rows, batches, found => found.parts?.[name]);
	return { reward: column("reward"), baseline: column("baseline"), divisor: column("divisor"), scale: column("scale") };
}

function groupsOf(batches: readonly Batch[]): readonly GroupStatistics[] {
	const out: GroupStatistics[] = [];
	for (const { groups, found } of batches)
		found.groups.forEach((g, i) => {
			out[groups[i] ?? -1] = g;
		});
	return out;
}

/**
 * An estimate where each step of the file is one batch, as the trainer had it: presets that divide by the batch's deviation or
 * whiten over it must not mix steps. Other presets, and files of one step, are estimated in one go.
 */
export function estimateBatches(given: EstimatorInput, steps: ArrayLike<number>, estimator: Estimator, preset: Preset, options: EstimatorOptions): Estimate {
	const input = estimator.reach === "broadcast" ? punished(given, options.overlong) : given;
	const split = estimator.reach === "broadcast" && preset.corners.some(c => BATCH_CORNERS.has(c.code)) ? rowsByStep(steps) : [];
	if (split.length < 2) return estimator.estimate(input, preset.id, options);
	const n = input.rewards.length;
	let most = -1;
	for (const g of input.groups) if (g > most) most = g;
	const seats = new Int32Array(most + 1).fill(-1);
	const batches = split.map((rows): Batch => {
		const batch = pick(input, rows, seats);
		return { rows, groups: batch.groups, found: estimator.estimate(batch.input, preset.id, options) };
	});
	const unknown = batches.find(b => b.found.unknown)?.found.unknown;
	let parts: EstimateParts | null | undefined;
	let groups: readonly GroupStatistics[] | undefined;
	return {
		advantages: joined(n, batches, found => found.advantages ?? undefined),
		lanes: null,
		// made when asked for
		get parts() {
			if (parts === undefined) parts = partsOf(n, batches);
			return parts;
		},
		laneParts: null,
		get groups() {
			groups ??= groupsOf(batches);
			return groups;
		},
		laneGroups: null,
		...(unknown ? { unknown } : {}),
	};
}
