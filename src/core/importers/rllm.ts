import { isArray, isObject, type JsonObject, type JsonPath } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { chatItems, readChat } from "./chat";
import { asId, isObjectList, readStep, truncatedOf, without } from "./fields";
import { toolsOf } from "./messages";
import { readReference, referenceOf } from "./references";
import { readComponents, readReward, rollout, rowImporter } from "./row";
import { callTokens } from "./tokens";

const isEpisode = (r: JsonObject): boolean =>
	isObjectList(r.trajectories) && r.trajectories.every(t => isArray(t.steps)) && ("episode_id" in r || "eval_idx" in r || "termination_reason" in r);

/** `task:rollout` without the rollout. */
const groupOf = (record: JsonObject): string | null => {
	const id = asId(record.episode_id) ?? asId(record.id);
	const colon = id?.lastIndexOf(":") ?? -1;
	return id !== null && colon > 0 ? id.slice(0, colon) : asId(record.task_hash);
};

function readTrajectory(record: JsonObject, t: JsonObject, path: JsonPath): ImportedRollout {
	const findings: Finding[] = [];
	const steps = isArray(t.steps) ? t.steps.filter(isObject) : [];
	const last = steps.length - 1;
	// the last step's chat is the whole conversation
	const list = isArray(steps[last]?.chat_completions) ? steps[last].chat_completions : [];
	const earlier = steps.findLast((s, i) => i < last && isArray(s.chat_completions) && s.chat_completions.length > list.length);
	if (earlier) findings.push(finding("context-changed", "info"));
	const chat = readChat(chatItems(list, [...path, "steps", last, "chat_completions"]));
	const task = isObject(record.task) ? record.task : {};
	const metrics = isObject(record.metrics) ? record.metrics : {};
	const reward = readReward(t.reward ?? (last === 0 ? steps[0]?.reward : null), [...path, "reward"], findings);
	const signals = isObject(t.signals) ? t.signals : metrics;
	return rollout(chat.transcript, {
		id: asId(record.episode_id) ?? asId(record.id) ?? asId(t.uid),
		group: groupOf(record),
		step: readStep(record, ["training_step"], findings),
		tools: toolsOf(task),
		reference: referenceOf(task) ?? (isObject(task.metadata) ? readReference(task.metadata.ground_truth, "task.metadata.ground_truth") : null),
		recorded: { reward, components: readComponents(signals, [], findings), advantage: typeof steps[last]?.advantage === "number" ? steps[last].advantage : Number.NaN },
		tokens: callTokens(
			steps.map(s => ({ prompt: s.prompt_ids, ids: s.response_ids, logprobs: s.logprobs, advantages: s.advantage })),
			findings,
		),
		truncated: truncatedOf(record),
		extras: { ...without(record, ["trajectories"]), trajectory: asId(t.name) },
		findings: [...chat.findings, ...findings],
	});
}

/** rLLM episodes, one JSON document each: the training log (`episode_id`) and the eval store (`eval_idx`, with token ids). */
export const rllm = rowImporter({
	id: "rllm",
	title: "rLLM",
	subtypes: ["rllm-episode", "rllm-eval-episode"],
	detectRows: rows => (rows.every(isEpisode) ? { subtype: rows.some(r => "eval_idx" in r) ? "rllm-eval-episode" : "rllm-episode", confidence: 1 } : null),
	readRow: record => ({
		rollouts: isObjectList(record.trajectories) ? record.trajectories.map((t, i) => readTrajectory(record, t, ["trajectories", i])) : [],
		findings: [],
	}),
	groupKey: () => "episode-prefix",
	sample: {
		subtype: "rllm-episode",
		name: "episode_hash0_id0.json",
		record: {
			training_step: 3,
			episode_id: "task-1:0",
			task: { question: "High tide?", ground_truth: "14:20" },
			is_correct: true,
			termination_reason: "env_done",
			metrics: { acc: 1 },
			trajectories: [
				{
					name: "agent",
					uid: "t",
					reward: 1,
					steps: [
						{
							reward: 1,
							model_response: "14:20",
							chat_completions: [
								{ role: "user", content: "High tide?" },
								{ role: "assistant", content: "14:20" },
							],
						},
					],
				},
			],
		},
	},
});
