import { markedBlocks } from "./blocks";
import { readBody } from "./body";
import { syntax } from "./grammar";
import { firstOf } from "./seek";

/**
 * `<tool_call>{"name", "arguments"}</tool_call>`, as vLLM Hermes2ProToolParser, sglang HermesDetector and verl's HermesToolParser.
 * The body may also be a list (SLCA, Toucan), one object per line with the key `parameters` (ToolRL) or a Python dict (Hermes 2 Pro data).
 * A last block need not be closed. A body that cannot be read yields nothing; the other blocks keep their calls, as in sglang and verl.
 */
export const hermes = syntax({
	id: "hermes",
	aliases: ["hermes2pro", "qwen25", "qwen", "qwen3", "granite4", "ernie45"],
	title: "Hermes, Qwen 2.5/3",
	marks: [["<tool_call>", "</tool_call>"]],
	untagged: true,
	find: text => firstOf(text, ["<tool_call>", "</tool_call>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) readBody(draft, draft.block(b.span, b.body), b.body, { python: true });
	},
	sample: {
		text: 'Two at once.\n<tool_call>\n{"name": "count", "arguments": {"of": "birds"}}\n</tool_call>\n<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
