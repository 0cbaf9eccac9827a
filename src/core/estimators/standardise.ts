import { deferred, type GroupEstimate } from "./group";

/** Mean and unbiased variance; `count` = sum of the weights. */
export interface Spread {
	readonly mean: number;
	readonly variance: number;
	readonly count: number;
}

/** Mean and unbiased variance (ddof 1) of the values that are there. */
export const spreadOf = (values: Float64Array): Spread => measure(values, null, 0);

/** Mean and unbiased variance over tokens; weights = how many carry each value. A NaN of any weight spoils all, as in a tensor. verl's masked mean adds 1e-8 to the count. */
export const tokenSpread = (values: Float64Array, weights: Float64Array): Spread => measure(values, weights, 1e-8);

/** Count, mean and sum of squared distances to it: what a batch's spread needs of each rollout. */
export interface Moments {
	readonly count: number;
	readonly mean: number;
	readonly squares: number;
}

/** Moments of the values where mask is 1. */
export function momentsOf(values: ArrayLike<number>, mask: Uint8Array): Moments {
	let [count, sum, squares] = [0, 0, 0];
	for (let t = 0; t < mask.length; t++)
		if (mask[t]) {
			count++;
			sum += values[t] as number;
		}
	const mean = count ? sum / count : 0;
	for (let t = 0; t < mask.length; t++) if (mask[t]) squares += ((values[t] as number) - mean) ** 2;
	return { count, mean, squares };
}

/** `tokenSpread` of a batch from its rollouts' moments, so that no more than three numbers of each are kept. */
export function pooledSpread(rows: readonly Moments[]): Spread {
	let [count, sum, squares] = [0, 0, 0];
	for (const r of rows) {
		count += r.count;
		sum += r.count * r.mean;
	}
	const mean = sum / (count > 1 ? count + 1e-8 : count);
	for (const r of rows) squares += r.squares + r.count * (r.mean - mean) ** 2;
	return spreadAs(mean, squares, count, 1e-8);
}

/** weights null = 1 for each value that is there. */
function measure(values: Float64Array, weights: Float64Array | null, guard: number): Spread {
	let count = 0;
	let sum = 0;
	const weight = (i: number): number => {
		const w = weights ? (weights[i] as number) : Number.isNaN(values[i]) ? 0 : 1;
		return Math.max(w, 0);
	};
	for (let i = 0; i < values.length; i++) {
		const w = weight(i);
		if (w === 0) continue;
		sum += w * (values[i] as number);
		count += w;
	}
	const mean = sum / (count > 1 ? count + guard : count);
	let squares = 0;
	for (let i = 0; i < values.length; i++) {
		const w = weight(i);
		if (w === 0) continue;
		const d = (values[i] as number) - mean;
		squares += w * d * d;
	}
	return spreadAs(mean, squares, count, guard);
}

/** Squares beyond the largest number leave the spread unknown: a divisor of ∞ would make every advantage 0. */
function spreadAs(mean: number, squares: number, count: number, guard: number): Spread {
	if (!Number.isFinite(squares)) return { mean: Number.NaN, variance: Number.NaN, count };
	return { mean, variance: count > 1 ? (squares / (count + guard)) * (count / (count - 1)) : 0, count };
}

/** Divisor of masked whitening: √(variance + 1e-8), as verl masked_whiten. */
export const whiteningDivisor = ({ variance }: Spread): number => Math.sqrt(variance + 1e-8);

/** Tokens that count for a rollout: none when it has no group. */
export function groupedLengths(lengths: Float64Array, groups: Int32Array): Float64Array {
	const out = lengths.slice();
	for (let i = 0; i < out.length; i++) if ((groups[i] as number) < 0) out[i] = 0;
	return out;
}

/** A′ = (A − mean)/divisor written as parts again: scale·(R − (baseline + mean·divisor/scale))/(divisor·d). */
export function shifted(e: GroupEstimate, mean: number, by: number): GroupEstimate {
	const advantages = e.advantages.slice();
	for (let i = 0; i < advantages.length; i++) advantages[i] = ((advantages[i] as number) - mean) / by + 0;
	return deferred(
		advantages,
		() => {
			const { reward, scale } = e.parts;
			const baseline = e.parts.baseline.map((b, i) => b + (mean * (e.parts.divisor[i] as number)) / (scale[i] as number));
			return { reward, baseline, divisor: e.parts.divisor.map(d => d * by), scale };
		},
		() => e.groups,
	);
}

/** Rewards whose squares cannot be held: where they leave an advantage unknown, this is why. */
export const isOutOfRange = (rewards: ArrayLike<number>): boolean => Array.from(rewards).some(r => Math.abs(r) > 1e150 && Number.isFinite(r));
