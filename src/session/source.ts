import { type FileHandle, open } from "node:fs/promises";
import { fromSystem, InspectorError } from "./errors";

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
	close(): Promise<void>;
}

export const baseName = (path: string): string =>
	path
		.replace(/[\\/]+$/, "")
		.split(/[\\/]/)
		.pop() ?? path;

/** A local file. Each read goes to the path's current file, so that a replaced file is noticed. */
export class PathSource implements ByteSource {
	private handle: FileHandle | null = null;
	private identity = "";
	private generation = 0;
	readonly name: string;
	readonly threadable = true;

	constructor(readonly path: string) {
		this.name = baseName(path);
	}

	async stat(): Promise<{ size: number; identity: string; modified: number }> {
		// the handle would keep a deleted file alive: ask the path
		const { stat } = await import("node:fs/promises");
		try {
			const s = await stat(this.path);
			if (s.isDirectory()) throw new InspectorError("directory", this.path, { path: this.path });
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
				const { bytesRead } = await this.handle.read(target, done, target.length - done, position + done);
				if (bytesRead === 0) break;
				done += bytesRead;
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
