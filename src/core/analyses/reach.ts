import type { Estimate } from "../model/advantage";
import type { Lane } from "../model/segment";

/** What pays a segment's tokens, what it is divided by, and what has to be sampled or judged for it beyond the rollouts (ALGORITHMS §9.7). Codes of words/compare. */
export interface Reach {
	readonly tool: string;
	readonly summary: string;
	readonly normaliser: string;
	readonly extra: string;
}

const row = (tool: string, summary: string, normaliser: string, extra = "nothing"): Reach => ({ tool, summary, normaliser, extra });
const TOTAL = row("total", "total", "group-deviation");

/** By estimator id. */
export const REACH: Readonly<Record<string, Reach>> = {
	grpo: TOTAL,
	slca: row("tool-reward", "summary-reward", "segment-deviation"),
	rloo: row("total", "total", "mean-of-others"),
	opo: row("total", "total", "length-mean"),
	gpg: row("total", "total", "mean"),
	passk: row("best", "best", "group-deviation"),
	gdpo: row("components", "components", "component-deviation"),
	reinforce_plus_plus: row("total", "total", "whitening"),
	remax: row("total", "total", "greedy", "greedy-rollout"),
	gae: row("later-rewards", "later-rewards", "critic", "critic"),
	toolpo: row("success-and-action", "success", "mean"),
	rltr: row("completeness", "none", "group-deviation", "judge-votes"),
	mtgrpo: row("outcome-and-turn", "outcome", "group-deviation", "turn-reward"),
	gigpo: row("episode-and-step", "episode-and-step", "mean", "repeated-states"),
	steptool: row("later-steps", "none", "critic", "step-judge"),
	prime: row("process-and-outcome", "process-and-outcome", "whitening", "process-model"),
};

/** One line of the table: a method and what it gives this rollout's segments. NaN = none. */
export interface ReachLine extends Reach {
	readonly id: string;
	readonly advantage: Readonly<Record<Lane, number>>;
	/** Code of words/estimators: what the file lacks for it. */
	readonly unknown: string | null;
}

/**
 * The line of one estimator for one rollout; `present`: has it a learnable segment of the lane? `means`: of its tokens' advantages per
 * lane, where each has its own. Null for an id without a row.
 */
export function reachOf(
	id: string,
	estimate: Estimate,
	at: number,
	present: Readonly<Record<Lane, boolean>>,
	means: Readonly<Record<Lane, number>> | null = null,
): ReachLine | null {
	const reach = REACH[id];
	if (!reach) return null;
	const of = (lane: Lane): number =>
		!present[lane] ? Number.NaN : means ? means[lane] : estimate.lanes ? (estimate.lanes[lane][at] as number) : (estimate.advantages?.[at] ?? Number.NaN);
	return { ...reach, id, advantage: { tool: of("tool"), summary: of("summary") }, unknown: estimate.unknown ?? null };
}
