import { invokeForm, invokeSyntax } from "./invoke";

/** `<minimax:tool_call><invoke name="N"><parameter name="K">V</parameter></invoke></minimax:tool_call>`, as vLLM MinimaxM2ToolParser. */
export const minimaxM2 = invokeSyntax(
	{
		id: "minimax_m2",
		aliases: ["minimax_m2_1", "minimax_m2_5"],
		title: "MiniMax M2",
		marks: [["<minimax:tool_call>", "</minimax:tool_call>"]],
		sample: {
			text: 'I will count.\n<minimax:tool_call>\n<invoke name="count">\n<parameter name="of">birds</parameter>\n</invoke>\n<invoke name="now">\n</invoke>\n</minimax:tool_call>',
			calls: [
				{ name: "count", arguments: { of: "birds" } },
				{ name: "now", arguments: {} },
			],
		},
	},
	invokeForm(""),
);
