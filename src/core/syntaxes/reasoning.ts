import type { Marks, Reasoning } from "./contract";

/** Opening and closing tags of reasoning that survive in text whatever the call syntax is. */
export const REASONING_TAGS: readonly Marks[] = [
	["<think>", "</think>"],
	["<seed:think>", "</seed:think>"],
	["<thinking>", "</thinking>"],
	["[THINK]", "[/THINK]"],
	["<|START_THINKING|>", "<|END_THINKING|>"],
	["◁think▷", "◁/think▷"],
];

const escaped = (s: string): string => s.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
/** A pattern that finds any of the strings; for a loop with lastIndex. */
export const anyOf = (strings: readonly string[]): RegExp => new RegExp(strings.map(escaped).join("|"), "g");

const TAG = anyOf(REASONING_TAGS.flat());

/**
 * Stretches of reasoning in one assistant text, in order, and where the last one begins when it is never closed (it runs to the end).
 * A closing tag without an opening one means that the prompt opened it: reasoning from 0, as DeepSeek-R1's parser has it.
 * Inside a call's marks only their own closing mark counts, so a tag in an argument is text.
 */
export function findReasoning(text: string, marks: readonly Marks[]): { readonly spans: readonly Reasoning[]; readonly unclosed: number | null } {
	const spans: Reasoning[] = [];
	const first = new RegExp(TAG).exec(text);
	if (!first) return { spans, unclosed: null };
	const any = anyOf([...REASONING_TAGS, ...marks].map(t => t[0]));
	if (REASONING_TAGS.some(t => t[1] === first[0]) && !insideCall(text, first.index, marks)) {
		any.lastIndex = first.index + first[0].length;
		spans.push({ from: 0, to: any.lastIndex, body: { from: 0, to: first.index } });
	}
	for (let m = any.exec(text); m; m = any.exec(text)) {
		const open = m[0];
		const tag = REASONING_TAGS.find(t => t[0] === open);
		const close = (tag ?? marks.find(x => x[0] === open))?.[1] ?? "";
		const from = any.lastIndex;
		const at = close ? text.indexOf(close, from) : -1;
		const to = at < 0 ? text.length : at + close.length;
		if (tag) spans.push({ from: m.index, to, body: { from, to: at < 0 ? to : at } });
		if (at < 0) return { spans, unclosed: tag ? m.index : null };
		any.lastIndex = to;
	}
	return { spans, unclosed: null };
}

/** Does `at` lie between an opening mark and the closing mark that belongs to it? */
function insideCall(text: string, at: number, marks: readonly Marks[]): boolean {
	return marks.some(([open, close]) => {
		if (!close) return false;
		const o = text.lastIndexOf(open, at);
		if (o < 0 || text.slice(o, at).includes(close)) return false;
		const c = text.indexOf(close, at);
		const next = text.indexOf(open, at);
		return c >= 0 && !(next >= 0 && next < c);
	});
}

/** The text with the spans written over by spaces: offsets stay. */
export function blank(text: string, spans: readonly Reasoning[]): string {
	if (!spans.length) return text;
	let out = "";
	let at = 0;
	for (const s of spans) {
		out += text.slice(at, s.from) + " ".repeat(s.to - s.from);
		at = s.to;
	}
	return out + text.slice(at);
}
