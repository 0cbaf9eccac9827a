import type { Span } from "../base/units";
import { type BodyOptions, readOpenBody } from "./body";
import type { Draft } from "./draft";

/** Stretches behind marks that nothing closes, each up to the next mark or the text's end. */
export function openParts(draft: Draft, mark: string): readonly { readonly mark: Span; readonly to: number }[] {
	const parts: { mark: Span; to: number }[] = [];
	for (let at = draft.text.indexOf(mark); at >= 0; ) {
		const next = draft.text.indexOf(mark, at + mark.length);
		parts.push({ mark: { from: at, to: at + mark.length }, to: next < 0 ? draft.text.length : next });
		at = next;
	}
	return parts;
}

/** Reads JSON call objects behind each of the marks; what follows them is text. */
export function readOpenJson(draft: Draft, marks: readonly string[], options: BodyOptions = {}): void {
	for (const m of marks) for (const p of openParts(draft, m)) readOpenBody(draft, p.mark, p.to, options);
}
