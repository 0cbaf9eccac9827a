import { readGemmaCalls } from "./gemmaValue";
import { syntax } from "./grammar";
import { firstOf } from "./seek";

const MARKS = ["<|tool_call>", "<tool_call|>"] as const;

/** `<|tool_call>call:NAME{key:<|"|>text<|"|>,n:1}<tool_call|>`, as vLLM Gemma4EngineToolParser and sglang Gemma4Detector. */
export const gemma4 = syntax({
	id: "gemma4",
	aliases: ["gemma"],
	title: "Gemma 4",
	marks: [MARKS],
	find: text => firstOf(text, [MARKS[0]]),
	read: draft => readGemmaCalls(draft, MARKS, '<|"|>'),
	sample: {
		text: 'I will count. <|tool_call>call:count{of:<|"|>birds<|"|>,where:{near:<|"|>home<|"|>,days:[1,2]}}<tool_call|><|tool_call>call:now{}<tool_call|>',
		calls: [
			{ name: "count", arguments: { of: "birds", where: { near: "home", days: [1, 2] } } },
			{ name: "now", arguments: {} },
		],
	},
});
