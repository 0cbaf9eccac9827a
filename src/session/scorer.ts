import type { MessagePort } from "node:worker_threads";
import { importerById } from "../core/importers/registry";
import { buffersOf, type ScanSetup } from "./block";
import { fromSystem } from "./errors";
import { type Job, runJob } from "./jobs";
import type { ScorerAnswer, ScorerData } from "./pool";
import { resolve } from "./resolve";
import { PathSource } from "./source";

/** Answers a pool's jobs on a port, one after another. */
export function serveScorer(port: MessagePort, data: ScorerData): void {
	const source = new PathSource(data.path);
	const { judge, keys } = resolve(data.recipe, data.cacheDir);
	const importer = importerById(data.format);
	if (!importer) throw new Error(`invariant: format ${data.format}`);
	const setup: ScanSetup = { read: { importer, subtype: data.subtype, name: data.name, keys }, layout: "lines", judge: { ...judge, grades: data.grades } };
	let last: Promise<void> = Promise.resolve();
	port.on("message", ({ id, job }: { readonly id: number; readonly job: Job }) => {
		last = last.then(async () => {
			try {
				const scored = await runJob(source, setup, job, async () => true);
				port.postMessage({ id, scored } satisfies ScorerAnswer, buffersOf(scored.block));
			} catch (e) {
				const { kind, message } = fromSystem(e, data.path);
				port.postMessage({ id, kind, message } satisfies ScorerAnswer);
			}
		});
	});
}
