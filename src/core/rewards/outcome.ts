import { isArray, isObject, type JsonValue } from "../base/units";
import { looseEqual } from "../matching/equality";
import type { Rollout } from "../model/rollout";
import { finalAnswer, jsonInAnswer, sameNumber } from "./answer";
import { applyRule } from "./applyRule";
import { benchmarkOutcome } from "./benchmarkOutcome";
import { check, quote } from "./build";
import type { Given, OutcomeReading } from "./contract";
import { bfclIdState } from "./stateful";

/** An answer longer than this is prose: not containing it literally proves nothing. */
const SHORT_ANSWER = 80;
const WORD = /[\p{L}\p{N}_]/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Does `text` hold `part` with a word boundary on both sides? Case does not matter; CJK has no boundaries. */
export function containsWord(text: string, part: string): boolean {
	const [hay, needle] = [text.toLowerCase(), part.trim().toLowerCase()];
	if (!needle) return false;
	const joins = (outside: string | undefined, inside: string): boolean =>
		outside !== undefined && WORD.test(outside) && WORD.test(inside) && !CJK.test(outside) && !CJK.test(inside);
	const [first, last] = [needle.charAt(0), needle.charAt(needle.length - 1)];
	for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) if (!joins(hay[at - 1], first) && !joins(hay[at + needle.length], last)) return true;
	return false;
}

type Way = "exact" | "numeric" | "loose" | "contained";

/** How a reply agrees with one answer; null when it does not. */
function agreement(reply: string, answer: JsonValue): Way | null {
	const text = typeof answer === "string" ? answer.trim() : (quote(answer) ?? "");
	if (reply === text) return "exact";
	const number = sameNumber(reply, text);
	if (number !== null) return number ? "numeric" : null;
	if (looseEqual(reply, answer)) return "loose";
	return containsWord(reply, text) ? "contained" : null;
}

/** Same members, in any order, each as often; compared loosely. */
function sameSet(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
	if (a.length !== b.length) return false;
	const left = [...b];
	return a.every(v => {
		const at = left.findIndex(w => looseEqual(v, w));
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
}

/** A reply in JSON against an answer that is a list or an object; null when one of them is neither. */
function compareJson(said: string, answer: JsonValue): Way | "set" | "different" | null {
	if (!isArray(answer) && !isObject(answer)) return null;
	const value = jsonInAnswer(said)?.value;
	if (isArray(answer) && isArray(value)) return sameSet(value, answer) ? "set" : null;
	return isObject(answer) && isObject(value) ? (looseEqual(value, answer) ? "loose" : "different") : null;
}

/** The reply against the reference answer: equal, the same number, the same set, loosely equal, or holding it as a word. Alternatives in a list count singly. */
function compareReply(rollout: Rollout, answer: JsonValue): OutcomeReading {
	const { text: said, reply } = finalAnswer(rollout);
	const alternatives = isArray(answer) ? answer : [answer];
	const usable = alternatives.filter(a => a !== null && !isArray(a) && !isObject(a) && String(a).trim() !== "");
	const found = compareJson(said, answer) ?? usable.map(a => agreement(said, a)).find(w => w !== null);
	const shown = { expected: quote(answer), actual: quote(said), span: reply };
	if (found) return { score: Number(found !== "different"), checks: [check(`answer-${found}`, Number(found !== "different"), shown)], unknown: null };
	if (!usable.length || usable.some(a => String(a).length > SHORT_ANSWER)) {
		return { score: Number.NaN, checks: [check("answer-not-comparable", Number.NaN, shown)], unknown: "answer-not-comparable" };
	}
	return { score: 0, checks: [check("answer-different", 0, shown)], unknown: null };
}

const NOTHING: OutcomeReading = { score: Number.NaN, checks: [], unknown: "no-outcome" };

/**
 * Task completion, by the first of these that tells: what the file or a key of the recipe says, a benchmark's own check,
 * the reply against the reference answer, the recipe's rule. Else unknown.
 */
export function readOutcome(rollout: Rollout, given: Given): OutcomeReading {
	if (!Number.isNaN(given.outcome)) {
		return { score: given.outcome, checks: [check("outcome-recorded", given.outcome, { actual: String(given.outcome), data: { key: given.outcomeKey ?? "" } })], unknown: null };
	}
	const checked = benchmarkOutcome(rollout, given);
	if (checked) return checked;
	const answer = rollout.reference?.answer ?? null;
	const compared = answer === null ? NOTHING : compareReply(rollout, answer);
	if (compared.unknown === null) return compared;
	return given.rule ? applyRule(rollout, given.rule, given) : { ...compared, unknown: bfclIdState(rollout.id) ?? compared.unknown };
}
