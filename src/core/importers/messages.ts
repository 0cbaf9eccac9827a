import { isObject, type JsonObject, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import { chatItems, readChat, roleOf } from "./chat";
import { readConversation } from "./conversation";
import { asId, asList, asStep, isObjectList, readStep, truncatedOf, valueAt, without } from "./fields";
import { referenceOf } from "./references";
import { readComponents, readReward, rollout, rowImporter, samePrompt } from "./row";
import { readTools, toolsInText } from "./toolSchemas";

/** Where home-made dumps keep the reward, in order of trust. */
const REWARD_KEYS = ["reward", "score", "reward.score", "reward.final_reward", "reward.reward", "score.reward", "rewards.total"];
const GROUP_KEYS = ["group_id", "group", "group_index", "prompt_id", "task_id", "problem_id", "question_id", "example_id"];
const TOOL_KEYS = ["tools", "functions", "tool_defs", "available_tools", "tool_schemas"];
const BASE = [
	"messages",
	"prompt",
	"completion",
	...TOOL_KEYS,
	...GROUP_KEYS,
	"reward",
	"score",
	"step",
	"global_step",
	"weight",
	"timestamp",
	"parallel_tool_calls",
	"seed",
	"temperature",
];

const rewardOf = (r: JsonObject): string | undefined => REWARD_KEYS.find(key => typeof valueAt(r, key) === "number" || typeof valueAt(r, key) === "boolean");
const isChat = (v: JsonValue | undefined): boolean => isObjectList(v) && v.every(m => isObject(m) && ("role" in m || "from" in m));
/** Which list of a row is its conversation. TRL keeps prompt and completion apart. */
const chatOf = (r: JsonObject): "messages" | "prompt" | null => (isChat(r.messages) ? "messages" : isChat(r.prompt) ? "prompt" : null);

/** Tools of a record: the usual keys, else what the system text describes. */
export function toolsOf(record: JsonObject, keys: readonly string[] = TOOL_KEYS): ReturnType<typeof readTools> {
	for (const key of keys) {
		const tools = readTools(record[key]);
		if (tools) return tools;
	}
	return null;
}

/**
 * Chat messages as OpenAI, TRL, ms-swift and home-made dumps write them, with or without a reward (top level or nested,
 * `reward.score`). With a reward the rows are rollouts; rows without an explicit group key are grouped by equal prompt.
 */
export const messages = rowImporter({
	id: "messages",
	title: "Chat messages",
	subtypes: ["messages-reward", "openai-chat"],
	detectRows(rows) {
		if (!rows.every(r => chatOf(r) !== null)) return null;
		if (rows.some(r => rewardOf(r) !== undefined)) return { subtype: "messages-reward", confidence: 0.8 };
		const known = rows.every(r => (asList(r[chatOf(r) ?? ""]) ?? []).some(m => isObject(m) && roleOf(m.role ?? m.from) !== "other"));
		return known ? { subtype: "openai-chat", confidence: 0.7 } : null;
	},
	readRow(record) {
		const key = chatOf(record);
		if (!key) return { rollouts: [], findings: [finding("no-messages", "error", {}, { path: [] })] };
		const findings: Finding[] = [];
		const list = asList(record[key]) ?? [];
		const given = toolsOf(record);
		const split = key === "prompt" && "completion" in record;
		const chat = split
			? readConversation({ value: list, path: [key] }, { value: record.completion, path: ["completion"] }, { tools: given })
			: readChat(chatItems(list, [key]), { tools: given });
		const { transcript } = chat;
		const reward = rewardOf(record);
		const group = GROUP_KEYS.map(k => asId(record[k])).find(v => v !== null) ?? null;
		// some recorders write a growing copy of a conversation per environment step: no training step, no rollout of its own
		const snapshot = "env_index" in record && "step" in record;
		if (snapshot) findings.push(finding("snapshot", "info", { number: asStep(record.step) ?? 0 }, { path: ["step"] }));
		const extras = without(record, [key, ...(split ? ["completion"] : []), ...TOOL_KEYS]);
		return {
			rollouts: [
				rollout(transcript, {
					id: asId(record.id) ?? asId(record.request_id) ?? asId(record.uid) ?? (snapshot ? `${asId(record.env_index)}.${asId(record.step)}` : null),
					group: group ?? (reward === undefined ? null : samePrompt(transcript)),
					step: snapshot ? null : readStep(record, ["step", "global_step"], findings),
					tools: given ?? toolsInText(transcript.text.slice(0, transcript.promptEnd)),
					reference: referenceOf(record),
					recorded: {
						reward: reward === undefined ? Number.NaN : readReward(valueAt(record, reward), reward.split("."), findings),
						components: reward === undefined ? {} : { ...readComponents(extras, BASE, findings), ...nestedComponents(record.reward) },
						advantage: typeof record.advantage === "number" ? record.advantage : Number.NaN,
					},
					truncated: truncatedOf(record),
					extras,
					findings: [...chat.findings, ...findings],
				}),
			],
			findings: [],
		};
	},
	columns(first) {
		const chat = chatOf(first);
		const reward = ["reward", "score"].find(key => rewardOf(first) === key);
		if (!chat || !reward || "env_index" in first) return null;
		return {
			needs: { [chat]: "list" },
			group: GROUP_KEYS.some(key => asId(first[key]) !== null) ? { by: "id", keys: GROUP_KEYS } : null,
			step: ["step", "global_step"],
			reward: { key: reward },
			components: Object.keys(readComponents(without(first, [chat, "completion", ...TOOL_KEYS]), BASE, [])),
		};
	},
	groupKey: subtype => (subtype === "messages-reward" ? "key-or-same-prompt" : "key-only"),
	sample: {
		subtype: "messages-reward",
		name: "dump.jsonl",
		record: {
			messages: [
				{ role: "user", content: "When is high tide in Cuxhaven?" },
				{ role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "lookup_tide", arguments: '{"port": "Cuxhaven"}' } }] },
				{ role: "tool", tool_call_id: "c1", content: '{"high": "14:20"}' },
				{ role: "assistant", content: "High tide is at 14:20." },
			],
			reward: 1,
			ground_truth: "14:20",
		},
	},
});

/** Numbers inside `reward: {score, reward_info: {final_reward, llm_reward, rule_reward_info: {rule: [score, message]}}}`. */
function nestedComponents(reward: JsonValue | undefined): Record<string, number> {
	const out: Record<string, number> = {};
	const visit = (v: JsonValue | undefined, depth: number): void => {
		if (!isObject(v) || depth > 3) return;
		for (const [key, inner] of Object.entries(v)) {
			const value = Array.isArray(inner) ? inner[0] : inner;
			if (typeof value === "number" && key !== "score" && key !== "final_reward" && key !== "reward") out[key] = value;
			else visit(inner, depth + 1);
		}
	};
	visit(reward, 0);
	return out;
}
