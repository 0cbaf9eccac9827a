import { compareGroup, type GroupComparison } from "../core/analyses/compare";
import { type ReachLine, reachOf } from "../core/analyses/reach";
import { seated } from "../core/credit/spread";
import { tokenLanes } from "../core/credit/tokens";
import { type Kept, keptBy } from "../core/estimators/degenerate";
import { ESTIMATORS } from "../core/estimators/registry";
import { FLAG } from "../core/model/ledger";
import { LANES, type Lane } from "../core/model/segment";
import type { FileEstimate } from "./estimates";
import type { Detail } from "./look";
import type { SessionState } from "./state";

type Held = SessionState & { detail(row: number): Promise<Detail>; ready(ids: readonly string[]): Promise<unknown> };

export interface ComparisonOfGroup extends GroupComparison {
	readonly contenders: readonly { readonly estimator: string; readonly preset: string }[];
	/** Reward per member, in the session's basis. */
	readonly rewards: Float64Array;
	readonly lanesOfReward: Readonly<Record<"tool" | "summary", Float64Array>>;
	/** Which trainers' group filters would keep the group. */
	readonly kept: Kept;
}

/** Mean advantage of a rollout's tokens per lane; NaN where it has none, or nobody knows where the tokens stand. */
function laneMeans({ tokens }: FileEstimate, { judged, row }: Detail): Record<Lane, number> {
	const { rollout, lanes, tokens: shown } = judged;
	const own = shown.seats && tokens?.column(row, rollout);
	const sums = { tool: 0, summary: 0 };
	const counts = { tool: 0, summary: 0 };
	if (own && shown.seats) {
		const laneOf = tokenLanes(shown, rollout.segments, lanes);
		seated(own, shown.seats, shown.from.length).forEach((a, t) => {
			const lane = LANES[laneOf[t] ?? -1];
			if (!lane || Number.isNaN(a)) return;
			sums[lane] += a;
			counts[lane]++;
		});
	}
	return { tool: sums.tool / counts.tool, summary: sums.summary / counts.summary };
}

async function meansOf(s: Held, found: FileEstimate, rows: readonly number[]): Promise<Record<Lane, number[]>> {
	const out: Record<Lane, number[]> = { tool: [], summary: [] };
	for (const row of rows) {
		const means = laneMeans(found, await s.detail(row));
		for (const lane of LANES) out[lane].push(means[lane]);
	}
	return out;
}

/** The group of a row under several estimators, each against the first; null when the row has no group. */
export async function compareAt(s: Held, row: number, estimators: readonly string[]): Promise<ComparisonOfGroup | null> {
	const { ledger, groups } = s.state;
	const group = ledger.group.get(row);
	if (!(group >= 0)) return null;
	const rows = groups.membersOf(group);
	await s.ready(estimators);
	const contenders = await Promise.all(
		estimators.map(async id => {
			const found = s.estimate(id);
			return { id, preset: s.presetOf(id), estimate: found.estimate, ...(found.tokens ? { means: await meansOf(s, found, rows) } : {}) };
		}),
	);
	const flags = ledger.flags.view();
	const bit = (of: number): Uint8Array => flags.map(f => (f & of ? 1 : 0));
	const lanes = { tool: ledger.laneTool.view(), summary: ledger.laneSummary.view() };
	const reward = s.basis === "recorded" ? ledger.recorded : ledger.total;
	const rewards = Float64Array.from(rows, r => reward.get(r));
	return {
		...compareGroup(rows, group, contenders, { present: { tool: bit(FLAG.toolLane), summary: bit(FLAG.summaryLane) }, lanes }),
		contenders: contenders.map(c => ({ estimator: c.id, preset: c.preset })),
		rewards,
		lanesOfReward: { tool: Float64Array.from(rows, r => lanes.tool[r] as number), summary: Float64Array.from(rows, r => lanes.summary[r] as number) },
		kept: keptBy(rewards),
	};
}

/** What every method gives the segments of one rollout (ALGORITHMS §9.7). */
export async function reachAt(s: Held, row: number): Promise<readonly ReachLine[]> {
	const flags = s.state.ledger.flags.get(row);
	const present = { tool: (flags & FLAG.toolLane) !== 0, summary: (flags & FLAG.summaryLane) !== 0 };
	await s.ready(ESTIMATORS.map(e => e.id));
	const detail = await s.detail(row);
	return ESTIMATORS.flatMap(e => {
		const found = s.estimate(e.id);
		return reachOf(e.id, found.estimate, row, present, found.tokens ? laneMeans(found, detail) : null) ?? [];
	});
}
