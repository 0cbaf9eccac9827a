import type { EstimateParts, GroupStatistics } from "../model/advantage";
import { groupCount, groupOrder } from "./grouping";
import { othersDeviation } from "./leaveOneOut";

/** The corners of a group baseline in which trainers differ (ALGORITHMS §2.2). A preset is one value of this. */
export interface Corners {
	/** What the centred reward is divided by: a deviation of the group, the batch or the other members, or the mean (MAXRL). ε is added. */
	readonly divide: "group" | "batch" | "others" | "mean" | "none";
	readonly ddof: 0 | 1;
	readonly epsilon: number;
	/** A group of one: advantage 0 · its raw reward, as if mean 0 and deviation 1 · none. */
	readonly single: "zero" | "raw" | "none";
	/** A member without a reward: takes its group with it · is left out, has none · is left out, gets 0 · counts as reward 0. */
	readonly missing: "spread" | "absent" | "ignore" | "zero";
	/** Deviation at or below which the group's advantages are 0. */
	readonly flat: number;
	/** Subtract the mean of the other members: the centred reward times n/(n − 1). */
	readonly leaveOneOut: boolean;
	/** The whole batch is one group. */
	readonly pooled: boolean;
}

/** What most trainers share: sample deviation, ε 1e-6, one missing reward spoils its group. */
export const PLAIN: Corners = { divide: "group", ddof: 1, epsilon: 1e-6, single: "zero", missing: "spread", flat: 0, leaveOneOut: false, pooled: false };

export interface GroupEstimate {
	readonly advantages: Float64Array;
	readonly parts: EstimateParts;
	readonly groups: readonly GroupStatistics[];
}

/** Float residue is no signal: a group is constant when max − min ≤ 1e-12·max(1, |max|) (ALGORITHMS §1.2). */
const isFlatRange = (low: number, high: number): boolean => !(high - low > 1e-12 * Math.max(1, Math.abs(high)));

/** Columns over groups, and the deviation of the whole batch. */
interface Sums {
	readonly size: Uint32Array;
	/** Members in the statistics; all of them when a missing reward counts as 0. */
	readonly used: Uint32Array;
	readonly scored: Uint32Array;
	readonly mean: Float64Array;
	readonly deviation: Float64Array;
	readonly constant: Uint8Array;
	readonly batchDeviation: number;
}

function sums(rewards: Float64Array, groups: Int32Array, ddof: 0 | 1, missingIsZero: boolean): Sums {
	const count = groupCount(groups);
	const size = new Uint32Array(count);
	const used = new Uint32Array(count);
	const scored = new Uint32Array(count);
	const mean = new Float64Array(count);
	const deviation = new Float64Array(count);
	const low = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
	const high = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
	let batchSum = 0;
	let batchUsed = 0;
	for (let i = 0; i < rewards.length; i++) {
		const g = groups[i] as number;
		if (g < 0) continue;
		(size[g] as number)++;
		let r = rewards[i] as number;
		if (Number.isFinite(r)) (scored[g] as number)++;
		else if (missingIsZero) r = 0;
		else continue;
		(used[g] as number)++;
		(mean[g] as number) += r;
		if (r < (low[g] as number)) low[g] = r;
		if (r > (high[g] as number)) high[g] = r;
		batchSum += r;
		batchUsed++;
	}
	for (let g = 0; g < count; g++) (mean[g] as number) /= used[g] as number;
	const batchMean = batchSum / batchUsed;
	let batchSquares = 0;
	for (let i = 0; i < rewards.length; i++) {
		const g = groups[i] as number;
		if (g < 0) continue;
		let r = rewards[i] as number;
		if (!Number.isFinite(r)) {
			if (!missingIsZero) continue;
			r = 0;
		}
		const d = r - (mean[g] as number);
		(deviation[g] as number) += d * d;
		batchSquares += (r - batchMean) * (r - batchMean);
	}
	const constant = new Uint8Array(count);
	for (let g = 0; g < count; g++) {
		constant[g] = isFlatRange(low[g] as number, high[g] as number) ? 1 : 0;
		deviation[g] = (used[g] as number) > ddof ? Math.sqrt((deviation[g] as number) / ((used[g] as number) - ddof)) : Number.NaN;
	}
	return { size, used, scored, mean, deviation, constant, batchDeviation: batchUsed > ddof ? Math.sqrt(batchSquares / (batchUsed - ddof)) : Number.NaN };
}

