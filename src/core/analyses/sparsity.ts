import { mersenneTwister } from "./mersenneTwister";

/** Below this chance of a success a binary reward is not usable. */
export const USABLE = 0.01;
/** Group sizes that are tried for a recommendation. */
export const GROUP_SIZES = [4, 8, 16, 32, 64] as const;

/** How rare a reward is that pays only when every step is right. Steps are taken as independent. */
export interface Sparsity {
	/** Π p_j. */
	readonly success: number;
	/** 1/P; Infinity when P = 0. */
	readonly expectedTries: number;
	readonly deviationTries: number;
	/** Tries after which a success is as likely as not. */
	readonly medianTries: number;
	/** P ≥ 1 %. */
	readonly binaryUsable: boolean;
	/** Variance of the binary reward per try. */
	readonly variance: number;
}

/** One probability per step position → the chance that all are right, and what waiting for it costs. */
export function sparsity(steps: readonly number[]): Sparsity {
	const p = steps.reduce((product, x) => product * x, 1);
	return {
		success: p,
		expectedTries: p > 0 ? 1 / p : Number.POSITIVE_INFINITY,
		deviationTries: p > 0 ? Math.sqrt(1 - p) / p : Number.POSITIVE_INFINITY,
		medianTries: triesFor(0.5, p),
		binaryUsable: p >= USABLE,
		variance: p * (1 - p),
	};
}

/** Tries until a success has come with probability `target`. */
function triesFor(target: number, p: number): number {
	if (!(p > 0)) return Number.POSITIVE_INFINITY;
	// float residue must not turn an exact whole number into the next one
	return p >= 1 ? 1 : Math.max(1, Math.ceil(Math.log1p(-target) / Math.log1p(-p) - 1e-12));
}

export interface GroupOdds {
	readonly size: number;
	/** Chance that all rewards are equal: a group without gradient. */
	readonly allSame: number;
	readonly effectiveFraction: number;
	readonly anySuccess: number;
	/** Rollouts sampled for each group with a gradient. */
	readonly samplesPerUsefulGroup: number;
}

/** What a group of `size` binary rewards of rate `p` holds. */
export function groupOdds(p: number, size: number): GroupOdds {
	// −expm1(n·log1p(−p)) = 1 − (1−p)^n without loss for tiny p
	const anySuccess = p >= 1 ? 1 : -Math.expm1(size * Math.log1p(-p));
	const effectiveFraction = Math.max(0, anySuccess - p ** size);
	return {
		size,
		allSame: 1 - effectiveFraction,
		effectiveFraction,
		anySuccess,
		samplesPerUsefulGroup: effectiveFraction > 0 ? size / effectiveFraction : Number.POSITIVE_INFINITY,
	};
}

export interface SmallestGroup {
	/** Smallest group with a success at probability ≥ target. */
	readonly anySuccess: number;
	/** Smallest group with different rewards at probability ≥ target; NaN when there is none (p is 0 or 1). */
	readonly mixed: number;
}

export function smallestGroup(p: number, target: number): SmallestGroup {
	const anySuccess = triesFor(target, p);
	if (!(p > 0 && p < 1)) return { anySuccess, mixed: Number.NaN };
	const enough = (size: number): boolean => groupOdds(p, size).effectiveFraction >= target - 1e-15;
	// a mixed group grows likelier with its size: double until enough, then halve
	let high = 2;
	while (!enough(high)) high *= 2;
	let low = Math.max(2, high / 2);
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		if (enough(middle)) high = middle;
		else low = middle + 1;
	}
	return { anySuccess, mixed: high };
}

/** Chance that all of a group's rewards are equal when each is the mean of n independent step bits of rate `p`. */
export function denseAllSame(p: number, steps: number, size: number): number {
	if (p <= 0 || p >= 1) return 1;
	let term = (1 - p) ** steps;
	let sum = 0;
	for (let j = 0; j <= steps; j++) {
		sum += term ** size;
		term *= ((steps - j) / (j + 1)) * (p / (1 - p));
	}
	return sum;
}

