import { isOutOfRange } from "../core/estimators/standardise";
import { LANES } from "../core/model/segment";
import type { FileEstimate } from "./estimates";
import type { Detail } from "./look";
import type { SessionState } from "./state";

/** By `GroupStatistics.corner`: what left all of a group without. */
const BY_CORNER: Readonly<Partial<Record<string, string>>> = { nan: "needs-all-rewards", single: "needs-members", overflow: "out-of-range" };

/**
 * Why a rollout has no advantage under an estimator, as a code of words/estimators, from the ledger alone; null = it has one, if only on
 * one lane. Where each token has its own, only what the whole file lacks is told here.
 */
export function lackOfRow(s: SessionState, { estimate, reach, tokens }: FileEstimate, row: number): string | null {
	if (estimate.unknown || tokens) return estimate.unknown ?? null;
	const { lanes, advantages, groups, laneGroups } = estimate;
	const values = lanes ? LANES.map(l => lanes[l][row]) : [advantages?.[row]];
	if (values.some(v => v !== undefined && !Number.isNaN(v))) return null;
	const { ledger } = s.state;
	const group = ledger.group.get(row);
	if (group < 0) return "needs-group";
	const reward = reach === "locked" || s.basis === "recomputed" ? ledger.total : ledger.recorded;
	if (!Number.isFinite(reward.get(row))) return "needs-reward";
	const statistics = laneGroups ? LANES.map(l => laneGroups[l][group]) : [groups[group]];
	const corner = statistics.find(g => BY_CORNER[g?.corner ?? ""] !== undefined)?.corner;
	const rewards = (): number[] => s.state.groups.membersOf(group).map(m => reward.get(m));
	return BY_CORNER[corner ?? ""] ?? (isOutOfRange(rewards()) ? "out-of-range" : "gives-none");
}

/** Why no member of a group has an advantage; null = one has. */
export function lackOfGroup(s: SessionState, found: FileEstimate, group: number): string | null {
	const lacks = s.state.groups.membersOf(group).map(row => lackOfRow(s, found, row));
	// a member without a reward says less than what it took from the others
	return lacks.includes(null) ? null : (lacks.find(code => code !== "needs-reward") ?? lacks[0] ?? null);
}

/** The same as for a row, with the rollout at hand: also what keeps its tokens from having an advantage each. */
export function lackOf(s: SessionState, found: FileEstimate, { judged, row }: Pick<Detail, "judged" | "row">): string | null {
	const { tokens, estimate } = found;
	if (estimate.unknown || !tokens) return lackOfRow(s, found, row);
	if (!tokens.column(row, judged.rollout)) return "needs-values";
	return judged.tokens.seats ? null : "needs-places";
}
