import { isArray, type JsonValue } from "../base/units";
import { commonCount } from "../matching/multiset";
import type { Check } from "../model/reward";
import { responseOf } from "../model/rollout";
import { check, layer, quote, scoreOf } from "./build";
import type { Reward } from "./contract";
import { number, record } from "./options";
import { textLacking } from "./reading";

type Options = {
	/** Earned when search and code were both used and the answer is right. */
	readonly bonus: number;
};

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/** Every <open> is followed by its end and a <result>…</result>, in this order. */
function inOrder(text: string, tag: string): boolean {
	let at = 0;
	for (;;) {
		const open = text.indexOf(`<${tag}>`, at);
		if (open < 0) return true;
		const close = text.indexOf(`</${tag}>`, open);
		const result = text.indexOf("<result>", open);
		const end = result < 0 ? -1 : text.indexOf("</result>", result);
		if (!(close >= 0 && close < result && result < end)) return false;
		at = end;
	}
}

/** Insides of the last \boxed{…} with balanced braces; null when there is none. */
function boxed(text: string): string | null {
	const from = text.lastIndexOf("\\boxed{");
	if (from < 0) return null;
	let depth = 0;
	for (let i = from + "\\boxed".length; i < text.length; i++) {
		if (text[i] === "{") depth++;
		else if (text[i] === "}" && --depth === 0) return text.slice(from + "\\boxed{".length, i);
	}
	return null;
}

/** Insides of the first <answer>…</answer>. */
const answerOf = (text: string): string => {
	const from = text.indexOf("<answer>");
	const to = text.indexOf("</answer>");
	return from >= 0 && to > from ? text.slice(from + "<answer>".length, to) : "";
};

/** `lacking`: the tags around calls and reasoning are not the model's, those around the answer are. */
function formatChecks(text: string, lacking: boolean): Check[] {
	const thinks = occurrences(text, "<think>");
	const known = (right: boolean): number => (lacking ? Number.NaN : Number(right));
	return [
		check("toolstar-think", known(thinks > 0 && thinks === occurrences(text, "</think>")), { actual: String(thinks) }),
		check("toolstar-answer", Number(occurrences(text, "<answer>") === 1 && occurrences(text, "</answer>") === 1 && text.indexOf("<answer>") < text.indexOf("</answer>"))),
		check("toolstar-order", known(inOrder(text, "search") && inOrder(text, "python"))),
		check("toolstar-boxed", Number(boxed(answerOf(text)) !== null)),
	];
}

const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;
const tokens = (text: string): string[] =>
	text
		.toLowerCase()
		.replace(PUNCTUATION, "")
		.replace(/\b(?:a|an|the)\b/g, " ")
		.split(/\s+/)
		.filter(Boolean);
const CLOSED = new Set(["yes", "no", "noanswer"]);

/** Token F1 of a prediction and one answer, after lower-casing and without punctuation and articles; yes, no and noanswer must be equal. */
export function answerF1(predicted: string, answer: string): number {
	const [p, g] = [tokens(predicted), tokens(answer)];
	const [whole, gold] = [p.join(" "), g.join(" ")];
	if ((CLOSED.has(whole) || CLOSED.has(gold)) && whole !== gold) return 0;
	const common = commonCount(p, g);
	return common ? (2 * common) / (p.length + g.length) : 0;
}

const answersOf = (v: JsonValue): string[] => (isArray(v) ? v : [v]).flatMap(a => (typeof a === "string" ? a : typeof a === "number" || typeof a === "bigint" ? String(a) : []));

/** Tool-Star (reward_score/re_search.py): −1 with a broken format, else F1 of the boxed answer, and .1 more when search and code were both used. */
export const toolstar: Reward<Options> = {
	id: "toolstar",
	source: "Tool-Star reward_score/re_search.py",
	range: [-1, 1.1],
	defaults: { bonus: 0.1 },
	optionsSchema: record("toolstar", { bonus: number("toolstar.bonus") }),
	score(rollout, options) {
		const text = responseOf(rollout);
		const lacking = textLacking(rollout);
		const format = formatChecks(text, lacking !== null);
		const broken = format.some(c => c.verdict === "fail");
		const doubt = broken ? null : lacking;
		const answers = answersOf(rollout.reference?.answer ?? null);
		const predicted = boxed(answerOf(text)) ?? "";
		let f1 = answers.length ? 0 : Number.NaN;
		for (const a of answers) f1 = Math.max(f1, answerF1(predicted, a));
		const at = text.indexOf("<answer>");
		const span = at < 0 ? null : { from: rollout.promptEnd + at, to: rollout.promptEnd + text.length };
		const both = text.includes("</search>") && text.includes("</python>");
		const gated = { gate: 1, open: doubt ? null : !broken };
		const unknown = answers.length ? null : "no-outcome";
		return scoreOf([
			layer({ id: "format-penalty", score: doubt ? Number.NaN : Number(broken), weight: -1, pays: ["tool", "summary"], checks: format, unknown: doubt }),
			layer({
				id: "result",
				score: f1,
				weight: 1,
				pays: ["tool", "summary"],
				checks: answers.length ? [check("answer-f1", f1, { expected: quote(rollout.reference?.answer ?? undefined), actual: quote(predicted), span })] : [],
				unknown,
				...gated,
			}),
			layer({
				id: "bonus",
				score: lacking ? Number.NaN : both ? (Number.isNaN(f1) ? f1 : Number(f1 > 0)) : 0,
				weight: options.bonus,
				pays: ["tool"],
				checks: [check("both-tools", lacking ? Number.NaN : Number(both))],
				unknown: lacking ?? (both ? unknown : null),
				...gated,
			}),
		]);
	},
};
