import { type Leakage, leakage } from "../core/analyses/leakage";
import { type PooledGroup, type PooledLeakage, pooledLeakage } from "../core/analyses/pooledLeakage";
import { tokenLanes } from "../core/credit/tokens";
import { DEFAULT_ESTIMATOR_OPTIONS } from "../core/estimators/contract";
import { FLAG } from "../core/model/ledger";
import { LANES, type Lane } from "../core/model/segment";
import { LEAKAGE_WORDS } from "../words/audit";
import { type Locale, say } from "../words/words";
import type { Detail } from "./look";
import type { SessionState } from "./state";

type Held = SessionState & { detail(row: number): Promise<Detail> };

/** What a broadcast estimator leaks from one segment into the other, over one group. */
export interface GroupLeakage {
	readonly broadcast: string;
	readonly locked: string;
	readonly group: number;
	/** Rows of the group; `falseReward` and `falsePunishment` are indices into it. */
	readonly rows: readonly number[];
	readonly found: Leakage;
}

/** Learnable tokens of a row per lane; the row is read again. */
async function laneTokens(s: Held, row: number): Promise<Record<Lane, number>> {
	const { tokens, rollout, lanes } = (await s.detail(row)).judged;
	const counts = { tool: 0, summary: 0 };
	const laneOf = tokenLanes(tokens, rollout.segments, lanes);
	for (let t = 0; t < laneOf.length; t++) {
		const lane = LANES[laneOf[t] ?? -1];
		if (lane && tokens.lossMask[t]) counts[lane]++;
	}
	return counts;
}

/** The first broadcast and the first segment-locked of the estimators; null when there are not both. */
function pairOf(s: SessionState, estimators: readonly string[]) {
	const found = estimators.map(id => s.estimate(id));
	const broadcast = found.find(e => e.reach === "broadcast" && !e.estimate.unknown);
	const locked = found.find(e => e.reach === "locked" && !e.estimate.unknown);
	const advantages = broadcast?.estimate.advantages;
	const lanes = locked?.estimate.lanes;
	return broadcast && locked && advantages && lanes ? { broadcast: broadcast.estimator, locked: locked.estimator, advantages, lanes } : null;
}

/** Leakage in one group; null when the estimators are not both kinds, or a reward of a segment is unknown. */
export async function groupLeakage(s: Held, group: number, estimators: readonly string[]): Promise<GroupLeakage | null> {
	const pair = pairOf(s, estimators);
	const { ledger, groups } = s.state;
	if (!pair || !(group >= 0)) return null;
	const rows = groups.membersOf(group);
	const counts: Record<Lane, number>[] = [];
	for (const r of rows) counts.push(await laneTokens(s, r));
	const reward = { tool: ledger.laneTool, summary: ledger.laneSummary };
	const perLane = (value: (lane: Lane, index: number) => number): Record<Lane, number[]> => ({
		tool: rows.map((_, i) => value("tool", i)),
		summary: rows.map((_, i) => value("summary", i)),
	});
	const tokens = perLane((lane, i) => counts[i]?.[lane] ?? 0);
	// a rollout without the segment adds nothing; one with it and without a reward leaves the comparison open
	const rewards = perLane((lane, i) => (tokens[lane][i] ? reward[lane].get(rows[i] ?? -1) : 0));
	if (LANES.some(lane => rewards[lane].some(Number.isNaN))) return null;
	const found = leakage({
		rewards,
		tokens,
		broadcast: rows.map(r => pair.advantages[r] as number),
		locked: perLane((lane, i) => pair.lanes[lane][rows[i] ?? -1] ?? Number.NaN),
		weights: s.resolution.estimatorOptions.laneWeights ?? DEFAULT_ESTIMATOR_OPTIONS.laneWeights,
	});
	return { broadcast: pair.broadcast, locked: pair.locked, group, rows, found };
}

/** Rollouts the pooled figures are taken from at most; larger files are sampled evenly by group. */
const MOST_POINTS = 20_000;

