import type { Span } from "../base/units";
import type { Mark } from "../model/rollout";
import { AFTER_CALL, REACT_LABELS, REACT_OBSERVATION, TAGS, type Tag } from "./tagTable";

/** A stretch of one assistant text; "free" = no mark around it. */
export interface Stretch extends Span {
	readonly kind: Mark["kind"] | "free";
	/** Name of its tag when that was never closed. */
	readonly unclosed: string | null;
}

const space = /\S|$/g;
const skipSpace = (text: string, at: number): number => {
	space.lastIndex = at;
	return space.exec(text)?.index ?? text.length;
};

const tagged = (text: string, tag: Tag, from: number): Stretch => {
	const close = text.indexOf(tag.close, from + tag.open.length);
	return { from, to: close < 0 ? text.length : close + tag.close.length, kind: tag.kind, unclosed: close < 0 ? tag.name : null };
};

/** A result that stands right after a call, white space between. */
function resultAt(text: string, at: number): Stretch | null {
	const from = skipSpace(text, at);
	const tag = AFTER_CALL.find(t => text.startsWith(t.open, from));
	if (tag) return tagged(text, tag, from);
	if (!text.startsWith(REACT_OBSERVATION, from)) return null;
	let to = text.indexOf("\n", from);
	while (to >= 0 && !REACT_LABELS.some(l => text.startsWith(l, to + 1))) to = text.indexOf("\n", to + 1);
	return { from, to: to < 0 ? text.length : to + 1, kind: "observation", unclosed: null };
}

/**
 * One left-to-right scan of one assistant text (ALGORITHMS §8.2). `known` are the stretches a syntax found in it (its calls
 * and reasoning), in order, offsets into `text`; where nothing is known the tags speak. The stretches cover the text.
 */
export function scan(text: string, known: readonly Mark[]): readonly Stretch[] {
	const out: Stretch[] = [];
	const next = TAGS.map(t => text.indexOf(t.open));
	let at = 0;
	let k = 0;
	const add = (s: Stretch): void => {
		if (s.from > at) out.push({ from: at, to: s.from, kind: "free", unclosed: null });
		if (s.to > s.from) out.push(s);
		at = s.to;
	};
	while (at < text.length) {
		const last = out[out.length - 1];
		const result = last?.kind === "call" && last.to === at ? resultAt(text, at) : null;
		if (result) {
			add(result);
			continue;
		}
		let tag: Tag | null = null;
		let from = text.length;
		for (const [i, t] of TAGS.entries()) {
			if (next[i] !== -1 && (next[i] as number) < at) next[i] = text.indexOf(t.open, at);
			const place = next[i] as number;
			if (place < 0 || place >= from) continue;
			tag = t;
			from = place;
		}
		while (k < known.length && (known[k] as Mark).to <= at) k++;
		const span = known[k];
		if (span && Math.max(span.from, at) <= from) add(clip(text, span, at));
		else if (tag) add(tagged(text, tag, from));
		else add({ from, to: from, kind: "free", unclosed: null });
	}
	return out;
}

/** A known stretch from `at` on; unclosed when it begins with one of our tags and lacks the end. */
function clip(text: string, known: Mark, at: number): Stretch {
	const from = Math.max(known.from, at);
	const to = Math.min(known.to, text.length);
	const tag = TAGS.find(t => text.startsWith(t.open, from));
	const open = tag?.kind === known.kind && !text.slice(from, to).trimEnd().endsWith(tag.close);
	return { from, to, kind: known.kind, unclosed: open ? tag.name : null };
}
