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

/** An estimate whose parts and statistics are made when first asked for: a million rollouts have four million parts, and few doors look at them. */
export function deferred(advantages: Float64Array, parts: () => EstimateParts, groups: () => readonly GroupStatistics[]): GroupEstimate {
	let madeParts: EstimateParts | null = null;
	let madeGroups: readonly GroupStatistics[] | null = null;
	return {
		advantages,
		get parts() {
			madeParts ??= parts();
			return madeParts;
		},
		get groups() {
			madeGroups ??= groups();
			return madeGroups;
		},
	};
}

/** The advantages that parts say: scale·(reward − baseline)/divisor. */
export const fromParts = ({ reward, baseline, divisor, scale }: EstimateParts): Float64Array =>
	reward.map((r, i) => ((scale[i] as number) * (r - (baseline[i] as number))) / (divisor[i] as number) + 0);

/** Per group, side by side: members in the statistics (all when a missing reward counts as 0), the first reward, sum and squares of the distances to it. */
const LINE = 4;
const USED = 0;
const FIRST = 1;
const SUM = 2;
const SQUARES = 3;
/** What each member is treated with, side by side. A divisor of ∞ makes its advantage exactly 0. */
const RULE = 2;
const BASELINE = 0;
const DIVISOR = 1;

interface Counted {
	readonly lines: Float64Array;
	/** Members without a reward per group; null when there are none. */
	readonly missing: Uint32Array | null;
}

/**
 * Distances are taken to the group's first reward: they are no larger than its range, and a group of n has a variance of at
 * least range²/(2n), so that nothing cancels.
 */
function counted(rewards: Float64Array, groups: Int32Array, missingIsZero: boolean): Counted {
	const count = groupCount(groups);
	const lines = new Float64Array(count * LINE);
	let missing: Uint32Array | null = null;
	for (let i = 0; i < rewards.length; i++) {
		const g = groups[i] as number;
		if (g < 0) continue;
		let r = rewards[i] as number;
		// only finite numbers are 0 when subtracted from themselves
		if (r - r !== 0) {
			missing ??= new Uint32Array(count);
			(missing[g] as number)++;
			if (!missingIsZero) continue;
			r = 0;
		}
		const at = g * LINE;
		if ((lines[at + USED] as number)++ === 0) lines[at + FIRST] = r;
		const d = r - (lines[at + FIRST] as number);
		(lines[at + SUM] as number) += d;
		(lines[at + SQUARES] as number) += d * d;
	}
	return { lines, missing };
}

/** Float residue is no signal: a group is constant when max − min ≤ 1e-12·max(1, |max|) (ALGORITHMS §1.2). */
const isFlatRange = (low: number, high: number): boolean => !(high - low > 1e-12 * Math.max(1, Math.abs(high)));

/**
 * Groups without spread. The squares decide nearly always: 0 = constant, more than n·(2e-12·max)² = not. Only the groups between,
 * whose rewards differ by float residue, have their range looked at.
 */
function constantGroups({ lines }: Counted, rewards: Float64Array, groups: Int32Array, missingIsZero: boolean): (g: number) => boolean {
	const doubtful = (g: number): boolean => {
		const at = g * LINE;
		const squares = lines[at + SQUARES] as number;
		return squares > 0 && squares <= (lines[at + USED] as number) * (2e-12 * Math.max(1, Math.abs(lines[at + FIRST] as number))) ** 2;
	};
	const ranges = new Map<number, { low: number; high: number }>();
	for (let g = 0; g * LINE < lines.length; g++) if (doubtful(g)) ranges.set(g, { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY });
	for (let i = 0; ranges.size && i < rewards.length; i++) {
		const range = ranges.get(groups[i] as number);
		const r = Number.isFinite(rewards[i]) ? (rewards[i] as number) : missingIsZero ? 0 : Number.NaN;
		if (!range || Number.isNaN(r)) continue;
		range.low = Math.min(range.low, r);
		range.high = Math.max(range.high, r);
	}
	return g => {
		const range = ranges.get(g);
		return range ? isFlatRange(range.low, range.high) : lines[g * LINE + SQUARES] === 0;
	};
}