/** Why a rollout does not count in a pooled figure; codes of words/audit. The first that applies. */
export const LEFT_OUT = ["no-tool", "no-summary", "no-reward", "no-advantage", "alone", "sampled"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** One pooled figure, the rollouts it rests on and those it could not be taken from. */
export interface Pooled {
	/** Null when no group has two rollouts that count. */
	readonly found: PooledLeakage | null;
	/** Groups that count. */
	readonly groups: number;
	/** Rollouts that do not, by reason; with `points` they are all of the file. */
	readonly left: Readonly<Record<LeftOut, number>>;
}

export interface FileLeakage {
	readonly broadcast: string;
	readonly locked: string;
	readonly rollouts: number;
	/** Correlation of tool credit with the summary's reward, under either estimator: over the same rollouts. */
	readonly pooled: { readonly broadcast: Pooled; readonly locked: Pooled };
	/** Of the trainer's own advantages; null when the file has none. */
	readonly recorded: Pooled | null;
}

/**
 * Pools the rollouts that have both segments, both rewards and every one of `needs`, in groups with two of them or more: a rollout that
 * made no call says nothing of tool credit, and takes nothing from the others. The advantage is the first of `needs`.
 */
function pool({ state }: SessionState, ...needs: readonly [(row: number) => number, ...((row: number) => number)[]]): Pooled {
	const { ledger, groups } = state;
	const [advantage] = needs;
	const [tool, summary] = [ledger.laneTool, ledger.laneSummary];
	const left: Record<LeftOut, number> = { "no-tool": 0, "no-summary": 0, "no-reward": 0, "no-advantage": 0, alone: 0, sampled: 0 };
	const without = (row: number): LeftOut | null => {
		const flags = ledger.flags.get(row);
		// not scored yet: which segments it has is not known either
		if (flags & FLAG.waiting) return "no-reward";
		if (!(flags & FLAG.toolLane)) return "no-tool";
		if (!(flags & FLAG.summaryLane)) return "no-summary";
		if (Number.isNaN(tool.get(row)) || Number.isNaN(summary.get(row))) return "no-reward";
		return needs.some(of => Number.isNaN(of(row))) ? "no-advantage" : null;
	};
	const counting = (rows: readonly number[], least: number): readonly number[] => {
		const kept = rows.filter(row => {
			const why = without(row);
			if (why) left[why]++;
			return !why;
		});
		if (kept.length >= least) return kept;
		left.alone += kept.length;
		return [];
	};
	// centred on its group, a rollout that is alone would always be 0
	const usable = groups
		.members()
		.map(rows => counting(rows, 2))
		.filter(rows => rows.length);
	counting(groups.membersOf(-1), Number.POSITIVE_INFINITY);
	const points = usable.reduce((n, rows) => n + rows.length, 0);
	const stride = Math.max(1, Math.ceil(points / MOST_POINTS));
	const chosen = usable.filter((_, i) => i % stride === 0);
	const found = chosen.length
		? pooledLeakage(chosen.map((rows): PooledGroup => ({ advantages: rows.map(advantage), tool: rows.map(r => tool.get(r)), summary: rows.map(r => summary.get(r)) })))
		: null;
	left.sampled = points - (found?.points ?? 0);
	return { found, groups: usable.length, left };
}

/** The correlational test over all groups of the file (ALGORITHMS §23.3); null without both kinds of estimator. */
export function fileLeakage(s: SessionState, estimators: readonly string[]): FileLeakage | null {
	const pair = pairOf(s, estimators);
	if (!pair) return null;
	const { recordedAdvantage, group } = s.state.ledger;
	const [broadcast, locked] = [(r: number) => pair.advantages[r] as number, (r: number) => pair.lanes.tool[r] as number];
	return {
		broadcast: pair.broadcast,
		locked: pair.locked,
		rollouts: group.length,
		pooled: { broadcast: pool(s, broadcast, locked), locked: pool(s, locked, broadcast) },
		recorded: s.state.seen.has("advantages") ? pool(s, r => recordedAdvantage.get(r)) : null,
	};
}

/** "11 of 13 rollouts count; left out: 1 without a tool segment, 1 alone in its group", for one or more figures over the same rollouts. */
export function leftOutSentence(rollouts: number, { found, left }: Pooled, locale: Locale): string | null {
	const used = found?.points ?? 0;
	if (used === rollouts) return null;
	const reasons = LEFT_OUT.flatMap(code => (left[code] ? [say(LEAKAGE_WORDS, `left:${code}`, locale, { count: left[code] })] : []));
	return say(LEAKAGE_WORDS, "left-out", locale, { used, rollouts, reasons: reasons.join(locale === "zh-cn" ? "，" : ", ") });
}
