import { parentPort, workerData } from "node:worker_threads";
import { serveScorer } from "../session/scorer";

/** Thread of a pool: reads and scores ranges of one file. */
if (!parentPort) throw new Error("invariant: runs as a worker thread");
serveScorer(parentPort, workerData);
