import { isArray, type JsonObject, type JsonValue } from "../base/units";
import { type ChatItem, chatItems, readChat, textItem } from "./chat";
import { asId, isObjectList, valueAt, without } from "./fields";
import { referenceOf } from "./references";
import { rollout, rowImporter } from "./row";
import { readTools } from "./toolSchemas";

const TYPES = ["function_call", "function_call_output", "reasoning", "message"];
const isItems = (v: JsonValue | undefined): boolean =>
	isObjectList(v) && v.every(item => typeof item.type === "string" || "role" in item) && v.some(item => TYPES.includes(String(item.type)));

const itemsOf = (v: JsonValue | undefined, key: string): ChatItem[] => (typeof v === "string" ? [textItem("user", v, [key])] : isArray(v) ? chatItems(v, [key]) : []);

/** OpenAI Responses items: `input` (items or text) and `output`, flat tool schemas, `instructions` as system text. */
export const responses = rowImporter({
	id: "responses",
	title: "OpenAI Responses items",
	subtypes: ["responses-items"],
	detectRows: rows => (rows.every((r: JsonObject) => isItems(r.output) || isItems(r.input)) ? { subtype: "responses-items", confidence: 0.9 } : null),
	readRow(record) {
		const system = typeof record.instructions === "string" && record.instructions ? [textItem("system", record.instructions, ["instructions"])] : [];
		const before = [...system, ...itemsOf(record.input, "input")];
		const after = isArray(record.output) ? chatItems(record.output, ["output"]) : [];
		const tools = readTools(record.tools);
		const chat = after.length ? readChat([...before, ...after], { prompt: before.length, tools }) : readChat(before, { tools });
		const reason = valueAt(record, "incomplete_details.reason");
		return {
			rollouts: [
				rollout(chat.transcript, {
					id: asId(record.id),
					tools,
					reference: referenceOf(record),
					truncated: typeof reason === "string" ? reason === "max_output_tokens" : null,
					extras: without(record, ["input", "output", "tools", "instructions"]),
					findings: chat.findings,
				}),
			],
			findings: [],
		};
	},
	groupKey: () => "none",
	sample: {
		subtype: "responses-items",
		name: "items.jsonl",
		record: {
			input: "High tide?",
			output: [
				{ type: "function_call", call_id: "c", name: "lookup_tide", arguments: "{}" },
				{ type: "function_call_output", call_id: "c", output: "14:20" },
			],
		},
	},
});
