import { locate } from "../base/jsonLocate";
import { selectPath } from "../base/jsonPath";
import type { JsonValue, Span } from "../base/units";
import { looseEqual, strictEqual } from "../matching/equality";
import type { ResultRule } from "../model/resultRule";
import type { Check } from "../model/reward";
import type { Rollout } from "../model/rollout";
import { type Answer, finalAnswer, jsonInAnswer, sameNumber } from "./answer";
import { check, quote, shifted } from "./build";
import type { Given, OutcomeReading } from "./contract";

/** What a rule looks at, with its place in the rollout's text (`placed`: character by character); or the check that says why there is nothing. */
type Looked = { readonly value: JsonValue; readonly text: string; readonly span: Span | null; readonly placed: boolean } | { readonly reading: OutcomeReading };

const answered = (c: Check): OutcomeReading => ({ score: c.score, checks: [c], unknown: Number.isNaN(c.score) ? c.id : null });
const textOf = (v: JsonValue): string => (typeof v === "string" ? v : (quote(v) ?? ""));

function look(rollout: Rollout, rule: ResultRule, answer: Answer): Looked {
	const { path } = rule;
	const shown = { expected: path?.text ?? null, span: answer.reply };
	if (rule.on === "record") {
		const found = path && rollout.record !== undefined ? selectPath(rollout.record, path.steps) : null;
		// what the file does not hold says nothing about the rollout
		if (!found) return { reading: answered(check("rule-no-value", Number.NaN, { ...shown, span: null, data: { path: path?.text ?? "$" } })) };
		return { value: found.value, text: textOf(found.value), span: null, placed: false };
	}
	if (!path) return { value: answer.text, text: answer.text, span: answer.span ?? answer.reply, placed: answer.span !== null };
	const json = jsonInAnswer(answer.text);
	if (!json) return { reading: answered(check("rule-no-json", 0, { ...shown, actual: quote(answer.text) })) };
	const found = selectPath(json.value, path.steps);
	if (!found) return { reading: answered(check("rule-no-value", 0, { ...shown, actual: quote(json.text), data: { path: path.text } })) };
	const at = locate(json.text, found.path);
	const inside = at && answer.span ? shifted(at, answer.span.from + json.at) : answer.reply;
	return { value: found.value, text: textOf(found.value), span: inside, placed: false };
}

/** True, false or a number from 0 to 1 is a result by itself. */
const asResult = (v: JsonValue): number => (typeof v === "boolean" ? Number(v) : typeof v === "number" && v >= 0 && v <= 1 ? v : Number.NaN);

/** The right value of a rule; undefined = it names none. */
function wantedOf(rollout: Rollout, rule: ResultRule): { readonly value: JsonValue | undefined } | { readonly reading: OutcomeReading } {
	if (rule.equalsPath) {
		const found = rollout.record === undefined ? null : selectPath(rollout.record, rule.equalsPath.steps);
		return found ?? { reading: answered(check("rule-no-value", Number.NaN, { expected: rule.equalsPath.text, data: { path: rule.equalsPath.text } })) };
	}
	return { value: rule.equals === undefined && rule.id === "similarity" ? (rollout.reference?.answer ?? undefined) : rule.equals };
}

/** What a user's rule says of the final answer or of the record. What it needs and the file lacks is unknown; what the answer lacks is 0. */
export function applyRule(rollout: Rollout, rule: ResultRule, given: Given): OutcomeReading {
	const looked = look(rollout, rule, finalAnswer(rollout));
	if ("reading" in looked) return looked.reading;
	const { value, text, span, placed } = looked;
	const actual = quote(value);
	if (rule.pattern) {
		const match = rule.pattern.regex.find(text);
		const place = match && span && placed ? shifted(match, span.from) : span;
		return answered(check("rule-pattern", match ? 1 : 0, { expected: rule.pattern.text, actual: match ? text.slice(match.from, match.to) : actual, span: place }));
	}
	const wanted = wantedOf(rollout, rule);
	if ("reading" in wanted) return wanted.reading;
	const right = wanted.value;
	if (right === undefined) {
		const missing = rule.id === "similarity";
		return answered(check(missing ? "rule-no-reference" : "rule-value", missing ? Number.NaN : asResult(value), { actual, span, data: { path: rule.path?.text ?? "" } }));
	}
	const expected = quote(right);
	if (rule.id === "similarity") {
		const other = textOf(right);
		const similarity = text === other ? 1 : given.similarity.of(text, other);
		const by = text === other ? "equality" : (given.similarity.by?.(text, other) ?? given.similarity.name);
		return answered(check("rule-similar", Number(similarity >= rule.least), { expected, actual, span, data: { similarity, by, least: rule.least } }));
	}
	const equal = rule.exact ? strictEqual(value, right) : (sameNumber(value, right) ?? looseEqual(value, right));
	return answered(check("rule-equal", Number(equal), { expected, actual, span }));
}
