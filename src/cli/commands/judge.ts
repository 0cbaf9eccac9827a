import { join } from "node:path";
import type { JsonObject } from "../../core/base/units";
import { GradeCache } from "../../session/judges/cache";
import { DEFAULT_CONCURRENCY, judgeOf } from "../../session/judges/choose";
import type { Judge } from "../../session/judges/contract";
import { type Graded, gradeRows } from "../../session/judges/run";
import type { Session } from "../../session/session";
import { JUDGE_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import { type Command, EXIT, FILE_FLAGS, type Io, JSON_FLAGS, type Options, shapeOf } from "../command";
import { inputsOf } from "../inputs";
import { eachFile, readingOf, rowsNote, withSession } from "../open";
import { refuseInput } from "../outFile";
import { records } from "../output";
import { nameOf } from "../rows";
import { figure } from "../table";
import { oneLine, printable } from "../width";

/** `judge`: grades of the replies by the judge the recipe names; `--grades` of the other commands reads them. */
export const judgeCommand: Command = {
	name: "judge",
	takes: "files",
	flags: [{ name: "gradeCache", placeholder: "DIR" }, ...FILE_FLAGS, ...JSON_FLAGS],
	run: async (io, patterns, options) => {
		const reading = await readingOf(io, options);
		if (options.gradeCache !== undefined) await refuseInput(cacheIn(options.gradeCache), await inputsOf(patterns, options));
		const shape = shapeOf(options);
		const sink = shape && records(io.out, shape);
		const told = { graded: 0, unknown: 0, without: 0, last: null as Graded | null };
		const status = await eachFile(io, patterns, reading, file =>
			withSession(io, file, reading, async session => {
				const judge = await judgeFor(io, file, session);
				if (!judge) {
					told.without++;
					return;
				}
				for await (const g of grades(session, judge, options)) {
					if (!Number.isNaN(g.grade)) told.graded++;
					else {
						told.unknown++;
						// what ended the questions before the budget was used up says more than the budget
						if (UNANSWERED.has(g.reason) && (!told.last || told.last.reason === "budget")) told.last = g;
					}
					if (sink) await sink.put(answerOf(file, judge, g));
					else await io.out.line(`${g.row}  ${figure(g.grade)}  ${oneLine(sentence(io, g), io.terminal.columns - 12)}`);
					io.progress.update(session.source.name, (g.row + 1) / session.rows, rowsNote(io, g.row + 1));
				}
				io.progress.clear();
			}),
		);
		await sink?.end();
		if (told.unknown) io.complain(io.words("judge:unknown", { count: told.unknown, of: told.unknown + told.graded }));
		// a judge that answered nobody is one that could not be asked
		const nobody = told.last && !told.graded ? told.last : null;
		if (nobody) io.complain(io.words("judge:nobody", { why: sentence(io, nobody) }));
		return status === EXIT.done && (nobody || told.without) ? EXIT.refused : status;
	},
};

/** Reasons that lie with the judge, not with the reply it was asked about. */
const UNANSWERED: ReadonlySet<string> = new Set(["refused", "rate-limited", "timeout", "unreachable", "not-json", "no-answer", "no-grade", "budget"]);

/** The file of a cache's folder. Grades are added behind those it holds, so it must be no file of rollouts. */
const cacheIn = (folder: string): string => join(folder, "grades.jsonl");

/** The judge of the file's recipe; without one the reason is told. What leaves the machine is told on standard error. */
async function judgeFor(io: Io, file: string, session: Session): Promise<Judge | null> {
	const { judge: choice } = session.resolution.recipe;
	const made = judgeOf(choice, {
		trusted: true,
		secret: name => process.env[name],
		sent: ({ to, model, bytes, attempt }) => io.complain(io.words(attempt ? "judge:sent-again" : "judge:sent", { to, model, bytes, attempt })),
	});
	if (!("refused" in made)) return made;
	io.complain(`${printable(nameOf(io, file))}: ${say(JUDGE_WORDS, made.refused, io.locale, { name: choice.keyVariable ?? "" })}`);
	return null;
}

async function* grades(session: Session, judge: Judge, options: Options): AsyncGenerator<Graded> {
	const cache = await GradeCache.open(options.gradeCache === undefined ? null : cacheIn(options.gradeCache));
	const concurrency = session.resolution.recipe.judge.concurrency ?? DEFAULT_CONCURRENCY;
	yield* gradeRows(session, judge, { cache, signal: new AbortController().signal, concurrency });
}

const sentence = (io: Io, g: Graded): string => say(JUDGE_WORDS, g.reason, io.locale, { detail: g.detail });

const answerOf = (file: string, judge: Judge, g: Graded): JsonObject => ({
	file,
	row: g.row,
	line: g.line,
	id: g.id,
	content: g.content,
	judge: judge.id,
	grade: g.grade,
	reason: g.reason,
	detail: g.detail,
	cached: g.cached,
});
