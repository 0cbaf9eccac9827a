import { isArray, isObject, type JsonObject } from "../base/units";
import type { Finding } from "../model/finding";
import { chatItems, readChat, textItem } from "./chat";
import { asId, asList, isObjectList, truncatedOf, without } from "./fields";
import { referenceOf } from "./references";
import { NOT_RECORDED, readReward, rollout, rowImporter } from "./row";
import { readTools } from "./toolSchemas";

const hasBlocks = (r: JsonObject): boolean =>
	isObjectList(r.messages) && r.messages.some(m => isArray(m.content) && m.content.some(b => isObject(b) && (b.type === "tool_use" || b.type === "tool_result")));

/** Anthropic Messages: content blocks (`thinking`, `text`, `tool_use`), results in user turns, `system` at top level, `input_schema` tools. */
export const anthropic = rowImporter({
	id: "anthropic",
	title: "Anthropic Messages",
	subtypes: ["anthropic"],
	detectRows: rows => (rows.every(r => isObjectList(r.messages)) && rows.some(hasBlocks) ? { subtype: "anthropic", confidence: 0.9 } : null),
	readRow(record) {
		const findings: Finding[] = [];
		const { system } = record;
		const first =
			typeof system === "string" && system
				? [textItem("system", system, ["system"])]
				: isArray(system)
					? [{ message: { role: "system", content: system }, path: ["system"], textPath: ["system"] }]
					: [];
		const tools = readTools(record.tools);
		const chat = readChat([...first, ...chatItems(asList(record.messages) ?? [], ["messages"])], { tools });
		return {
			rollouts: [
				rollout(chat.transcript, {
					id: asId(record.id),
					group: asId(record.group_id ?? record.task_id),
					tools,
					reference: referenceOf(record),
					recorded: { ...NOT_RECORDED, reward: readReward(record.reward ?? record.score, ["reward"], findings) },
					truncated: truncatedOf(record),
					extras: without(record, ["messages", "system", "tools"]),
					findings: [...chat.findings, ...findings],
				}),
			],
			findings: [],
		};
	},
	groupKey: () => "key-only",
	sample: {
		subtype: "anthropic",
		name: "messages.jsonl",
		record: {
			system: "Use tools.",
			messages: [
				{ role: "user", content: "High tide?" },
				{
					role: "assistant",
					content: [
						{ type: "thinking", thinking: "Look it up." },
						{ type: "tool_use", id: "t1", name: "lookup_tide", input: { port: "Cuxhaven" } },
					],
				},
				{ role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "14:20" }] }] },
			],
		},
	},
});
