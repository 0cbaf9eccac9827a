import { writeJson } from "../../core/base/json";
import type { JsonObject, JsonValue } from "../../core/base/units";
import { type ExportRow, weightsOf } from "../../session/exportRows";
import { numbers } from "../output";
import type { ExportSetup, Writer } from "./contract";

const list = (column: ArrayLike<number> | null): JsonValue => column && numbers(column);

/** One rollout as JSON: text, reward and group under the names every reader knows, then its columns per token. */
export function rowAnswer(row: ExportRow, { file, session, aggregation }: ExportSetup): JsonObject {
	const { credit } = row;
	const { estimator, preset } = session.setup;
	return {
		id: row.id,
		group: row.group,
		step: row.step,
		prompt: row.prompt,
		response: row.response,
		reward: row.reward,
		recorded: row.recorded,
		advantage: row.advantage,
		...(row.lanes ? { lanes: { ...row.lanes } } : {}),
		source: { file: row.file ?? file, row: row.row, line: row.line },
		credit: { estimator, preset, aggregation, coefficient: row.coefficient, tokens: credit.tokens, unknown: credit.unknown },
		token_ids: list(credit.ids),
		loss_mask: list(credit.lossMask),
		advantages: credit.unknown ? null : list(credit.advantages),
		weights: credit.unknown || Number.isNaN(row.coefficient) ? null : list(weightsOf(row)),
		offsets: credit.from && credit.to ? [list(credit.from), list(credit.to)] : null,
	};
}

export const jsonl: Writer = {
	id: "jsonl",
	write: async (setup, rows, to) => {
		for await (const row of rows) await to.text(`${writeJson(rowAnswer(row, setup))}\n`);
	},
};
