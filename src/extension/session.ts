import { SHARE_ENV, Worker } from "node:worker_threads";
import * as vscode from "vscode";
import type { Pipe } from "../protocol/channel";
import type { WorkerData } from "../protocol/worker";

/** Several may listen: the relay takes answers and notices, the host's desk takes what the session asks. */
export interface Session extends Pipe {
	stop(): void;
}

/** Starts the session of one file in a thread of its own. `onEnd` is told when the thread ends by itself, with the reason. */
export function startSession(script: string, data: WorkerData, onEnd: (reason: string) => void): Session {
	const worker = new Worker(script, { workerData: { ...data, trusted: vscode.workspace.isTrusted }, env: SHARE_ENV });
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
