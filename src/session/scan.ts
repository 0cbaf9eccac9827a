import { performance } from "node:perf_hooks";
import type { IndexColumns } from "../core/importers/contract";
import type { Signal } from "../core/importers/signals";
import { FLAG, type Ledger } from "../core/model/ledger";
import { type Block, BlockBuilder, type RecordFinding, type ScanSetup } from "./block";
import { breather } from "./breath";
import type { GroupTable } from "./groups";
import { Indexer } from "./indexer";
import { type Breath, type Job, type RecordsJob, runJob, type Scored } from "./jobs";
import { Pace } from "./pace";
import { type RecordPlace, readPlace } from "./records";
import { type KeptRows, Rows } from "./rows";
import type { ByteSource } from "./source";

/** Rows scored in one job. */
const JOB_ROWS = 512;
const JOB_BYTES = 1 << 20;

/** How a file is read. */
export interface ScanOptions {
	/** What an index is made from; null = records are read in order. */
	readonly columns: IndexColumns | null;
	/** An index is made first when more than this is still to be read. */
	readonly indexFrom: number;
}

/** What a scan of a file came to, as plain data. */
export interface KeptScan {
	readonly offset: number;
	readonly line: number;
	readonly rows: KeptRows;
}

/** Threads that score; answers may come in any order. */
export interface ScorePool {
	readonly size: number;
	/** They are worth starting for more bytes than this. */
	readonly from: number;
	run(job: Job): Promise<Scored>;
}

/**
 * One pass over a file: bytes → records → rollouts → scores → ledger. A large file is indexed first, which gives its table in
 * a second per gigabyte, and then read and scored behind it. Resumable at the last offset when the file grew. `threads` score what is large.
 */
export class Scan {
	private table = new Rows();
	private torn: readonly RecordFinding[] = [];
	/** The last line when no line feed ended it: more of it may come. */
	private tail: { readonly offset: number; readonly block: Block } | null = null;
	state: "waiting" | "scanning" | "done" | "failed" = "waiting";
	/** Where the next pass begins. */
	offset = 0;
	line = 1;
	size = 0;
	private pace = new Pace();
	/** Bytes of rows that wait to be scored. */
	private behind = 0;
	/** The file may have grown since its size was asked. */
	private grown = false;
	private gate: { readonly opened: Promise<void>; readonly open: () => void } | null = null;
	/** Rows [from, to) that are being scored. */
	private flying: { readonly from: number; readonly to: number }[] = [];
	private next = 0;
	private regroupAt = 0;
	private columns: IndexColumns | null;

	constructor(
		readonly setup: ScanSetup,
		private readonly options: ScanOptions,
	) {
		this.columns = options.columns;
	}

	get rows(): number {
		return this.table.count;
	}
	/** Rows that were read and scored. */
	get scored(): number {
		return this.table.count - this.table.waiting;
	}
	get bytesDone(): number {
		return this.offset - this.behind;
	}
	get ledger(): Ledger {
		return this.table.ledger;
	}
	get groups(): GroupTable {
		return this.table.groups;
	}
	get findings(): readonly RecordFinding[] {
		return this.torn.length ? [...this.table.findings, ...this.torn] : this.table.findings;
	}
	get findingCounts(): ReadonlyMap<string, number> {
		const counts = new Map(this.table.findingCounts);
		for (const f of this.torn) counts.set(f.finding.code, (counts.get(f.finding.code) ?? 0) + 1);
		return counts;
	}
	get seen(): ReadonlySet<Signal> {
		return this.table.seen;
	}
	get records(): number {
		return this.table.records;
	}
	/** Counts up when rows get other numbers. */
	get renumbered(): number {
		return this.table.renumbered;
	}
	get paused(): boolean {
		return this.gate !== null;
	}
	/** Seconds until all is read and scored, at the pace it goes now; NaN = not known, or nothing left. */
	get secondsLeft(): number {
		return this.state === "scanning" && !this.paused ? this.pace.left(this.size) : Number.NaN;
	}

	/** What was read, for keeping it; null while something is missing or may still change. */
	kept(): KeptScan | null {
		return this.state === "done" && !this.tail && this.setup.layout === "lines" ? { offset: this.offset, line: this.line, rows: this.table.kept() } : null;
	}

	/** Goes on from what was kept. */
	restore(kept: KeptScan): void {
		this.offset = kept.offset;
		this.line = kept.line;
		this.table = Rows.of(kept.rows);
	}

	/** Holds scoring up, or lets it go on. The index is made all the same. */
	pause(paused: boolean): void {
		if (paused && !this.gate) {
			let open = (): void => {};
			const opened = new Promise<void>(resolve => {
				open = resolve;
			});
			this.gate = { opened, open };
		} else if (!paused) {
			this.gate?.open();
			this.gate = null;
			this.pace = new Pace();
		}
	}

