import { writeJson } from "../../core/base/json";
import { SFT_SHAPES, type SftRow, sftRows } from "../../session/lab/sft";
import { LAB_CARD_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import { curriculumAsk } from "../analyze/curriculum";
import { type Io, UsageError } from "../command";
import { nameOf } from "../rows";
import { printable } from "../width";
import type { Target, Writer } from "./contract";

/** Rows that are named one by one on standard error. */
const NAMED = 30;

/** Rollouts as samples for supervised training, each with its weight and the reason; those left out are listed. */
export const sft: Writer = {
	id: "sft",
	write: async ({ io, file, session, options, excluded }, _, to) => {
		const { lab } = session;
		const [lack] = (await lab.view()).cards.curriculum;
		if (lack !== undefined) throw new UsageError("lab-lacks", { file: printable(nameOf(io, file)), topic: say(LAB_CARD_WORDS, "curriculum", io.locale), reason: lack });
		const ask = curriculumAsk(io, options);
		const shape = SFT_SHAPES.find(s => s === options.shape) ?? SFT_SHAPES[0];
		const left: SftRow[] = [];
		let kept = 0;
		for await (const row of sftRows(session, ask.tau === null ? null : await lab.surveyed(), ask, shape)) {
			if (row.line) {
				kept++;
				await to.text(`${writeJson(row.line)}\n`);
			} else left.push(row);
		}
		if (excluded) await writeExcluded(excluded, file, left);
		tell(io, file, kept, left);
	},
};

/** The rows that are left out, a JSON object a line. */
async function writeExcluded(to: Target, file: string, left: readonly SftRow[]): Promise<void> {
	for (const { sample, id } of left)
		await to.text(`${writeJson({ file, row: sample.row, line: sample.line, id, sample_class: sample.class, reason: sample.sentence, code: sample.reason })}\n`);
}

/** Counts by reason, with the rows. */
function tell(io: Io, file: string, kept: number, left: readonly SftRow[]): void {
	const name = printable(nameOf(io, file));
	io.complain(`${name}: ${io.words("sft:kept", { kept, all: kept + left.length })}`);
	for (const reason of new Set(left.map(r => r.sample.reason))) {
		const rows = left.filter(r => r.sample.reason === reason);
		const named = rows.slice(0, NAMED).map(r => r.sample.row);
		io.complain(`${name}: ${io.words("sft:left", { reason: rows[0]?.sample.sentence ?? reason, count: rows.length, rows: named.join(", ") + (rows.length > NAMED ? " …" : "") })}`);
	}
}
