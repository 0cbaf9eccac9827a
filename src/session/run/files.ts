import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fromSystem } from "../errors";

/** Which files a run is made of. */
export interface RunFiles {
	/** Names of files are shown below it. */
	readonly folder: string;
	/** Paths in the order they are read; asked again whenever something may have changed. */
	list(): Promise<readonly string[]>;
}

/** Files that may hold rollouts, by their ending. */
const ENDING = /\.(jsonl|ndjson|json|parquet|zip|eval|pt|gz|zst)$/i;
/** Folders below the run's folder that are looked into: `global_step_10_evals/`, `step_3/train/all/`. */
const DEPTH = 4;
/** More files than this are not taken into one run. */
export const MOST_FILES = 10_000;

const natural = new Intl.Collator("en", { numeric: true }).compare;
const byPath = (a: string, b: string): number => {
	const [x, y] = [a.split(sep), b.split(sep)];
	for (let i = 0; i < Math.min(x.length, y.length); i++) {
		const order = natural(x[i] as string, y[i] as string);
		if (order) return order;
	}
	return x.length - y.length;
};

/** All files of a folder and those below it, in natural order: `2.jsonl` before `10.jsonl`. */
export const filesOfFolder = (folder: string): RunFiles => ({
	folder,
	list: async () => {
		const out: string[] = [];
		const look = async (path: string, depth: number): Promise<void> => {
			const entries = await readdir(path, { withFileTypes: true }).catch((e: unknown) => {
				// a folder below that cannot be read hides its own files only
				if (depth > 0) return [];
				throw fromSystem(e, path);
			});
			for (const e of entries) {
				if (e.name.startsWith(".") || e.name === "node_modules") continue;
				const full = join(path, e.name);
				if (e.isDirectory()) {
					if (depth < DEPTH) await look(full, depth + 1);
				} else if (ENDING.test(e.name) && !/\.reward\.json$/i.test(e.name)) out.push(full);
			}
		};
		await look(folder, 0);
		return out.sort(byPath).slice(0, MOST_FILES);
	},
});

/** Exactly these files, in this order. */
export const theseFiles = (folder: string, paths: readonly string[]): RunFiles => ({ folder, list: async () => paths });

/** Folders that several paths have in common, at least the root. */
export function commonFolder(paths: readonly string[]): string {
	const [first = [], ...rest] = paths.map(p => p.split(sep).slice(0, -1));
	let shared = first.length;
	for (const other of rest) {
		let i = 0;
		while (i < shared && first[i] === other[i]) i++;
		shared = i;
	}
	return first.slice(0, shared).join(sep) || sep;
}

/** A path as it is shown: below the run's folder, with `/` on every system. */
export const shownPath = (folder: string, path: string): string => (relative(folder, path) || path).split(sep).join("/");
