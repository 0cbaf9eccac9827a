import { Buffer } from "node:buffer";
import { stat } from "node:fs/promises";
import { pathWithoutRank, stepOfPath } from "../../core/importers/fileName";
import { MAX_UNPACKED } from "../containers/contract";
import { InspectorError } from "../errors";
import type { OpenedFile } from "../opened";
import { type ByteSource, baseName, type RunPart } from "../source";
import { type RunFiles, shownPath } from "./files";
import { type LeftOut, type Member, openMember, type Seen, same } from "./member";
import { readParts } from "./readParts";

const LINE_FEED = 10;
/** Files that are kept open at once; a run may have thousands. */
const MOST_OPEN = 32;

/**
 * Several files of one run as one sequence of records: the bytes of each behind those of the one before, with a line feed
 * between where the file does not end with one. Files keep their own lines, names and steps (`parts`). What is appended to
 * the last file, and files that come later, lie behind what was there; any other change makes the sequence another one.
 */
export class RunSource implements ByteSource {
	readonly name: string;
	readonly path: string;
	parts: readonly RunPart[] = [];
	/** Files that are not part of it. */
	leftOut: readonly LeftOut[] = [];
	private members: Member[] = [];
	/** In the order they were read last. */
	private readonly open = new Set<Member>();
	private generation = 0;
	private looking: Promise<unknown> = Promise.resolve();

	private constructor(
		private readonly files: RunFiles,
		private readonly forced: string | null,
	) {
		this.path = files.folder;
		this.name = baseName(files.folder);
	}

	/** Recognises the files; those of the format that most of them have are the run. Rejects with InspectorError when there is none. */
	static async open(files: RunFiles, forced: string | null): Promise<RunSource> {
		const run = new RunSource(files, forced);
		await run.gather(await files.list());
		return run;
	}

	/** How the run's records are read: as those of its first file. */
	recognised(): OpenedFile {
		const [first] = this.members;
		if (!first) throw this.nothing();
		return { ...first.opened, layout: "lines" };
	}

	/** Looks at every file again and for new ones. */
	stat(): ReturnType<ByteSource["stat"]> {
		const look = this.looking.then(() => this.look());
		this.looking = look.catch(() => {});
		return look;
	}

	read(target: Uint8Array, position: number): Promise<number> {
		return this.fill(target, position, (m, t, at) => m.content.read(t, at));
	}

	readRecord(target: Uint8Array, position: number): Promise<number> {
		return this.fill(target, position, ({ content }, t, at) => (content.readRecord ? content.readRecord(t, at) : content.read(t, at)));
	}

	async close(): Promise<void> {
		this.open.clear();
		for (const m of this.members) await m.content.close();
	}

	/** Can another thread read the same bytes from the files by their paths? */
	get threadable(): boolean {
		return this.members.every(m => m.grows);
	}

	private get size(): number {
		const last = this.parts.at(-1);
		return last ? last.from + last.bytes : 0;
	}

	private fill(target: Uint8Array, position: number, read: (m: Member, target: Uint8Array, at: number) => Promise<number>): Promise<number> {
		const { members } = this;
		return readParts(this.parts, target, position, (i, t, at) => this.reading(members[i] as Member, m => read(m, t, at)));
	}

	/** Lets a file be read and closes the one that was read the longest time ago when too many are open. */
	private async reading(m: Member, read: (m: Member) => Promise<number>): Promise<number> {
		m.readers++;
		// behind all others
		this.open.delete(m);
		this.open.add(m);
		try {
			return await read(m);
		} finally {
			m.readers--;
			for (const other of this.open) {
				if (this.open.size <= MOST_OPEN) break;
				if (other.readers > 0) continue;
				this.open.delete(other);
				await other.disk.close();
			}
		}
	}

	private async look(): ReturnType<ByteSource["stat"]> {
		const listed = await this.files.list();
		const states = await Promise.all(this.members.map(m => m.disk.stat().catch(() => null)));
		const intact = this.members.every((m, i) => {
			const now = states[i];
			return now && (same(now, m.seen) || (i === this.members.length - 1 && m.grows && now.identity === m.seen.identity && now.size > m.seen.size));
		});
		if (intact) {
			const [last, now] = [this.members.at(-1), states.at(-1)];
			if (last && now && now.size > last.bytes && last.grows) {
				last.bytes = now.size;
				this.place(this.members.slice(0, -1), [last]);
			}
			if (last && now) last.seen = now;
			await this.welcome(listed);
		} else {
			await this.close();
			this.generation++;
			await this.gather(listed);
		}
		const modified = this.members.reduce((latest, m) => Math.max(latest, m.seen.modified), 0);
		return { size: this.size, identity: String(this.generation), modified };
	}

