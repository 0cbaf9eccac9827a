import { markedBlocks } from "./blocks";
import { readBody, readOpenBody } from "./body";
import { syntax } from "./grammar";
import { skipSpace } from "./objects";
import { firstOf } from "./seek";

/**
 * `<|tool_call|>[{"name", "arguments"}]` of Granite 3 (also `<tool_call>[…]` and the bare list), and the same closed by `<|/tool_call|>`
 * as BFCL has it for Phi-4-mini; as vLLM GraniteToolParser.
 */
export const granite = syntax({
	id: "granite",
	aliases: ["granite3"],
	title: "Granite 3",
	marks: [
		["<|tool_call|>", "<|/tool_call|>"],
		["<tool_call>", "</tool_call>"],
	],
	find: text => firstOf(text, ["<|tool_call|>"]),
	read(draft) {
		const start = skipSpace(draft.text, 0);
		if (draft.text[start] === "[") readOpenBody(draft, { from: start, to: start }, draft.text.length);
		else for (const b of markedBlocks(draft, this.marks, true)) readBody(draft, draft.block(b.span, b.body), b.body);
	},
	sample: {
		text: '<|tool_call|>[{"name": "count", "arguments": {"of": "birds"}}, {"name": "now", "arguments": {}}]',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
