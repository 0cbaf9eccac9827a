import { compareGroup, type GroupComparison } from "../core/analyses/compare";
import { type ReachLine, reachOf } from "../core/analyses/reach";
import { type Kept, keptBy } from "../core/estimators/degenerate";
import { ESTIMATORS } from "../core/estimators/registry";
import { FLAG } from "../core/model/ledger";
import type { SessionState } from "./state";

export interface ComparisonOfGroup extends GroupComparison {
	readonly contenders: readonly { readonly estimator: string; readonly preset: string }[];
	/** Reward per member, in the session's basis. */
	readonly rewards: Float64Array;
	readonly lanesOfReward: Readonly<Record<"tool" | "summary", Float64Array>>;
	/** Which trainers' group filters would keep the group. */
	readonly kept: Kept;
}

/** The group of a row under several estimators, each against the first; null when the row has no group. */
export function compareAt(s: SessionState, row: number, estimators: readonly string[]): ComparisonOfGroup | null {
	const { ledger, groups } = s.state;
	const group = ledger.group.get(row);
	const rows = groups.members[group];
	if (!rows) return null;
	const contenders = estimators.map(id => ({ id, preset: s.presetOf(id), estimate: s.estimate(id).estimate }));
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
export function reachAt(s: SessionState, row: number): readonly ReachLine[] {
	const flags = s.state.ledger.flags.get(row);
	const present = { tool: (flags & FLAG.toolLane) !== 0, summary: (flags & FLAG.summaryLane) !== 0 };
	return ESTIMATORS.flatMap(e => reachOf(e.id, s.estimate(e.id).estimate, row, present) ?? []);
}