	/** Says that the file may have grown: a scan under way reads on beyond the size it began with. */
	poke(): void {
		this.grown = true;
	}

	/** Reads on from the last offset to the file's end. `changed` is called after each step; resolves when done or aborted. */
	async run(source: ByteSource, threads: ScorePool | null, signal: AbortSignal, changed: () => void): Promise<void> {
		const onRow = (): void => {
			this.pace.note(performance.now(), this.bytesDone);
			changed();
		};
		this.state = "scanning";
		const rest = breather();
		const breath: Breath = async () => {
			await rest();
			return !signal.aborted;
		};
		try {
			for (;;) {
				this.grown = false;
				this.size = (await source.stat()).size;
				const pool = threads && this.size - this.bytesDone > threads.from ? threads : null;
				if (this.setup.layout === "document") await this.document(source);
				else await this.lines(source, pool, breath, onRow);
				const more = await this.fill(source, pool, breath, onRow);
				if (signal.aborted) return;
				if (more || (this.grown && this.setup.layout === "lines")) continue;
				this.table.settle();
				if (!this.table.misfit) break;
				this.again();
			}
			this.state = "done";
		} catch (e) {
			this.state = "failed";
			throw e;
		} finally {
			onRow();
		}
	}

	/** Scores these rows before others: at least some, then for at most `budget` ms. */
	async first(source: ByteSource, rows: readonly number[], budget: number): Promise<void> {
		const waits = rows.filter(r => this.waits(r)).sort((a, b) => a - b);
		const until = performance.now() + budget;
		for (let i = 0; i < waits.length && (i === 0 || performance.now() < until) && this.state === "scanning"; i += 8) {
			const some = waits.slice(i, i + 8).filter(r => this.waits(r));
			const job = this.jobOf(some);
			const { table } = this;
			const claims = some.map(r => ({ from: r, to: r + 1 }));
			this.flying.push(...claims);
			const { block } = await runJob(source, this.setup, job, async () => true).finally(() => this.land(claims));
			if (table === this.table) this.takeIn(block, some, job);
		}
	}

	private async document(source: ByteSource): Promise<void> {
		const place: RecordPlace = { offset: 0, bytes: this.size, line: 1 };
		const builder = new BlockBuilder(this.setup);
		await builder.take(await readPlace(source, place), place, true);
		this.table.append(builder.done());
		this.offset = this.size;
	}

	private async lines(source: ByteSource, pool: ScorePool | null, breath: Breath, onRow: () => void): Promise<void> {
		this.torn = [];
		if (this.tail && this.size > this.offset) {
			this.table.takeBack(this.tail.block, this.tail.offset);
			this.offset = this.tail.offset;
			this.tail = null;
		}
		if (this.columns && this.size - this.offset > this.options.indexFrom) await this.index(source, this.columns, breath, onRow);
		else if (pool) await this.inRanges(pool, breath, onRow);
		let step = 1;
		while (this.offset < this.size) {
			const scored = await runJob(source, this.setup, { kind: "range", from: this.offset, to: Math.min(this.size, this.offset + step), aligned: true, line: this.line }, breath);
			const stuck = scored.offset === this.offset;
			this.join(scored);
			onRow();
			if (stuck || !(await breath())) return;
			step = Math.min(JOB_BYTES, Math.max(4096, step * 4));
		}
	}

	/** A row per line up to the last line feed, from a few values each. */
	private async index(source: ByteSource, columns: IndexColumns, breath: Breath, onRow: () => void): Promise<void> {
		const indexer = new Indexer(columns, this.offset, this.line, source);
		// records read on the way stand between indexed rows: they are added before the next of those
		let builder: BlockBuilder | null = null;
		const flush = (): void => {
			if (builder) this.table.append(builder.done());
			builder = null;
		};
		const sink = {
			row: (row: Parameters<Rows["index"]>[0], mark: Parameters<Rows["index"]>[1]): void => {
				if (builder) flush();
				this.table.index(row, mark, indexer.names);
				this.behind += row.bytes;
			},
			parse: async (place: RecordPlace, bytes: Uint8Array | null): Promise<void> => {
				builder ??= new BlockBuilder(this.setup);
				await builder.take(bytes ?? (await readPlace(source, place)), place, true);
				await breath();
			},
		};
		let begun = this.rows > 0;
		while (await indexer.chunk(this.size, sink)) {
			flush();
			this.offset = indexer.lineStart;
			this.line = indexer.nextLine;
			this.table.expect((this.rows * this.size) / this.offset);
			if (!begun && this.rows > 0) {
				begun = true;
				await this.first(source, [0], 0);
			}
			onRow();
			if (!(await breath())) return;
		}
	}

