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

/** The advantages that parts say: scale·(reward − baseline)/divisor. */
export const fromParts = ({ reward, baseline, divisor, scale }: EstimateParts): Float64Array =>
	reward.map((r, i) => ((scale[i] as number) * (r - (baseline[i] as number))) / (divisor[i] as number) + 0);

/** Float residue is no signal: a group is constant when max − min ≤ 1e-12·max(1, |max|) (ALGORITHMS §1.2). */
const isFlatRange = (low: number, high: number): boolean => !(high - low > 1e-12 * Math.max(1, Math.abs(high)));

/** Columns over groups side by side, so that a row finds all of its group's numbers in one place of memory. */
const SUMS = { mean: 0, squares: 1, low: 2, high: 3, width: 4 } as const;
const COUNTS = { size: 0, scored: 1, used: 2, width: 3 } as const;
const RULE = { baseline: 0, divisor: 1, scale: 2, own: 3, width: 4 } as const;

interface Sums {
	/** Per group: mean, sum of squared distances to it, least and greatest reward. */
	readonly values: Float64Array;
	/** Per group: members, members with a reward, members in the statistics (all when a missing reward counts as 0). */
	readonly counts: Uint32Array;
	/** Deviation of all rewards of the batch. */
	readonly batch: number;
}

function sums(rewards: Float64Array, groups: Int32Array, ddof: 0 | 1, missingIsZero: boolean): Sums {
	const groupNumber = groupCount(groups);
	const values = new Float64Array(groupNumber * SUMS.width);
	const counts = new Uint32Array(groupNumber * COUNTS.width);
	for (let v = 0; v < values.length; v += SUMS.width) {
		values[v + SUMS.low] = Number.POSITIVE_INFINITY;
		values[v + SUMS.high] = Number.NEGATIVE_INFINITY;
	}
	let sum = 0;
	let used = 0;
	for (let i = 0; i < rewards.length; i++) {
		const g = groups[i] as number;
		if (g < 0) continue;
		const c = g * COUNTS.width;
		(counts[c + COUNTS.size] as number)++;
		let r = rewards[i] as number;
		if (Number.isFinite(r)) (counts[c + COUNTS.scored] as number)++;
		else if (missingIsZero) r = 0;
		else continue;
		(counts[c + COUNTS.used] as number)++;
		const v = g * SUMS.width;
		(values[v + SUMS.mean] as number) += r;
		// branches here would be guessed wrong once or twice in every group
		values[v + SUMS.low] = Math.min(values[v + SUMS.low] as number, r);
		values[v + SUMS.high] = Math.max(values[v + SUMS.high] as number, r);
		sum += r;
		used++;
	}
	for (let g = 0; g < groupNumber; g++) (values[g * SUMS.width + SUMS.mean] as number) /= counts[g * COUNTS.width + COUNTS.used] as number;
	const mean = sum / used;
	let squares = 0;
	for (let i = 0; i < rewards.length; i++) {
		const g = groups[i] as number;
		if (g < 0) continue;
		let r = rewards[i] as number;
		if (!Number.isFinite(r)) {
			if (!missingIsZero) continue;
			r = 0;
		}
		const v = g * SUMS.width;
		const d = r - (values[v + SUMS.mean] as number);
		(values[v + SUMS.squares] as number) += d * d;
		squares += (r - mean) * (r - mean);
	}
	return { values, counts, batch: used > ddof ? Math.sqrt(squares / (used - ddof)) : Number.NaN };
}

