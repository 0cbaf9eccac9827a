import type { Span } from "../base/units";
import type { Marks } from "./contract";
import type { Draft } from "./draft";
import { anyOf } from "./reasoning";

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
	const pattern = anyOf([...marks.map(m => m[0]), ...marks.map(m => m[1]).filter(Boolean)]);
	const out: Marked[] = [];
	for (let m = pattern.exec(text); m; m = pattern.exec(text)) {
		const found = m[0];
		const from = m.index;
		const pair = marks.find(x => x[0] === found);
		if (!pair) {
			draft.problem("stray-close-tag", { from, to: from + found.length }, { tag: found });
			continue;
		}
		const start = from + found.length;
		const at = pair[1] ? text.indexOf(pair[1], start) : -1;
		const end = at < 0 ? text.length : at;
		const to = at < 0 ? end : end + pair[1].length;
		if (at < 0 && pair[1] && !closingOptional) draft.problem("unclosed-tag", { from, to: start }, { tag: found });
		out.push({ span: { from, to }, body: { from: start, to: end }, marks: pair, closed: at >= 0 });
		if (at < 0) break;
		pattern.lastIndex = to;
	}
	return out;
}
