import { isObject, type JsonObject, type JsonPath } from "../base/units";
import type { Finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { readConversation } from "./conversation";
import { asId, asNumber, isObjectList, readStep, truncatedOf, without } from "./fields";
import { readReference } from "./references";
import { readComponents, readReward, rollout, rowImporter } from "./row";
import { asLength, commonAdvantage, responseTokens } from "./tokens";
import { readTools, toolsInText } from "./toolSchemas";

const isSample = (r: JsonObject): boolean => Array.isArray(r.tokens) && "response_length" in r && "loss_mask" in r && "response" in r;
const isDump = (r: JsonObject): boolean => "rollout_id" in r && isObjectList(r.samples) && r.samples.every(isSample);

/** Keys of a reward object that hold the total, in order of trust; slime's `--reward-key` is not in the file. */
const TOTAL = ["score", "reward", "total", "acc"];

function readSample(s: JsonObject, path: JsonPath, step: number | null): ImportedRollout {
	const findings: Finding[] = [];
	const chat = readConversation({ value: s.prompt, path: [...path, "prompt"] }, { value: s.response, path: [...path, "response"] });
	const metadata = isObject(s.metadata) ? s.metadata : {};
	const total = isObject(s.reward) ? TOTAL.find(key => isObject(s.reward) && key in s.reward) : undefined;
	const reward = isObject(s.reward) ? readReward(s.reward[total ?? ""], ["reward", total ?? ""], findings) : readReward(s.reward, ["reward"], findings);
	const length = asLength(s.response_length);
	const tokens = length ? responseTokens({ ids: s.tokens, mask: s.loss_mask, logprobs: s.rollout_log_probs, advantages: s.advantages, values: s.values }, length, findings) : null;
	return rollout(chat.transcript, {
		id: asId(s.index),
		group: asId(s.group_index),
		step,
		tools: readTools(metadata.tools) ?? toolsInText(chat.transcript.text.slice(0, chat.transcript.promptEnd)),
		reference: readReference(s.label, "label"),
		recorded: { reward, components: isObject(s.reward) ? readComponents(s.reward, total === undefined ? [] : [total], findings) : {}, advantage: commonAdvantage(tokens) },
		tokens,
		truncated: truncatedOf(s),
		extras: without(s, ["prompt", "response", "tokens", "loss_mask", "rollout_log_probs", "reward", "label"]),
		findings: [...chat.findings, ...findings.map(f => (f.path ? { ...f, path: [...path, ...f.path] } : f))],
	});
}

/**
 * slime's debug rollout data: `.pt` (`{rollout_id, samples: [Sample]}`) and the same samples exported a line each. Token
 * arrays are those of the response: the last `response_length` of `tokens`, `loss_mask` and `rollout_log_probs` in full.
 */
export const slime = rowImporter({
	id: "slime",
	title: "slime",
	subtypes: ["torch-pt", "slime-export"],
	detectRows(rows) {
		if (rows.every(isDump)) return { subtype: "torch-pt", confidence: 1 };
		return rows.every(isSample) ? { subtype: "slime-export", confidence: 1 } : null;
	},
	readRow(record) {
		const findings: Finding[] = [];
		const step = readStep(record, ["rollout_id", "_rollout_id"], findings);
		if (!isObjectList(record.samples)) return { rollouts: [readSample(record, [], step)], findings };
		return { rollouts: record.samples.map((s, i) => readSample(s, ["samples", i], step)), findings };
	},
	columns: (_, subtype) =>
		subtype !== "slime-export"
			? null
			: {
					needs: { tokens: "list" },
					group: { by: "id", keys: ["group_index"] },
					step: ["rollout_id", "_rollout_id"],
					reward: { key: "reward", read: v => (isObject(v) ? asNumber(v[TOTAL.find(key => key in v) ?? ""]) : Number.NaN) },
					components: [],
				},
	groupKey: () => "group-index",
	sample: {
		subtype: "slime-export",
		name: "rollout_0.jsonl",
		record: {
			group_index: 0,
			index: 0,
			prompt: "High tide?",
			tokens: [1, 2, 3, 4],
			response: "14:20",
			response_length: 2,
			label: "14:20",
			reward: { score: 1, format: 1 },
			loss_mask: [1, 1],
			rollout_log_probs: [-0.1, -0.2],
			status: "completed",
			metadata: {},
			_rollout_id: 0,
		},
	},
});
