import { type Leakage, leakage } from "../core/analyses/leakage";
import { tokenLanes } from "../core/credit/tokens";
import { DEFAULT_ESTIMATOR_OPTIONS } from "../core/estimators/contract";
import { LANES, type Lane } from "../core/model/segment";
import type { Session } from "../session/session";
import type { Io } from "./command";
import { wrap } from "./width";

/** What a broadcast estimator leaks from one segment into the other, over the group of a rollout. */
export interface GroupLeakage {
	readonly broadcast: string;
	readonly locked: string;
	/** Rows of the group; `falseReward` and `falsePunishment` are indices into it. */
	readonly rows: readonly number[];
	readonly found: Leakage;
}

/** Learnable tokens of a row per lane; the row is read again. */
async function laneTokens(session: Session, row: number): Promise<Record<Lane, number>> {
	const { tokens, rollout, lanes } = (await session.detail(row)).judged;
	const counts = { tool: 0, summary: 0 };
	const laneOf = tokenLanes(tokens, rollout.segments, lanes);
	for (let t = 0; t < laneOf.length; t++) {
		const lane = LANES[laneOf[t] ?? -1];
		if (lane && tokens.lossMask[t]) counts[lane]++;
	}
	return counts;
}

/**
 * Leakage in the group of `row` between the first broadcast and the first segment-locked of the estimators; null when there
 * are not both, the rollout has no group, or a reward of a segment is unknown.
 */
export async function groupLeakage(session: Session, row: number, estimators: readonly string[]): Promise<GroupLeakage | null> {
	const found = estimators.map(id => session.estimate(id));
	const broadcast = found.find(e => e.reach === "broadcast");
	const locked = found.find(e => e.reach === "locked");
	const { ledger, groups } = session.state;
	const rows = groups.members[ledger.group.get(row)];
	const advantages = broadcast?.estimate.advantages;
	const lanes = locked?.estimate.lanes;
	if (!broadcast || !locked || !rows || !advantages || !lanes) return null;
	const counts: Record<Lane, number>[] = [];
	for (const r of rows) counts.push(await laneTokens(session, r));
	const reward = { tool: ledger.laneTool, summary: ledger.laneSummary };
	const perLane = (value: (lane: Lane, index: number) => number): Record<Lane, number[]> => ({
		tool: rows.map((_, i) => value("tool", i)),
		summary: rows.map((_, i) => value("summary", i)),
	});
	const tokens = perLane((lane, i) => counts[i]?.[lane] ?? 0);
	// a rollout without the segment adds nothing; one with it and without a reward leaves the comparison open
	const rewards = perLane((lane, i) => (tokens[lane][i] ? reward[lane].get(rows[i] ?? -1) : 0));
	if (LANES.some(lane => rewards[lane].some(Number.isNaN))) return null;
	return {
		broadcast: broadcast.estimator,
		locked: locked.estimator,
		rows,
		found: leakage({
			rewards,
			tokens,
			broadcast: rows.map(r => advantages[r] as number),
			locked: perLane((lane, i) => lanes[lane][rows[i] ?? -1] ?? Number.NaN),
			weights: session.resolution.estimatorOptions.laneWeights ?? DEFAULT_ESTIMATOR_OPTIONS.laneWeights,
		}),
	};
}

const percent = (share: number): string => (Number.isNaN(share) ? "–" : `${Math.round(share * 100)} %`);

/** Leakage in sentences, under a heading; nothing without it. */
export function leakageLines(io: Io, leaked: GroupLeakage | null): readonly string[] {
	if (!leaked) return [];
	const { broadcast, locked, rows, found } = leaked;
	const named = (indices: readonly number[]): string => indices.map(i => rows[i]).join(", ");
	const sentences = [
		...LANES.flatMap(lane => {
			const l = found.lanes[lane];
			return l ? [io.words(`leak-${lane}`, { against: percent(l.signDisagreement), phantom: percent(l.phantom) })] : [];
		}),
		io.words("leak-share", { share: percent(found.summaryShare) }),
		...(found.falseReward.length ? [io.words("leak-reward", { rows: named(found.falseReward) })] : []),
		...(found.falsePunishment.length ? [io.words("leak-punishment", { rows: named(found.falsePunishment) })] : []),
	];
	const { columns } = io.terminal;
	return ["", ...wrap(io.words("leak-title", { broadcast, locked }), columns), ...sentences.flatMap(t => wrap(t, columns - 4).map((l, i) => `${i ? "    " : "  · "}${l}`))];
}
