import { type Finding, finding } from "../model/finding";
import { asId, without } from "./fields";
import { NOT_RECORDED, NOTHING, readReward, rollout, rowImporter } from "./row";
import { readTexts, resplit } from "./textTranscript";
import { toolsInText } from "./toolSchemas";

/**
 * AReaL `dump_to_file`: `{task_id, sample_idx, seqlen, prompt_len, head_version, tail_version, reward, prompt, completion}`.
 * The file's split point is `seqlen − sum(loss_mask)`, so tool results push it into the answer: prompt and completion are
 * joined and split again where the first answer begins.
 */
export const areal = rowImporter({
	id: "areal",
	title: "AReaL",
	subtypes: ["areal"],
	detectRows: rows =>
		rows.every(r => "task_id" in r && "sample_idx" in r && "head_version" in r && "prompt" in r && "completion" in r) ? { subtype: "areal", confidence: 1 } : null,
	readRow(record) {
		if (typeof record.prompt !== "string" || typeof record.completion !== "string") return NOTHING;
		const findings: Finding[] = [];
		const asWritten = readTexts({ text: record.prompt, path: ["prompt"] }, { text: record.completion, path: ["completion"] });
		const again = resplit(asWritten);
		if (again) findings.push(finding("split-moved", "info", { from: asWritten.promptEnd, to: again.promptEnd }, { path: ["prompt_len"] }));
		const transcript = again ?? asWritten;
		const reward = readReward(record.reward, ["reward"], findings);
		return {
			rollouts: [
				rollout(transcript, {
					id: asId(record.sample_idx),
					group: asId(record.task_id),
					tools: toolsInText(transcript.text.slice(0, transcript.promptEnd)),
					recorded: { ...NOT_RECORDED, reward },
					extras: without(record, ["prompt", "completion", "reward"]),
					findings,
				}),
			],
			findings: [],
		};
	},
	stepIn: "folder",
	groupKey: () => "task-id",
	sample: {
		subtype: "areal",
		name: "42.jsonl",
		record: {
			task_id: 42,
			sample_idx: 0,
			seqlen: 9,
			prompt_len: 6,
			head_version: 1,
			tail_version: 1,
			reward: 1,
			prompt: "<|im_start|>user\nHigh tide?<|im_end|>\n<|im_start|>assistant\n",
			completion: "14:20<|im_end|>",
		},
	},
});
