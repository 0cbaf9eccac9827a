import { check, layer, omittedCall, scoreOf } from "./build";
import { shownPairs } from "./compare";
import type { Reward } from "./contract";
import { number, record } from "./options";
import { referenceCalls } from "./reading";

type Options = { readonly weights: { readonly tools: number; readonly order: number } };

/** Share of the target names that are part of some called name; 1 without targets. */
export const desiredToolsUsed = (called: readonly string[], targets: readonly string[]): number =>
	targets.length ? targets.filter(t => called.some(c => c.includes(t))).length / targets.length : 1;

/** Are the targets a subsequence of the called names (as parts of them)? At most one target always is, fewer calls than targets never. */
export function orderCorrect(called: readonly string[], targets: readonly string[]): boolean {
	if (targets.length <= 1) return true;
	let next = 0;
	for (const c of called) if (next < targets.length && c.includes(targets[next] as string)) next++;
	return next === targets.length;
}

/** Toucan (datagen/step4.3_process_completion.py): were the wanted tools used, and in order? Names only. */
export const toucan: Reward<Options> = {
	id: "toucan",
	source: "Toucan datagen/step4.3_process_completion.py, arXiv 2510.01179",
	range: [0, 1],
	defaults: { weights: { tools: 1, order: 0 } },
	optionsSchema: record("toucan", { weights: record("toucan.weights", { tools: number("toucan.weights.tools"), order: number("toucan.weights.order") }) }),
	score(rollout, options) {
		const reference = referenceCalls(rollout);
		const { weights } = options;
		const ids = ["tools", "order"] as const;
		if (!reference) return scoreOf(ids.map(id => layer({ id, score: Number.NaN, weight: weights[id], pays: ["tool"], unknown: "no-reference" })));
		const [called, targets] = [rollout.calls.map(c => c.name), reference.map(g => g.name)];
		const used = targets.map(t => {
			const call = rollout.calls.find(c => c.name.includes(t));
			return check(call ? "tool-used" : "tool-not-used", Number(call !== undefined), { expected: t, actual: call?.name ?? null, span: call?.span ?? null, data: { name: t } });
		});
		const ordered = Number(orderCorrect(called, targets));
		const order = check("tools-in-order", ordered, { expected: targets.join(", "), actual: called.join(", ") });
		return scoreOf(
			[
				layer({ id: "tools", score: desiredToolsUsed(called, targets), weight: weights.tools, pays: ["tool"], checks: used }),
				layer({ id: "order", score: ordered, weight: weights.order, pays: ["tool"], checks: [order] }),
			],
			{ omitted: omittedCall(rollout), ...shownPairs(rollout) },
		);
	},
};
