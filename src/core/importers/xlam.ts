import { asId, without } from "./fields";
import { readReference } from "./references";
import { rollout, rowImporter } from "./row";
import { readTexts } from "./textTranscript";
import { readTools } from "./toolSchemas";

/** Salesforce xLAM function-calling rows: `{id, query, answers: JSON<[{name, arguments}]>, tools: JSON}`. Tasks, no attempts. */
export const xlam = rowImporter({
	id: "xlam",
	title: "xLAM function calling",
	subtypes: ["xlam"],
	detectRows: rows => (rows.every(r => typeof r.query === "string" && "answers" in r && "tools" in r) ? { subtype: "xlam", confidence: 1, doubts: ["data-set"] } : null),
	readRow(record) {
		const transcript = readTexts(typeof record.query === "string" ? { text: record.query, path: ["query"] } : null, null);
		const given = {
			id: asId(record.id),
			tools: readTools(record.tools),
			reference: readReference(record.answers, "answers"),
			extras: without(record, ["query", "answers", "tools"]),
		};
		return { rollouts: [rollout(transcript, given, "task")], findings: [] };
	},
	groupKey: () => "none",
	sample: {
		subtype: "xlam",
		name: "xlam.json",
		record: {
			id: 0,
			query: "High tide?",
			answers: '[{"name": "lookup_tide", "arguments": {"port": "Cuxhaven"}}]',
			tools: '[{"name": "lookup_tide", "description": "", "parameters": {"port": {"type": "str", "description": ""}}}]',
		},
	},
});
