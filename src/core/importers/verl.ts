import type { JsonObject } from "../base/units";
import { type Finding, finding } from "../model/finding";
import { asId, asStep, truncatedOf, without } from "./fields";
import { readReference, toolsInReference } from "./references";
import { readComponents, readReward, rollout, rowImporter, samePrompt, textAt } from "./row";
import { readTexts } from "./textTranscript";
import { readTools, toolsInText } from "./toolSchemas";

/** Keys the trainer itself writes; every other one is an extra of `compute_score`. */
const BASE = ["input", "output", "gts", "score", "step", "uid", "reward", "request_id"];
const V1_UID = /^(.+)_(\d+)_(\d+)$/;

const isRow = (r: JsonObject): boolean => typeof r.input === "string" && typeof r.output === "string" && "score" in r && "step" in r;

/**
 * verl's `rollout_data_dir` / `validation_data_dir` dumps (`_write_generations`), both trainers, and what inherits the
 * writer (RAGEN, DAPO, ToolRL, Search-R1 recipes, SLCA rows rolled out). Text only: special tokens are gone.
 * Row: `{input, output, gts?, score, step, uid?, request_id?, reward?, …extras}`.
 */
export const verl = rowImporter({
	id: "verl",
	title: "verl",
	subtypes: ["verl-v1", "verl-legacy", "verl-v04"],
	detectRows(rows) {
		const first = rows[0];
		if (!first || !rows.every(isRow)) return null;
		const uid = typeof first.uid === "string" && V1_UID.test(first.uid);
		return { subtype: uid ? "verl-v1" : "gts" in first ? "verl-legacy" : "verl-v04", confidence: 1 };
	},
	readRow(record, context) {
		const findings: Finding[] = [];
		const prompt = textAt(record, "input");
		const response = textAt(record, "output");
		if (!prompt || !response) return { rollouts: [], findings: [finding("no-text", "error", { keys: prompt ? "output" : "input" }, { path: [] })] };
		const transcript = readTexts(prompt, response);
		const uid = asId(record.uid);
		const v1 = uid === null ? null : V1_UID.exec(uid);
		if (v1 && v1[3] !== "0") findings.push(finding("later-sequence", "info", { number: Number(v1[3]) + 1 }, { path: ["uid"] }));
		const reward = readReward(record.score, ["score"], findings);
		const components = readComponents(record, BASE, findings);
		// compute_score's own "score" replaces the trainer's, so a penalty added later is not in it
		if ((components.overlong_reward ?? 0) !== 0 && !Number.isNaN(components.overlong_reward))
			findings.push(finding("penalty-beside-score", "info", { key: "overlong_reward" }, { path: ["overlong_reward"] }));
		return {
			rollouts: [
				rollout(transcript, {
					id: asId(record.request_id) ?? uid,
					group: v1 ? (v1[1] ?? null) : context.subtype === "verl-v1" ? null : samePrompt(transcript),
					step: asStep(record.step),
					tools: toolsInText(prompt.text) ?? readTools(toolsInReference(record.gts)),
					reference: readReference(record.gts, "gts"),
					recorded: { reward, components, advantage: Number.NaN },
					truncated: truncatedOf(record),
					extras: without(record, ["input", "output", "gts", "score", "step"]),
					findings,
				}),
			],
			findings: [],
		};
	},
	groupKey: subtype => (subtype === "verl-v1" ? "uid-prefix" : "same-input"),
	sample: {
		subtype: "verl-legacy",
		name: "12.jsonl",
		record: {
			input:
				'system\nUse tools.\n<tools>\n{"type": "function", "function": {"name": "lookup_tide", "parameters": {"type": "object", "properties": {"port": {"type": "string"}}, "required": ["port"]}}}\n</tools>\nuser\nWhen is high tide in Cuxhaven?\nassistant\n',
			output:
				'<tool_call>\n{"name": "lookup_tide", "arguments": {"port": "Cuxhaven"}}\n</tool_call>\nuser\n<tool_response>\n{"high": "14:20"}\n</tool_response>\nassistant\nHigh tide is at 14:20.',
			gts: '[{"name": "lookup_tide", "arguments": {"port": "Cuxhaven"}}]',
			score: 0.5,
			step: 12,
			format_reward: 1,
		},
	},
});
