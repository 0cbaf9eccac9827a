import { isConstant, mean } from "../base/stats";

/** One group as the filters see it. */
export interface FilteredGroup {
	/** Rewards of its members; NaN = unscored. */
	readonly rewards: ArrayLike<number>;
	/** Learnable tokens of all members. */
	readonly tokens: number;
	/** Which filters keep it. */
	readonly kept: Readonly<Record<string, boolean>>;
}

/** Why a filter lets a group go: codes of words/lab. */
export type DropReason = "unscored" | "single" | "all-equal" | "too-easy" | "too-hard" | "noise";

export interface FilterReport {
	readonly filter: string;
	readonly groups: number;
	readonly kept: number;
	readonly reasons: Readonly<Partial<Record<DropReason, number>>>;
	/** Numbers of the groups that go, with why. */
	readonly dropped: readonly { readonly group: number; readonly reason: DropReason }[];
	/** Rollouts and learnable tokens that the update would not have to pass through the model. */
	readonly rollouts: number;
	readonly rolloutsDropped: number;
	readonly tokens: number;
	readonly tokensDropped: number;
	/** Groups to sample for each kept one; Infinity when none is kept. */
	readonly sampledPerKept: number;
}

function reasonOf(rewards: ArrayLike<number>): DropReason {
	for (let i = 0; i < rewards.length; i++) if (!Number.isFinite(rewards[i])) return "unscored";
	if (rewards.length < 2) return "single";
	if (isConstant(rewards)) return "all-equal";
	const m = mean(rewards);
	return m <= 0.2 ? "too-hard" : m >= 0.8 ? "too-easy" : "noise";
}

/** What each filter keeps of a file's groups and what the update would save. Generation is paid in any case. */
export function filterGroups(groups: readonly FilteredGroup[], filters: readonly string[]): readonly FilterReport[] {
	const reasons = groups.map(g => reasonOf(g.rewards));
	const rollouts = groups.reduce((s, g) => s + g.rewards.length, 0);
	const tokens = groups.reduce((s, g) => s + g.tokens, 0);
	return filters.map(filter => {
		const dropped = groups.flatMap((g, i) => (g.kept[filter] ? [] : [{ group: i, reason: reasons[i] as DropReason }]));
		const counts: Partial<Record<DropReason, number>> = {};
		for (const d of dropped) counts[d.reason] = (counts[d.reason] ?? 0) + 1;
		const kept = groups.length - dropped.length;
		return {
			filter,
			groups: groups.length,
			kept,
			reasons: counts,
			dropped,
			rollouts,
			rolloutsDropped: dropped.reduce((s, d) => s + (groups[d.group]?.rewards.length ?? 0), 0),
			tokens,
			tokensDropped: dropped.reduce((s, d) => s + (groups[d.group]?.tokens ?? 0), 0),
			sampledPerKept: kept ? groups.length / kept : Number.POSITIVE_INFINITY,
		};
	});
}
