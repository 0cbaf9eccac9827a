import { markedBlocks } from "./blocks";
import { readBody } from "./body";
import { syntax } from "./grammar";
import { trimSpan } from "./objects";
import { addPythonCalls, readCallList } from "./pythonic";
import { firstOf } from "./seek";

/** `<|tool_call_start|>[f(a='x')]<|tool_call_end|>`, as vLLM Lfm2ToolParser; sglang Lfm2Detector also takes JSON objects there. */
export const lfm2 = syntax({
	id: "lfm2",
	aliases: ["lfm25", "lfm2_5"],
	title: "LFM2",
	marks: [["<|tool_call_start|>", "<|tool_call_end|>"]],
	find: text => firstOf(text, ["<|tool_call_start|>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) {
			const block = draft.block(b.span, b.body);
			const inner = trimSpan(draft.text, b.body);
			const text = draft.text.slice(0, inner.to);
			if (inner.from === inner.to || /^\{|^\[\s*\{/.test(text.slice(inner.from, inner.from + 200))) readBody(draft, block, b.body);
			else {
				const r = readCallList(text, inner.from);
				addPythonCalls(draft, block, text, inner.from, "expected" in r || r.end === inner.to ? r : { at: r.end, expected: "the end" });
			}
		}
	},
	sample: {
		text: 'I will count. <|tool_call_start|>[count(of="birds"), now()]<|tool_call_end|>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