/** Advantages of the winners and the losers when `winners` of `size` binary rewards are 1 (ε = 0). */
export function binaryAdvantage(size: number, winners: number, ddof: 0 | 1): { readonly winner: number; readonly loser: number } {
	const scale = Math.sqrt((size - ddof) / size);
	return { winner: scale * Math.sqrt((size - winners) / winners), loser: -scale * Math.sqrt(winners / (size - winners)) };
}

export interface Rate {
	readonly right: number;
	readonly seen: number;
	/** right/seen; NaN when nothing was seen. */
	readonly rate: number;
	/** 95 % interval of Wilson. */
	readonly low: number;
	readonly high: number;
}

export function wilson(right: number, seen: number, z = 1.959963984540054): Rate {
	if (!seen) return { right, seen, rate: Number.NaN, low: 0, high: 1 };
	const rate = right / seen;
	const zz = (z * z) / seen;
	const centre = (rate + zz / 2) / (1 + zz);
	const half = (z * Math.sqrt((rate * (1 - rate)) / seen + zz / (4 * seen))) / (1 + zz);
	return {
		right,
		seen,
		rate,
		// at the ends the bound is the end itself; rounding would leave a speck beside it
		low: right === 0 ? 0 : Math.max(0, centre - half),
		high: right === seen ? 1 : Math.min(1, centre + half),
	};
}

/**
 * Rate per step position. outcomes: per rollout, 1 = the step was right, 0 = wrong, NaN = not judged; rollouts of tasks
 * with fewer steps say nothing about later positions.
 */
export function stepRates(outcomes: Iterable<ArrayLike<number>>): readonly Rate[] {
	const right: number[] = [];
	const seen: number[] = [];
	for (const steps of outcomes)
		for (let j = 0; j < steps.length; j++) {
			const value = steps[j] as number;
			if (Number.isNaN(value)) continue;
			seen[j] = (seen[j] ?? 0) + 1;
			right[j] = (right[j] ?? 0) + value;
		}
	return Array.from(seen, (n, j) => wilson(right[j] ?? 0, n ?? 0));
}

/** What to do about the sparsity, as a code of words/lab with its values. */
export interface Advice {
	readonly code: "group" | "dense" | "harder" | "never" | "always" | "unknown";
	readonly size: number;
	readonly effectiveFraction: number;
}

/** The smallest usual group of which at least half are useful; without one: partial credit, or harder prompts. */
export function advise(p: number): Advice {
	const none = { size: Number.NaN, effectiveFraction: Number.NaN };
	if (Number.isNaN(p)) return { code: "unknown", ...none };
	if (p <= 0) return { code: "never", ...none };
	if (p >= 1) return { code: "always", ...none };
	for (const size of GROUP_SIZES) {
		const { effectiveFraction } = groupOdds(p, size);
		if (effectiveFraction >= 0.5) return { code: "group", size, effectiveFraction };
	}
	return { code: p > 0.5 ? "harder" : "dense", ...none };
}

export interface SimulatedTries {
	readonly p: number;
	readonly mean: number;
	readonly analytic: number;
	readonly standardError: number;
	readonly z: number;
}

/** Longest run of tries for one success: beyond it the trial is given up (mean NaN). */
const MAX_TRIES = 10_000_000;

/**
 * Tries until all of `steps` draws are below p, mean over `trials`; one stream over all rates in order. Each try stops at its
 * first failure, as Python's `all()` does, so that the stream is that of CPython.
 */
export function simulateTries(rates: readonly number[], steps: number, trials: number, seed: number): readonly SimulatedTries[] {
	const random = mersenneTwister(seed);
	const allRight = (p: number): boolean => {
		for (let j = 0; j < steps; j++) if (!(random() < p)) return false;
		return true;
	};
	return rates.map(p => {
		let total = 0;
		for (let trial = 0; trial < trials && !Number.isNaN(total); trial++) {
			let tries = 1;
			while (!allRight(p)) if (++tries > MAX_TRIES) break;
			total += tries > MAX_TRIES ? Number.NaN : tries;
		}
		const { expectedTries, deviationTries } = sparsity(new Array<number>(steps).fill(p));
		const standardError = deviationTries / Math.sqrt(trials);
		return { p, mean: total / trials, analytic: expectedTries, standardError, z: (total / trials - expectedTries) / standardError };
	});
}
