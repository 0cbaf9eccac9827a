import { markedBlocks } from "./blocks";
import { readEither } from "./either";
import { syntax } from "./grammar";
import { firstOf } from "./seek";

/** `<|tool_call_start|>[f(a='x')]<|tool_call_end|>`, as vLLM Lfm2ToolParser; sglang Lfm2Detector also takes JSON objects there. */
export const lfm2 = syntax({
	id: "lfm2",
	aliases: ["lfm25", "lfm2_5"],
	title: "LFM2",
	marks: [["<|tool_call_start|>", "<|tool_call_end|>"]],
	find: text => firstOf(text, ["<|tool_call_start|>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) readEither(draft, draft.block(b.span, b.body), b.body);
	},
	sample: {
		text: 'I will count. <|tool_call_start|>[count(of="birds"), now()]<|tool_call_end|>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
