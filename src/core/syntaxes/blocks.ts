import type { Span } from "../base/units";
import type { Marks } from "./contract";
import type { Draft } from "./draft";
import { needles, seeker } from "./seek";

export interface Marked {
	readonly span: Span;
	readonly body: Span;
	readonly marks: Marks;
	/** False when the text ended first. */
	readonly closed: boolean;
}

/**
 * Blocks between opening and closing marks, in order; inside one only its own closing mark counts. Reports unclosed and stray marks.
 * `closingOptional`: a last block may stay open. Linear time.
 */
export function markedBlocks(draft: Draft, marks: readonly Marks[], closingOptional = false): readonly Marked[] {
	const { text } = draft;
	const next = seeker(text, needles(marks.flat().filter(Boolean)));
	const out: Marked[] = [];
	let cursor = 0;
	for (let m = next(cursor); m; m = next(cursor)) {
		const { at, found } = m;
		const start = at + found.length;
		const pair = marks.find(x => x[0] === found);
		if (!pair) {
			draft.problem("stray-close-tag", { from: at, to: start }, { tag: found });
			cursor = start;
			continue;
		}
		const close = pair[1] ? text.indexOf(pair[1], start) : -1;
		const end = close < 0 ? text.length : close;
		const to = close < 0 ? end : end + pair[1].length;
		if (close < 0 && pair[1] && !closingOptional) draft.problem("unclosed-tag", { from: at, to: start }, { tag: found });
		out.push({ span: { from: at, to }, body: { from: start, to: end }, marks: pair, closed: close >= 0 });
		if (close < 0) break;
		cursor = to;
	}
	return out;
}
