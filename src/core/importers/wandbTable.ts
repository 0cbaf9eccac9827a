import { isArray, type JsonObject, type JsonValue } from "../base/units";
import type { ImportedRollout } from "../model/rollout";
import { type Member, tableMembers } from "./columnar";
import { rowImporter } from "./row";
import { readTrlRow } from "./trl";
import { readVerlRow } from "./verl";

const isTable = (r: JsonObject): boolean => isArray(r.columns) && r.columns.length > 0 && r.columns.every(c => typeof c === "string") && isArray(r.data) && r.data.every(isArray);
const has = (r: JsonObject, ...names: readonly string[]): boolean => names.every(n => (r.columns as readonly JsonValue[]).includes(n));

/** The samples of verl's validation table: a row per step with `input_1, output_1, score_1, input_2, …`. */
function verlMembers({ row, at }: Member): ImportedRollout[] {
	const out: ImportedRollout[] = [];
	for (let k = 1; `input_${k}` in row; k++) {
		const own = (key: string): string => (key === "step" ? key : `${key}_${k}`);
		const sample: Record<string, JsonValue> = {};
		for (const key of ["step", "input", "output", "score"]) sample[key] = row[own(key)] ?? null;
		if (typeof sample.output !== "string") continue;
		out.push(...readVerlRow({ row: sample, at: key => at(own(key)) }, "verl-v04"));
	}
	return out;
}

/** wandb tables on disk (`*.table.json`): TRL's and ms-swift's completions, verl's validation generations. */
export const wandbTable = rowImporter({
	id: "wandb-table",
	title: "Weights & Biases table",
	subtypes: ["wandb-table", "wandb-verl-val"],
	detectRows(rows) {
		const table = rows[0];
		if (rows.length !== 1 || !table || !isTable(table)) return null;
		if (has(table, "prompt", "completion")) return { subtype: "wandb-table", confidence: 1, ...(has(table, "reward") ? {} : { doubts: ["reward-is-sum"] }) };
		return has(table, "input_1", "output_1") ? { subtype: "wandb-verl-val", confidence: 1 } : null;
	},
	readRow(record) {
		const members = tableMembers(isArray(record.columns) ? record.columns : [], isArray(record.data) ? record.data : []);
		return { rollouts: members.flatMap(m => ("input_1" in m.row ? verlMembers(m) : [readTrlRow(m)])), findings: [] };
	},
	groupKey: () => "step-same-prompt",
	sample: {
		subtype: "wandb-table",
		name: "completions_3.table.json",
		record: { columns: ["step", "prompt", "completion", "tide_reward", "advantage"], data: [["3", "When is high tide?", "At 14:20.", 1, 0.7]] },
	},
});
