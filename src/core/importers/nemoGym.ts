import { isArray, isObject, type JsonPath, type JsonValue } from "../base/units";
import type { Finding } from "../model/finding";
import { type ChatItem, chatItems, readChat, textItem } from "./chat";
import { asId, valueAt, without } from "./fields";
import { referenceOf } from "./references";
import { NOTHING, readComponents, readReward, rollout, rowImporter } from "./row";
import { callTokens } from "./tokens";
import { readTools } from "./toolSchemas";

const REFERENCE = [
	"expected_answer",
	"expected_answers",
	"ground_truth",
	"verifier_metadata.ground_truth",
	"verifier_metadata.expected_calls",
	"expected_action",
	"reference",
	"target",
	"solution",
];

/** Items of a list, or a text as the user's; a few environments nest one list more. */
function itemsOf(value: JsonValue | undefined, path: JsonPath): ChatItem[] {
	if (typeof value === "string") return [textItem("user", value, path)];
	return isArray(value) ? value.flatMap((v, i) => (isArray(v) ? chatItems(v, [...path, i]) : [{ message: v, path: [...path, i] }])) : [];
}

/**
 * NeMo-Gym `ng_collect_rollouts` output: `{responses_create_params: {input, tools, …}, response: {output: [item]},
 * reward, reward_components?, _ng_task_index?, …}`. Items are those of the Responses API; training variants carry token
 * ids and log-probabilities on the last item of each model call.
 */
export const nemoGym = rowImporter({
	id: "nemo-gym",
	title: "NeMo-Gym",
	subtypes: ["nemo-gym", "nemo-gym-tasks"],
	detectRows(rows) {
		if (!rows.every(r => isObject(r.responses_create_params))) return null;
		return rows.some(r => isObject(r.response) && "reward" in r) ? { subtype: "nemo-gym", confidence: 1 } : { subtype: "nemo-gym-tasks", confidence: 0.9, doubts: ["data-set"] };
	},
	readRow(record) {
		const params = record.responses_create_params;
		if (!isObject(params)) return NOTHING;
		const findings: Finding[] = [];
		const system = typeof params.instructions === "string" && params.instructions ? [textItem("system", params.instructions, ["responses_create_params", "instructions"])] : [];
		const before = [...system, ...itemsOf(params.input, ["responses_create_params", "input"])];
		const after = itemsOf(valueAt(record, "response.output"), ["response", "output"]);
		// aviary repeats the prompt's messages at the beginning of the output
		const repeated = after.findIndex(item => !(isObject(item.message) && (item.message.role === "user" || item.message.role === "system")));
		const own = repeated > 0 && system.length + repeated >= before.length ? after.slice(repeated) : after;
		const tools = readTools(params.tools) ?? readTools(valueAt(record, "response.tools"));
		const chat = readChat([...before, ...own], { prompt: before.length, tools });
		const calls = own.flatMap(({ message }) =>
			isObject(message) && isArray(message.generation_token_ids)
				? [{ prompt: message.prompt_token_ids, ids: message.generation_token_ids, logprobs: message.generation_log_probs }]
				: [],
		);
		const cut = valueAt(record, "response.incomplete_details.reason");
		return {
			rollouts: [
				rollout(
					chat.transcript,
					{
						id: asId(record._ng_rollout_index) ?? asId(record.uuid) ?? asId(record.id),
						group: asId(record._ng_task_index),
						tools,
						reference: referenceOf(record, REFERENCE),
						recorded: {
							reward: readReward(record.reward, ["reward"], findings),
							components: isObject(record.reward_components) ? readComponents(record.reward_components, [], findings) : {},
							advantage: Number.NaN,
						},
						tokens: callTokens(calls, findings),
						truncated: typeof cut === "string" ? cut === "max_output_tokens" : null,
						extras: without(record, ["responses_create_params", "response", "reward"]),
						findings: [...chat.findings, ...findings],
					},
					isObject(record.response) ? "attempt" : "task",
				),
			],
			findings: [],
		};
	},
	groupKey: () => "task-index",
	sample: {
		subtype: "nemo-gym",
		name: "rollouts.jsonl",
		record: {
			responses_create_params: {
				input: [{ role: "user", content: "High tide?", type: "message" }],
				tools: [{ type: "function", name: "lookup_tide", parameters: { type: "object", properties: {} } }],
			},
			response: {
				object: "response",
				output: [
					{ type: "function_call", name: "lookup_tide", arguments: "{}", call_id: "c1" },
					{ type: "function_call_output", call_id: "c1", output: "14:20" },
				],
			},
			reward: 1,
			_ng_task_index: 0,
			_ng_rollout_index: 1,
		},
	},
});
