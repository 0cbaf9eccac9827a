import type { Estimate, EstimateParts, GroupStatistics } from "../model/advantage";
import { deferred, type GroupEstimate } from "./group";

/** A difference that is too large to be held is no advantage of ∞. */
export function held(advantages: Float64Array): Float64Array {
	for (let i = 0; i < advantages.length; i++) if (Math.abs(advantages[i] as number) === Number.POSITIVE_INFINITY) advantages[i] = Number.NaN;
	return advantages;
}

/** One advantage per rollout for all its learnable tokens. */
export const broadcast = (e: GroupEstimate): Estimate => ({
	advantages: held(e.advantages),
	// made when asked for
	get parts() {
		return e.parts;
	},
	get groups() {
		return e.groups;
	},
	lanes: null,
	laneParts: null,
	laneGroups: null,
});

export interface LaneEstimate {
	readonly advantages: Float64Array;
	/** null where the advantage is no single split of one reward. */
	readonly parts: EstimateParts | null;
	readonly groups: readonly GroupStatistics[];
}

/** The lane's advantage where the rollout has such a segment, none elsewhere. */
export function where(e: GroupEstimate, has: (row: number) => boolean): GroupEstimate {
	const only = (column: Float64Array): Float64Array => {
		const out = column.slice();
		for (let i = 0; i < out.length; i++) if (!has(i)) out[i] = Number.NaN;
		return out;
	};
	return deferred(
		only(e.advantages),
		() => ({ ...e.parts, reward: only(e.parts.reward) }),
		() => e.groups,
	);
}

export const locked = (tool: LaneEstimate, summary: LaneEstimate): Estimate => ({
	advantages: null,
	lanes: { tool: held(tool.advantages), summary: held(summary.advantages) },
	parts: null,
	// made when asked for
	get laneParts() {
		return { tool: tool.parts, summary: summary.parts };
	},
	groups: [],
	get laneGroups() {
		return { tool: tool.groups, summary: summary.groups };
	},
});

/** One advantage per token; `advantages` is null because no single number stands for a rollout. */
export const perToken = (tokens: readonly Float64Array[]): Estimate => ({
	advantages: null,
	lanes: null,
	parts: null,
	laneParts: null,
	groups: [],
	laneGroups: null,
	tokens: tokens.map(held),
});

/** No advantage for anybody, and the code that says what is missing. */
export const cannot = (rollouts: number, unknown: string): Estimate => ({
	advantages: new Float64Array(rollouts).fill(Number.NaN),
	lanes: null,
	parts: null,
	laneParts: null,
	groups: [],
	laneGroups: null,
	unknown,
});
