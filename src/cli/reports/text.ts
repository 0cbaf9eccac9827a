import type { FindingView } from "../../protocol/queries";
import { FINDING_HELP } from "../../words/findingHelp";
import { phrase } from "../../words/words";
import type { Io } from "../command";
import { titleLines } from "../open";
import type { Brush } from "../paint";
import { table } from "../table";
import { padEnd, printable, wrap } from "../width";
import { type MakeReporter, ranked, SEVERITIES, type Tally } from "./contract";

/** Of one code so many are listed in a file, unless everything is asked for. */
const LISTED = 20;

/** For a person: a line per finding with its place, then how many of each code there are. */
export const textReport: MakeReporter = (io, { full }) => {
	let listed = new Map<string, number>();
	return {
		begin: async file => {
			listed = new Map();
			await io.out.lines(titleLines(io, file.file, [file.format, io.words("rollouts", { count: file.rollouts })]));
		},
		put: async (_, f) => {
			const n = (listed.get(f.code) ?? 0) + 1;
			listed.set(f.code, n);
			if (full || n <= LISTED) await io.out.lines(draw(io, f));
		},
		endFile: async () => {
			for (const [code, n] of listed) if (!full && n > LISTED) await io.out.line(io.paint.dim(`  ${io.words("more-of-code", { code, count: n - LISTED })}`));
			await io.out.line();
		},
		end: async (tally, files) => {
			if (tally.size) await io.out.lines([...summary(io, tally), ""]);
			const of = (severity: string): number => ranked(tally).reduce((sum, [, s, count]) => sum + (s === severity ? count : 0), 0);
			const [errors, warnings, infos] = SEVERITIES.map(of);
			await io.out.line(io.words(tally.size ? "findings-total" : "nothing-found", { errors: errors ?? 0, warnings: warnings ?? 0, infos: infos ?? 0, files: files.length }));
		},
	};
};

const brushOf = (io: Io, severity: FindingView["severity"]): Brush => ({ error: io.paint.bad, warning: io.paint.doubt, info: io.paint.dim })[severity];

function draw(io: Io, f: FindingView): readonly string[] {
	const place = f.line === null ? "–" : `${f.file === undefined ? "" : `${printable(f.file)}:`}${f.line}:${f.column ?? 1}`;
	const head = `  ${padEnd(place, 10)} ${padEnd(io.words(`severity:${f.severity}`), 7)} ${padEnd(f.code, 4)} `;
	const [first = "", ...rest] = wrap(printable(f.message).replaceAll("\n", " "), Math.max(20, io.terminal.columns - head.length));
	return [brushOf(io, f.severity)(head) + first, ...rest.map(l => " ".repeat(head.length) + l)];
}

const summary = (io: Io, tally: Tally): readonly string[] =>
	table(
		[
			{ title: io.words("column:count"), align: "right" },
			{ title: io.words("column:severity") },
			{ title: io.words("column:code") },
			{ title: io.words("column:meaning"), flex: true },
		],
		ranked(tally).map(([code, severity, count]) => {
			const help = FINDING_HELP[code];
			return [String(count), { text: io.words(`severity:${severity}`), paint: brushOf(io, severity) }, code, help ? phrase(help.title, io.locale) : ""];
		}),
		io.terminal.columns,
		io.paint,
		"  ",
	);
