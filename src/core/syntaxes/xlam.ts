import { bareStart } from "./bare";
import { readOpenBody } from "./body";
import { syntax } from "./grammar";

const KEYS = { name: ["name", "tool_name", "function"], arguments: ["arguments", "parameters"] };
const FENCE = /^\s*```/;
/** A list behind one of the marks that these models use, or at the text's beginning. */
const START = /(?:^\s*|(?:\[TOOL_CALLS\]|<tool_call>|```(?:json)?)\s*)(?=\[\s*\{|\[\s*\])/;
const LIST = /\[\s*\{\s*"/y;

/** A JSON list of calls: bare, fenced, behind `</think>`, `[TOOL_CALLS]` or `<tool_call>`, as vLLM xLAMToolParser; text may surround it. */
export const xlam = syntax({
	id: "xlam",
	aliases: ["hammer", "json_list"],
	title: "xLAM, Hammer: a JSON list",
	marks: [],
	find: text => bareStart(text, LIST),
	read(draft) {
		const { text } = draft;
		const m = START.exec(text);
		if (!m) return;
		const at = m.index + m[0].length;
		readOpenBody(draft, { from: at, to: at }, text.length, { keys: KEYS });
		if (!draft.calls.length) return;
		const end = draft.blocks[0]?.span.to ?? at;
		draft.wrapping.push({ from: m.index, to: at });
		const after = FENCE.exec(text.slice(end)) ?? /^\s*<\/tool_call>/.exec(text.slice(end));
		if (after) draft.wrapping.push({ from: end, to: end + after[0].length });
	},
	sample: {
		text: 'I will count.\n```json\n[{"name": "count", "arguments": {"of": "birds"}}, {"name": "now", "arguments": {}}]\n```',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
