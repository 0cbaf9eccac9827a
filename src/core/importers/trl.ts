import type { JsonObject } from "../base/units";
import type { Finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { type Member, ownRow, placed } from "./columnar";
import { readConversation } from "./conversation";
import { asNumber, readStep, without } from "./fields";
import { summed, sumOf } from "./msSwift";
import { referenceOf } from "./references";
import { readComponents, readReward, rollout, rowImporter, samePrompt } from "./row";
import { toolsInText } from "./toolSchemas";

const BASE = ["step", "prompt", "completion", "advantage", "reward"];

export const isTrlRow = (r: JsonObject): boolean => typeof r.prompt === "string" && typeof r.completion === "string" && typeof r.advantage === "number";

/** One row of TRL's completions table: `{step, prompt, completion, <function>: number|null, advantage}`. */
export function readTrlRow({ row, at }: Member): ImportedRollout {
	const findings: Finding[] = [];
	const { transcript } = readConversation({ value: row.prompt, path: at("prompt") }, { value: row.completion, path: at("completion") });
	const components = readComponents(row, BASE, findings);
	const reward = readReward(row.reward, ["reward"], findings);
	return rollout(transcript, {
		group: samePrompt(transcript),
		step: readStep(row, ["step"], findings),
		tools: toolsInText(transcript.text.slice(0, transcript.promptEnd)),
		reference: referenceOf(row),
		recorded: { reward: "reward" in row ? reward : sumOf(components), components, advantage: asNumber(row.advantage) },
		extras: without(row, ["prompt", "completion", "step"]),
		findings: placed(findings, at),
	});
}

/**
 * TRL's `completions/completions_*.parquet` and rows exported from it: one column per reward function (NaN when it
 * returned None), the final advantage, no total: the sum of the functions is the total under TRL's default weights.
 */
export const trl = rowImporter({
	id: "trl",
	title: "TRL",
	subtypes: ["trl-rows"],
	detectRows: rows => (rows.every(isTrlRow) ? { subtype: "trl-rows", confidence: 0.95, ...summed(rows) } : null),
	readRow: record => ({ rollouts: [readTrlRow(ownRow(record))], findings: [] }),
	columns: first => ({
		needs: { prompt: "text", completion: "text" },
		group: { by: "same", keys: ["prompt"] },
		step: ["step"],
		reward: "reward" in first ? { key: "reward" } : null,
		components: Object.keys(readComponents(first, BASE, [])),
	}),
	groupKey: () => "step-same-prompt",
	sample: {
		subtype: "trl-rows",
		name: "completions_00010.parquet",
		record: { step: 10, prompt: "user\nWhen is high tide?\nassistant\n", completion: "At 14:20.", tide_reward: 1, length_reward: null, advantage: 0.7 },
	},
});
