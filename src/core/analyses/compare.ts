import type { Estimate, EstimateParts } from "../model/advantage";
import type { ChangeKind } from "../model/comparison";
import { LANES, type Lane } from "../model/segment";

/** One estimator's answer for the whole file. */
export interface Contender {
	readonly id: string;
	readonly preset: string;
	readonly estimate: Estimate;
	/** Mean advantage per lane over the group's members in its order, where each token has its own; NaN = none. */
	readonly means?: Readonly<Record<Lane, ArrayLike<number>>>;
}

/** Columns of the file that reasons are drawn from. All [B]. */
export interface Evidence {
	/** 1 where the rollout has a learnable segment of the lane. */
	readonly present: Readonly<Record<Lane, ArrayLike<number>>>;
	/** Reward per lane before SLCA's guard; NaN = none. */
	readonly lanes: Readonly<Record<Lane, ArrayLike<number>>>;
}

/** Why an advantage is not what the first estimator gave. Sentences are in words/compare. */
export type ReasonCode =
	| "unknown"
	| "no-segment"
	| "no-advantage"
	| "had-none"
	| "guard"
	| "own-constant"
	| "own-single"
	| "own-reward"
	| "total-constant"
	| "whole-reward"
	| "not-trained"
	| "pays-nothing"
	| "adds"
	| "other-reward"
	| "normaliser"
	| "baseline"
	| "divisor"
	| "scale"
	| "no-split"
	| "per-token";

export interface Reason {
	readonly code: ReasonCode;
	readonly data: Readonly<Record<string, string | number>>;
}

/** What one estimator changes for one segment of one rollout, against the first. */
export interface Change {
	readonly row: number;
	/** Index into the contenders. */
	readonly contender: number;
	readonly lane: Lane;
	readonly from: number;
	readonly to: number;
	readonly kind: ChangeKind;
	readonly reason: Reason;
}

/** What one estimator makes of the group as a whole. */
export interface Treatment {
	/** Members with an advantage that moves them. */
	readonly moved: number;
	/** Nobody is moved: the group is dropped from learning. */
	readonly dropped: boolean;
	/** Code of words/estimators (STATISTIC_NOTES) where a corner applied: of the group, or of the lanes. */
	readonly corners: readonly string[];
	/** Code of words/estimators (ESTIMATOR_UNKNOWN). */
	readonly unknown: string | null;
}

export interface GroupComparison {
	readonly rows: readonly number[];
	/** Advantage [contender][member] for the whole rollout; NaN for locked and token estimators. */
	readonly advantages: readonly Float64Array[];
	/** Advantage [contender] per lane [member]; NaN where the rollout has no such segment. */
	readonly lanes: readonly Readonly<Record<Lane, Float64Array>>[];
	readonly treatments: readonly Treatment[];
	readonly changes: readonly Change[];
	/** Segments whose sign differs from the first estimator's, per contender. */
	readonly flips: readonly number[];
}

/** Signs are compared with this dead zone (ALGORITHMS §1.5). */
const ZERO = 1e-9;
const sign = (x: number): number => (Math.abs(x) < ZERO ? 0 : Math.sign(x));
const differs = (a: number, b: number): boolean => Math.abs(a - b) > ZERO * Math.max(1, Math.abs(a), Math.abs(b));

const laneAdvantage = ({ estimate, means }: Contender, lane: Lane, row: number, i: number, { present }: Evidence): number =>
	means ? (means[lane][i] ?? Number.NaN) : estimate.lanes ? (estimate.lanes[lane][row] as number) : present[lane][row] ? (estimate.advantages?.[row] ?? Number.NaN) : Number.NaN;

interface Row {
	readonly reward: number;
	readonly baseline: number;
	readonly divisor: number;
	readonly scale: number;
}
const at = (parts: EstimateParts | null | undefined, row: number): Row | null =>
	parts ? { reward: parts.reward[row] as number, baseline: parts.baseline[row] as number, divisor: parts.divisor[row] as number, scale: parts.scale[row] as number } : null;
const partsOf = ({ estimate }: Contender, lane: Lane, row: number): Row | null => at(estimate.lanes ? estimate.laneParts?.[lane] : estimate.parts, row);
const cornerOf = ({ estimate }: Contender, lane: Lane, group: number): string | null => (estimate.lanes ? estimate.laneGroups?.[lane] : estimate.groups)?.[group]?.corner ?? null;

function kindOf(from: number, to: number): ChangeKind {
	const [a, b] = [Number.isNaN(from) ? 0 : sign(from), Number.isNaN(to) ? 0 : sign(to)];
	if (a * b < 0) return "flip";
	if (a === 0) return "appears";
	if (b === 0) return "vanishes";
	return Math.abs(to) > Math.abs(from) ? "grows" : "shrinks";
}

