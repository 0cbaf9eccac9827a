import { Buffer } from "node:buffer";
import { existsSync } from "node:fs";
import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import type { Detection } from "../core/importers/contract";
import { IMPORTERS } from "../core/importers/registry";
import { DEFAULT_RECIPE, type Recipe } from "../core/model/recipe";
import { REWARDS } from "../core/rewards/registry";
import type { RecordFinding } from "../session/block";
import { pooledSentence } from "../session/fileView";
import { NOT_AS_NAMED } from "../session/opened";
import { recordProblem } from "../session/problems";
import { loadRecipe, recipeBeside, recipeSentence } from "../session/recipeFile";
import type { RunFiles } from "../session/run/files";
import { Session, type SessionOptions } from "../session/session";
import { type ByteSource, BytesSource, partAt, type RunPart, sourceAt } from "../session/source";
import { FILE_WORDS } from "../words/session";
import { say } from "../words/words";
import { choose, chooseEstimator } from "./choose";
import { EXIT, type Io, type Options } from "./command";
import { expandFiles, STDIN } from "./files";
import { errorSentence } from "./problems";
import { bytesOf, nameOf } from "./rows";
import { namedRun, openRun } from "./run";
import { complainOfSimilarity } from "./similarity";
import { type Supplements, supplementsOf } from "./supplement";
import { printable, wrap } from "./width";

/** How files are read, from the options of a command. */
export interface Reading {
	/** The recipe that `--recipe` names or that lies beside the file, with the options that change it. */
	recipeFor(file: string): Promise<Recipe>;
	readonly supplements: Supplements;
	/** With `--run`: the files of the run, by the name it goes by. */
	readonly runs: Map<string, RunFiles> | null;
	/** Threads and cache. */
	readonly means: Pick<SessionOptions, "threads" | "cacheDir">;
}

/** One thread per core, but no more than this unless asked for. */
const MOST_WORKERS = 4;

/** Threads that score and the folder that keeps what large files came to, as the options say. */
function meansOf(options: Options): Reading["means"] {
	const count = options.workers ?? Math.min(MOST_WORKERS, availableParallelism());
	const script = join(__dirname, "scorer.js");
	const cacheHome = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
	return {
		...(count > 1 && existsSync(script) ? { threads: { script, count } } : {}),
		...(options.cache === false ? {} : { cacheDir: join(cacheHome, "reward-inspector") }),
	};
}

/** Reads what the options name; unknown ids are refused before a file is opened. */
export async function readingOf(io: Io, options: Options): Promise<Reading> {
	const means = meansOf(options);
	const named = withOptions(options.recipe === undefined ? DEFAULT_RECIPE : await recipeFrom(io, options.recipe), options);
	return {
		recipeFor: async file => {
			const beside = options.recipe === undefined && file !== STDIN ? await recipeBeside(file) : null;
			if (beside !== null) io.complain(io.words("recipe-beside", { file: printable(file), recipe: printable(beside) }));
			const recipe = beside === null ? named : withOptions(await recipeFrom(io, beside), options);
			await complainOfSimilarity(io, recipe, means.cacheDir);
			return recipe;
		},
		supplements: await supplementsOf(options),
		runs: options.run ? new Map() : null,
		means,
	};
}

function withOptions(base: Recipe, options: Options): Recipe {
	const format = options.format === undefined ? base.format : choose("format", IMPORTERS, options.format).id;
	const reward =
		options.reward === undefined ? base.reward : { id: choose("reward", REWARDS, options.reward).id, options: options.reward === base.reward.id ? base.reward.options : {} };
	const { estimator, preset } = chooseEstimator(
		options.estimator ?? base.estimator.id,
		options.preset ?? (options.estimator === undefined ? (base.estimator.preset ?? undefined) : undefined),
	);
	// without a preset the trainer that wrote the file decides
	const open = options.preset === undefined && (options.estimator !== undefined || base.estimator.preset === null);
	return {
		...base,
		format,
		reward,
		// who asks for a reward wants its advantages too, not those of the recorded one
		basis: options.reward === undefined ? base.basis : reward.id === "recorded" ? "recorded" : "recomputed",
		...(options.similarity === undefined ? {} : { similarity: options.similarity }),
		estimator: { ...base.estimator, id: estimator.id, preset: open ? null : preset.id },
	};
}

/** The recipe of a file; what is doubtful in it is told on standard error, what is wrong refuses it. */
async function recipeFrom(io: Io, path: string): Promise<Recipe> {
	const { recipe, problems } = await loadRecipe(path, io.locale);
	for (const p of problems) io.complain(`${printable(path)}:${p.line}:${p.column}: ${printable(recipeSentence(p, io.locale))}`);
	return recipe;
}