	private async gather(listed: readonly string[]): Promise<void> {
		const found: Member[] = [];
		const out: LeftOut[] = [];
		let room = MAX_UNPACKED;
		for (const path of listed) {
			const m = await openMember(path, this.forced, room);
			if ("error" in m) out.push(m);
			else {
				found.push(m);
				room -= m.kept;
			}
		}
		const format = mostFrequent(found.map(m => m.opened.importer.id));
		const chosen: Member[] = [];
		for (const m of found)
			if (m.opened.importer.id === format) chosen.push(m);
			else out.push(await otherFormat(m, format ?? ""));
		this.members = [];
		this.parts = [];
		this.leftOut = out;
		await this.append(chosen);
		if (!chosen.length) throw this.nothing();
	}

	/** Takes in what is new in the folder, and what was left out and has changed since. */
	private async welcome(listed: readonly string[]): Promise<void> {
		const known = new Set(this.members.map(m => m.path));
		const out = new Map(this.leftOut.filter(f => listed.includes(f.path)).map(f => [f.path, f]));
		const format = this.members[0]?.opened.importer.id ?? "";
		const fresh: Member[] = [];
		for (const path of listed) {
			if (known.has(path) || (await unchanged(out.get(path)))) continue;
			const room = MAX_UNPACKED - [...this.members, ...fresh].reduce((sum, m) => sum + m.kept, 0);
			const m = await openMember(path, this.forced, room);
			if ("error" in m) out.set(path, m);
			else if (m.opened.importer.id !== format) out.set(path, await otherFormat(m, format));
			else {
				out.delete(path);
				fresh.push(m);
			}
		}
		this.leftOut = [...out.values()];
		if (fresh.length) await this.append(fresh);
	}

	private async append(members: readonly Member[]): Promise<void> {
		const before = this.members;
		// a file that does not end its last line is followed by a line feed of ours
		for (const m of [...before.slice(-1), ...members]) {
			const end = Buffer.alloc(1);
			m.ended = m.bytes > 0 && (await this.reading(m, x => x.content.read(end, x.bytes - 1))) === 1 && end[0] === LINE_FEED;
		}
		this.members = [...before, ...members];
		this.place(before, members);
	}

	/** Parts of `members` behind those of `before`. */
	private place(before: readonly Member[], members: readonly Member[]): void {
		const parts = this.parts.slice(0, before.length);
		let previous = before.at(-1);
		let end = parts.at(-1);
		for (const m of members) {
			const from: number = end ? end.from + end.bytes + (previous?.ended ? 0 : 1) : 0;
			const name = shownPath(this.files.folder, m.path);
			const unit = pathWithoutRank(m.opened.importer.acrossFolders ? baseName(name) : name);
			end = { path: m.path, name, from, bytes: m.bytes, subtype: m.opened.detection.subtype, step: stepOfPath(m.path, m.opened.importer.stepIn), unit };
			parts.push(end);
			previous = m;
		}
		this.parts = parts;
	}

	private nothing(): InspectorError {
		const [first] = this.leftOut;
		if (this.leftOut.length === 1 && first) return first.error;
		return new InspectorError("empty-run", this.path, { path: this.path, count: this.leftOut.length });
	}
}

async function otherFormat(m: Member, format: string): Promise<LeftOut> {
	await m.content.close();
	return { path: m.path, error: new InspectorError("other-format", m.path, { path: m.path, format: m.opened.importer.title, run: format }), seen: m.seen };
}

async function unchanged(out: LeftOut | undefined): Promise<boolean> {
	if (!out) return false;
	const now: Seen | null = await stat(out.path).then(
		s => ({ identity: "", size: s.size, modified: s.mtimeMs }),
		() => null,
	);
	return now === null ? out.seen === null : out.seen !== null && now.size === out.seen.size && now.modified === out.seen.modified;
}

/** The value that is there most often; the earliest of several. Undefined for none. */
function mostFrequent(values: readonly string[]): string | undefined {
	const counts = new Map<string, number>();
	for (const v of values) counts.set(v, (counts.get(v) ?? 0) + 1);
	let best: string | undefined;
	for (const [v, n] of counts) if (best === undefined || n > (counts.get(best) ?? 0)) best = v;
	return best;
}
