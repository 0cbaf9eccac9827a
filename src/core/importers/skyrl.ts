import { isArray } from "../base/units";
import type { Finding } from "../model/finding";
import { ownRow } from "./columnar";
import { readConversation } from "./conversation";
import { truncatedOf, without } from "./fields";
import { referenceOf } from "./references";
import { NOT_RECORDED, NOTHING, readReward, rollout, rowImporter, samePrompt } from "./row";
import { numbersOf } from "./tokens";
import { toolsInText } from "./toolSchemas";

const REFERENCE = ["env_extras.reward_spec.ground_truth", "env_extras.reward_model.ground_truth", "env_extras.extra_info.answer", "env_extras.answer"];

/**
 * SkyRL `dumped_evals`: `{input_prompt, output_response, score: number | [number per token], stop_reason, env_class,
 * env_extras, data_source}`, special tokens kept. A list of token rewards counts as its sum.
 */
export const skyrl = rowImporter({
	id: "skyrl",
	title: "SkyRL",
	subtypes: ["skyrl"],
	detectRows: rows => (rows.every(r => "input_prompt" in r && "output_response" in r && "score" in r) ? { subtype: "skyrl", confidence: 1 } : null),
	readRow(record) {
		const { at } = ownRow(record);
		if (typeof record.output_response !== "string") return NOTHING;
		const findings: Finding[] = [];
		const chat = readConversation({ value: record.input_prompt, path: at("input_prompt") }, { value: record.output_response, path: at("output_response") });
		const { transcript } = chat;
		const perToken = isArray(record.score) ? numbersOf(record.score) : null;
		const reward = perToken ? perToken.reduce((sum, v) => sum + v, 0) : readReward(record.score, ["score"], findings);
		return {
			rollouts: [
				rollout(transcript, {
					group: samePrompt(transcript),
					tools: toolsInText(transcript.text.slice(0, transcript.promptEnd)),
					reference: referenceOf(record, REFERENCE),
					recorded: { ...NOT_RECORDED, reward },
					truncated: truncatedOf(record),
					extras: without(record, ["input_prompt", "output_response", "score"]),
					findings: [...chat.findings, ...findings],
				}),
			],
			findings: [],
		};
	},
	columns: () => ({
		needs: { output_response: "text" },
		group: { by: "same", keys: ["input_prompt"] },
		step: [],
		reward: { key: "score", read: v => numbersOf(v)?.reduce((sum, x) => sum + x, 0) ?? Number.NaN },
		components: [],
	}),
	groupKey: () => "same-input",
	sample: {
		subtype: "skyrl",
		name: "tides.jsonl",
		record: {
			input_prompt: "user\nHigh tide?\nassistant\n",
			output_response: "14:20",
			score: [0, 0.5, 0.5],
			stop_reason: "stop",
			env_class: "tides",
			env_extras: { reward_spec: { ground_truth: "14:20" } },
			data_source: "tides",
		},
	},
});
