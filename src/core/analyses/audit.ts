/** Advantages of all rollouts under one estimator and preset, to be held against what a trainer wrote. */
export interface Candidate {
	readonly estimator: string;
	readonly preset: string;
	/** [B]; NaN = this variant gives the rollout none. */
	readonly advantages: ArrayLike<number>;
	/** Is it of the trainer that wrote the file? */
	readonly home?: boolean;
}

/** How well one candidate explains the recorded advantages. */
export interface CandidateMatch {
	readonly estimator: string;
	readonly preset: string;
	/** Largest |recomputed − recorded|; NaN when nothing could be compared. */
	readonly maxAbsDiff: number;
	readonly meanAbsDiff: number;
	/** The largest difference among the rollouts that match; NaN when none does. */
	readonly maxMatchingDiff: number;
	/** Rollouts within the tolerance, and how many were compared. */
	readonly matching: number;
	readonly compared: number;
	/** Rollouts with a recorded advantage to which the candidate gives none. */
	readonly without: number;
}

export interface Mismatch {
	readonly row: number;
	readonly recorded: number;
	/** Of the best candidate; NaN = it gives none. */
	readonly recomputed: number;
	readonly difference: number;
	/** True when no candidate at all gives the recorded number. */
	readonly unexplained: boolean;
}

export interface Audit {
	/** Rollouts with a recorded advantage. */
	readonly recorded: number;
	/** Null when there is nothing to compare. */
	readonly best: CandidateMatch | null;
	/** Does the best match every recorded advantage? */
	readonly explained: boolean;
	/** Candidates that match just as well: within the tolerance everywhere, or equal to the best. */
	readonly equals: readonly CandidateMatch[];
	/** Best first. */
	readonly candidates: readonly CandidateMatch[];
	/** Against the best. */
	readonly mismatches: readonly Mismatch[];
}

/** Trainers compute in float32: |a − b| ≤ 2e-4·max(1, |b|) is the same number (ALGORITHMS §1.1). */
export const FLOAT32_TOLERANCE = 2e-4;

/** Are two advantages the same number? */
export const isSame = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

function hold({ estimator, preset, advantages }: Candidate, recorded: ArrayLike<number>, tolerance: number): CandidateMatch {
	let [most, sum, matching, near, compared, without] = [0, 0, 0, 0, 0, 0];
	for (let i = 0; i < recorded.length; i++) {
		const want = recorded[i] as number;
		const got = advantages[i] as number;
		if (Number.isNaN(want)) continue;
		if (Number.isNaN(got)) {
			without++;
			continue;
		}
		const off = Math.abs(got - want);
		compared++;
		sum += off;
		if (off > most) most = off;
		if (!isSame(got, want, tolerance)) continue;
		matching++;
		if (off > near) near = off;
	}
	const known = (value: number, count: number): number => (count ? value : Number.NaN);
	return { estimator, preset, maxAbsDiff: known(most, compared), meanAbsDiff: sum / compared, maxMatchingDiff: known(near, matching), matching, compared, without };
}

const ranked = (a: number, b: number): number => (Number.isNaN(a) ? Number.POSITIVE_INFINITY : a) - (Number.isNaN(b) ? Number.POSITIVE_INFINITY : b) || 0;
/** Differences a trainer's float32 makes by itself: they tell no two candidates apart. */
const RESIDUE = 1e-6;
const coarse = (difference: number): number => (difference <= RESIDUE ? 0 : difference);
interface Held {
	readonly candidate: Candidate;
	readonly match: CandidateMatch;
}
/** Most matches first, then those that match most closely, the file's own trainer before others, then the smallest difference of all, then the order given. */
const better = ({ candidate: c, match: a }: Held, { candidate: d, match: b }: Held): number =>
	b.matching - a.matching ||
	ranked(coarse(a.maxMatchingDiff), coarse(b.maxMatchingDiff)) ||
	Number(d.home ?? false) - Number(c.home ?? false) ||
	ranked(a.maxMatchingDiff, b.maxMatchingDiff) ||
	ranked(a.maxAbsDiff, b.maxAbsDiff);

/**
 * Which estimator and preset a trainer's own advantages come from. recorded [B], NaN = not in the file. Every candidate is
 * compared with every recorded number; rollouts that no candidate explains are marked.
 */
export function audit(recorded: ArrayLike<number>, candidates: readonly Candidate[], tolerance = FLOAT32_TOLERANCE): Audit {
	let count = 0;
	for (let i = 0; i < recorded.length; i++) if (!Number.isNaN(recorded[i])) count++;
	const held = candidates.map(c => ({ candidate: c, match: hold(c, recorded, tolerance) }));
	held.sort(better);
	const [first] = held;
	if (!first?.match.compared) return { recorded: count, best: null, explained: false, equals: [], candidates: held.map(h => h.match), mismatches: [] };
	const best = first.match;
	const mismatches: Mismatch[] = [];
	for (let row = 0; row < recorded.length; row++) {
		const want = recorded[row] as number;
		const got = first.candidate.advantages[row] as number;
		if (Number.isNaN(want) || isSame(got, want, tolerance)) continue;
		const unexplained = !candidates.some(c => isSame(c.advantages[row] as number, want, tolerance));
		mismatches.push({ row, recorded: want, recomputed: got, difference: got - want, unexplained });
	}
	const explained = mismatches.length === 0;
	const equals = held
		.slice(1)
		.flatMap(({ match }) =>
			match.matching === best.matching && match.compared === best.compared && (explained || coarse(match.maxMatchingDiff) === coarse(best.maxMatchingDiff)) ? [match] : [],
		);
	return { recorded: count, best, explained, equals, candidates: held.map(h => h.match), mismatches };
}