/** Writes the rule for the members of group g — `own`: each is its own baseline, so that A is exactly 0 — and says what was used. */
function treat({ values, counts, batch }: Sums, g: number, c: Corners, rules: Float64Array): GroupStatistics {
	const v = g * SUMS.width;
	const n = g * COUNTS.width;
	const size = counts[n + COUNTS.size] as number;
	const usable = counts[n + COUNTS.scored] as number;
	const used = counts[n + COUNTS.used] as number;
	const mean = values[v + SUMS.mean] as number;
	const deviation = used > c.ddof ? Math.sqrt((values[v + SUMS.squares] as number) / (used - c.ddof)) : Number.NaN;
	const as = (corner: string | null, baseline: number, denominator = 1, scale = 1, own = 0): GroupStatistics => {
		const r = g * RULE.width;
		rules[r + RULE.baseline] = baseline;
		rules[r + RULE.divisor] = denominator;
		rules[r + RULE.scale] = scale;
		rules[r + RULE.own] = own;
		return { size, usable, mean, deviation, denominator, corner };
	};
	if (used === 0 || (c.missing === "spread" && usable < size)) return as("nan", Number.NaN);
	if (used === 1) {
		if (c.single === "none") return as("single", Number.NaN);
		return c.single === "raw" ? as("single", 0, c.divide === "none" ? 1 : 1 + c.epsilon) : as("single", mean, 1, 1, 1);
	}
	if (isFlatRange(values[v + SUMS.low] as number, values[v + SUMS.high] as number)) return as("constant", mean, 1, 1, 1);
	if (deviation <= c.flat) return as("flat", mean, 1, 0);
	const divisor = c.divide === "none" ? 1 : c.divide === "others" ? Number.NaN : (c.divide === "mean" ? mean : c.divide === "batch" ? batch : deviation) + c.epsilon;
	if (c.leaveOneOut) return as("leave-one-out", mean, divisor, used / (used - 1));
	const damped = c.divide === "group" && deviation < 10 * c.epsilon;
	return as(damped ? "epsilon-sensitive" : c.pooled ? "pooled" : null, mean, divisor);
}

/**
 * Group-relative advantages of a batch: A = scale·(R − baseline)/divisor, with those very numbers as `parts`.
 * rewards [B] (NaN or infinite = missing), groups [B] (−1 = no group → NaN); constant groups are exactly 0.
 * Streams over columns: adjacent and shuffled groups cost about the same.
 */
export function groupAdvantages(rewards: Float64Array, groups: Int32Array, corners: Corners): GroupEstimate {
	const of = corners.pooled ? groups.map(g => (g < 0 ? -1 : 0)) : groups;
	const s = sums(rewards, of, corners.ddof, corners.missing === "zero");
	const count = s.counts.length / COUNTS.width;
	const rules = new Float64Array(count * RULE.width);
	const statistics: GroupStatistics[] = [];
	for (let g = 0; g < count; g++) statistics.push(treat(s, g, corners, rules));
	const others = corners.divide === "others" ? othersDeviation(rewards, groupOrder(of)) : null;
	const n = rewards.length;
	const advantages = new Float64Array(n);
	const [rewardOf, baselineOf, divisorOf, scaleOf] = [new Float64Array(n), new Float64Array(n), new Float64Array(n), new Float64Array(n)];
	for (let i = 0; i < n; i++) {
		const rule = (of[i] as number) * RULE.width;
		let reward = rewards[i] as number;
		let baseline = Number.NaN;
		let divisor = 1;
		let scale = 1;
		if (rule >= 0) {
			const missing = !Number.isFinite(reward);
			if (missing) reward = corners.missing === "zero" ? 0 : Number.NaN;
			baseline = rules[rule + RULE.own] ? reward : (rules[rule + RULE.baseline] as number);
			divisor = rules[rule + RULE.divisor] as number;
			scale = rules[rule + RULE.scale] as number;
			if (missing && corners.missing === "ignore") {
				// the trainer turns its NaN into 0: as if it were worth what its group is worth on average
				const mean = rules[rule + RULE.baseline] as number;
				reward = baseline = Number.isNaN(mean) ? 0 : mean;
				divisor = 1;
			} else if (others && Number.isNaN(divisor)) divisor = (others[i] as number) > 0 ? (others[i] as number) + corners.epsilon : 1;
		}
		rewardOf[i] = reward;
		baselineOf[i] = baseline;
		divisorOf[i] = divisor;
		scaleOf[i] = scale;
		advantages[i] = (scale * (reward - baseline)) / divisor + 0;
	}
	return { advantages, parts: { reward: rewardOf, baseline: baselineOf, divisor: divisorOf, scale: scaleOf }, groups: statistics };
}
