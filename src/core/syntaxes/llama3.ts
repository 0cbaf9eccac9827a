import { bareStart } from "./bare";
import { addObjects, readOpenBody } from "./body";
import type { Draft } from "./draft";
import { syntax } from "./grammar";
import { CALL_KEYS, skipSpace, trimSpan } from "./objects";
import { addPythonCalls, readCallsApart } from "./pythonic";
import { bareCalls } from "./untagged";

const TAG = "<|python_tag|>";
const OBJECT = /\{\s*"(?:name|parameters|arguments|type)"\s*:/y;
const BUILTIN = /<\|python_tag\|>\s{0,20}(?=[A-Za-z_]\w{0,100}\.call\()/;
const END = /<\|eo[mt]_id\|>/g;

/** `<|python_tag|>tool.call(query="…")`: Llama 3.1's built-in tools, the name standing before `.call`. */
function readBuiltin(draft: Draft, at: number, from: number): void {
	const end = draft.text.indexOf("<|eo", from);
	const whole = trimSpan(draft.text, { from: at, to: end < 0 ? draft.text.length : end });
	const text = draft.text.slice(0, whole.to);
	const r = readCallsApart(text, from, /[\s,;]+/y);
	const named = "calls" in r ? { ...r, calls: r.calls.map(c => ({ ...c, name: c.name.replace(/\.call$/, "") })) } : r;
	addPythonCalls(draft, draft.block(whole, { from, to: whole.to }), text, from, named);
}

/**
 * `{"name", "parameters"}`, behind `<|python_tag|>` or bare, several joined by ";", as vLLM Llama3JsonToolParser and sglang Llama32Detector:
 * every JSON object with a name and arguments counts wherever it stands. Also the built-in tools' `tool.call(…)`.
 */
export const llama3 = syntax({
	id: "llama3_json",
	aliases: ["llama3", "llama4_json", "llama32", "llama3_builtin", "json", "json_array"],
	title: "Llama 3, bare JSON",
	marks: [[TAG, ""]],
	find(text) {
		const tag = text.indexOf(TAG);
		return tag >= 0 ? tag : bareStart(text, OBJECT);
	},
	read(draft) {
		const { text } = draft;
		for (const m of text.matchAll(END)) draft.wrapping.push({ from: m.index, to: m.index + m[0].length });
		const builtin = BUILTIN.exec(text);
		if (builtin) {
			readBuiltin(draft, builtin.index, builtin.index + builtin[0].length);
			return;
		}
		const tag = text.indexOf(TAG);
		const calls = bareCalls(text);
		if (calls.length && tag >= 0) draft.wrapping.push({ from: tag, to: tag + TAG.length });
		calls.forEach(({ object: { span, members } }, i) => {
			addObjects(draft, draft.block(span, span, tag >= 0 && tag < span.from), [{ span, members }], CALL_KEYS, null);
			const next = calls[i + 1]?.object.span.from ?? span.to;
			if (/^[\s;,]*$/.test(text.slice(span.to, next))) draft.wrapping.push({ from: span.to, to: next });
		});
		if (calls.length) return;
		const start = skipSpace(text, 0);
		if (tag >= 0) readOpenBody(draft, { from: tag, to: tag + TAG.length }, text.length);
		else if (text[start] === "{") readOpenBody(draft, { from: start, to: start }, text.length);
	},
	sample: {
		text: '<|python_tag|>{"name": "count", "parameters": {"of": "birds"}}; {"name": "now", "parameters": {}}',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
