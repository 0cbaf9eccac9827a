import { type FileHandle, open } from "node:fs/promises";
import { AGGREGATIONS } from "../../core/credit/weight";
import { fromSystem } from "../../session/errors";
import { type ExportRow, exportRows } from "../../session/exportRows";
import { SFT_SHAPES } from "../../session/lab/sft";
import { EXPORT_WORDS } from "../../words/export";
import { say } from "../../words/words";
import { CURRICULUM_FLAGS } from "../analyze/curriculum";
import { type Command, ESTIMATOR_FLAGS, FILE_FLAGS, type Io, UsageError } from "../command";
import type { Target } from "../export/contract";
import { WRITERS } from "../export/registry";
import { expandFiles } from "../files";
import { complainOfLines, eachFile, readingOf, withSession } from "../open";
import { nameOf } from "../rows";
import { printable } from "../width";

/** `export`: advantages per token for a trainer, a table, or a report. */
export const exportCommand: Command = {
	name: "export",
	takes: "files",
	flags: [
		{ name: "to", placeholder: "FORMAT", choices: WRITERS.map(w => w.id) },
		{ name: "out", placeholder: "FILE" },
		{ name: "aggregation", placeholder: "ID", choices: AGGREGATIONS },
		{ name: "shape", placeholder: "ID", choices: SFT_SHAPES },
		...CURRICULUM_FLAGS,
		{ name: "excluded", placeholder: "FILE" },
		{ name: "reward", placeholder: "ID" },
		...ESTIMATOR_FLAGS,
		...FILE_FLAGS,
	],
	run: async (io, patterns, options) => {
		const writer = WRITERS.find(w => w.id === options.to) ?? WRITERS[0];
		const aggregation = AGGREGATIONS.find(a => a === options.aggregation) ?? AGGREGATIONS[0];
		if (!writer) throw new UsageError("usage:missingArgument");
		if (writer.id === "parquet") {
			const count = (await expandFiles(patterns)).files.length;
			if (count > 1) throw new UsageError("one-parquet", { count });
		}
		const reading = await readingOf(io, options);
		const target = await targetOf(io, options.out);
		let first = true;
		try {
			return await eachFile(io, patterns, reading, file =>
				withSession(io, file, reading, async session => {
					const lacking = new Map<string, number>();
					await writer.write({ io, file, session, aggregation, options, first }, noting(exportRows(session, aggregation), lacking), target);
					first = false;
					for (const [code, count] of lacking)
						io.complain(`${printable(nameOf(io, file))}: ${say(EXPORT_WORDS, "without-tokens", io.locale, { count, reason: say(EXPORT_WORDS, code, io.locale) })}`);
					complainOfLines(io, file, session.state.findings, session.source.parts);
				}),
			);
		} finally {
			await target.close();
		}
	},
};

/** Counts on the way why rollouts have no advantage per token. */
async function* noting(rows: AsyncIterable<ExportRow>, lacking: Map<string, number>): AsyncGenerator<ExportRow> {
	for await (const row of rows) {
		const { unknown } = row.credit;
		if (unknown) lacking.set(unknown, (lacking.get(unknown) ?? 0) + 1);
		yield row;
	}
}

async function targetOf(io: Io, path: string | undefined): Promise<Target & { close(): Promise<void> }> {
	if (path === undefined) return { text: part => io.out.text(part), bytes: data => io.out.bytes(data), close: () => io.out.flush() };
	const file: FileHandle = await open(path, "w").catch((e: unknown) => {
		throw fromSystem(e, path);
	});
	return { text: async part => void (await file.write(part)), bytes: async data => void (await file.write(data)), close: () => file.close() };
}
