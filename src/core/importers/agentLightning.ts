import type { Finding } from "../model/finding";
import { asId, without } from "./fields";
import { referenceOf } from "./references";
import { NOT_RECORDED, NOTHING, readReward, rollout, rowImporter, samePrompt } from "./row";
import { readTexts } from "./textTranscript";
import { toolsInText } from "./toolSchemas";

/** Agent Lightning's trajectory artefact: `{rollout_id, reward, prompt, response}`, the last turn's whole prompt, no group id. */
export const agentLightning = rowImporter({
	id: "agent-lightning",
	title: "Agent Lightning",
	subtypes: ["agent-lightning"],
	detectRows: rows =>
		rows.every(r => "rollout_id" in r && "reward" in r && typeof r.prompt === "string" && typeof r.response === "string") ? { subtype: "agent-lightning", confidence: 0.9 } : null,
	readRow(record) {
		if (typeof record.prompt !== "string" || typeof record.response !== "string") return NOTHING;
		const findings: Finding[] = [];
		const transcript = readTexts({ text: record.prompt, path: ["prompt"] }, { text: record.response, path: ["response"] });
		const reward = readReward(record.reward, ["reward"], findings);
		return {
			rollouts: [
				rollout(transcript, {
					id: asId(record.rollout_id),
					group: samePrompt(transcript),
					tools: toolsInText(record.prompt),
					reference: referenceOf(record),
					recorded: { ...NOT_RECORDED, reward },
					extras: without(record, ["prompt", "response", "reward", "rollout_id"]),
					findings,
				}),
			],
			findings: [],
		};
	},
	groupKey: () => "step-same-prompt",
	sample: { subtype: "agent-lightning", name: "train_trajectories.jsonl", record: { rollout_id: "ro-1", reward: 1, prompt: "user\nHigh tide?\nassistant\n", response: "14:20" } },
});
