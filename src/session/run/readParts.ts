import { type ByteSource, PathSource, partAt, type RunPart } from "../source";

const LINE_FEED = 10;
/** Files a reader keeps open. */
const MOST_OPEN = 8;

/**
 * Reads bytes of a run from `position` on, file by file, through `read`; between files stands a line feed where the first of
 * the two does not end with one. Returns how many bytes were there.
 */
export async function readParts(
	parts: readonly RunPart[],
	target: Uint8Array,
	position: number,
	read: (part: number, target: Uint8Array, at: number) => Promise<number>,
): Promise<number> {
	let done = 0;
	for (let i = partAt(parts, position); done < target.length && i < parts.length; i++) {
		const part = parts[i] as RunPart;
		const at = position + done - part.from;
		if (at < part.bytes) {
			const want = Math.min(target.length - done, part.bytes - at);
			const n = await read(i, target.subarray(done, done + want), at);
			done += n;
			// it shrank since: the next look says so
			if (n < want) break;
		}
		const next = parts[i + 1];
		if (next && done < target.length && position + done === part.from + part.bytes && next.from > position + done) target[done++] = LINE_FEED;
	}
	return done;
}

/** Reads a run of plain files in another thread; which files these are comes with every job. One read at a time. */
export class RunReader implements ByteSource {
	readonly name: string;
	parts: readonly RunPart[] = [];
	private readonly files = new Map<string, PathSource>();

	constructor(readonly path: string) {
		this.name = path;
	}

	async stat(): ReturnType<ByteSource["stat"]> {
		const last = this.parts.at(-1);
		return { size: last ? last.from + last.bytes : 0, identity: this.path, modified: 0 };
	}

	read(target: Uint8Array, position: number): Promise<number> {
		return readParts(this.parts, target, position, async (i, t, at) => (await this.file((this.parts[i] as RunPart).path)).read(t, at));
	}

	async close(): Promise<void> {
		for (const file of this.files.values()) await file.close();
		this.files.clear();
	}

	private async file(path: string): Promise<PathSource> {
		const known = this.files.get(path);
		if (known) return known;
		if (this.files.size >= MOST_OPEN) await this.close();
		const file = new PathSource(path);
		this.files.set(path, file);
		return file;
	}
}
