import type { Span } from "../base/units";
import { bareStart } from "./bare";
import type { Draft } from "./draft";
import { syntax } from "./grammar";
import { skipSpace, trimSpan } from "./objects";
import { addPythonCalls, readCallList, readCallsApart } from "./pythonic";

const TAG = /<\|python_(?:start|end)\|>/g;
/** The beginning of a list of calls, and the same with a keyword argument, which no other text has by chance. */
const START = /\[\s{0,100}[\p{L}_][\p{L}\p{N}_.\-/ ]{0,200}\(/uy;
const KEYWORD = /\[\s{0,100}[\p{L}_][\p{L}\p{N}_.\-/ ]{0,200}\(\s{0,100}[\p{L}_]\w{0,100}\s{0,20}=(?!=)/uy;

/** Where a bracket begins something that `pattern` (sticky) matches, from `from` on; −1 when nowhere. */
function bracket(text: string, pattern: RegExp, from = 0): number {
	for (let at = text.indexOf("[", from); at >= 0; at = text.indexOf("[", at + 1)) {
		pattern.lastIndex = at;
		if (pattern.test(text)) return at;
	}
	return -1;
}

/** The whole text as calls without brackets, one after the other: BFCL takes that too. */
function readWhole(draft: Draft, whole: Span): void {
	const text = draft.text.slice(0, whole.to);
	const r = readCallsApart(text, whole.from, /[\s,;]+/y);
	if ("expected" in r || r.end < whole.to) return;
	addPythonCalls(draft, draft.block(whole, whole, false), text, whole.from, r);
}

/**
 * `[f(a=1, b='x'), g()]`, as vLLM PythonicToolParser and Llama4PythonicToolParser, with text around it as sglang PythonicDetector allows.
 * A second list behind text makes sglang's pattern span both and fail: then nothing is returned.
 */
export const bracketed = syntax({
	id: "pythonic",
	aliases: ["llama4_pythonic", "llama3_pythonic", "llama_pythonic", "llama4", "bfcl", "toolace", "acebench"],
	title: "Pythonic (Llama 3.2/4, BFCL, ToolACE)",
	marks: [["<|python_start|>", "<|python_end|>"]],
	find(text) {
		const begin = bareStart(text, START);
		const tag = begin < 0 ? text.indexOf("<|python_start|>") : -1;
		return begin >= 0 ? begin : tag >= 0 ? tag : bracket(text, KEYWORD);
	},
	read(draft) {
		const { text } = draft;
		const tags = [...text.matchAll(TAG)];
		for (const m of tags) draft.wrapping.push({ from: m.index, to: m.index + m[0].length });
		const from = bracket(text, START);
		if (from < 0) {
			readWhole(draft, trimSpan(text, { from: 0, to: text.length }));
			return;
		}
		const behind = new Set(tags.map(t => skipSpace(text, t.index + t[0].length)));
		const first = readCallList(text, from);
		if ("expected" in first || bracket(text, START, first.end) < 0) {
			const span = "expected" in first ? trimSpan(text, { from, to: text.length }) : { from, to: first.end };
			addPythonCalls(draft, draft.block(span, span, behind.has(from)), text.slice(0, span.to), from, first);
			return;
		}
		for (let at = from; at >= 0; ) {
			const r = readCallList(text, at);
			const span = { from: at, to: "expected" in r ? Math.min(Math.max(r.at, at + 1), text.length) : r.end };
			const block = draft.block(span, span, behind.has(at));
			const problem = draft.broken(block, "trailing-text", span);
			if ("calls" in r) for (const c of r.calls) draft.recover(block, problem, c.name, c.arguments, c.span, c.argumentsSpan);
			at = bracket(text, START, span.to);
		}
	},
	sample: {
		text: "[count(of='birds', near={'place': None, 'days': (1, 2)}), now()]",
		calls: [
			{ name: "count", arguments: { of: "birds", near: { place: null, days: [1, 2] } } },
			{ name: "now", arguments: {} },
		],
	},
});
