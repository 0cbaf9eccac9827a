import type { Severity } from "../../core/model/finding";
import type { FindingView } from "../../protocol/queries";
import { allFindings } from "../../session/findings";
import { type Command, EXIT, FILE_FLAGS, type Options } from "../command";
import { eachFile, readingOf, rowsNote, withSession } from "../open";
import { type Checked, type MakeReporter, type Reporter, SEVERITIES } from "../reports/contract";
import { jsonReport } from "../reports/json";
import { sarifReport } from "../reports/sarif";
import { textReport } from "../reports/text";

const REPORTS: Readonly<Record<NonNullable<Options["report"]>, MakeReporter>> = { text: textReport, json: jsonReport, sarif: sarifReport };

/** `check`: everything that is wrong, each with its place in the file; the exit status says whether it was serious. */
export const check: Command = {
	name: "check",
	takes: "files",
	flags: [
		{ name: "report", placeholder: "KIND", choices: Object.keys(REPORTS) },
		{ name: "failOn", placeholder: "SEVERITY", choices: [...SEVERITIES, "never"] },
		{ name: "json" },
		{ name: "full" },
		...FILE_FLAGS,
	],
	run: async (io, patterns, options) => {
		const reading = await readingOf(io, options);
		const reporter: Reporter = REPORTS[options.report ?? (options.json ? "json" : "text")](io, { full: options.full ?? false });
		const all = new Counter();
		const files: Checked[] = [];
		const status = await eachFile(io, patterns, reading, file =>
			withSession(io, file, reading, async session => {
				const checked = { file, format: session.importer.id, rollouts: session.rows };
				const counter = new Counter();
				files.push(checked);
				await reporter.begin(checked);
				const paths = new Map(session.source.parts?.map(p => [p.name, p.path]));
				for await (const f of allFindings(session)) {
					counter.add(f);
					await reporter.put(f.file === undefined ? checked : { ...checked, file: paths.get(f.file) ?? file }, f);
					if (f.row !== null) io.progress.update(session.source.name, (f.row + 1) / session.rows, rowsNote(io, f.row + 1));
				}
				io.progress.clear();
				await reporter.endFile(checked, counter.tally);
				all.addAll(counter);
			}),
		);
		await reporter.end(all.tally, files);
		if (status !== EXIT.done) return status;
		return isSerious(all, options.failOn ?? "error") ? EXIT.findings : EXIT.done;
	},
};

class Counter {
	readonly tally = new Map<string, { severity: Severity; count: number }>();

	add(f: Pick<FindingView, "code" | "severity">, count = 1): void {
		const found = this.tally.get(f.code);
		if (!found) this.tally.set(f.code, { severity: f.severity, count });
		else {
			found.count += count;
			// E11 is an error with a reference and a warning without: the worse one stands for the code
			if (SEVERITIES.indexOf(f.severity) < SEVERITIES.indexOf(found.severity)) found.severity = f.severity;
		}
	}

	addAll(other: Counter): void {
		for (const [code, { severity, count }] of other.tally) this.add({ code, severity }, count);
	}
}

const isSerious = ({ tally }: Counter, failOn: NonNullable<Options["failOn"]>): boolean =>
	failOn !== "never" && [...tally.values()].some(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn));
