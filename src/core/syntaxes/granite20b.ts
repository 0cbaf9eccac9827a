import { syntax } from "./grammar";
import { readOpenJson } from "./openMarks";
import { firstOf } from "./seek";

/** `<function_call> {"name", "arguments"}`, once for each call, as vLLM Granite20bFCToolParser. */
export const granite20b = syntax({
	id: "granite_20b_fc",
	aliases: [],
	title: "Granite 20B FC",
	marks: [["<function_call>", ""]],
	find: text => firstOf(text, ["<function_call>"]),
	read: draft => readOpenJson(draft, ["<function_call>"]),
	sample: {
		text: '<function_call> {"name": "count", "arguments": {"of": "birds"}}\n<function_call> {"name": "now", "arguments": {}}',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
