import { invokeForm, invokeSyntax } from "./invoke";

/** `<steptml:invoke name="N"><steptml:parameter name="K">V</steptml:parameter></steptml:invoke>` inside Step3's section marks, as vLLM Step3ToolParser. */
export const step3 = invokeSyntax(
	{
		id: "step3",
		aliases: ["steptml"],
		title: "Step3",
		marks: [["<｜tool_calls_begin｜>", "<｜tool_calls_end｜>"]],
		sample: {
			text: '<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="count">\n<steptml:parameter name="of">birds</steptml:parameter>\n</steptml:invoke><｜tool_call_end｜>\n<｜tool_calls_end｜>',
			calls: [{ name: "count", arguments: { of: "birds" } }],
		},
	},
	invokeForm("steptml:"),
);
