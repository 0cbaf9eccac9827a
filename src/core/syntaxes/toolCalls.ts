import { markedJson } from "./marked";

/**
 * `<tool_calls>…</tool_calls>` around a JSON list (Hunyuan A13B, Jamba) or around one object per line (MiniMax M1), as vLLM
 * HunyuanA13BToolParser, JambaToolParser and MinimaxToolParser.
 */
export const toolCalls = markedJson({
	id: "tool_calls",
	aliases: ["hunyuan_a13b", "jamba", "minimax_m1", "minimax"],
	title: "Hunyuan A13B, Jamba, MiniMax M1",
	marks: [["<tool_calls>", "</tool_calls>"]],
	sample: {
		text: 'Both now. <tool_calls>[{"name": "count", "arguments": {"of": "birds"}}, {"name": "now", "arguments": {}}]</tool_calls>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