	/** Other threads read ranges; their blocks are joined in the file's order. */
	private async inRanges(pool: ScorePool, breath: Breath, onRow: () => void): Promise<void> {
		const flying: Promise<Scored>[] = [];
		let from = this.offset;
		let aligned = true;
		const start = (): void => {
			// a long line reaches over ranges that then hold no record's begin
			if (this.offset >= from) aligned = true;
			from = Math.max(from, this.offset);
			const to = Math.min(this.size, from + 4 * JOB_BYTES);
			const scored = pool.run({ kind: "range", from, to, aligned, line: 1 });
			scored.catch(() => {});
			flying.push(scored);
			from = to;
			aligned = false;
		};
		while (from < this.size || flying.length) {
			await this.gate?.opened;
			while (from < this.size && flying.length < 2 * pool.size) start();
			const scored = (await flying.shift()) as Scored;
			const by = this.line - 1;
			const line = scored.anew === null ? scored.line + by : scored.line;
			this.join({ ...scored, offset: Math.max(this.offset, scored.offset), line, block: shifted(scored.block, by, scored.anew ?? Number.POSITIVE_INFINITY) });
			onRow();
			if (!(await breath())) return;
		}
	}

	private join({ block, offset, line, open }: Scored): void {
		this.table.append(block);
		if (open) this.tail = { offset: this.offset, block };
		if (block.torn.length) this.torn = block.torn;
		this.offset = offset;
		this.line = line;
	}

	/** Scores what waits, in file order. True = stopped because the file grew. */
	private async fill(source: ByteSource, pool: ScorePool | null, breath: Breath, onRow: () => void): Promise<boolean> {
		const flying: { readonly rows: readonly number[]; readonly job: RecordsJob; readonly scored: Promise<Scored> }[] = [];
		this.next = 0;
		const land = async (): Promise<void> => {
			const { rows, job, scored } = flying.shift() as (typeof flying)[number];
			const { block } = await scored;
			if (!(await breath())) return;
			this.takeIn(block, rows, job);
			onRow();
		};
		for (;;) {
			await this.gate?.opened;
			if (!(await breath())) return false;
			const rows = this.grown ? [] : this.nextRows();
			if (!rows.length && !flying.length) return this.grown;
			if (rows.length) {
				const job = this.jobOf(rows);
				const claim = { from: rows[0] as number, to: (rows.at(-1) as number) + 1 };
				this.flying.push(claim);
				const scored = (pool ? pool.run(job) : runJob(source, this.setup, job, breath)).finally(() => this.land([claim]));
				scored.catch(() => {});
				flying.push({ rows, job, scored });
			}
			if (!rows.length || flying.length >= (pool ? 2 * pool.size : 1)) await land();
		}
	}

	private takeIn(block: Scored["block"], rows: readonly number[], job: RecordsJob): void {
		this.table.fill(block, rows);
		for (const b of job.bytes) this.behind -= b;
		// making groups anew takes a look at all rows: rarely while they are read, and once at the end
		if (this.scored < this.regroupAt) return;
		this.regroupAt = this.scored * 1.5;
		this.table.regroupIfNeeded();
	}

	private waits(row: number): boolean {
		return (this.table.flags(row) & FLAG.waiting) !== 0 && !this.flying.some(f => row >= f.from && row < f.to);
	}

	private land(claims: readonly { readonly from: number; readonly to: number }[]): void {
		this.flying = this.flying.filter(f => !claims.includes(f));
	}

	/** The next rows that wait, as many as make a job. */
	private nextRows(): number[] {
		const rows: number[] = [];
		let bytes = 0;
		for (; this.next < this.rows && rows.length < JOB_ROWS && bytes < JOB_BYTES; this.next++) {
			if (!this.waits(this.next)) continue;
			rows.push(this.next);
			bytes += this.table.ledger.bytes.get(this.next);
		}
		return rows;
	}

	private jobOf(rows: readonly number[]): RecordsJob {
		const { ledger: l } = this.table;
		return {
			kind: "records",
			offset: Float64Array.from(rows, r => l.offset.get(r)),
			bytes: Float64Array.from(rows, r => l.bytes.get(r)),
			line: Uint32Array.from(rows, r => l.line.get(r)),
		};
	}

	/** Begins anew without an index. */
	private again(): void {
		this.table = new Rows();
		this.columns = null;
		this.offset = 0;
		this.line = 1;
		this.behind = 0;
		this.tail = null;
		this.torn = [];
	}
}

/** Lines of a range that was counted from 1, as they stand in the file; from `until` on they are right already. */
const shifted = (block: Scored["block"], by: number, until: number): Scored["block"] => {
	if (by === 0) return block;
	const move = (f: RecordFinding): RecordFinding => (f.place.offset < until ? { ...f, place: { ...f.place, line: f.place.line + by } } : f);
	const { offset } = block.columns;
	return {
		...block,
		columns: { ...block.columns, line: block.columns.line.map((l, i) => ((offset[i] as number) < until ? l + by : l)) },
		findings: block.findings.map(move),
		torn: block.torn.map(move),
	};
};
