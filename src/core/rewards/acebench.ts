import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import type { Rollout } from "../model/rollout";
import { checkAceCalls } from "./acebenchChecker";
import { decodedCalls, functionDocs, verdictCheck } from "./bfcl";
import type { Verdict } from "./bfclChecker";
import { layer, omittedCall, scoreOf } from "./build";
import { shownPairs } from "./compare";
import type { Reward } from "./contract";
import { boolean, number, record } from "./options";
import { referenceCalls } from "./reading";

type Options = {
	readonly weights: { readonly normal: number; readonly strict: number };
	/** Agent categories compare strings exactly. */
	readonly agent: boolean;
};

/** Alternatives in ACEBench's form {name: {param: value}}: the file's own, else the reference calls with suffixes for repeated names. */
function answersOf(rollout: Rollout): JsonObject[] | null {
	const answer = rollout.reference?.answer ?? null;
	const listed = (v: JsonValue): v is JsonObject => isObject(v) && Object.keys(v).length > 0 && Object.values(v).every(isObject);
	const own = (isArray(answer) ? answer : [answer]).filter(listed);
	if (own.length) return own;
	const calls = referenceCalls(rollout);
	return calls && [Object.fromEntries(calls.map((c, i) => [calls.some((d, j) => j !== i && d.name === c.name) ? `${c.name}_${i + 1}` : c.name, c.arguments]))];
}

/** ACEBench's normal checker (model_eval/checker.py) and its strict twin: exact values, integers compared, nothing left out. The gap between the two is what the benchmark lets pass. */
export const acebench: Reward<Options> = {
	id: "acebench",
	source: "ACEBench model_eval/checker.py",
	range: [0, 1],
	defaults: { weights: { normal: 1, strict: 0 }, agent: false },
	optionsSchema: record("acebench", {
		weights: record("acebench.weights", { normal: number("acebench.weights.normal"), strict: number("acebench.weights.strict") }),
		agent: boolean("acebench.agent"),
	}),
	score(rollout, options) {
		const answers = answersOf(rollout);
		const why = answers === null ? "no-reference" : rollout.tools ? null : "no-tools";
		const ids = ["normal", "strict"] as const;
		if (why || !answers) return scoreOf(ids.map(id => layer({ id, score: Number.NaN, weight: options.weights[id], pays: ["tool"], unknown: why })));
		const [functions, calls] = [functionDocs(rollout), decodedCalls(rollout)];
		const layers = ids.map(id => {
			const verdicts = answers.map((answer): Verdict => checkAceCalls(calls, { functions, answer, strict: id === "strict", agent: options.agent }));
			const verdict = verdicts.find(v => v.valid) ?? verdicts[0];
			return layer({
				id,
				score: Number(verdict?.valid ?? false),
				weight: options.weights[id],
				pays: ["tool"],
				checks: verdict ? [verdictCheck(rollout, "acebench", verdict)] : [],
			});
		});
		return scoreOf(layers, { omitted: omittedCall(rollout), ...shownPairs(rollout) });
	},
};
