import { type Leakage, leakage } from "../core/analyses/leakage";
import { type PooledGroup, type PooledLeakage, pooledLeakage } from "../core/analyses/pooledLeakage";
import { tokenLanes } from "../core/credit/tokens";
import { DEFAULT_ESTIMATOR_OPTIONS } from "../core/estimators/contract";
import { LANES, type Lane } from "../core/model/segment";
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
	const rows = groups.members[group];
	if (!pair || !rows) return null;
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

export interface FileLeakage {
	readonly broadcast: string;
	readonly locked: string;
	/** Correlation of tool credit with the summary's reward, under either estimator. */
	readonly pooled: { readonly broadcast: PooledLeakage; readonly locked: PooledLeakage };
	/** Of the trainer's own advantages; null when the file has none. */
	readonly recorded: PooledLeakage | null;
	/** Groups whose members all have a tool segment and both rewards. */
	readonly groups: number;
}

/** The correlational test over all groups of the file (ALGORITHMS §23.3); null without both kinds of estimator or without such a group. */
export function fileLeakage(s: SessionState, estimators: readonly string[]): FileLeakage | null {
	const pair = pairOf(s, estimators);
	if (!pair) return null;
	const { ledger, groups } = s.state;
	const [tool, summary, recorded] = [ledger.laneTool, ledger.laneSummary, ledger.recordedAdvantage];
	const usable = groups.members.filter(
		rows => rows.length > 1 && rows.every(r => !Number.isNaN(tool.get(r)) && !Number.isNaN(summary.get(r)) && !Number.isNaN(pair.lanes.tool[r] as number)),
	);
	const points = usable.reduce((n, rows) => n + rows.length, 0);
	const stride = Math.max(1, Math.ceil(points / MOST_POINTS));
	const chosen = usable.filter((_, i) => i % stride === 0);
	if (!chosen.length) return null;
	const pool = (advantage: (row: number) => number): PooledLeakage =>
		pooledLeakage(chosen.map((rows): PooledGroup => ({ advantages: rows.map(advantage), tool: rows.map(r => tool.get(r)), summary: rows.map(r => summary.get(r)) })));
	return {
		broadcast: pair.broadcast,
		locked: pair.locked,
		pooled: { broadcast: pool(r => pair.advantages[r] as number), locked: pool(r => pair.lanes.tool[r] as number) },
		recorded: chosen.every(rows => rows.every(r => !Number.isNaN(recorded.get(r)))) ? pool(r => recorded.get(r)) : null,
		groups: usable.length,
	};
}
