import type { Span } from "../base/units";
import { type BodyOptions, readBody } from "./body";
import type { Draft } from "./draft";
import { trimSpan } from "./objects";
import { addPythonCalls, readCallList } from "./pythonic";

/** Reads a block body that holds JSON objects, alone or in a list, or else a list of Python calls. */
export function readEither(draft: Draft, block: number, body: Span, options: BodyOptions = {}): void {
	const inner = trimSpan(draft.text, body);
	const text = draft.text.slice(0, inner.to);
	if (inner.from === inner.to || /^(?:\{|\[\s{0,100}\{)/.test(text.slice(inner.from, inner.from + 120))) {
		readBody(draft, block, body, options);
		return;
	}
	const r = readCallList(text, inner.from);
	addPythonCalls(draft, block, text, inner.from, "expected" in r || r.end === inner.to ? r : { at: r.end, expected: "the end" });
}
