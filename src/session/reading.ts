import type { Importer, IndexColumns } from "../core/importers/contract";
import { rowsOf } from "../core/importers/row";
import type { Recipe } from "../core/model/recipe";
import { Cache } from "./cache";
import { contentMark } from "./contentMark";
import { InspectorError } from "./errors";
import type { Opened, OpenedFile } from "./opened";
import { Pool, type Threads } from "./pool";
import type { ReadSetup } from "./records";
import { type Resolved, resolve } from "./resolve";
import { Scan } from "./scan";
import type { ByteSource } from "./source";

/** An index is made first, and threads are used, when more than this is to be read. */
const INDEX_FROM = 4 << 20;
const THREADS_FROM = 32 << 20;
/** What smaller files come to is read again sooner than found. */
const CACHE_FROM = 8 << 20;

export interface ReadingOptions {
	readonly supplement?: ReadSetup["supplement"];
	/** Threads that score large files; without them this thread does. */
	readonly threads?: Threads;
	/** Grades of a judge, by the mark of a rollout's text. */
	readonly grades?: ReadonlyMap<string, number>;
	/** Folder that keeps what large files came to. */
	readonly cacheDir?: string;
	/** Smallest file that is kept; for tests. */
	readonly cacheFrom?: number;
	/** Bytes still to read from which an index is made, and from which threads are used; for tests. */
	readonly indexFrom?: number;
	readonly threadsFrom?: number;
}

/** Finds out how the source is read; `format` when a recipe names it. */
export type Recognise = (format: string | null) => Promise<OpenedFile>;

/** What a file's card says about an earlier state of it: a code of words/session. */
export type Notice = "reread-shorter" | "reread-replaced";

/** The reading of one file over time: it grows, is cut, replaced, removed and comes back. */
export class Reading {
	scan: Scan;
	opened: Opened;
	/** What keeps the file from being read right now. */
	trouble: InspectorError | null = null;
	/** The last time it was read anew, and why. */
	notice: Notice | null = null;
	private running = new AbortController();
	private current: Promise<void> = Promise.resolve();
	private refreshing: Promise<void> = Promise.resolve();
	/** Of the bytes read so far; null while they are being read. */
	private mark: string | null = null;
	private grades: ReadonlyMap<string, number>;

	private constructor(
		readonly source: ByteSource,
		private found: OpenedFile,
		private identity: string,
		private readonly recognise: Recognise,
		private recipe: Recipe,
		private readonly options: ReadingOptions,
		private readonly changed: () => void,
	) {
		this.opened = found;
		this.grades = options.grades ?? new Map();
		this.scan = this.newScan();
	}

	/** Recognises the file; rejects with InspectorError when it holds no rollouts. Does not begin to read. */
	static async open(source: ByteSource, recognise: Recognise, recipe: Recipe, options: ReadingOptions, changed: () => void): Promise<Reading> {
		const { identity } = await source.stat();
		return new Reading(source, await recognise(recipe.format), identity, recognise, recipe, options, changed);
	}

	/** Resolves when the file has been read to its end (or rejects with why not). */
	async done(): Promise<void> {
		let waited: Promise<void> | null = null;
		while (waited !== this.current) {
			waited = this.current;
			await waited;
		}
	}

	async close(): Promise<void> {
		this.running.abort();
		this.scan.pause(false);
		await this.current.catch(() => {});
	}

	/** Begins anew with another recipe. */
	rescore(recipe: Recipe): void {
		this.recipe = recipe;
		this.restart();
	}

	/** Begins anew with other grades of a judge. */
	regrade(grades: ReadonlyMap<string, number>): void {
		this.grades = grades;
		this.restart();
	}

	/** The file changed on disk: reads on when it grew, begins anew when it is another file or shorter, says so when it is gone. */
	refresh(): Promise<void> {
		this.refreshing = this.refreshing.then(() => this.look());
		return this.refreshing;
	}

