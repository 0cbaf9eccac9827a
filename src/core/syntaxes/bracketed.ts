import type { Span } from "../base/units";
import type { Draft } from "./draft";
import { syntax } from "./grammar";
import { skipSpace, trimSpan } from "./objects";
import { addPythonCalls, readCallList, readCallsApart } from "./pythonic";

const TAG = /<\|python_(?:start|end)\|>/g;
/** The beginning of a list of calls. */
const START = /\[\s{0,100}[\p{L}_][\p{L}\p{N}_.\-/ ]{0,200}\(/gu;
/** The same, and sure: it begins the text, or a keyword argument follows. */
const SIGN = /(?:^\s*|\|>)\[\s{0,100}[\p{L}_][\p{L}\p{N}_.\-/ ]{0,200}\(|\[\s{0,100}[\p{L}_][\p{L}\p{N}_.\-/ ]{0,200}\(\s{0,100}[\p{L}_]\w{0,100}\s{0,20}=(?!=)/u;

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
	find: text => text.search(SIGN),
	read(draft) {
		const { text } = draft;
		const tags = [...text.matchAll(TAG)];
		for (const m of tags) draft.wrapping.push({ from: m.index, to: m.index + m[0].length });
		const start = new RegExp(START);
		const first = start.exec(text);
		if (!first) {
			readWhole(draft, trimSpan(text, { from: 0, to: text.length }));
			return;
		}
		const from = first.index;
		const r = readCallList(text, from);
		const tagged = tags.some(t => t.index + t[0].length === from || skipSpace(text, t.index + t[0].length) === from);
		if ("expected" in r) {
			const whole = trimSpan(text, { from, to: text.length });
			addPythonCalls(draft, draft.block(whole, whole, tagged), text.slice(0, whole.to), from, r);
			return;
		}
		const block = draft.block({ from, to: r.end }, { from, to: r.end }, tagged);
		start.lastIndex = r.end;
		if (start.test(text)) {
			const problem = draft.broken(block, "trailing-text", { from: r.end, to: text.length });
			for (const c of r.calls) draft.recover(block, problem, c.name, c.arguments, c.span, c.argumentsSpan);
		} else addPythonCalls(draft, block, text, from, r);
	},
	sample: {
		text: "[count(of='birds', near={'place': None, 'days': (1, 2)}), now()]",
		calls: [
			{ name: "count", arguments: { of: "birds", near: { place: null, days: [1, 2] } } },
			{ name: "now", arguments: {} },
		],
	},
});
