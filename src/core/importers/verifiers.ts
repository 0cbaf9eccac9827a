import { isArray, isObject, type JsonObject } from "../base/units";
import type { Finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { readConversation } from "./conversation";
import { asId, truncatedOf, valueAt, without } from "./fields";
import { referenceOf } from "./references";
import { readComponents, readReward, rollout, rowImporter } from "./row";
import { callTokens, commonAdvantage } from "./tokens";
import { readTools } from "./toolSchemas";
import { isBareTrace, isEpisode, readTraces } from "./verifiersTraces";

const BASE = [
	"example_id",
	"id",
	"prompt",
	"completion",
	"answer",
	"info",
	"reward",
	"error",
	"timing",
	"is_completed",
	"is_truncated",
	"stop_condition",
	"metrics",
	"tool_defs",
	"token_usage",
	"task",
	"generation_ms",
	"scoring_ms",
	"total_ms",
];

const isLegacy = (r: JsonObject): boolean =>
	("example_id" in r || "id" in r) &&
	"prompt" in r &&
	"completion" in r &&
	typeof r.reward === "number" &&
	("metrics" in r || "task" in r || "timing" in r || "generation_ms" in r);

/** One row of `results.jsonl`: `{example_id, prompt, completion, answer?, info?, reward, metrics, …}`; older ones keep metrics at top level only. */
function readLegacy(r: JsonObject): ImportedRollout {
	const findings: Finding[] = [];
	const tools = readTools(r.tool_defs) ?? readTools(valueAt(r, "info.oai_tools"));
	const chat = readConversation({ value: r.prompt, path: ["prompt"] }, { value: r.completion, path: ["completion"] }, { tools });
	const steps = isArray(r.trajectory) ? r.trajectory.filter(isObject) : [];
	const calls = steps.flatMap(s =>
		isObject(s.tokens) ? [{ prompt: s.tokens.prompt_ids, ids: s.tokens.completion_ids, logprobs: s.tokens.completion_logprobs, advantages: s.advantage }] : [],
	);
	const info = isObject(r.info) ? without(r.info, ["oai_tools"]) : r.info;
	const metrics = isObject(r.metrics) ? readComponents(r.metrics, ["reward"], findings) : readComponents(r, BASE, findings);
	const reward = readReward(r.reward, ["reward"], findings);
	const tokens = callTokens(calls, findings);
	return rollout(chat.transcript, {
		group: asId(r.example_id) ?? asId(r.id),
		tools,
		reference: referenceOf({ ...r, info: info ?? null }, ["answer", "info"]),
		recorded: { reward, components: metrics, advantage: commonAdvantage(tokens) },
		tokens,
		truncated: truncatedOf(r),
		extras: without(r, ["prompt", "completion", "reward", "tool_defs", "trajectory"]),
		findings: [...chat.findings, ...findings],
	});
}

/**
 * verifiers: `results.jsonl` of every release (prime-rl wrote the same rows for a while), and v1 / prime-rl
 * `traces.jsonl`, one episode per line, whose rewards are named scores with weights.
 */
export const verifiers = rowImporter({
	id: "verifiers",
	title: "verifiers, prime-rl",
	subtypes: ["verifiers-v1", "verifiers-legacy"],
	detectRows(rows) {
		if (rows.every(r => isEpisode(r) || isBareTrace(r))) return { subtype: "verifiers-v1", confidence: 1 };
		return rows.every(isLegacy) ? { subtype: "verifiers-legacy", confidence: 0.95 } : null;
	},
	readRow: record => ({ rollouts: isEpisode(record) || isBareTrace(record) ? readTraces(record) : [readLegacy(record)], findings: [] }),
	groupKey: subtype => (subtype === "verifiers-v1" ? "group-task" : "example-id"),
	sample: {
		subtype: "verifiers-legacy",
		name: "results.jsonl",
		record: {
			example_id: 0,
			prompt: [{ role: "user", content: "High tide?" }],
			completion: [
				{ role: "assistant", content: "", tool_calls: ['{"id": "c1", "name": "lookup_tide", "arguments": "{}"}'] },
				{ role: "tool", tool_call_id: "c1", content: "14:20" },
			],
			answer: "14:20",
			reward: 1,
			metrics: { right: 1 },
		},
	},
});