	start(): void {
		this.running = new AbortController();
		const { signal } = this.running;
		const before = this.current.catch(() => {});
		const { scan } = this;
		const pool = this.poolOf();
		let told = 0;
		this.mark = null;
		this.current = before.then(async () => {
			if (signal.aborted) return;
			try {
				const cache = scan.offset === 0 ? this.cacheOf() : null;
				const kept = await cache?.load(this.source);
				if (kept && !signal.aborted) scan.restore(kept);
				await scan.run(this.source, pool, signal, () => {
					const known = scan.rows + scan.scored;
					// the first rollout is told at once, then ever more rarely: what is asked again grows with the file
					if (known !== told && (told === 0 || known >= told * 1.5 || scan.state !== "scanning")) {
						told = known;
						this.changed();
					}
				});
				if (signal.aborted) return;
				this.mark = await contentMark(this.source, scan.offset);
				const done = kept?.offset === scan.offset ? null : scan.kept();
				if (done && done.offset >= (this.options.cacheFrom ?? CACHE_FROM)) await cache?.save(this.source, done, this.mark);
			} catch (e) {
				if (signal.aborted) return;
				this.trouble = e instanceof InspectorError ? e : new InspectorError("unreadable", String(e), { path: this.source.path, detail: String(e) });
				throw this.trouble;
			} finally {
				await pool?.close();
				if (!signal.aborted) this.changed();
			}
		});
		this.current.catch(() => {});
	}

	private async look(): Promise<void> {
		try {
			const now = await this.source.stat();
			const { scan } = this;
			const shorter = now.size < scan.offset;
			if (now.identity === this.identity && !shorter && scan.state === "scanning") {
				this.trouble = null;
				scan.poke();
				return;
			}
			await this.current.catch(() => {});
			const same = now.identity === this.identity && !shorter && this.mark !== null && this.mark === (await contentMark(this.source, scan.offset));
			if (!same || (this.opened.layout === "document" && now.size !== scan.size)) await this.anew(shorter ? "reread-shorter" : "reread-replaced");
			else if (now.size > scan.offset) this.start();
			this.trouble = null;
		} catch (e) {
			const error = e instanceof InspectorError ? e : new InspectorError("unreadable", String(e), { path: this.source.path, detail: String(e) });
			this.trouble = error.kind === "not-found" ? new InspectorError("vanished", error.message, error.data) : error;
		}
		this.changed();
	}

	/** Another file stands at the path: what it is is found out again. */
	private async anew(why: Notice): Promise<void> {
		this.running.abort();
		this.scan.pause(false);
		await this.current.catch(() => {});
		this.mark = null;
		this.identity = (await this.source.stat()).identity;
		try {
			this.found = await this.recognise(this.recipe.format);
		} catch (e) {
			// what was shown is not there any more
			this.scan = this.newScan();
			throw e;
		}
		this.opened = this.found;
		this.notice = why;
		this.restart();
	}

	private restart(): void {
		this.running.abort();
		this.scan.pause(false);
		this.scan = this.newScan();
		this.start();
	}

	private newScan(): Scan {
		const { importer, detection, layout, sample } = this.found;
		const resolved: Resolved = resolve(this.recipe, this.options.cacheDir);
		const [first] = rowsOf(sample);
		const columns: IndexColumns | null = (layout === "lines" && first && (importer as Importer).columns?.(first, detection.subtype)) || null;
		return new Scan(
			{
				read: {
					importer,
					subtype: detection.subtype,
					name: this.source.name,
					keys: resolved.keys,
					supplement: this.options.supplement,
					...(this.source.parts ? { parts: () => this.source.parts ?? [] } : {}),
				},
				layout,
				judge: { ...resolved.judge, grades: this.grades },
			},
			{ columns, indexFrom: this.options.indexFrom ?? INDEX_FROM },
		);
	}

	private cacheOf(): Cache | null {
		const { cacheDir, supplement } = this.options;
		if (!cacheDir || supplement || !this.source.threadable || this.opened.layout !== "lines") return null;
		// a run is its files: their names tell steps
		const path = [this.source.path, ...(this.source.parts ?? []).map(p => p.name)].join("\u0000");
		return new Cache(cacheDir, path, { recipe: this.recipe, format: this.opened.importer.id, subtype: this.opened.detection.subtype, grades: this.grades });
	}

	/** Threads for what is still to be read; null when it is little, or when they could not read it as this thread does. */
	private poolOf(): Pool | null {
		const { threads, supplement } = this.options;
		if (!threads || supplement || !this.source.threadable || this.opened.layout !== "lines") return null;
		const { importer, detection } = this.opened;
		const data = {
			path: this.source.path,
			name: this.source.name,
			recipe: this.recipe,
			cacheDir: this.options.cacheDir ?? null,
			format: importer.id,
			subtype: detection.subtype,
			grades: this.grades,
			run: this.source.parts !== undefined,
		};
		return new Pool(threads, this.options.threadsFrom ?? THREADS_FROM, data, () => this.source.parts);
	}
}
