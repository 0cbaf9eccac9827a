import { markedBlocks } from "./blocks";
import { readArguments, recoverArguments } from "./body";
import { enclosedCalls } from "./enclosed";
import { syntax } from "./grammar";
import { firstOf } from "./seek";

/**
 * `<|tool_calls_section_begin|><|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>{json}<|tool_call_end|>…`, as vLLM
 * KimiK2ToolParser and sglang KimiK2Detector. Arguments that are no JSON are passed on as text, as both do.
 */
export const kimi = syntax({
	id: "kimi_k2",
	aliases: ["kimi", "kimi_k25", "kimi_k2_5"],
	title: "Kimi K2",
	marks: [["<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"]],
	find: text => firstOf(text, ["<|tool_calls_section_begin|>", "<|tool_call_argument_begin|>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) {
			const block = draft.block(b.span, b.body);
			for (const c of enclosedCalls(draft, block, b.body, ["<|tool_call_begin|>", "<|tool_call_argument_begin|>", "<|tool_call_end|>"])) {
				const id = /^(?:functions\.)?([^\s:]+):\d+$/.exec(c.head);
				if (!id?.[1]) draft.broken(block, "no-name", c.span);
				else if (c.problem) recoverArguments(draft, block, c.problem, id[1], c.span, c.body);
				else readArguments(draft, block, id[1], c.span, c.body, true);
			}
		}
	},
	sample: {
		text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.count:0<|tool_call_argument_begin|>{"of": "birds"}<|tool_call_end|><|tool_call_begin|>functions.now:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
