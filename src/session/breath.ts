import { performance } from "node:perf_hooks";
import { setImmediate as breathe } from "node:timers/promises";

/** Longest time a thread works between two breaths, so that asks are answered meanwhile. */
const SLICE_MS = 12;

/** To be called often while working: lets other questions in once the slice is used up. */
export function breather(): () => Promise<void> {
	let last = performance.now();
	return async () => {
		if (performance.now() - last <= SLICE_MS) return;
		await breathe();
		last = performance.now();
	};
}