/** What a command reads under a name of `eachFile`: standard input, a file, or a run of files. */
export async function sourceOf(io: Io, file: string, reading: Pick<Reading, "runs" | "recipeFor">): Promise<ByteSource> {
	const run = reading.runs?.get(file);
	if (run) return openRun(io, run, (await reading.recipeFor(file)).format);
	if (file !== STDIN) return sourceAt(file);
	const parts: Uint8Array[] = [];
	for await (const chunk of bytesOf(io, file)) parts.push(chunk);
	return new BytesSource(io.words("stdin"), Buffer.concat(parts));
}

const given = (s: Awaited<ReturnType<Supplements["of"]>>): Pick<SessionOptions, "supplement" | "sides"> =>
	s ? { supplement: s.apply, ...(s.sides ? { sides: s.sides } : {}) } : {};

/** Opens a file, reads it to its end with a bar on standard error and hands it to `work`. */
export async function withSession<T>(io: Io, file: string, reading: Reading, work: (session: Session) => Promise<T>): Promise<T> {
	const recipe = await reading.recipeFor(file);
	const session = await Session.open(await sourceOf(io, file, { ...reading, recipeFor: async () => recipe }), {
		locale: io.locale,
		recipe,
		...given(await reading.supplements.of(file, recipe)),
		...reading.means,
	});
	const ticker = setInterval(() => io.progress.update(session.source.name, session.state.bytesDone / session.state.size, rowsNote(io, session.rows)), 100);
	try {
		await session.done();
		io.progress.clear();
		const pooled = pooledSentence({ state: session.state, source: session.source, locale: io.locale });
		if (pooled !== null) io.complain(printable(pooled));
		complainOfFormat(io, file, session.opened.detection);
		return await work(session);
	} finally {
		clearInterval(ticker);
		io.progress.clear();
		await session.close();
	}
}

/** Says where a file is read as a format that was named and that it does not look like. */
export function complainOfFormat(io: Io, file: string, { doubts = [] }: Detection): void {
	if (doubts.includes(NOT_AS_NAMED)) io.complain(`${printable(nameOf(io, file))}: ${say(FILE_WORDS, NOT_AS_NAMED, io.locale)}`);
}

/** The file's name in bold, then what is said of it. */
export function titleLines(io: Io, file: string, parts: readonly string[]): readonly string[] {
	const [first = "", ...rest] = wrap([printable(nameOf(io, file)), ...parts].join(" · "), io.terminal.columns);
	return [io.paint.bold(first), ...rest];
}

export const rowsNote = (io: Io, rows: number): string => io.words("rollouts", { count: rows });

const LISTED = 5;
const NUMBERED = 40;

/** The lines that could not be read: the first ones each with its reason, the others by number. The good ones were answered. */
export function complainOfLines(io: Io, file: string, findings: readonly RecordFinding[], parts?: readonly RunPart[]): void {
	const broken = findings.filter(f => f.finding.severity === "error" || f.finding.code === "torn-line");
	const name = nameOf(io, file);
	const own = (f: RecordFinding): string => parts?.[partAt(parts, f.place.offset)]?.path ?? name;
	for (const f of broken.slice(0, LISTED)) io.complain(`${own(f)}:${f.place.line}:${f.column ?? 1}: ${printable(recordProblem(f, io.locale).message)}`);
	const rest = broken.slice(LISTED).map(f => (parts ? `${own(f)}:${f.place.line}` : f.place.line));
	const lines = rest.slice(0, NUMBERED).join(", ") + (rest.length > NUMBERED ? " …" : "");
	if (rest.length) io.complain(`${name}: ${io.words("more-broken-lines", { count: rest.length, lines })}`);
}

/** Does `work` for each file the arguments name; a file that is refused is told on standard error and the others go on. Resolves to the exit status. */
export async function eachFile(io: Io, patterns: readonly string[], reading: Reading, work: (file: string) => Promise<void>): Promise<number> {
	const { files, missing } = await (reading.runs ? namedRun(patterns, reading.runs) : expandFiles(patterns));
	for (const path of missing) io.complain(io.words("no-such-file", { path: printable(path) }));
	let failed = missing.length > 0;
	for (const file of files)
		try {
			await work(file);
		} catch (e) {
			io.complain(errorSentence(e, io.locale));
			failed = true;
		}
	reading.supplements.complainIfUnused(io);
	return failed ? EXIT.refused : EXIT.done;
}
