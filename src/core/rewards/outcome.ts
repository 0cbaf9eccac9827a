import { isArray, isObject, type JsonValue } from "../base/units";
import { looseEqual, toFloat } from "../matching/equality";
import type { Check } from "../model/reward";
import type { Rollout } from "../model/rollout";
import { check, quote } from "./build";
import type { Given } from "./contract";
import { replyOf } from "./reading";

export interface OutcomeReading {
	/** Task completion in [0,1]; NaN = unknown. */
	readonly score: number;
	readonly checks: readonly Check[];
	readonly unknown: string | null;
}

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

/** Insides of the last <answer>…</answer>, else the whole reply. */
function answerIn(reply: string): string {
	const open = reply.lastIndexOf("<answer>");
	if (open < 0) return reply;
	const close = reply.indexOf("</answer>", open);
	return reply.slice(open + "<answer>".length, close < 0 ? undefined : close).trim();
}

type Way = "exact" | "numeric" | "loose" | "contained";

/** How a reply agrees with one answer; null when it does not. */
function agreement(reply: string, answer: JsonValue): Way | null {
	const text = typeof answer === "string" ? answer.trim() : (quote(answer) ?? "");
	if (reply === text) return "exact";
	const [a, b] = [toFloat(reply.replaceAll(",", "")), toFloat(text.replaceAll(",", ""))];
	if (a !== null && b !== null) return Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b)) ? "numeric" : null;
	if (looseEqual(reply, answer)) return "loose";
	return containsWord(reply, text) ? "contained" : null;
}

/** The reply against the reference answer: equal, the same number, loosely equal, or holding it as a word. Alternatives in a list count singly. */
function compareReply(rollout: Rollout, answer: JsonValue): OutcomeReading {
	const reply = replyOf(rollout);
	const said = answerIn(reply.text);
	const alternatives = isArray(answer) ? answer : [answer];
	const usable = alternatives.filter(a => a !== null && !isArray(a) && !isObject(a) && String(a).trim() !== "");
	const at = reply.text ? reply.span : null;
	const found = usable.map(a => agreement(said, a)).find(w => w !== null);
	const shown = { expected: quote(answer), actual: quote(said), span: at };
	if (found) return { score: 1, checks: [check(`answer-${found}`, 1, shown)], unknown: null };
	if (!usable.length || usable.some(a => String(a).length > SHORT_ANSWER)) {
		return { score: Number.NaN, checks: [check("answer-not-comparable", Number.NaN, shown)], unknown: "answer-not-comparable" };
	}
	return { score: 0, checks: [check("answer-different", 0, shown)], unknown: null };
}

/** Task completion: as the file or a key of the recipe says, else the reply against the reference answer, else unknown. */
export function readOutcome(rollout: Rollout, given: Given): OutcomeReading {
	if (!Number.isNaN(given.outcome)) {
		return { score: given.outcome, checks: [check("outcome-recorded", given.outcome, { actual: String(given.outcome), data: { key: given.outcomeKey ?? "" } })], unknown: null };
	}
	const answer = rollout.reference?.answer ?? null;
	return answer === null ? { score: Number.NaN, checks: [], unknown: "no-outcome" } : compareReply(rollout, answer);
}
