import { markedBlocks } from "./blocks";
import { readBody } from "./body";
import { syntax } from "./grammar";
import { firstOf } from "./seek";

const KEYS = { name: ["tool_name", "name"], arguments: ["parameters", "arguments"] };
/** Marks around the reply itself. */
const FRAME = /<\|(?:START|END)_(?:RESPONSE|TEXT)\|>|<\|END_OF_TURN_TOKEN\|>/g;

/** `<|START_ACTION|>[{"tool_name", "parameters"}]<|END_ACTION|>` of Command R and A, as smg's CohereParser; one object or a list. */
export const cohere = syntax({
	id: "cohere_command",
	aliases: ["cohere", "cohere_command3", "cohere_command4", "command_r", "command_a"],
	title: "Cohere Command",
	marks: [["<|START_ACTION|>", "<|END_ACTION|>"]],
	find: text => firstOf(text, ["<|START_ACTION|>", "<|START_RESPONSE|>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) readBody(draft, draft.block(b.span, b.body), b.body, { keys: KEYS });
		for (const m of draft.text.matchAll(FRAME)) draft.wrapping.push({ from: m.index, to: m.index + m[0].length });
	},
	sample: {
		text: '<|START_THINKING|>Count first.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "count", "parameters": {"of": "birds"}},\n    {"tool_call_id": "1", "tool_name": "now", "parameters": {}}\n]<|END_ACTION|>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
