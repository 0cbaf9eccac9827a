import { syntax } from "./grammar";
import { readOpenJson } from "./openMarks";
import { firstOf } from "./seek";

const MARKS = ["<|function_call|>", "<|message_sep|>\n\nfunction call<|role_sep|>\n"];

/** `<|function_call|>{"name", "arguments"}`, or the older header of a message with the role "function call", as vLLM GigaChat3ToolParser. */
export const gigachat = syntax({
	id: "gigachat3",
	aliases: ["gigachat"],
	title: "GigaChat 3",
	marks: MARKS.map(m => [m, ""] as const),
	find: text => firstOf(text, MARKS),
	read(draft) {
		readOpenJson(draft, MARKS);
		for (const m of draft.text.matchAll(/<\/s>/g)) draft.wrapping.push({ from: m.index, to: m.index + m[0].length });
	},
	sample: {
		text: 'I will count.<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "count", "arguments": {"of": "birds"}}</s>',
		calls: [{ name: "count", arguments: { of: "birds" } }],
	},
});
