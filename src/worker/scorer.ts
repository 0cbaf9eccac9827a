import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { serveScorer } from "../session/scorer";

/** Thread of a pool: reads and scores ranges of one file. */
if (!parentPort) throw new Error("invariant: runs as a worker thread");
// Linux gives each thread a priority of its own (elsewhere it would be the whole editor's): whoever waits for an answer goes first
if (process.platform === "linux")
	try {
		setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
	} catch {
		// a sandbox may forbid it: then all threads are equal
	}
serveScorer(parentPort, workerData);