/** What is done with a whole group. `own`: the baseline is each member's own reward, so that the advantage is exactly 0. */
interface Treatment {
	readonly baseline: number | "own";
	readonly divisor: number;
	readonly scale: number;
	readonly corner: string | null;
}

const NOTHING: Treatment = { baseline: Number.NaN, divisor: 1, scale: 1, corner: "nan" };

function treat(s: Sums, g: number, c: Corners): Treatment {
	const used = s.used[g] as number;
	const mean = s.mean[g] as number;
	const deviation = s.deviation[g] as number;
	if (used === 0 || (c.missing === "spread" && (s.scored[g] as number) < (s.size[g] as number))) return NOTHING;
	if (used === 1) {
		if (c.single === "none") return { ...NOTHING, corner: "single" };
		if (c.single === "raw") return { baseline: 0, divisor: c.divide === "none" ? 1 : 1 + c.epsilon, scale: 1, corner: "single" };
		return { baseline: "own", divisor: 1, scale: 1, corner: "single" };
	}
	if (s.constant[g]) return { baseline: "own", divisor: 1, scale: 1, corner: "constant" };
	if (deviation <= c.flat) return { baseline: mean, divisor: 1, scale: 0, corner: "flat" };
	const under = { group: deviation, batch: s.batchDeviation, mean, others: Number.NaN, none: Number.NaN }[c.divide];
	return {
		baseline: mean,
		divisor: c.divide === "none" ? 1 : under + c.epsilon,
		scale: c.leaveOneOut ? used / (used - 1) : 1,
		corner: c.leaveOneOut ? "leave-one-out" : c.pooled ? "pooled" : null,
	};
}

/**
 * Group-relative advantages of a batch: A = scale·(R − baseline)/divisor, with those very numbers as `parts`.
 * rewards [B] (NaN or infinite = missing), groups [B] (−1 = no group → NaN); constant groups are exactly 0.
 * Streams over columns, so that adjacent and shuffled groups cost about the same.
 */
export function groupAdvantages(rewards: Float64Array, groups: Int32Array, corners: Corners): GroupEstimate {
	const of = corners.pooled ? groups.map(g => (g < 0 ? -1 : 0)) : groups;
	const s = sums(rewards, of, corners.ddof, corners.missing === "zero");
	const treatments = Array.from(s.size, (_, g) => treat(s, g, corners));
	const others = corners.divide === "others" ? othersDeviation(rewards, groupOrder(of)) : null;
	const n = rewards.length;
	const advantages = new Float64Array(n).fill(Number.NaN);
	const column = (): Float64Array => new Float64Array(n).fill(Number.NaN);
	const parts = { reward: column(), baseline: column(), divisor: column(), scale: column() };
	for (let i = 0; i < n; i++) {
		const g = of[i] as number;
		const t = treatments[g];
		if (!t) continue;
		let reward = rewards[i] as number;
		let { divisor } = t;
		let baseline = t.baseline === "own" ? reward : t.baseline;
		if (!Number.isFinite(reward)) {
			reward = corners.missing === "zero" ? 0 : Number.NaN;
			if (corners.missing === "ignore") {
				// the trainer turns its NaN into 0: as if it were worth what its group is worth on average
				reward = s.used[g] ? (s.mean[g] as number) : 0;
				baseline = reward;
				divisor = 1;
			} else if (t.baseline === "own") baseline = reward;
		}
		if (others && Number.isNaN(divisor)) divisor = (others[i] as number) > 0 ? (others[i] as number) + corners.epsilon : 1;
		parts.reward[i] = reward;
		parts.baseline[i] = baseline;
		parts.divisor[i] = divisor;
		parts.scale[i] = t.scale;
		advantages[i] = (t.scale * (reward - baseline)) / divisor + 0;
	}
	const statistics = treatments.map(
		(t, g): GroupStatistics => ({
			size: s.size[g] as number,
			usable: s.scored[g] as number,
			mean: s.mean[g] as number,
			deviation: s.deviation[g] as number,
			denominator: t.divisor,
			corner: t.corner,
		}),
	);
	return { advantages, parts, groups: statistics };
}
