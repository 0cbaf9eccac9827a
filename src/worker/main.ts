import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { type Pipe, serve, Transfer } from "../protocol/channel";
import type { CreditQueries } from "../protocol/creditQueries";
import type { LabQueries } from "../protocol/lab";
import type { Queries, RolloutView } from "../protocol/queries";
import type { WorkerData } from "../protocol/worker";
import { creditAnswers } from "../session/creditAnswers";
import { InspectorError } from "../session/errors";
import { troubleText } from "../session/fileView";
import { loadRecipe, recipeBeside } from "../session/recipeFile";
import { Session } from "../session/session";
import { BytesSource, PathSource } from "../session/source";

/** Thread of one open document: a session behind a channel. The first ask waits until the file was recognised. */
const port = parentPort;
if (!port) throw new Error("invariant: runs as a worker thread");
const data = workerData as WorkerData;
const source = data.source.kind === "path" ? new PathSource(data.source.path) : new BytesSource(data.source.name, data.source.bytes);

/** Threads that score a large file; they are gone when it is read. */
const MOST_THREADS = 4;

let notify: (name: string) => void = () => {};
const open = async (): Promise<Session> => {
	const path = data.recipe ?? (data.source.kind === "path" ? await recipeBeside(data.source.path) : null);
	const recipe = path === null ? null : (await loadRecipe(path, data.locale)).recipe;
	return Session.open(source, {
		locale: data.locale,
		recipe,
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

/** Failures leave this thread as a kind and one sentence in the user's language. */
async function inSession<T>(work: (s: Session) => T | Promise<T>): Promise<T> {
	try {
		return await work(await opening);
	} catch (e) {
		const error =
			e instanceof InspectorError ? e : new InspectorError("unreadable", e instanceof Error ? (e.stack ?? e.message) : String(e), { path: source.path, detail: String(e) });
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

notify = serve<Queries & LabQueries & CreditQueries>(pipe, {
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
	labRedundancy: ask => inSession(s => s.lab.answers.labRedundancy(ask)),
	labEvidence: ask => inSession(s => s.lab.answers.labEvidence(ask)),
	labHacking: ask => inSession(s => s.lab.answers.labHacking(ask)),
	labFilters: ask => inSession(s => s.lab.answers.labFilters(ask)),
	labDistillation: ask => inSession(s => s.lab.answers.labDistillation(ask)),
	labRecipe: ask => inSession(s => s.lab.answers.labRecipe(ask)),
});
