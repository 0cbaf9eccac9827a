import { Worker } from "node:worker_threads";
import type { Pipe } from "../protocol/channel";
import type { Locale } from "../words/words";

/** What dist/worker.js is started with. */
export interface WorkerData {
	readonly source: { readonly kind: "path"; readonly path: string } | { readonly kind: "bytes"; readonly name: string; readonly bytes: Uint8Array };
	readonly locale: Locale;
	/** Folder for caches; never the user's data folder. */
	readonly cacheDir: string;
	/** Recipe file to score with; null = the built-in recipe. */
	readonly recipe: string | null;
}

export interface Session extends Pipe {
	stop(): void;
}

/** Starts the session of one file in a thread of its own. `onEnd` is told when the thread ends by itself, with the reason. */
export function startSession(script: string, data: WorkerData, onEnd: (reason: string) => void): Session {
	const worker = new Worker(script, { workerData: data });
	let reason: string | null = null;
	let stopping = false;
	worker.on("error", e => (reason = e instanceof Error ? e.message : String(e)));
	worker.on("exit", code => {
		if (!stopping) onEnd(reason ?? `exit ${code}`);
	});
	return {
		send: (message, transfer) => worker.postMessage(message, transfer ? [...transfer] : []),
		receive: handler => worker.on("message", handler),
		stop: () => {
			stopping = true;
			void worker.terminate();
		},
	};
}
