import type { MessagePort } from "node:worker_threads";
import { importerById } from "../core/importers/registry";
import { buffersOf, type ScanSetup } from "./block";
import { fromSystem } from "./errors";
import { runJob } from "./jobs";
import type { ScorerAnswer, ScorerAsk, ScorerData } from "./pool";
import { resolve } from "./resolve";
import { RunReader } from "./run/readParts";
import { PathSource } from "./source";

/** Answers a pool's jobs on a port, one after another. */
export function serveScorer(port: MessagePort, data: ScorerData): void {
	const run = data.run ? new RunReader(data.path) : null;
	const source = run ?? new PathSource(data.path);
	const { judge, keys } = resolve(data.recipe, data.cacheDir);
	const importer = importerById(data.format);
	if (!importer) throw new Error(`invariant: format ${data.format}`);
	const setup: ScanSetup = {
		read: { importer, subtype: data.subtype, name: data.name, keys, ...(run ? { parts: () => run.parts } : {}) },
		layout: "lines",
		judge: { ...judge, grades: data.grades },
	};
	let last: Promise<void> = Promise.resolve();
	port.on("message", ({ id, job, parts }: ScorerAsk) => {
		last = last.then(async () => {
			try {
				if (run && parts) run.parts = parts;
				const scored = await runJob(source, setup, job, async () => true);
				port.postMessage({ id, scored } satisfies ScorerAnswer, buffersOf(scored.block));
			} catch (e) {
				const { kind, message } = fromSystem(e, data.path);
				port.postMessage({ id, kind, message } satisfies ScorerAnswer);
			}
		});
	});
}
