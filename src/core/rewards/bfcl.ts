import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import type { Check } from "../model/reward";
import type { Rollout } from "../model/rollout";
import { type BfclQuestion, checkCalls, checkRelevance, type Verdict } from "./bfclChecker";
import { check, layer, omittedCall, scoreOf } from "./build";
import { shownPairs } from "./compare";
import type { Reward } from "./contract";
import { boolean, oneOf, record } from "./options";
import { type DecodedCall, fromJson } from "./pyValues";
import { parameterSpan, referenceCalls } from "./reading";
import { bfclState } from "./stateful";

const LANGUAGES = ["python", "java", "javascript"] as const;

type Options = {
	/** Were dots in tool names replaced by underscores for the model? */
	readonly underscoreToDot: boolean;
	readonly language: (typeof LANGUAGES)[number];
};

/** Ground truth in BFCL's form [{name: {param: [allowed]}}]: the file's own, else each reference value as the only allowed one. */
function answersOf(rollout: Rollout): JsonValue | null {
	const answer = rollout.reference?.answer ?? null;
	const listed = (v: JsonValue): boolean => isObject(v) && Object.values(v).every(p => isObject(p) && Object.values(p).every(isArray));
	if (isArray(answer) && answer.length && answer.every(listed)) return answer;
	const calls = referenceCalls(rollout);
	return calls?.map(c => ({ [c.name]: Object.fromEntries(Object.entries(isObject(c.arguments) ? c.arguments : {}).map(([k, v]) => [k, [v]])) })) ?? null;
}

/** Rollout's calls and tools as the benchmark checkers take them. */
export const decodedCalls = (rollout: Rollout): DecodedCall[] => rollout.calls.map(c => ({ name: c.name, arguments: fromJson(c.arguments) }));
export const functionDocs = (rollout: Rollout): JsonObject[] => (rollout.tools ?? []).map(t => ({ name: t.name, parameters: t.parameters ?? {} }));

/** The verdict as a check, placed at the parameter it names where a call has it. */
export function verdictCheck(rollout: Rollout, id: string, verdict: Verdict): Check {
	const { name, expected, actual } = verdict.data;
	const call = typeof name === "string" ? rollout.calls.find(c => isObject(c.arguments) && Object.hasOwn(c.arguments, name)) : undefined;
	const span = call && typeof name === "string" ? parameterSpan(rollout, call, name) : verdict.valid ? null : (rollout.calls[0]?.span ?? null);
	return check(verdict.errorType === null ? id : `${id}:${verdict.errorType}`, Number(verdict.valid), {
		expected: expected === undefined ? null : String(expected),
		actual: actual === undefined ? null : String(actual),
		span,
		data: verdict.data,
	});
}

/** BFCL's AST checker (gorilla bfcl_eval, single turn): 1 when every call passes, 0 with the checker's own reason. */
export const bfcl: Reward<Options> = {
	id: "bfcl",
	source: "BFCL bfcl_eval/eval_checker/ast_eval/ast_checker.py",
	range: [0, 1],
	defaults: { underscoreToDot: false, language: "python" },
	optionsSchema: record("bfcl", { underscoreToDot: boolean("bfcl.underscoreToDot"), language: oneOf("bfcl.language", LANGUAGES) }),
	score(rollout, options) {
		const answers = answersOf(rollout);
		const why = bfclState(rollout.id) ?? (answers === null ? "no-reference" : rollout.tools ? null : "no-tools");
		if (why || !isArray(answers)) return scoreOf([layer({ id: "ast", score: Number.NaN, weight: 1, pays: ["tool"], unknown: why ?? "no-reference" })]);
		const functions = functionDocs(rollout);
		const shape = answers.length > 1 ? "parallel" : functions.length > 1 ? "multiple" : "simple";
		const question: BfclQuestion = { category: `${shape}_${options.language}`, functions, answers: fromJson(answers), underscoreToDot: options.underscoreToDot };
		const calls = decodedCalls(rollout);
		const verdict = answers.length ? checkCalls(calls, question) : checkRelevance("irrelevance", { ok: true, calls });
		return scoreOf([layer({ id: "ast", score: Number(verdict.valid), weight: 1, pays: ["tool"], checks: [verdictCheck(rollout, "bfcl", verdict)] })], {
			omitted: omittedCall(rollout),
			...shownPairs(rollout),
		});
	},
};
