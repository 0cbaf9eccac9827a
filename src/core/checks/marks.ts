import type { CallProblem, CallProblemCode } from "../model/call";
import { type Finding, finding, type Severity } from "../model/finding";
import type { Check } from "./contract";

/** How each oddity of a call's text is reported; null = another check does. */
const REPORTED: Readonly<Record<CallProblemCode, readonly [code: string, severity: Severity] | null>> = {
	"bad-json": ["E13", "error"],
	"not-a-call": ["E13", "error"],
	"no-name": ["E13", "error"],
	"arguments-not-object": ["E13", "error"],
	"trailing-text": ["E13", "error"],
	"unclosed-tag": ["E14", "error"],
	"stray-close-tag": ["E14", "error"],
	"untagged-call": ["E14", "error"],
	"call-inside-reasoning": ["call-inside-reasoning", "warning"],
	"unclosed-reasoning": ["unclosed-reasoning", "warning"],
	"duplicate-key": ["call-duplicate-key", "warning"],
	"unknown-tool": null,
	"unknown-parameter": null,
};

/** E13 UNPARSABLE_JSON and E14 MISSING_TAG, and what else is odd in the text of a call. `data.problem` says which oddity it is. */
export const marks: Check = {
	id: "marks",
	mistakes: [
		{ code: "E13", name: "UNPARSABLE_JSON", cause: "format" },
		{ code: "E14", name: "MISSING_TAG", cause: "format" },
	],
	run: ({ rollout }) =>
		rollout.callProblems.flatMap(p =>
			report(
				p,
				rollout.recovered.some(c => c.span.from <= p.span.from && p.span.from < c.span.to + 1),
			),
		),
};

function report(problem: CallProblem, recovered: boolean): readonly Finding[] {
	const reported = REPORTED[problem.code];
	if (!reported) return [];
	return [finding(reported[0], reported[1], { ...problem.data, problem: problem.code, ...(recovered ? { recovered: 1 } : {}) }, { span: problem.span })];
}
