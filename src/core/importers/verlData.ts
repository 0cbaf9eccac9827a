import { isArray, isObject } from "../base/units";
import { chatItems, readChat } from "./chat";
import { asId, valueAt, without } from "./fields";
import { readReference, toolsInReference } from "./references";
import { rollout, rowImporter } from "./row";
import { readTools, toolsInText } from "./toolSchemas";

/** verl data sets, SLCA's and ToolRL's among them: `{data_source, prompt: [message], reward_model: {ground_truth}, extra_info, tools?}`. Tasks, no attempts. */
export const verlData = rowImporter({
	id: "verl-data",
	title: "verl data set",
	subtypes: ["verl-data"],
	detectRows: rows => (rows.every(r => "data_source" in r && isArray(r.prompt) && isObject(r.reward_model)) ? { subtype: "verl-data", confidence: 1, doubts: ["data-set"] } : null),
	readRow(record) {
		const list = isArray(record.prompt) ? record.prompt : [];
		const chat = readChat(chatItems(list, ["prompt"]), { prompt: list.length });
		const truth = valueAt(record, "reward_model.ground_truth");
		return {
			rollouts: [
				rollout(
					chat.transcript,
					{
						id: asId(valueAt(record, "extra_info.index")) ?? asId(valueAt(record, "extra_info.original_idx")),
						tools: readTools(record.tools) ?? readTools(toolsInReference(truth)) ?? toolsInText(chat.transcript.text),
						reference: readReference(truth, "reward_model.ground_truth"),
						extras: without(record, ["prompt", "tools"]),
						findings: chat.findings,
					},
					"task",
				),
			],
			findings: [],
		};
	},
	groupKey: () => "none",
	sample: {
		subtype: "verl-data",
		name: "train.parquet",
		record: { data_source: "tides", prompt: [{ role: "user", content: "High tide?" }], reward_model: { style: "rule", ground_truth: "14:20" }, extra_info: { index: 3 } },
	},
});
