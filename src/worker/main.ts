import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { Asker, type Pipe, serve, Transfer } from "../protocol/channel";
import type { CreditQueries } from "../protocol/creditQueries";
import type { HostQueries, JudgeQueries } from "../protocol/judging";
import type { LabQueries } from "../protocol/lab";
import type { FileView, Queries, RolloutView, ShapeView } from "../protocol/queries";
import type { WorkerData } from "../protocol/worker";
import { readSupplement, sideFiles } from "../session/beside/supplement";
import { creditAnswers } from "../session/creditAnswers";
import { InspectorError } from "../session/errors";
import { troubleText } from "../session/fileView";
import { GradeStore } from "../session/judges/grades";
import { Judging } from "../session/judges/judging";
import { loadRecipe, mappedRecipe, recipeBeside } from "../session/recipeFile";
import { filesOfFolder, theseFiles } from "../session/run/files";
import { RunSource } from "../session/run/runSource";
import { Session } from "../session/session";
import { shapeOf } from "../session/shape";
import { type ByteSource, BytesSource, PathSource } from "../session/source";

/** Thread of one open document: a session behind a channel. The first ask waits until the file was recognised. */
const port = parentPort;
if (!port) throw new Error("invariant: runs as a worker thread");
const data = workerData as WorkerData;
const { source: given } = data;
/** What is open, as a path: of a run its folder. */
const path = given.kind === "path" ? given.path : given.kind === "run" ? given.folder : given.name;

async function sourceOf(format: string | null): Promise<ByteSource> {
	if (given.kind === "path") return new PathSource(given.path);
	if (given.kind === "bytes") return new BytesSource(given.name, given.bytes);
	const { folder, files } = given;
	return RunSource.open(
		files
			? theseFiles(
					folder,
					files.map(f => join(folder, f)),
				)
			: filesOfFolder(folder),
		format,
	);
}

/** Threads that score a large file; they are gone when it is read. */
const MOST_THREADS = 4;

const store = new GradeStore(data.cacheDir, path);
/** The host's end: what only it can do. It answers while a judge is at work, and nobody asks it otherwise. */
const host = new Asker<HostQueries>({ send: m => port.postMessage(m), receive: handler => port.on("message", handler) });
/** A word that needs no answer: a host that is gone has other worries. */
const tell = <K extends "sent" | "judged">(name: K, body: HostQueries[K]["ask"]): void => void host.ask(name, body).catch(() => {});

let notify: (name: string) => void = () => {};
/** Keys that a person named because the file has no known shape. */
let mapped: Queries["mapping"]["ask"]["keys"] | null = null;

const open = async (): Promise<Session> => {
	const named = data.recipe ?? (given.kind === "bytes" ? null : await recipeBeside(path));
	const found = named === null ? null : (await loadRecipe(named, data.locale)).recipe;
	const recipe = mapped ? mappedRecipe(found, mapped) : found;
	const supplement = await readSupplement(await sideFiles(given.kind === "bytes" ? null : path, recipe));
	return Session.open(await sourceOf(recipe?.format ?? null), {
		...(supplement ? { supplement: supplement.apply, sides: supplement } : {}),
		locale: data.locale,
		recipe,
		trusted: data.trusted ?? true,
		grades: await store.load(),
		cacheDir: data.cacheDir,
		threads: { script: join(__dirname, "scorer.js"), count: Math.min(MOST_THREADS, availableParallelism()) },
		onChange: () => notify("changed"),
	});
};
let opening = open();
opening.catch(() => {});

/** The file changed on disk. One that could not be opened is tried again: a trainer creates a file before it has a rollout to write. */
async function reread(): Promise<void> {
	const before = opening;
	const session = await before.catch(() => null);
	if (session) return session.refresh();
	if (opening === before) {
		opening = open();
		opening.then(() => notify("changed")).catch(() => notify("changed"));
	}
}

/** Opens the file with keys that were named. When that fails everything stays as it was. */
async function remap(keys: Queries["mapping"]["ask"]["keys"]): Promise<FileView> {
	const before = { opening, mapped };
	mapped = keys;
	const next = open();
	opening = next;
	try {
		await (await next).done();
	} catch (e) {
		({ opening, mapped } = before);
		throw e;
	}
	await before.opening.then(
		s => s.close(),
		() => {},
	);
	notify("changed");
	return (await next).file();
}

async function shape(): Promise<ShapeView> {
	const source = await sourceOf("generic-text");
	try {
		return await shapeOf(source);
	} finally {
		await source.close();
	}
}

