import { FLOAT32_TOLERANCE, isSame } from "./audit";

/** How one variant's advantages per token agree with a trainer's, over the rollouts held against each other so far. */
export interface TokenMatch {
	readonly estimator: string;
	readonly preset: string;
	/** Trained tokens with a recorded advantage, how many the variant gives the same number, and to how many it gives none. */
	readonly compared: number;
	readonly matching: number;
	readonly without: number;
	/** Largest |recomputed − recorded|; NaN when nothing could be compared. */
	readonly maxAbsDiff: number;
	/** Rollouts compared, and those that agree in every token. */
	readonly rollouts: number;
	readonly whole: number;
}

/** A rollout whose tokens a variant does not explain. */
export interface TokenMismatch {
	readonly row: number;
	/** First token of the response that differs, and the numbers there; NaN = the variant gives it none. */
	readonly token: number;
	readonly recorded: number;
	readonly recomputed: number;
	/** Tokens that differ, and the largest difference among them. */
	readonly differing: number;
	readonly maxAbsDiff: number;
}

/** One rollout's comparison: recorded, recomputed, mask [T]; NaN in `recorded` = not in the file. Null when nothing is recorded on a trained token. */
export function compareTokens(
	row: number,
	recorded: ArrayLike<number>,
	recomputed: ArrayLike<number>,
	mask: Uint8Array,
	tolerance = FLOAT32_TOLERANCE,
): { readonly compared: number; readonly without: number; readonly most: number; readonly mismatch: TokenMismatch | null } | null {
	let [compared, without, most, differing, first, worst] = [0, 0, Number.NaN, 0, -1, Number.NaN];
	for (let t = 0; t < mask.length; t++) {
		const want = recorded[t] as number;
		if (!mask[t] || Number.isNaN(want)) continue;
		const got = recomputed[t] as number;
		const off = Math.abs(got - want);
		if (Number.isNaN(got)) without++;
		else {
			compared++;
			if (!(off <= most)) most = off;
			if (isSame(got, want, tolerance)) continue;
		}
		differing++;
		if (first < 0) first = t;
		if (!Number.isNaN(off) && !(off <= worst)) worst = off;
	}
	if (!compared && !without) return null;
	const mismatch = first < 0 ? null : { row, token: first, recorded: recorded[first] as number, recomputed: recomputed[first] as number, differing, maxAbsDiff: worst };
	return { compared, without, most, mismatch };
}

/** Adds rollouts up, one after another. */
export class TokenTally {
	private sums = { compared: 0, differing: 0, without: 0, most: Number.NaN, rollouts: 0, whole: 0 };
	readonly mismatches: TokenMismatch[] = [];

	constructor(
		readonly estimator: string,
		readonly preset: string,
	) {}

	add(found: ReturnType<typeof compareTokens>): void {
		if (!found) return;
		const { sums } = this;
		sums.compared += found.compared;
		sums.without += found.without;
		sums.differing += found.mismatch?.differing ?? 0;
		if (!(found.most <= sums.most) && !Number.isNaN(found.most)) sums.most = found.most;
		sums.rollouts++;
		if (found.mismatch) this.mismatches.push(found.mismatch);
		else sums.whole++;
	}

	get match(): TokenMatch {
		const { compared, differing, without, most, rollouts, whole } = this.sums;
		return { estimator: this.estimator, preset: this.preset, compared, matching: compared + without - differing, without, maxAbsDiff: most, rollouts, whole };
	}
}

/** Most rollouts explained first, then most tokens, then the smallest difference. */
export function bestTally(tallies: readonly TokenTally[]): readonly TokenTally[] {
	const off = (t: TokenTally): number => (Number.isNaN(t.match.maxAbsDiff) ? Number.POSITIVE_INFINITY : t.match.maxAbsDiff);
	return [...tallies].sort((a, b) => b.match.whole - a.match.whole || b.match.matching - a.match.matching || off(a) - off(b) || 0);
}
