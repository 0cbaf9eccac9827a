import { markedBlocks } from "./blocks";
import { enclosedCalls } from "./enclosed";
import { readPairs } from "./glm";
import { syntax } from "./grammar";
import { argumentsOf } from "./params";
import { firstOf } from "./seek";

/** `<tool_calls><tool_call>NAME<tool_sep><arg_key>K</arg_key><arg_value>V</arg_value></tool_call></tool_calls>`, as vLLM HYV3ToolParser. */
export const hunyuanV3 = syntax({
	id: "hunyuan_v3",
	aliases: ["hunyuan", "hy_v3", "hunyuan3"],
	title: "Hunyuan 3",
	marks: [["<tool_calls>", "</tool_calls>"]],
	find: text => firstOf(text, ["<tool_sep>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) {
			const block = draft.block(b.span, b.body);
			for (const c of enclosedCalls(draft, block, b.body, ["<tool_call>", "<tool_sep>", "</tool_call>"])) {
				const value = argumentsOf(draft, readPairs(draft, c.head, c.body));
				if (c.problem) draft.recover(block, c.problem, c.head, value, c.span, c.body);
				else draft.call(block, c.head, value, c.span, c.body);
			}
		}
	},
	sample: {
		text: "<tool_calls>\n<tool_call>count<tool_sep>\n<arg_key>of</arg_key>\n<arg_value>birds</arg_value>\n</tool_call>\n<tool_call>now<tool_sep>\n</tool_call>\n</tool_calls>",
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
