import { constants, rmSync } from "node:fs";
import { access, chmod, type FileHandle, open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fromSystem } from "../session/errors";
import { UsageError } from "./command";
import type { Target } from "./export/contract";

/** Drafts of this process that were neither kept nor dropped: an interrupt leaves none behind. */
const drafts = new Set<string>();
process.on("exit", () => {
	for (const path of drafts) rmSync(path, { force: true });
});

/** What makes two names the same file, whatever links lead to it; null where there is none. */
const identityOf = (path: string): Promise<string | null> =>
	stat(path, { bigint: true }).then(
		s => `${s.dev}:${s.ino}`,
		() => null,
	);

/**
 * A file that a person named for a result. It is written beside its place and put there at the end (`keep`), so that work
 * that fails (`drop`) leaves what was there before. A file that the work reads is refused. Pipes and devices are written at once.
 */
export class OutFile implements Target {
	/** Parts written so far. */
	written = 0;

	private constructor(
		/** As it was named. */
		readonly path: string,
		/** Where the path leads to. */
		private readonly place: string,
		/** Null for what is no regular file. */
		private readonly draft: string | null,
		private readonly handle: FileHandle,
	) {}

	/** Throws UsageError when the path is one of `inputs`, InspectorError when it cannot be written. */
	static async create(path: string, inputs: readonly string[]): Promise<OutFile> {
		await refuseInput(path, inputs);
		try {
			const there = await stat(path).catch(() => null);
			if (there && !there.isFile()) return new OutFile(path, path, null, await open(path, "w"));
			// a rename would replace what may not be written
			if (there) await access(path, constants.W_OK);
			const place = there ? await realpath(path) : await leadsTo(path);
			const draft = join(dirname(place), `.reward-inspector-${process.pid}-${drafts.size}.part`);
			const handle = await open(draft, "wx");
			drafts.add(draft);
			if (there) await chmod(draft, there.mode & 0o7777);
			return new OutFile(path, place, draft, handle);
		} catch (e) {
			throw fromSystem(e, path, "write");
		}
	}

	/** Throws UsageError when the result would replace one of these files, which were found on the way. */
	refuse(inputs: readonly string[]): Promise<void> {
		return refuseInput(this.path, inputs);
	}

	/** Does the other result end in the same place? */
	leadsWhere(other: OutFile): boolean {
		return this.draft !== null && resolve(this.place) === resolve(other.place);
	}

	text(part: string): Promise<void> {
		return this.write(part);
	}

	bytes(data: Uint8Array): Promise<void> {
		return this.write(data);
	}

	/** Puts the result in its place. */
	async keep(): Promise<void> {
		const { draft } = this;
		try {
			await this.handle.close();
			if (draft === null) return;
			await rename(draft, this.place);
			drafts.delete(draft);
		} catch (e) {
			throw fromSystem(e, this.path, "write");
		}
	}

	/** Forgets the result; what was in its place stays. */
	async drop(): Promise<void> {
		await this.handle.close().catch(() => {});
		if (this.draft === null) return;
		await rm(this.draft, { force: true }).catch(() => {});
		drafts.delete(this.draft);
	}

	private async write(part: string | Uint8Array): Promise<void> {
		this.written++;
		try {
			// behind what was written before, and all of it
			await this.handle.writeFile(part);
		} catch (e) {
			throw fromSystem(e, this.path, "write");
		}
	}
}

/** Throws UsageError when a file to be written is one of those that are read, by whatever name. */
export async function refuseInput(path: string, inputs: readonly string[]): Promise<void> {
	const own = await identityOf(path);
	if (own === null) return;
	for (const input of inputs) if ((await identityOf(input)) === own) throw new UsageError("out-is-input", { path, input });
}

/** Where a name leads to that is not there yet: a link's end, or the name itself. */
const leadsTo = (path: string): Promise<string> =>
	readlink(path).then(
		to => resolve(dirname(path), to),
		() => path,
	);
