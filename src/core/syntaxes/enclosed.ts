import type { Span } from "../base/units";
import type { CallProblem } from "../model/call";
import type { Draft } from "./draft";
import { trimSpan } from "./objects";

interface EnclosedCall {
	/** Text in front of the separator, trimmed; never empty. */
	readonly head: string;
	readonly span: Span;
	/** What stands behind the separator. */
	readonly body: Span;
	/** Set when the call is not closed, so that serving parsers do not see it. */
	readonly problem: CallProblem | null;
}

/** Calls of one section: each `open HEAD separator BODY close`. Reports those that are not closed, and a section without any. */
export function enclosedCalls(draft: Draft, block: number, section: Span, [open, separator, close]: readonly [string, string, string]): readonly EnclosedCall[] {
	const text = draft.text.slice(0, section.to);
	const calls: EnclosedCall[] = [];
	let found = 0;
	for (let at = text.indexOf(open, section.from); at >= 0; found++) {
		const start = at + open.length;
		const end = text.indexOf(close, start);
		const to = end < 0 ? text.length : end;
		const middle = text.slice(start, to).indexOf(separator);
		const cut = middle < 0 ? to : start + middle;
		const head = trimSpan(text, { from: start, to: cut });
		const span = { from: at, to: end < 0 ? to : to + close.length };
		const problem = end < 0 ? draft.broken(block, "unclosed-tag", { from: at, to: start }, { tag: open }) : null;
		if (cut === to) draft.broken(block, "not-a-call", { from: start, to });
		else if (head.from === head.to) draft.broken(block, "no-name", span);
		else calls.push({ head: text.slice(head.from, head.to), span, body: { from: cut + separator.length, to }, problem });
		at = end < 0 ? -1 : text.indexOf(open, span.to);
	}
	if (!found) draft.broken(block, "not-a-call", section);
	return calls;
}
