import { readGemmaCalls } from "./gemmaValue";
import { syntax } from "./grammar";
import { firstOf } from "./seek";

const MARKS = ["<start_function_call>", "<end_function_call>"] as const;

/** `<start_function_call>call:NAME{key:<escape>text<escape>,n:1}<end_function_call>`, as vLLM FunctionGemmaToolParser. */
export const functionGemma = syntax({
	id: "function_gemma",
	aliases: ["functiongemma"],
	title: "FunctionGemma",
	marks: [MARKS],
	find: text => firstOf(text, [MARKS[0]]),
	read: draft => readGemmaCalls(draft, MARKS, "<escape>"),
	sample: {
		text: "I will count. <start_function_call>call:count{of:<escape>birds, all<escape>,limit:3}<end_function_call>",
		calls: [{ name: "count", arguments: { of: "birds, all", limit: 3 } }],
	},
});
