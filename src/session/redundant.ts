import { resultsOf } from "../core/analyses/exchanges";
import { errorIn } from "../core/analyses/simulator";
import { type Redundancy, redundancyOf } from "../core/checks/redundancy";
import type { Rollout } from "../core/model/rollout";
import { replyOf } from "../core/rewards/reading";

/** A longer answer is prose: not finding it in a result says nothing. */
const SHORT_ANSWER = 80;

/** Which calls of a rollout were for nothing, as far as its record tells; `prices` by tool, 1 for all others. */
export function redundancyIn(rollout: Rollout, prices: Readonly<Record<string, number>> = {}): Redundancy {
	const results = resultsOf(rollout);
	const gold = rollout.reference?.calls?.flat() ?? null;
	const answer = rollout.reference?.answer;
	return redundancyOf({
		calls: rollout.calls.map((c, i) => ({ name: c.name, arguments: c.arguments, result: results[i] ?? "", error: results[i] ? errorIn(results[i]) !== null : false })),
		gold,
		// where calls are asked for, knowing the answer does not make them needless
		answer: !gold?.length && typeof answer === "string" && answer !== "" && answer.length <= SHORT_ANSWER ? [answer] : null,
		final: replyOf(rollout).text,
		writes: null,
		identity: {},
		cost: prices,
	});
}
