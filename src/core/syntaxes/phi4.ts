import { syntax } from "./grammar";
import { readOpenJson } from "./openMarks";
import { firstOf } from "./seek";

/** `functools[{"name", "arguments"}]`, as vLLM Phi4MiniJsonToolParser. */
export const phi4 = syntax({
	id: "phi4_mini_json",
	aliases: ["phi4", "phi4_mini"],
	title: "Phi-4-mini",
	marks: [["functools", ""]],
	find: text => firstOf(text, ["functools["]),
	read: draft => readOpenJson(draft, ["functools"]),
	sample: {
		text: 'functools[{"name": "count", "arguments": {"of": "birds"}}, {"name": "now", "arguments": {}}]',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