let judging: { readonly of: Session; readonly by: Judging } | null = null;
function judgingOf(s: Session): Judging {
	if (judging?.of !== s) {
		const means = { model: (ask: HostQueries["model"]["ask"]) => host.ask("model", ask), sent: tell.bind(null, "sent"), judged: tell.bind(null, "judged") };
		judging = { of: s, by: new Judging(s, store, data.cacheDir, means) };
	}
	return judging.by;
}

/** Failures leave this thread as a kind and one sentence in the user's language. */
const inSession = <T>(work: (s: Session) => T | Promise<T>): Promise<T> => told(async () => work(await opening));

async function told<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (e) {
		const error = e instanceof InspectorError ? e : new InspectorError("unreadable", e instanceof Error ? (e.stack ?? e.message) : String(e), { path, detail: String(e) });
		throw new InspectorError(error.kind, troubleText(error, data.locale), error.data);
	}
}

const buffersOf = (view: RolloutView): ArrayBuffer[] => {
	const arrays = [view.tokens.from, view.tokens.to, view.tokens.kind, view.tokens.lossMask, view.tokens.logprob, ...Object.values(view.credit)];
	return [...new Set(arrays.map(a => a.buffer as ArrayBuffer))];
};

const pipe: Pipe = {
	send: (message, transfer = []) => port.postMessage(message, [...transfer]),
	receive: handler =>
		port.on("message", message => {
			// the host's word that the file changed on disk; everything else is an ask
			if ((message as { type?: string; name?: string }).type === "notice") reread().catch(() => {});
			else handler(message);
		}),
};

notify = serve<Queries & LabQueries & CreditQueries & JudgeQueries>(pipe, {
	file: () => inSession(s => s.file()),
	rows: ask =>
		inSession(async s => {
			await s.ahead(ask);
			return s.rowsOf(ask);
		}),
	pause: ask => inSession(s => s.pause(ask)),
	arrange: ask => inSession(s => s.arrange(ask)),
	setup: ask => inSession(s => s.change(ask)),
	look: ask =>
		inSession(async s => {
			const view = await s.look(ask.row);
			return new Transfer(view, buffersOf(view));
		}),
	explain: ask => inSession(s => s.explain(ask)),
	whereIs: ask => inSession(s => s.whereIs(ask.row)),
	nextDegenerate: ask => inSession(s => s.nextDegenerate(ask)),
	shape: () => told(shape),
	mapping: ask => told(() => remap(ask.keys)),
	steps: () => inSession(s => s.steps()),
	copy: ask => inSession(s => s.copy(ask)),
	place: ask => inSession(s => s.place(ask)),
	findings: ask => inSession(s => s.findings(ask)),
	card: ask => inSession(s => s.card(ask)),
	compare: ask => inSession(s => creditAnswers.compare(s, ask)),
	leakage: ask => inSession(s => creditAnswers.leakage(s, ask)),
	audit: () => inSession(s => creditAnswers.audit(s)),
	lab: ask => inSession(s => s.lab.answers.lab(ask)),
	labSparsity: ask => inSession(s => s.lab.answers.labSparsity(ask)),
	labWeights: ask => inSession(s => s.lab.answers.labWeights(ask)),
	labWhatIf: ask => inSession(s => s.lab.answers.labWhatIf(ask)),
	labCurriculum: ask => inSession(s => s.lab.answers.labCurriculum(ask)),
	labSamples: ask => inSession(s => s.lab.answers.labSamples(ask)),
	labRedundancy: ask => inSession(s => s.lab.answers.labRedundancy(ask)),
	labEvidence: ask => inSession(s => s.lab.answers.labEvidence(ask)),
	labHacking: ask => inSession(s => s.lab.answers.labHacking(ask)),
	labFilters: ask => inSession(s => s.lab.answers.labFilters(ask)),
	labDistillation: ask => inSession(s => s.lab.answers.labDistillation(ask)),
	judge: ask => inSession(s => judgingOf(s).judge(ask)),
	judgeStop: () =>
		inSession(s => {
			judgingOf(s).stop();
			return null;
		}),
	judgeFacts: () => inSession(s => judgingOf(s).facts()),
	judgeGrades: () => inSession(s => ({ text: judgingOf(s).lines() })),
	judgeForget: () => inSession(async s => ({ forgotten: await judgingOf(s).forget() })),
	labRecipe: ask => inSession(s => s.lab.answers.labRecipe(ask)),
});
