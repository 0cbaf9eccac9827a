import type { Marks, Reasoning } from "./contract";
import { type Needles, needles, seeker } from "./seek";

/** Opening and closing tags of reasoning that survive in text whatever the call syntax is. */
const REASONING_TAGS: readonly Marks[] = [
	["<think>", "</think>"],
	["<seed:think>", "</seed:think>"],
	["<thinking>", "</thinking>"],
	["[THINK]", "[/THINK]"],
	["<|START_THINKING|>", "<|END_THINKING|>"],
	["◁think▷", "◁/think▷"],
];

const OPENING = REASONING_TAGS.map(t => t[0]);
const TAGS = needles(REASONING_TAGS.flat());
const CLOSING: ReadonlyMap<string, string> = new Map(REASONING_TAGS);
/** What opens reasoning or a call, for the marks of each syntax. */
const openings = new WeakMap<readonly Marks[], Needles>();

function openingsOf(marks: readonly Marks[]): Needles {
	const known = openings.get(marks);
	if (known) return known;
	const made = needles([...OPENING, ...marks.map(m => m[0])]);
	openings.set(marks, made);
	return made;
}

/**
 * Stretches of reasoning in one assistant text, in order, and where the last one begins when it is never closed (it runs to the end).
 * A closing tag without an opening one means that the prompt opened it: reasoning from 0, as DeepSeek-R1's parser has it.
 * Inside a call's marks only their own closing mark counts, so a tag in an argument is text.
 */
export function findReasoning(text: string, marks: readonly Marks[]): { readonly spans: readonly Reasoning[]; readonly unclosed: number | null } {
	const spans: Reasoning[] = [];
	// all tags share a word: most texts without reasoning need no more than this
	const first = text.includes("think") || text.includes("THINK") ? seeker(text, TAGS)(0) : null;
	if (!first) return { spans, unclosed: null };
	let cursor = 0;
	if (!OPENING.includes(first.found) && !insideCall(text, first.at, marks)) {
		cursor = first.at + first.found.length;
		spans.push({ from: 0, to: cursor, body: { from: 0, to: first.at } });
	}
	const next = seeker(text, openingsOf(marks), cursor);
	for (let m = next(cursor); m; m = next(cursor)) {
		const { at, found } = m;
		const tag = CLOSING.get(found);
		const close = tag ?? marks.find(x => x[0] === found)?.[1] ?? "";
		const from = at + found.length;
		const end = close ? text.indexOf(close, from) : -1;
		cursor = end < 0 ? text.length : end + close.length;
		if (tag) spans.push({ from: at, to: cursor, body: { from, to: end < 0 ? cursor : end } });
		if (end < 0) return { spans, unclosed: tag ? at : null };
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
