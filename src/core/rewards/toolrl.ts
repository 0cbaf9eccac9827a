import { readJson } from "../base/json";
import { isObject, type JsonObject, type JsonValue, type Span } from "../base/units";
import { pythonEqual } from "../matching/equality";
import { commonCount } from "../matching/multiset";
import type { NamedArguments } from "../matching/similarity";
import type { CallMatch, Check, Layer } from "../model/reward";
import { type Rollout, responseOf } from "../model/rollout";
import { check, layer, omittedCall, quote, scoreOf, shifted } from "./build";
import { missingChecks, shownPairs } from "./compare";
import type { Reward } from "./contract";
import { boolean, number, oneOf, record } from "./options";
import { referenceCalls, textLacking } from "./reading";

export const TOOLRL_VARIANTS = ["default", "refined", "intermediate", "coarse"] as const;
export type ToolrlVariant = (typeof TOOLRL_VARIANTS)[number];

type Options = {
	/** Environment switch of the published code: REFINEDREWARD, INTERMEDIATEREWARD, COARSEREWARD. */
	readonly variant: ToolrlVariant;
	/** Correctness lies in [−bound, bound]: 3, or 1 with CORRECTMAX1. */
	readonly bound: number;
	/** WITHLENGTH: words of reasoning / 512 on top, at most 1. */
	readonly length: boolean;
};

interface ParsedCall {
	readonly value: JsonObject;
	readonly span: Span;
}

/** Multiset Jaccard; 1 for equal lists, 0 when one is empty. "refined": 1 or 0. */
function overlap(a: readonly string[], b: readonly string[], variant: ToolrlVariant): number {
	if (a.length === b.length && a.every((x, i) => x === b[i])) return 1;
	if (variant === "refined" || !a.length || !b.length) return 0;
	const common = commonCount(a, b);
	return common / (a.length + b.length - common);
}

export interface ToolrlCorrectness {
	/** In [−bound, bound]. */
	readonly score: number;
	/** Overlap of the names; NaN when it was not needed. */
	readonly names: number;
	/** Predicted index of each reference call and what the pair earned; −1 = none. */
	readonly pairs: readonly { readonly predicted: number; readonly earned: number; readonly most: number }[];
}

/**
 * compute_tool_call_reward (ToolRL rlla.py): 2·bound·s/S_max − bound, s = overlap of names + per reference call the best
 * unused prediction of its name: overlap of keys + number of equal values. Greedy in reference order. Null when Python
 * would have raised, which there means the lowest reward.
 */
export function toolrlCorrectness(reference: readonly NamedArguments[], predicted: readonly JsonObject[], bound: number, variant: ToolrlVariant): ToolrlCorrectness | null {
	const whole = reference.map((g): JsonObject => ({ name: g.name, parameters: g.arguments }));
	if (pythonEqual(whole, predicted)) {
		return { score: bound, names: 1, pairs: reference.map((g, i) => ({ predicted: i, earned: most(g, variant), most: most(g, variant) })) };
	}
	if (variant === "coarse") return { score: -bound, names: Number.NaN, pairs: [] };
	const names: string[] = [];
	for (const p of predicted) {
		if (typeof p.name !== "string") return null;
		names.push(p.name);
	}
	const nameScore = overlap(
		reference.map(g => g.name),
		names,
		variant,
	);
	let sum = nameScore;
	let highest = 1;
	const used = new Set<number>();
	const pairs: { predicted: number; earned: number; most: number }[] = [];
	for (const [j, g] of reference.entries()) {
		highest += most(g, variant);
		const best = { predicted: -1, earned: 0, most: most(g, variant) };
		for (const [i, p] of predicted.entries()) {
			if (used.has(i) || p.name !== g.name) continue;
			const earned = variant === "intermediate" ? Number(pythonEqual(whole[j], p)) : pairScore(g.arguments, p.parameters, variant);
			if (earned === null) return null;
			if (earned > best.earned) Object.assign(best, { predicted: i, earned });
			if (variant === "intermediate" && earned) break;
		}
		if (best.predicted >= 0) used.add(best.predicted);
		sum += best.earned;
		pairs.push(best);
	}
	return { score: (2 * bound * sum) / highest - bound, names: nameScore, pairs };
}

