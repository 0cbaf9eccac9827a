/** Why a group gives no gradient, or none worth having. Codes of words/estimators. */
export type Degenerate = "all-equal" | "all-right" | "all-wrong" | "single" | "unscored" | "components-cancel" | "noise";

/** Spread below which rewards differ by arithmetic, not by behaviour: a few float32 steps, and the ε of most trainers. */
const NOISE = 1e-6;

const extent = (values: ArrayLike<number>): { readonly low: number; readonly high: number; readonly usable: number } => {
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	let usable = 0;
	for (let i = 0; i < values.length; i++) {
		const v = values[i] as number;
		if (!Number.isFinite(v)) continue;
		if (v < low) low = v;
		if (v > high) high = v;
		usable++;
	}
	return { low, high, usable };
};
const isNoise = (low: number, high: number): boolean => high - low <= NOISE * Math.max(1, Math.abs(high), Math.abs(low));

/**
 * Says why one group's rewards teach nothing; null when they do. NaN or infinite = unscored member.
 * range: least and greatest reward there can be, null when not known (then 1 is right, 0 and −1 are wrong).
 * contributions: per layer of the reward, what it adds to each member's total; equal totals of different layers cancel.
 * "noise" = the rewards differ, but by no more than 1e-6 of their size.
 */
export function degenerateOf(rewards: ArrayLike<number>, range: readonly [number, number] | null = null, contributions: readonly ArrayLike<number>[] = []): Degenerate | null {
	const { low, high, usable } = extent(rewards);
	if (usable === 0) return "unscored";
	if (usable === 1) return "single";
	if (!isNoise(low, high)) return null;
	for (const layer of contributions) {
		const part = extent(layer);
		if (part.usable > 1 && !isNoise(part.low, part.high)) return "components-cancel";
	}
	if (low !== high) return "noise";
	// nobody knows whether a member without a reward is right
	if (usable < rewards.length) return "all-equal";
	if (range ? high >= range[1] : high === 1) return "all-right";
	if (range ? low <= range[0] : low === 0 || low === -1) return "all-wrong";
	return "all-equal";
}

/** Which trainers' group filters would keep a group. */
export interface Kept {
	/** DAPO as verl samples: more than one member and a deviation that is not 0; a group of one stays. */
	readonly dapo: boolean;
	/** slime: sample deviation above 1e-6; a group of one goes. */
	readonly slime: boolean;
	/** OpenRLHF: mean strictly between 0 and 1. */
	readonly openrlhf: boolean;
	/** STAR: .01 + 1e-6 < mean < .99 − 1e-6 and some spread. */
	readonly star: boolean;
	/** PRIME's example script: .2 ≤ mean ≤ .8 (its configuration's default, 0 to 1, keeps all). */
	readonly prime: boolean;
}

/** Filters of ALGORITHMS §6.2, §9.6 and §11.4 on one group's rewards; a group with an unscored member passes none of them. */
export function keptBy(rewards: ArrayLike<number>): Kept {
	const { low, high, usable } = extent(rewards);
	if (usable < rewards.length || usable === 0) return { dapo: false, slime: false, openrlhf: false, star: false, prime: false };
	let sum = 0;
	for (let i = 0; i < rewards.length; i++) sum += rewards[i] as number;
	const mean = sum / usable;
	let squares = 0;
	for (let i = 0; i < rewards.length; i++) squares += ((rewards[i] as number) - mean) ** 2;
	return {
		dapo: usable === 1 || high > low,
		slime: usable > 1 && Math.sqrt(squares / (usable - 1)) > 1e-6,
		openrlhf: mean > 0 && mean < 1,
		star: mean > 0.01 + 1e-6 && mean < 0.99 - 1e-6 && high > low,
		prime: mean >= 0.2 && mean <= 0.8,
	};
}