/** Deviation of all rewards that belong to a group. */
function batchDeviation(rewards: Float64Array, groups: Int32Array, ddof: 0 | 1, missingIsZero: boolean): number {
	let [used, sum] = [0, 0];
	const value = (i: number): number => {
		const r = rewards[i] as number;
		return (groups[i] as number) < 0 ? Number.NaN : Number.isFinite(r) ? r : missingIsZero ? 0 : Number.NaN;
	};
	for (let i = 0; i < rewards.length; i++) {
		const r = value(i);
		if (Number.isNaN(r)) continue;
		used++;
		sum += r;
	}
	let squares = 0;
	for (let i = 0; i < rewards.length; i++) {
		const r = value(i);
		if (!Number.isNaN(r)) squares += (r - sum / used) ** 2;
	}
	return used > ddof ? Math.sqrt(squares / (used - ddof)) : Number.NaN;
}

/** Corners by the number that stands for them. */
const CORNERS = [null, "constant", "flat", "single", "nan", "leave-one-out", "pooled", "epsilon-sensitive", "overflow"] as const;
type CornerName = (typeof CORNERS)[number];
const LEAVE_ONE_OUT = CORNERS.indexOf("leave-one-out");

/** Every group's treatment, and what it was worked out from. */
interface Treated extends Counted {
	readonly rewards: Float64Array;
	readonly groups: Int32Array;
	readonly rules: Float64Array;
	/** Index into CORNERS. */
	readonly corner: Uint8Array;
	/** Deviation of the other members, for presets that divide by it. */
	readonly others: Float64Array | null;
	readonly corners: Corners;
}

const meanAt = (lines: Float64Array, at: number): number =>
	(lines[at + USED] as number) ? (lines[at + FIRST] as number) + (lines[at + SUM] as number) / (lines[at + USED] as number) : Number.NaN;

function deviationAt(lines: Float64Array, at: number, ddof: 0 | 1): number {
	const used = lines[at + USED] as number;
	const sum = lines[at + SUM] as number;
	return used > ddof ? Math.sqrt(Math.max(0, ((lines[at + SQUARES] as number) - (sum * sum) / used) / (used - ddof))) : Number.NaN;
}

function treat(rewards: Float64Array, groups: Int32Array, corners: Corners): Treated {
	const missingIsZero = corners.missing === "zero";
	const found = counted(rewards, groups, missingIsZero);
	const { lines, missing } = found;
	const isConstant = constantGroups(found, rewards, groups, missingIsZero);
	const batch = corners.divide === "batch" ? batchDeviation(rewards, groups, corners.ddof, missingIsZero) : Number.NaN;
	const count = lines.length / LINE;
	const rules = new Float64Array(count * RULE);
	const corner = new Uint8Array(count);
	const { divide, epsilon } = corners;
	for (let g = 0; g < count; g++) {
		const at = g * LINE;
		const used = lines[at + USED] as number;
		const mean = meanAt(lines, at);
		const set = (name: CornerName, baseline: number, divisor: number): void => {
			corner[g] = CORNERS.indexOf(name);
			rules[g * RULE + BASELINE] = baseline;
			rules[g * RULE + DIVISOR] = divisor;
		};
		if (used === 0 || (corners.missing === "spread" && missing?.[g])) set("nan", Number.NaN, 1);
		else if (used === 1) {
			if (corners.single === "none") set("single", Number.NaN, 1);
			else if (corners.single === "raw") set("single", 0, divide === "none" ? 1 : 1 + epsilon);
			else set("single", mean, Number.POSITIVE_INFINITY);
		} else if (isConstant(g)) set("constant", mean, Number.POSITIVE_INFINITY);
		else {
			const deviation = deviationAt(lines, at, corners.ddof);
			const divisor = divide === "none" ? 1 : divide === "others" ? Number.NaN : (divide === "mean" ? mean : divide === "batch" ? batch : deviation) + epsilon;
			// differences or squares beyond the largest number: dividing by ∞ would make up zeros
			if (!Number.isFinite(mean) || (divide !== "none" && divide !== "others" && !Number.isFinite(divisor))) set("overflow", Number.NaN, 1);
			else if (deviation <= corners.flat) set("flat", mean, Number.POSITIVE_INFINITY);
			else if (corners.leaveOneOut) set("leave-one-out", mean, divisor);
			else set(divide === "group" && deviation < 10 * epsilon ? "epsilon-sensitive" : corners.pooled ? "pooled" : null, mean, divisor);
		}
	}
	return { ...found, rewards, groups, rules, corner, others: divide === "others" ? othersDeviation(rewards, groupOrder(groups)) : null, corners };
}

