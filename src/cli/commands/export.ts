import { type ExportRow, exportRows } from "../../session/exportRows";
import { SFT_SHAPES } from "../../session/lab/sft";
import { EXPORT_WORDS } from "../../words/export";
import { say } from "../../words/words";
import { CURRICULUM_FLAGS } from "../analyze/curriculum";
import { type Command, ESTIMATOR_FLAGS, FILE_FLAGS, type Io, LOSS_FLAGS, lossAsked, type Options, UsageError } from "../command";
import { WRITERS } from "../export/registry";
import { expandFiles } from "../files";
import { besideOf, inputsOf } from "../inputs";
import { complainOfLines, eachFile, readingOf, withSession } from "../open";
import { OutFile } from "../outFile";
import { nameOf } from "../rows";
import { printable } from "../width";

/** `export`: advantages per token for a trainer, a table, or a report. */
export const exportCommand: Command = {
	name: "export",
	takes: "files",
	flags: [
		{ name: "to", placeholder: "FORMAT", choices: WRITERS.map(w => w.id) },
		{ name: "out", placeholder: "FILE" },
		...LOSS_FLAGS,
		{ name: "shape", placeholder: "ID", choices: SFT_SHAPES },
		...CURRICULUM_FLAGS,
		{ name: "excluded", placeholder: "FILE" },
		{ name: "reward", placeholder: "ID" },
		...ESTIMATOR_FLAGS,
		...FILE_FLAGS,
	],
	run: async (io, patterns, options) => {
		const writer = WRITERS.find(w => w.id === options.to) ?? WRITERS[0];
		const { how: aggregation, longest } = lossAsked(io, options);
		if (!writer) throw new UsageError("usage:missingArgument");
		const { files } = options.run ? { files: [] } : await expandFiles(patterns);
		if (writer.id === "parquet" && files.length > 1) throw new UsageError("one-parquet", { count: files.length });
		const reading = await readingOf(io, options);
		const results = await Results.open(patterns, options);
		const target = results.out ?? { text: part => io.out.text(part), bytes: data => io.out.bytes(data) };
		let first = true;
		try {
			const status = await eachFile(io, patterns, reading, file =>
				withSession(io, file, reading, async session => {
					await results.refuse(await besideOf(file, session));
					const lacking = new Map<string, number>();
					const setup = { io, file, session, aggregation, options, first, files, excluded: results.excluded };
					await results.during(() => writer.write(setup, noting(exportRows(session, aggregation, longest), lacking), target));
					first = false;
					for (const [code, count] of lacking)
						io.complain(`${printable(nameOf(io, file))}: ${say(EXPORT_WORDS, "without-tokens", io.locale, { count, reason: say(EXPORT_WORDS, code, io.locale) })}`);
					complainOfLines(io, file, session.state.findings, session.source.parts);
				}),
			);
			if (!first && writer.end !== undefined) await target.text(writer.end);
			return status;
		} finally {
			await results.close(io);
			await io.out.flush();
		}
	},
};

/** The files that `--out` and `--excluded` name. They are put in their places when at least one input was written whole, and none in part. */
class Results {
	private whole = 0;
	private torn = false;

	private constructor(
		readonly out: OutFile | null,
		readonly excluded: OutFile | null,
	) {}

	static async open(patterns: readonly string[], { out, excluded, ...options }: Options): Promise<Results> {
		if (out === undefined && excluded === undefined) return new Results(null, null);
		const inputs = await inputsOf(patterns, options);
		const first = out === undefined ? null : await OutFile.create(out, inputs);
		try {
			const second = excluded === undefined ? null : await OutFile.create(excluded, inputs);
			if (first && second?.leadsWhere(first)) {
				await second.drop();
				throw new UsageError("out-twice", { path: out ?? "" });
			}
			return new Results(first, second);
		} catch (e) {
			await first?.drop();
			throw e;
		}
	}

	private get files(): readonly OutFile[] {
		return [this.out, this.excluded].flatMap(f => f ?? []);
	}

	/** Throws UsageError when a result would replace one of these files. */
	async refuse(inputs: readonly string[]): Promise<void> {
		for (const f of this.files) await f.refuse(inputs);
	}

	/** Writes what one input gives. */
	async during(write: () => Promise<void>): Promise<void> {
		const before = this.files.map(f => f.written);
		try {
			await write();
			this.whole++;
		} catch (e) {
			if (this.files.some((f, i) => f.written !== before[i])) this.torn = true;
			throw e;
		}
	}

	async close(io: Io): Promise<void> {
		for (const f of this.files)
			if (this.whole && !this.torn) await f.keep();
			else {
				await f.drop();
				io.complain(io.words("out-not-written", { path: printable(f.path) }));
			}
	}
}

/** Counts on the way why rollouts have no advantage per token. */
async function* noting(rows: AsyncIterable<ExportRow>, lacking: Map<string, number>): AsyncGenerator<ExportRow> {
	for await (const row of rows) {
		const { unknown } = row.credit;
		if (unknown) lacking.set(unknown, (lacking.get(unknown) ?? 0) + 1);
		yield row;
	}
}