/** A locked estimator against a broadcast one: what the segment's own reward says. */
function ownReason(a: Row | null, b: Row, lane: Lane, corner: string | null, wholeCorner: string | null, own: number): Reason {
	if (b.scale === 0) return { code: "not-trained", data: {} };
	if (b.reward !== own && !Number.isNaN(own)) return { code: "guard", data: { reward: b.reward } };
	const data = { lane, own: b.reward, ownMean: b.baseline, total: a?.reward ?? Number.NaN, mean: a?.baseline ?? Number.NaN };
	if (corner === "single") return { code: "own-single", data };
	if (corner === "constant" || corner === "flat") return { code: "own-constant", data };
	return { code: wholeCorner === "constant" || wholeCorner === "flat" ? "total-constant" : "own-reward", data };
}

/** Two estimators that look at the same reward: which of their numbers differ. */
function normaliserReason(a: Row, b: Row, corner: string | null): Reason {
	if (b.scale === 0 && corner !== "flat") return { code: "pays-nothing", data: {} };
	if (differs(a.reward, b.reward)) return { code: "other-reward", data: { from: a.reward, to: b.reward } };
	const data = { fromBaseline: a.baseline, toBaseline: b.baseline, fromDivisor: a.divisor, toDivisor: b.divisor, fromScale: a.scale, toScale: b.scale };
	const [baseline, divisor] = [differs(a.baseline, b.baseline), differs(a.divisor, b.divisor)];
	if (baseline && divisor) return { code: "normaliser", data };
	if (baseline) return { code: "baseline", data };
	return { code: divisor ? "divisor" : "scale", data };
}

function reasonOf(a: Contender, b: Contender, lane: Lane, row: number, group: number, evidence: Evidence, from: number, to: number): Reason {
	if (b.estimate.unknown) return { code: "unknown", data: { unknown: b.estimate.unknown } };
	if (!evidence.present[lane][row]) return { code: "no-segment", data: { lane } };
	if (Number.isNaN(to)) return { code: "no-advantage", data: {} };
	if (Number.isNaN(from)) return { code: "had-none", data: {} };
	if (a.means || b.means) return { code: "per-token", data: {} };
	const [before, after] = [partsOf(a, lane, row), partsOf(b, lane, row)];
	const [lockedBefore, lockedAfter] = [a.estimate.lanes !== null, b.estimate.lanes !== null];
	const own = evidence.lanes[lane][row] as number;
	if (lockedAfter && !lockedBefore)
		return after ? ownReason(before, after, lane, cornerOf(b, lane, group), cornerOf(a, lane, group), own) : { code: "adds", data: { more: to - from } };
	if (lockedBefore && !lockedAfter && after)
		return { code: "whole-reward", data: { total: after.reward, mean: after.baseline, own: before?.reward ?? own, ownMean: before?.baseline ?? Number.NaN } };
	return before && after ? normaliserReason(before, after, cornerOf(b, lane, group)) : { code: "no-split", data: {} };
}

function treatmentOf(c: Contender, group: number, lanes: Readonly<Record<Lane, Float64Array>>): Treatment {
	let moved = 0;
	for (let i = 0; i < lanes.tool.length; i++) if (LANES.some(l => Math.abs(lanes[l][i] as number) >= ZERO)) moved++;
	const corners = [...new Set(LANES.flatMap(l => cornerOf(c, l, group) ?? []))];
	return { moved, dropped: moved === 0, corners, unknown: c.estimate.unknown ?? null };
}

/**
 * One group under several estimators, each against the first: advantage per rollout and segment, which signs flip, which
 * estimators drop the group, and why every number that differs does. rows: members of the group, as indices into the columns;
 * group: its dense number.
 */
export function compareGroup(rows: readonly number[], group: number, contenders: readonly Contender[], evidence: Evidence): GroupComparison {
	const column = (of: (row: number) => number): Float64Array => Float64Array.from(rows, of);
	const laneColumn = (c: Contender, lane: Lane): Float64Array => Float64Array.from(rows, (r, i) => laneAdvantage(c, lane, r, i, evidence));
	const lanes = contenders.map(c => ({ tool: laneColumn(c, "tool"), summary: laneColumn(c, "summary") }));
	const [base] = contenders;
	const changes: Change[] = [];
	const flips = contenders.map(() => 0);
	for (let contender = 1; base && contender < contenders.length; contender++)
		for (let i = 0; i < rows.length; i++)
			for (const lane of LANES) {
				const [from, to] = [lanes[0]?.[lane][i] as number, lanes[contender]?.[lane][i] as number];
				const row = rows[i] as number;
				if ((Number.isNaN(from) && Number.isNaN(to)) || (!Number.isNaN(from) && !Number.isNaN(to) && !differs(from, to))) continue;
				const kind = kindOf(from, to);
				if (kind === "flip") (flips[contender] as number)++;
				changes.push({ row, contender, lane, from, to, kind, reason: reasonOf(base, contenders[contender] as Contender, lane, row, group, evidence, from, to) });
			}
	return {
		rows,
		advantages: contenders.map(c => column(r => (c.estimate.lanes ? Number.NaN : (c.estimate.advantages?.[r] ?? Number.NaN)))),
		lanes,
		treatments: contenders.map((c, k) => treatmentOf(c, group, lanes[k] as Record<Lane, Float64Array>)),
		changes,
		flips,
	};
}
