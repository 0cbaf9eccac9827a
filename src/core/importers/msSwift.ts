import { isArray, type JsonObject, type JsonValue } from "../base/units";
import type { Finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { type Member, membersOf, ownRow, placed } from "./columnar";
import { readConversation } from "./conversation";
import { asId, asNumber, readStep, truncatedOf, without } from "./fields";
import { referenceOf } from "./references";
import { readComponents, readReward, rollout, rowImporter, samePrompt } from "./row";
import { toolsInText } from "./toolSchemas";

const BASE = ["step", "gen_step", "prompt", "completion", "advantages", "advantage", "reward", "solution", "num_turns", "entropy", "request_id", "images"];

const isTextList = (v: JsonValue | undefined): v is readonly string[] => isArray(v) && v.length > 0 && v.every(x => typeof x === "string");
const isColumnar = (r: JsonObject): boolean => {
	const step = r.step ?? r.gen_step;
	return isArray(step) && isTextList(r.prompt) && isTextList(r.completion) && r.prompt.length === r.completion.length && step.length === r.prompt.length;
};
const isRow = (r: JsonObject): boolean => typeof r.gen_step === "number" && typeof r.prompt === "string" && typeof r.completion === "string";

function readMember({ row, at }: Member): ImportedRollout {
	const findings: Finding[] = [];
	const transcript = readConversation({ value: row.prompt, path: at("prompt") }, { value: row.completion, path: at("completion") }).transcript;
	const components = readComponents(row, BASE, findings);
	const own = readReward(row.reward, ["reward"], findings);
	return rollout(transcript, {
		id: asId(row.request_id),
		group: samePrompt(transcript),
		step: readStep(row, ["step", "gen_step"], findings),
		tools: toolsInText(transcript.text.slice(0, transcript.promptEnd)),
		reference: referenceOf(row),
		recorded: { reward: "reward" in row ? own : sumOf(components), components, advantage: asNumber(row.advantages ?? row.advantage) },
		truncated: truncatedOf(row),
		extras: without(row, ["prompt", "completion", "step", "gen_step"]),
		findings: placed(findings, at),
	});
}

/** The total is not in the file: a doubt to be named. */
export const summed = (rows: readonly JsonObject[]): { readonly doubts?: readonly string[] } => (rows.some(r => "reward" in r) ? {} : { doubts: ["reward-is-sum"] });

/** Sum of the components that are there: the trainer's total under its default weights of 1. NaN when none is. */
export function sumOf(components: Readonly<Record<string, number>>): number {
	let sum = Number.NaN;
	for (const v of Object.values(components)) if (!Number.isNaN(v)) sum = Number.isNaN(sum) ? v : sum + v;
	return sum;
}

/**
 * ms-swift `completions.jsonl`: one line per logging step, every value a list (`{step: [str], prompt: [str],
 * completion: [str], <RewardName>: [number], advantages: [number], …}`; Megatron writes `gen_step: [int]`), or, from
 * Ray + Megatron, one row per line. The total is not in columnar files: it is the sum of the reward columns, which is the
 * trainer's own total under its default weights.
 */
export const msSwift = rowImporter({
	id: "ms-swift",
	title: "ms-swift",
	subtypes: ["ms-swift-columnar", "ms-swift-row"],
	detectRows(rows) {
		if (rows.every(isColumnar)) return { subtype: "ms-swift-columnar", confidence: 1, ...summed(rows) };
		return rows.every(isRow) ? { subtype: "ms-swift-row", confidence: 0.95 } : null;
	},
	readRow(record) {
		if (!isArray(record.prompt)) return { rollouts: [readMember(ownRow(record))], findings: [] };
		const findings: Finding[] = [];
		return { rollouts: membersOf(record, record.prompt.length, findings).map(readMember), findings };
	},
	columns: (first, subtype) =>
		subtype !== "ms-swift-row"
			? null
			: {
					needs: { prompt: "text", completion: "text" },
					group: { by: "same", keys: ["prompt"] },
					step: ["step", "gen_step"],
					reward: "reward" in first ? { key: "reward" } : null,
					components: Object.keys(readComponents(first, BASE, [])),
				},
	groupKey: () => "step-same-prompt",
	sample: {
		subtype: "ms-swift-columnar",
		name: "completions.jsonl",
		record: {
			step: ["3", "3"],
			prompt: ["<|im_start|>user\nWhen is high tide?<|im_end|>\n<|im_start|>assistant\n", "<|im_start|>user\nWhen is high tide?<|im_end|>\n<|im_start|>assistant\n"],
			completion: ["At 14:20.", "I do not know."],
			Accuracy: [1, 0],
			advantages: [0.7, -0.7],
			solution: ["14:20", "14:20"],
		},
	},
});
