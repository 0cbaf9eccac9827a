import { readSync } from "node:fs";
import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { fromSystem, InspectorError } from "./errors";

/** One file of a run of several: where its bytes lie in the run's, and what its name tells. Plain data. */
export interface RunPart {
	readonly path: string;
	/** Path below the run's folder: how it is shown. */
	readonly name: string;
	/** It fills bytes [from, from + bytes) of the run. */
	readonly from: number;
	readonly bytes: number;
	/** Variant of the format. */
	readonly subtype: string;
	/** Step of records that do not say theirs. */
	readonly step: number | null;
	/** Where no step is known, groups are shared by files with the same name here only. */
	readonly unit: string;
}

/** The part that holds a byte of the run; its index in `parts`, which are in order. */
export function partAt(parts: readonly RunPart[], offset: number): number {
	let low = 0;
	let high = parts.length;
	while (high - low > 1) {
		const mid = (low + high) >> 1;
		if ((parts[mid] as RunPart).from <= offset) low = mid;
		else high = mid;
	}
	return low;
}

/** Where the first file of a run begins at or behind a byte: lines are counted anew there. Never when the source is one file. */
export function nextBegin(parts: readonly RunPart[] | undefined, at: number): number {
	if (!parts?.length) return Number.POSITIVE_INFINITY;
	const part = parts[partAt(parts, at)] as RunPart;
	return part.from >= at ? part.from : (parts[partAt(parts, at) + 1]?.from ?? Number.POSITIVE_INFINITY);
}

/** Where bytes come from: a local file read by position, or bytes a virtual file system handed over. */
export interface ByteSource {
	readonly path: string;
	readonly name: string;
	/** Can another thread read the same bytes at `path`? */
	readonly threadable?: boolean;
	/** Size now, and a mark that changes when the file is another one (inode, birth) — its modification alone does not change it. */
	stat(): Promise<{ readonly size: number; readonly identity: string; readonly modified: number }>;
	/** Reads up to `target.length` bytes at `position`; returns how many were there. */
	read(target: Uint8Array, position: number): Promise<number>;
	/** The files of a run, in order; none = the source is one file. More may come behind the last. */
	readonly parts?: readonly RunPart[];
	/** Like `read`, but the bytes as the file has them: a document of a run is scanned as one line, and shown with its own lines. */
	readRecord?(target: Uint8Array, position: number): Promise<number>;
	close(): Promise<void>;
}

export const baseName = (path: string): string =>
	path
		.replace(/[\\/]+$/, "")
		.split(/[\\/]/)
		.pop() ?? path;

/** A read that takes longer than this comes from a slow disk or a network: the thread then has better things to do than to wait. */
const SLOW_MS = 40;
const MOST_AT_ONCE = 4 * 1024 * 1024;

/** A local file. Each read goes to the path's current file, so that a replaced file is noticed. */
export class PathSource implements ByteSource {
	private handle: FileHandle | null = null;
	private identity = "";
	private generation = 0;
	/** Was the last read slow? The next one then waits in the background, which costs half a second of processor a gigabyte. */
	private slow = false;
	readonly name: string;
	readonly threadable = true;

	constructor(readonly path: string) {
		this.name = baseName(path);
	}

	async stat(): Promise<{ size: number; identity: string; modified: number }> {
		// the handle would keep a deleted file alive: ask the path
		try {
			const s = await stat(this.path);
			if (s.isDirectory()) throw new InspectorError("directory", this.path, { path: this.path });
			if (!s.isFile()) throw new InspectorError("pipe", this.path, { path: this.path });
			const identity = `${s.dev}:${s.ino}`;
			// a number is given again once its file is gone: what our handle holds may be removed all the same
			const removed = this.handle !== null && (await this.handle.stat()).nlink === 0;
			if (identity !== this.identity || removed) {
				this.generation++;
				await this.close();
				this.identity = identity;
			}
			return { size: s.size, identity: `${identity}:${this.generation}`, modified: s.mtimeMs };
		} catch (e) {
			throw fromSystem(e, this.path);
		}
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		try {
			this.handle ??= await open(this.path, "r");
			let done = 0;
			while (done < target.length) {
				const before = performance.now();
				const length = Math.min(target.length - done, MOST_AT_ONCE);
				const n = this.slow ? (await this.handle.read(target, done, length, position + done)).bytesRead : readSync(this.handle.fd, target, done, length, position + done);
				this.slow = performance.now() - before > SLOW_MS;
				if (n === 0) break;
				done += n;
			}
			return done;
		} catch (e) {
			throw fromSystem(e, this.path);
		}
	}

	async close(): Promise<void> {
		const handle = this.handle;
		this.handle = null;
		await handle?.close();
	}
}

/** Bytes in memory: standard input, or a file of a virtual workspace. */
export class BytesSource implements ByteSource {
	readonly path: string;
	constructor(
		readonly name: string,
		private readonly bytes: Uint8Array,
	) {
		this.path = name;
	}

	async stat(): Promise<{ size: number; identity: string; modified: number }> {
		return { size: this.bytes.length, identity: this.name, modified: 0 };
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		const part = this.bytes.subarray(position, position + target.length);
		target.set(part);
		return part.length;
	}

	async close(): Promise<void> {}
}

/** What a path leads to: a file that is read by position, or all a pipe or a device gives, which can be read but once. */
export async function sourceAt(path: string): Promise<ByteSource> {
	const there = await stat(path).catch(() => null);
	if (!there || there.isFile() || there.isDirectory()) return new PathSource(path);
	try {
		return new BytesSource(path, await readFile(path));
	} catch (e) {
		throw fromSystem(e, path);
	}
}
