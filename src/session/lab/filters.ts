import { filterGroups } from "../../core/analyses/groupFilters";
import type { FiltersView } from "../../protocol/lab";
import { FILTER_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import type { SessionState } from "../state";
import { groupRef } from "./whatIf";

export const FILTERS = ["dapo", "star", "prime", "slime", "openrlhf"] as const;
/** Longest list of dropped groups. */
const LISTED = 200;

/** What the trainers' group filters would do to this file under the rewards in force. */
export function filtersView(s: SessionState): FiltersView {
	const { ledger, groups } = s.state;
	const column = s.basis === "recorded" ? ledger.recorded : ledger.total;
	const words = (code: string, values = {}): string => say(FILTER_WORDS, code, s.locale, values);
	let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const r of column.view()) {
		if (!Number.isFinite(r)) continue;
		if (r < low) low = r;
		if (r > high) high = r;
	}
	const rounded = (v: number): number => Math.round(v * 1000) / 1000;
	const seen = groups.members().map((rows, g) => ({
		rewards: rows.map(r => column.get(r)),
		tokens: rows.reduce((sum, r) => sum + ledger.tokens.get(r), 0),
		kept: { ...s.groupSummary(g).kept },
	}));
	return {
		groups: seen.length,
		filters: filterGroups(seen, FILTERS).map(f => ({
			id: f.filter,
			label: words(f.filter),
			kept: f.kept,
			reasons: Object.entries(f.reasons).map(([code, count]) => ({ code, label: words(code), count })),
			rollouts: f.rollouts,
			rollouts_dropped: f.rolloutsDropped,
			tokens: f.tokens,
			tokens_dropped: f.tokensDropped,
			sampled_per_kept: f.sampledPerKept,
			dropped: f.dropped.slice(0, LISTED).map(d => ({ ...groupRef(s, d.group), reason: d.reason })),
		})),
		notes: [...(low < 0 || high > 1 ? [words("scale", { low: rounded(low), high: rounded(high) })] : []), words("note")],
	};
}