const most = (g: NamedArguments, variant: ToolrlVariant): number => (variant === "intermediate" ? 1 : 1 + (isObject(g.arguments) ? Object.keys(g.arguments).length : 0));

function pairScore(reference: JsonValue, predicted: JsonValue | undefined, variant: ToolrlVariant): number | null {
	if (!isObject(reference) || !isObject(predicted)) return null;
	const equal = Object.keys(reference).filter(k => Object.hasOwn(predicted, k) && pythonEqual(predicted[k], reference[k])).length;
	return overlap(Object.keys(reference), Object.keys(predicted), variant) + equal;
}

const count = (text: string, part: string): number => text.split(part).length - 1;

/** Does the text consist of these marks in order, the first at its start and the last at its end, anything between? */
function inOrder(text: string, marks: readonly string[]): boolean {
	const whole = text.endsWith("\n") && !text.endsWith(`${marks.at(-1)}`) ? text.slice(0, -1) : text;
	const [first = "", ...middle] = marks;
	const last = middle.pop() ?? "";
	if (!whole.startsWith(first) || !whole.endsWith(last)) return false;
	let at = first.length;
	for (const mark of middle) {
		const found = whole.indexOf(mark, at);
		if (found < 0) return false;
		at = found + mark.length;
	}
	return at <= whole.length - last.length;
}

/** The template the reference's kind asks for, and whether each of its tags stands there once. */
function formatCheck(response: string, calls: boolean, reply: boolean, offset: number): Check {
	const marks = ["<think>"];
	if (calls) marks.push("</think>\n<tool_call>\n", ...(reply ? ["\n</tool_call>\n<response>", "</response>"] : ["\n</tool_call>"]));
	else if (reply) marks.push("</think>\n<response>", "</response>");
	else marks.push("</think>");
	const once = [...(calls ? ["<tool_call>", "</tool_call>"] : []), ...(reply ? ["<response>", "</response>"] : [])];
	const right = inOrder(response, marks) && once.every(tag => count(response, tag) === 1);
	return check("toolrl-template", Number(right), { expected: marks.join("…").replaceAll("\n", "⏎"), span: right ? null : { from: offset, to: offset + response.length } });
}

/** One JSON object a line between the first tags; null when a line is no JSON object or a tag is missing. */
function parseLines(response: string): ParsedCall[] | null {
	const open = response.indexOf("<tool_call>");
	if (open < 0 || !response.includes("</tool_call>")) return null;
	const from = open + "<tool_call>".length;
	const ends = [response.indexOf("</tool_call>", from), response.indexOf("<tool_call>", from)].filter(i => i >= 0);
	const body = response.slice(from, ends.length ? Math.min(...ends) : response.length);
	const inner = body.trim();
	let at = from + body.indexOf(inner);
	const calls: ParsedCall[] = [];
	for (const line of inner.split("\n")) {
		const reading = readJson(line);
		if (!reading.ok || !isObject(reading.value)) return null;
		calls.push({ value: reading.value, span: { from: at, to: at + line.length } });
		at += line.length + 1;
	}
	return calls;
}

interface Correctness {
	readonly score: number;
	readonly checks: readonly Check[];
	readonly matches: readonly CallMatch[];
	readonly missed: readonly number[];
}

