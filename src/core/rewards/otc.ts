import type { JsonValue } from "../base/units";
import { check, layer, omittedCall, scoreOf } from "./build";
import type { Reward } from "./contract";
import { number, record, text } from "./options";
import { readOutcome } from "./outcome";

type Options = {
	readonly alpha: number;
	/** c: the greatest number of turns, which smooths the reward while the best number of calls is unknown. */
	readonly turns: number;
	/** Key of the record that holds n, the fewest calls seen among right rollouts of the group. */
	readonly optimalKey: string;
};

/** OTC's tool reward of m calls when n is the best number, NaN = unknown: cos(mπ/(2m+c)); 1 at m = n = 0; sin(fπ/(2n)) with f = 2mn/(m+n). */
export function otcToolReward(calls: number, optimal: number, turns: number): number {
	if (calls === 0 && optimal === 0) return 1;
	if (Number.isNaN(optimal) || optimal === 0) return Math.cos((calls * Math.PI) / (2 * calls + turns));
	const f = (2 * calls * optimal) / (calls + optimal);
	return Math.sin((f * Math.PI) / (2 * optimal));
}

const numberOf = (v: JsonValue | undefined): number => (typeof v === "number" && v >= 0 ? v : Number.NaN);

/** OTC (arXiv 2504.14870): α · tool reward · correctness, so that a right answer with few calls earns most. */
export const otc: Reward<Options> = {
	id: "otc",
	source: "OTC, arXiv 2504.14870",
	range: [0, 1],
	defaults: { alpha: 1, turns: 4, optimalKey: "optimal_calls" },
	optionsSchema: record("otc", { alpha: number("otc.alpha"), turns: number("otc.turns", { exclusiveMinimum: 0 }), optimalKey: text("otc.optimalKey") }),
	score(rollout, options, given) {
		const result = readOutcome(rollout, given);
		const calls = rollout.calls.length;
		const optimal = numberOf(Object.hasOwn(rollout.extras, options.optimalKey) ? rollout.extras[options.optimalKey] : undefined);
		const tool = otcToolReward(calls, optimal, options.turns);
		const known = !Number.isNaN(optimal);
		const used = check("otc-calls", tool, { expected: known ? String(optimal) : null, actual: String(calls), data: { calls, turns: options.turns } });
		// a wrong answer earns nothing however many calls it took
		const product = result.score === 0 ? 0 : tool * result.score;
		return scoreOf(
			[
				layer({ id: "result", score: result.score, weight: 0, pays: [], checks: result.checks, unknown: result.unknown }),
				layer({ id: "thrift", score: tool, weight: 0, pays: [], checks: [used] }),
				layer({ id: "product", score: product, weight: options.alpha, pays: ["tool", "summary"], unknown: result.unknown }),
			],
			{ omitted: omittedCall(rollout) },
		);
	},
};
