/** Endings that say how a file is packed or written, not what it holds. */
const ENDINGS = /(\.(jsonl|ndjson|json|parquet|zip|eval|pt|pth|gz|zst|zstd))+$/i;
/** `global_step_12`, `train_data_step1`, `rollout_0`, `iteration_000010`. */
const NAMED_STEP = /(?:^|[^a-z])(?:(?:global|gen|train|training)[_-]?)?(?:step|iteration|iter|rollout)[_\-.=]?(\d{1,9})(?!\d)/i;
/** What tells the writers of one step apart: `_rank0`, `.shard-3`, `worker_2`. */
const RANK = /(?:^|[_\-.])(?:rank|shard|part|worker|proc|process|gpu|node|dp|tp)[_\-.=]?\d+(?:[_-]?of[_-]?\d+)?/gi;
/** Folders above a file that may name its step: `global_step_10_evals/math.jsonl`, `step_3/train/all/traces.jsonl`. */
const FOLDERS = 3;

const stem = (name: string): string => name.replace(ENDINGS, "");

/**
 * The step that a file's path tells, for records that do not say theirs: a named step in the file's name, a name that is a
 * number (verl's and miles' `{step}.jsonl`; with `numbered` "folder", the folder above: AReaL's `{version}/{task}.jsonl`), or a named
 * step in one of the folders above, the nearest first. Null when none does: a number of unknown meaning is no step.
 */
export function stepOfPath(path: string, numbered: "file" | "folder" = "file"): number | null {
	const names = path.split(/[\\/]/).filter(n => n !== "");
	const file = stem(names.at(-1) ?? "");
	const bare = numbered === "file" ? file.replace(RANK, "") : (names.at(-2) ?? "");
	const named = NAMED_STEP.exec(file)?.[1] ?? (/^\d{1,9}$/.test(bare) ? bare : undefined);
	const found =
		named ??
		names
			.slice(0, -1)
			.slice(-FOLDERS)
			.reverse()
			.map(n => NAMED_STEP.exec(n)?.[1])
			.find(s => s !== undefined);
	return found === undefined ? null : Number(found);
}

/** A path without what tells the writers of one step apart, in folders too: files of the same name here hold parts of the same whole. */
export const pathWithoutRank = (path: string): string =>
	stem(path)
		.split(/[\\/]/)
		.map(name => name.replace(RANK, ""))
		.filter(name => name !== "")
		.join("/");
