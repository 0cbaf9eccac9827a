import { readJsonFast } from "../base/json";
import { isArray } from "../base/units";
import { finding } from "../model/finding";
import { chatItems, readChat } from "./chat";
import { unplaced } from "./conversation";
import { asId, without } from "./fields";
import { rollout, rowImporter } from "./row";
import { readTools } from "./toolSchemas";

/** Toucan rows: every column a text; `messages` and `available_tools` (or `tools`) are JSON inside it, `target_tools` names the tools meant. */
export const toucan = rowImporter({
	id: "toucan",
	title: "Toucan",
	subtypes: ["toucan"],
	detectRows: rows => (rows.every(r => typeof r.messages === "string" && ("available_tools" in r || "target_tools" in r)) ? { subtype: "toucan", confidence: 1 } : null),
	readRow(record) {
		const list = typeof record.messages === "string" ? readJsonFast(record.messages) : null;
		if (!list?.ok || !isArray(list.value)) return { rollouts: [], findings: [finding("no-messages", "error", {}, { path: ["messages"] })] };
		const tools = readTools(record.available_tools) ?? readTools(record.tools);
		const chat = readChat(chatItems(list.value, ["messages"]), { tools });
		return {
			rollouts: [
				rollout(unplaced(chat.transcript), {
					id: asId(record.uuid),
					tools,
					extras: without(record, ["messages", "available_tools", "tools"]),
					findings: chat.findings.map(f => ({ ...f, path: ["messages"] })),
				}),
			],
			findings: [],
		};
	},
	groupKey: () => "none",
	sample: {
		subtype: "toucan",
		name: "toucan.jsonl",
		record: {
			uuid: "u1",
			messages: '[{"role": "user", "content": "High tide?"}, {"role": "assistant", "content": "", "function_call": {"name": "lookup_tide", "arguments": "{}"}}]',
			available_tools: '[{"type": "function", "function": {"name": "lookup_tide", "parameters": {"type": "object"}}}]',
			target_tools: "lookup_tide",
		},
	},
});
