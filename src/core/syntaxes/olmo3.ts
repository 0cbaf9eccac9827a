import { markedBlocks } from "./blocks";
import { syntax } from "./grammar";
import { trimSpan } from "./objects";
import { addPythonCalls, readCallsApart } from "./pythonic";
import { firstOf } from "./seek";

/** `<function_calls>` around Python calls, one a line, where true, false and null are words too; as vLLM Olmo3PythonicToolParser. */
export const olmo3 = syntax({
	id: "olmo3_pythonic",
	aliases: ["olmo3"],
	title: "OLMo 3",
	marks: [["<function_calls>", "</function_calls>"]],
	find: text => firstOf(text, ["<function_calls>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) {
			const block = draft.block(b.span, b.body);
			const inner = trimSpan(draft.text, b.body);
			const text = draft.text.slice(0, inner.to);
			const r = readCallsApart(text, inner.from, /[\s,;]+/y);
			if (inner.from === inner.to) draft.broken(block, "not-a-call", b.body);
			else addPythonCalls(draft, block, text, inner.from, "expected" in r || r.end === inner.to ? r : { at: r.end, expected: "a line break" });
		}
	},
	sample: {
		text: "<function_calls>\ncount(of='birds', all=true)\nnow()\n</function_calls>",
		calls: [
			{ name: "count", arguments: { of: "birds", all: true } },
			{ name: "now", arguments: {} },
		],
	},
});
