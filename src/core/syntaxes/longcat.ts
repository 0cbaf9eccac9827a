import { markedJson } from "./marked";

/** `<longcat_tool_call>{"name", "arguments"}</longcat_tool_call>`, as vLLM LongcatFlashToolParser. */
export const longcat = markedJson({
	id: "longcat",
	aliases: ["longcat_flash"],
	title: "LongCat",
	marks: [["<longcat_tool_call>", "</longcat_tool_call>"]],
	sample: {
		text: 'I will count.\n<longcat_tool_call>\n{"name": "count", "arguments": {"of": "birds"}}\n</longcat_tool_call>',
		calls: [{ name: "count", arguments: { of: "birds" } }],
	},
});