function readCorrectness(rollout: Rollout, response: string, reference: readonly NamedArguments[], options: Options): Correctness {
	const offset = rollout.promptEnd;
	const everyMissed = reference.map((_, j) => j);
	if (!reference.length) return { score: 0, checks: [check("toolrl-no-reference-call", Number.NaN)], matches: [], missed: [] };
	const parsed = parseLines(response);
	const result =
		parsed &&
		toolrlCorrectness(
			reference,
			parsed.map(p => p.value),
			options.bound,
			options.variant,
		);
	if (!parsed || !result) {
		const at = response.indexOf("<tool_call>");
		const span = at < 0 ? null : { from: offset + at, to: offset + response.length };
		return { score: -options.bound, checks: [check("toolrl-unreadable", 0, { span })], matches: [], missed: everyMissed };
	}
	const checks: Check[] = Number.isNaN(result.names) ? [check("toolrl-not-equal", 0)] : [check("toolrl-names", result.names)];
	const matches: CallMatch[] = [];
	for (const [j, pair] of result.pairs.entries()) {
		const expected = reference[j];
		const call = parsed[pair.predicted];
		if (!expected) continue;
		if (!call) {
			checks.push(...missingChecks(reference, [j]));
			continue;
		}
		const span = shifted(call.span, offset);
		const share = pair.earned / pair.most;
		checks.push(
			check("toolrl-call", share, {
				expected: quote(expected.arguments),
				actual: quote(call.value.parameters),
				span,
				data: { name: expected.name, earned: pair.earned, most: pair.most },
			}),
		);
		const index = rollout.calls.findIndex(c => c.span.from >= span.from && c.span.to <= span.to);
		if (index >= 0) matches.push({ call: index, reference: j, similarity: share, params: [] });
	}
	const missed = everyMissed.filter(j => (result.pairs[j]?.predicted ?? -1) < 0);
	return { score: result.score, checks, matches, missed };
}

/** Words between the last <think> and the next </think> over 512, to two decimals, at most 1; 0 without the tags. */
function lengthScore(response: string): number {
	const open = response.lastIndexOf("<think>");
	if (open < 0 || !response.includes("</think>")) return 0;
	const inside = response.slice(open + "<think>".length).split("</think>")[0] ?? "";
	const words = inside.split(/\s+/).filter(Boolean).length;
	// Python's round: a half goes to the even digit
	const hundredths = (100 * words) / 512;
	const rounded = hundredths % 1 === 0.5 ? 2 * Math.round(hundredths / 2) : Math.round(hundredths);
	return Math.min(1, rounded / 100);
}

/**
 * ToolRL's rule reward (verl/utils/reward_score/rlla.py, arXiv 2504.13958): format 0 or 1 by the exact template, plus
 * correctness in [−3, 3]. It reads the response text itself, one JSON call a line.
 */
export const toolrl: Reward<Options> = {
	id: "toolrl",
	source: "ToolRL verl/utils/reward_score/rlla.py, arXiv 2504.13958",
	range: [-3, 4],
	defaults: { variant: "default", bound: 3, length: false },
	optionsSchema: record("toolrl", { variant: oneOf("toolrl.variant", TOOLRL_VARIANTS), bound: number("toolrl.bound", { exclusiveMinimum: 0 }), length: boolean("toolrl.length") }),
	score(rollout, options) {
		const reference = referenceCalls(rollout);
		const response = responseOf(rollout);
		const lacking = textLacking(rollout);
		// reasoning that the file holds can be counted; without any, it may have been cut off with the calls
		const uncounted = lacking !== null && !rollout.reasoning.length;
		const length = layer({
			id: "length",
			score: uncounted ? Number.NaN : lengthScore(response),
			weight: options.length ? 1 : 0,
			pays: ["tool"],
			unknown: uncounted && options.length ? lacking : null,
		});
		const missing = reference ? lacking : "no-reference";
		if (!reference || missing) {
			const unknown = (id: string): Layer => layer({ id, score: Number.NaN, weight: 1, pays: ["tool"], unknown: missing });
			return scoreOf([unknown("format"), unknown("correctness"), length], shownPairs(rollout));
		}
		const format = formatCheck(response, reference.length > 0, rollout.reference?.answer !== null, rollout.promptEnd);
		const correctness = readCorrectness(rollout, response, reference, options);
		return scoreOf(
			[
				layer({ id: "format", score: format.score, weight: 1, pays: ["tool"], checks: [format] }),
				layer({ id: "correctness", score: correctness.score, weight: 1, pays: ["tool"], checks: correctness.checks }),
				length,
			],
			{ omitted: omittedCall(rollout), matches: correctness.matches, missed: correctness.missed },
		);
	},
};
