import type { JsonObject } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { type Member, ownRow, placed } from "./columnar";
import { asId, readStep, truncatedOf, without } from "./fields";
import { namedTokens, TOKEN_KEYS } from "./namedTokens";
import { readReference, toolsInReference } from "./references";
import { readComponents, readReward, rollout, rowImporter, samePrompt } from "./row";
import { readTexts } from "./textTranscript";
import { commonAdvantage } from "./tokens";
import { readTools, toolsInText } from "./toolSchemas";

/** Keys the trainer itself writes; every other one is an extra of `compute_score`. */
const BASE = ["input", "output", "gts", "score", "step", "uid", "reward", "request_id"];
const V1_UID = /^(.+)_(\d+)_(\d+)$/;

const isRow = (r: JsonObject): boolean => typeof r.input === "string" && typeof r.output === "string" && "score" in r && "step" in r;

/** One row of a dump; none when it has no texts. */
export function readVerlRow({ row, at }: Member, subtype: string): ImportedRollout[] {
	if (typeof row.input !== "string" || typeof row.output !== "string") return [];
	const findings: Finding[] = [];
	const transcript = readTexts({ text: row.input, path: at("input") }, { text: row.output, path: at("output") });
	const uid = asId(row.uid);
	const v1 = uid === null ? null : V1_UID.exec(uid);
	if (v1 && v1[3] !== "0") findings.push(finding("later-sequence", "info", { number: Number(v1[3]) + 1 }, { path: ["uid"] }));
	const reward = readReward(row.score, ["score"], findings);
	const components = readComponents(row, BASE, findings);
	// compute_score's own "score" replaces the trainer's, so a penalty added later is not in it
	const penalty = components.overlong_reward ?? 0;
	if (penalty !== 0 && !Number.isNaN(penalty)) findings.push(finding("penalty-beside-score", "info", { key: "overlong_reward" }, { path: ["overlong_reward"] }));
	const tokens = namedTokens(row, transcript.text, findings);
	return [
		rollout(transcript, {
			id: asId(row.request_id) ?? uid,
			group: v1 ? (v1[1] ?? null) : subtype === "verl-v1" ? null : samePrompt(transcript),
			step: readStep(row, ["step"], findings),
			tools: toolsInText(row.input) ?? readTools(toolsInReference(row.gts)),
			reference: readReference(row.gts, "gts"),
			recorded: { reward, components, advantage: commonAdvantage(tokens) },
			tokens,
			truncated: truncatedOf(row),
			extras: without(row, ["input", "output", "score", "step", ...(tokens ? TOKEN_KEYS : [])]),
			findings: placed(findings, at),
		}),
	];
}

/**
 * verl's `rollout_data_dir` / `validation_data_dir` dumps (`_write_generations`), both trainers, and what inherits the
 * writer (RAGEN, DAPO, ToolRL, Search-R1 recipes, SLCA rows rolled out). Text only: special tokens are gone.
 * Row: `{input, output, gts?, score, step, uid?, request_id?, reward?, …extras}`. The writer has no columns per token; rows
 * that carry them as extras, under DataProto's names, are read with them.
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
	readRow: (record, context) => {
		const rollouts = readVerlRow(ownRow(record), context.subtype);
		return { rollouts, findings: rollouts.length ? [] : [finding("no-text", "error", { keys: "input, output" }, { path: [] })] };
	},
	columns: (first, subtype) => ({
		needs: { input: "text", output: "text" },
		group: subtype === "verl-v1" ? { by: "id", keys: ["uid"], of: uid => V1_UID.exec(uid)?.[1] ?? null } : { by: "same", keys: ["input"] },
		step: ["step"],
		reward: { key: "score" },
		components: Object.keys(readComponents(first, BASE, [])),
	}),
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
