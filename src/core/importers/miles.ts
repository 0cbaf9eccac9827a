import { isArray } from "../base/units";
import { type Finding, finding } from "../model/finding";
import { chatItems, readChat } from "./chat";
import { asId, truncatedOf, without } from "./fields";
import { idsTranscript } from "./idsTranscript";
import { referenceOf } from "./references";
import { NOT_RECORDED, readReward, rollout, rowImporter } from "./row";
import { asLength, responseTokens } from "./tokens";
import { toolsInText } from "./toolSchemas";

/**
 * miles: trajectory side file `{sample_index, group_index, status, reward, prompt, messages}`, and the dashboard's columns
 * `{sample_index, response_length, tokens, loss_mask, rollout_log_probs}`, which hold ids only.
 */
export const miles = rowImporter({
	id: "miles",
	title: "miles",
	subtypes: ["miles", "miles-columns"],
	detectRows(rows) {
		if (rows.every(r => "sample_index" in r && "group_index" in r && isArray(r.messages))) return { subtype: "miles", confidence: 1 };
		return rows.every(r => "sample_index" in r && isArray(r.tokens) && isArray(r.loss_mask)) ? { subtype: "miles-columns", confidence: 0.9 } : null;
	},
	readRow(record) {
		const findings: Finding[] = [];
		const base = { id: asId(record.sample_index), group: asId(record.group_index), truncated: truncatedOf(record), reference: referenceOf(record) };
		const reward = readReward(record.reward, ["reward"], findings);
		if (isArray(record.messages)) {
			const chat = readChat(chatItems(record.messages, ["messages"]));
			const extras = without(record, ["messages", "prompt", "reward", "sample_index", "group_index"]);
			const tools = typeof record.prompt === "string" ? toolsInText(record.prompt) : null;
			return {
				rollouts: [rollout(chat.transcript, { ...base, tools, recorded: { ...NOT_RECORDED, reward }, extras, findings: [...chat.findings, ...findings] })],
				findings: [],
			};
		}
		const columns = responseTokens({ ids: record.tokens, mask: record.loss_mask, logprobs: record.rollout_log_probs }, asLength(record.response_length) ?? 0, findings);
		if (!columns) return { rollouts: [], findings };
		const { transcript, tokens } = idsTranscript(columns);
		findings.push(finding("ids-only", "info"));
		const extras = without(record, ["tokens", "loss_mask", "rollout_log_probs"]);
		return { rollouts: [rollout(transcript, { ...base, tokens, recorded: { ...NOT_RECORDED, reward }, extras, findings })], findings: [] };
	},
	columns: (_, subtype) =>
		subtype !== "miles" ? null : { needs: { messages: "list" }, group: { by: "id", keys: ["group_index"] }, step: [], reward: { key: "reward" }, components: [] },
	groupKey: () => "group-index",
	sample: {
		subtype: "miles",
		name: "0.jsonl",
		record: {
			sample_index: 7,
			group_index: 2,
			status: "completed",
			reward: 1,
			prompt: "High tide?",
			messages: [
				{ role: "user", content: "High tide?" },
				{ role: "assistant", content: "14:20" },
			],
		},
	},
});
