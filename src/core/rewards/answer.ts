import { readJson } from "../base/json";
import type { JsonValue, Span } from "../base/units";
import { toFloat } from "../matching/equality";
import type { Rollout } from "../model/rollout";
import { replyOf } from "./reading";

/** What a rollout answered in the end. */
export interface Answer {
	/** Insides of the last <answer>…</answer>, else the whole final reply; "" = none. */
	readonly text: string;
	/** Where the reply stands; null when there is none. */
	readonly reply: Span | null;
	/** Where `text` stands, when it is one stretch of the rollout's text. */
	readonly span: Span | null;
}

export function finalAnswer(rollout: Rollout): Answer {
	const reply = replyOf(rollout);
	const open = reply.text.lastIndexOf("<answer>");
	const close = reply.text.indexOf("</answer>", open);
	const text = open < 0 ? reply.text : reply.text.slice(open + "<answer>".length, close < 0 ? undefined : close).trim();
	if (!reply.text) return { text, reply: null, span: null };
	const tag = open < 0 ? -1 : rollout.text.lastIndexOf("<answer>", reply.span.to);
	const from = text ? rollout.text.indexOf(text, Math.max(reply.span.from, tag)) : -1;
	return { text, reply: reply.span, span: from >= 0 && from + text.length <= reply.span.to ? { from, to: from + text.length } : null };
}

/** JSON in an answer: all of it, or its last fenced block; with the offset at which it begins. Null when there is none. */
export function jsonInAnswer(text: string): { readonly value: JsonValue; readonly text: string; readonly at: number } | null {
	const begin = text.search(/\S/);
	const whole = begin < 0 ? null : readJson(text.slice(begin));
	if (whole?.ok) return { value: whole.value, text: text.slice(begin), at: begin };
	const close = text.lastIndexOf("```");
	const open = close < 0 ? -1 : text.lastIndexOf("```", close - 1);
	if (open < 0) return null;
	const at = open + 3 + (/^\w*\s*/.exec(text.slice(open + 3, close))?.[0].length ?? 0);
	const block = text.slice(at, close);
	const read = readJson(block);
	return read.ok ? { value: read.value, text: block, at } : null;
}

/** Are both numbers, and equal? Null when one of them is none. Thousands may be set off by commas. */
export function sameNumber(a: JsonValue, b: JsonValue): boolean | null {
	const number = (v: JsonValue): number | null => (typeof v === "boolean" ? null : toFloat(typeof v === "string" ? v.replaceAll(",", "") : v));
	const [x, y] = [number(a), number(b)];
	return x === null || y === null ? null : Math.abs(x - y) < 1e-9 * Math.max(1, Math.abs(y));
}
