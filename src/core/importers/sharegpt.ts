import { isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import { type ChatItem, chatItems, readChat, textItem } from "./chat";
import { asId, asList, isObjectList, without } from "./fields";
import { referenceOf } from "./references";
import { rollout, rowImporter } from "./row";
import { readTools, toolsInText } from "./toolSchemas";

const isShare = (v: JsonValue | undefined): boolean => isObjectList(v) && v.every(m => "from" in m && "value" in m);
/** ms-swift's older rows: pairs of a question and its answer. */
const isPairs = (v: JsonValue | undefined): boolean => isObjectList(v) && v.every(m => typeof m.human === "string" && typeof m.assistant === "string");

const pairItems = (list: readonly JsonValue[], path: JsonPath): ChatItem[] =>
	list.flatMap((m, i) =>
		isObject(m) ? [textItem("user", String(m.human ?? ""), [...path, i, "human"]), textItem("assistant", String(m.assistant ?? ""), [...path, i, "assistant"])] : [],
	);

const kindOf = (r: JsonObject): string =>
	(asList(r.conversations) ?? []).some(m => isObject(m) && (m.from === "function_call" || m.from === "observation"))
		? "sharegpt-function-call"
		: "category" in r && "tools" in r
			? "sharegpt-hermes"
			: "sharegpt";

/** ShareGPT conversations (`from`, `value`): LLaMA-Factory and APIGen roles, Hermes rows with tools, ToolACE with the tools in the system text. */
export const sharegpt = rowImporter({
	id: "sharegpt",
	title: "ShareGPT conversations",
	subtypes: ["sharegpt", "sharegpt-function-call", "sharegpt-hermes"],
	detectRows(rows) {
		const first = rows[0];
		if (!first || !rows.every(r => isShare(r.conversations) || isPairs(r.conversation))) return null;
		return { subtype: kindOf(first), confidence: 0.95 };
	},
	readRow(record) {
		const system = typeof record.system === "string" && record.system ? [textItem("system", record.system, ["system"])] : [];
		const items = isPairs(record.conversation) ? pairItems(asList(record.conversation) ?? [], ["conversation"]) : chatItems(asList(record.conversations) ?? [], ["conversations"]);
		const given = readTools(record.tools);
		const chat = readChat([...system, ...items], { tools: given });
		const { transcript } = chat;
		return {
			rollouts: [
				rollout(transcript, {
					id: asId(record.id),
					tools: given ?? toolsInText(transcript.text.slice(0, transcript.promptEnd)),
					reference: referenceOf(record),
					extras: without(record, ["conversations", "conversation", "system", "tools"]),
					findings: chat.findings,
				}),
			],
			findings: [],
		};
	},
	groupKey: () => "none",
	sample: {
		subtype: "sharegpt-function-call",
		name: "rows.jsonl",
		record: {
			conversations: [
				{ from: "human", value: "High tide?" },
				{ from: "function_call", value: '{"name": "lookup_tide", "arguments": {}}' },
				{ from: "observation", value: "14:20" },
				{ from: "gpt", value: "At 14:20." },
			],
			tools: '[{"name": "lookup_tide", "parameters": {"type": "object"}}]',
		},
	},
});