/** NaN = their deviation is not known. */
const othersDivisor = (deviation: number, epsilon: number): number => (deviation === 0 ? 1 : deviation + epsilon);
/** Baseline of leave-one-out as its trainers define it: the mean of the members but this one. */
function othersMean(lines: Float64Array, g: number, reward: number): number {
	const mean = meanAt(lines, g * LINE);
	return mean - (reward - mean) / ((lines[g * LINE + USED] as number) - 1);
}

/** The advantages alone: the same as the parts make, without their columns. */
function advantagesOf({ rewards, groups, lines, rules, corner, others, corners }: Treated): Float64Array {
	const out = new Float64Array(rewards.length);
	const { missing, epsilon } = corners;
	for (let i = 0; i < out.length; i++) {
		const g = groups[i] as number;
		if (g < 0) {
			out[i] = Number.NaN;
			continue;
		}
		let r = rewards[i] as number;
		if (r - r !== 0) {
			if (missing === "ignore") continue;
			r = missing === "zero" ? 0 : Number.NaN;
		}
		const centred = r - (corner[g] === LEAVE_ONE_OUT ? othersMean(lines, g, r) : (rules[g * RULE + BASELINE] as number));
		const divisor = rules[g * RULE + DIVISOR] as number;
		const by = others && Number.isNaN(divisor) ? othersDivisor(others[i] as number, epsilon) : divisor;
		out[i] = centred / by + 0;
	}
	return out;
}

function partsOf({ rewards, groups, lines, rules, corner, others, corners }: Treated): EstimateParts {
	const n = rewards.length;
	const parts = { reward: rewards.slice(), baseline: new Float64Array(n).fill(Number.NaN), divisor: new Float64Array(n).fill(1), scale: new Float64Array(n).fill(1) };
	for (let i = 0; i < n; i++) {
		const g = groups[i] as number;
		const missing = !Number.isFinite(rewards[i]);
		if (missing) parts.reward[i] = corners.missing === "zero" && g >= 0 ? 0 : Number.NaN;
		if (g < 0) continue;
		const baseline = rules[g * RULE + BASELINE] as number;
		const divisor = rules[g * RULE + DIVISOR] as number;
		const name = CORNERS[corner[g] as number] ?? "";
		if (name === "flat") parts.scale[i] = 0;
		if (missing && corners.missing === "ignore") {
			// the trainer turns its NaN into 0: as if it were worth what its group is worth on average
			parts.reward[i] = parts.baseline[i] = Number.isNaN(baseline) ? 0 : baseline;
			continue;
		}
		const own = divisor === Number.POSITIVE_INFINITY && name !== "flat";
		parts.baseline[i] = own ? (parts.reward[i] as number) : name === "leave-one-out" ? othersMean(lines, g, parts.reward[i] as number) : baseline;
		if (divisor !== Number.POSITIVE_INFINITY) parts.divisor[i] = others && Number.isNaN(divisor) ? othersDivisor(others[i] as number, corners.epsilon) : divisor;
	}
	return parts;
}

function statisticsOf({ lines, missing, rules, corner, corners }: Treated): readonly GroupStatistics[] {
	return Array.from(corner, (code, g) => {
		const used = lines[g * LINE + USED] as number;
		const without = missing?.[g] ?? 0;
		const [size, usable] = corners.missing === "zero" ? [used, used - without] : [used + without, used];
		const divisor = rules[g * RULE + DIVISOR] as number;
		const deviation = deviationAt(lines, g * LINE, corners.ddof);
		return { size, usable, mean: meanAt(lines, g * LINE), deviation, denominator: divisor === Number.POSITIVE_INFINITY ? 1 : divisor, corner: CORNERS[code] ?? null };
	});
}

/**
 * Group-relative advantages of a batch: A = scale·(R − baseline)/divisor, with `parts` as the trainer defines them.
 * rewards [B] (NaN or infinite = missing), groups [B] (−1 = no group → NaN); constant groups are exactly 0. Parts and
 * statistics are made from the same rewards and groups when first asked for.
 */
export function groupAdvantages(rewards: Float64Array, groups: Int32Array, corners: Corners): GroupEstimate {
	const treated = treat(rewards, corners.pooled ? groups.map(g => (g < 0 ? -1 : 0)) : groups, corners);
	return deferred(
		advantagesOf(treated),
		() => partsOf(treated),
		() => statisticsOf(treated),
	);
}
