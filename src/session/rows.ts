import { Buffer } from "node:buffer";
import { Column } from "../core/base/columns";
import type { Signal } from "../core/importers/signals";
import { FLAG, LEDGER_COLUMNS, type Ledger, type LedgerColumn, newLedger } from "../core/model/ledger";
import { type Block, MAX_FINDINGS, type RecordFinding } from "./block";
import { GroupTable } from "./groups";
import { lateColumn } from "./late";
import { Names } from "./names";

/** What the index says of a record before it is read. */
export interface IndexedRow {
	readonly offset: number;
	readonly bytes: number;
	readonly line: number;
	readonly step: number;
	readonly recorded: number;
	/** Valid until the next row. */
	readonly components: Float64Array;
}

/**
 * Rows as plain data; columns in the order of LEDGER_COLUMNS, then score and contribution of each layer, then components, then of the
 * groups their steps (NaN = none) and their keys as one JSON list in UTF-8: hundreds of thousands of them.
 */
export interface KeptRows {
	readonly columns: readonly (Float64Array | Int32Array | Uint32Array | Uint8Array)[];
	readonly layers: readonly string[];
	readonly components: readonly string[];
	readonly findings: readonly RecordFinding[];
	readonly counts: readonly (readonly [string, number])[];
	readonly seen: readonly Signal[];
	readonly records: number;
}

/** How a row of the index is put into a group: by name, by a mark of its values, or only when read. */
export type GroupMark = { readonly key: string } | { readonly mark: number } | null;

/** Columns the index knows nothing of, with what stands in them until a row is read. */
const UNKNOWN: Readonly<Partial<Record<LedgerColumn, number>>> = {
	part: 0,
	recordedAdvantage: Number.NaN,
	total: Number.NaN,
	known: Number.NaN,
	laneTool: Number.NaN,
	laneSummary: Number.NaN,
	calls: 0,
	tokens: 0,
	findings: 0,
};
/** What its column can say of a record's length; longer than any that is read. */
const LONGEST = 2 ** 32 - 1;
/** From so many rows on the length of those that were seen tells how many there will be. */
const GUESS_FROM = 1 << 15;
/** More rows than a chunk of the index has, as a rule. */
const NEARLY_FULL = 1 << 13;
const UNKNOWN_COLUMNS = Object.entries(UNKNOWN) as [LedgerColumn, number][];

/**
 * The rows of a file as known so far: appended as they are read, or indexed first and filled in when read. What a row turns
 * out to be corrects what the index said; after `settle` nothing tells which way a row came in.
 */
export class Rows {
	private own: Ledger = newLedger();
	/** Names of groups, as the index and as records say them. */
	private readonly names = new Names();
	groups = new GroupTable(this.names);
	findings: RecordFinding[] = [];
	readonly findingCounts = new Map<string, number>();
	readonly seen = new Set<Signal>();
	records = 0;
	/** Rows that wait to be read. */
	waiting = 0;
	/** Counts up when rows get other numbers. */
	renumbered = 0;
	/** A record holds more rollouts than its format allows: only reading everything in order helps. */
	misfit = false;
	/** Number of the group's name of each row as its record says it, −1 = no group; −2, or none behind the last that was read = not read yet. */
	private truth: Column<"i32"> = new Column("i32", 16);
	/** Number of the name of each group as a record said it; −1 = none did. */
	private pairs: Column<"i32"> = new Column("i32", 16);
	/** 1 for each name that a group has. */
	private paired: Column<"u8"> = new Column("u8", 16);
	private regroup = false;
	/** Columns of the components that the index fills. */
	private indexed: { readonly names: readonly string[]; readonly columns: readonly Column<"f64">[] } = { names: [], columns: [] };
	private gone: number[] = [];
	private rewarded = false;

	get count(): number {
		return this.own.offset.length;
	}

	/** The columns, all equally long; while a file is indexed only those it fills take room. */
	get ledger(): Ledger {
		const { own, count } = this;
		if (own.total.length !== count) {
			for (const [name, value] of UNKNOWN_COLUMNS) own[name].pad(count, value);
			for (const layer of own.layers) {
				layer.score.pad(count, Number.NaN);
				layer.contribution.pad(count, Number.NaN);
			}
			for (const column of own.components.values()) column.pad(count, Number.NaN);
		}
		return own;
	}

	/** Bytes its columns take, room for growth included. */
	get bytes(): number {
		const l = this.own;
		const columns = [...LEDGER_COLUMNS.map(name => l[name]), ...l.layers.flatMap(x => [x.score, x.contribution]), ...l.components.values(), this.truth];
		return columns.reduce((sum, c) => sum + c.view().buffer.byteLength, 0);
	}

	/** Flags of one row, without making the other columns. */
	flags(row: number): number {
		return row < this.count ? this.own.flags.get(row) : 0;
	}

	/** Adds a row that waits. */
	index(row: IndexedRow, mark: GroupMark, names: readonly string[]): void {
		const l = this.own;
		const n = this.count;
		const step = Number.isNaN(row.step) ? null : row.step;
		l.group.push(mark === null ? this.groups.add(n, null, null) : "key" in mark ? this.groups.add(n, mark.key, step) : this.groups.addMarked(n, mark.mark, step));
		l.offset.push(row.offset);
		l.bytes.push(Math.min(row.bytes, LONGEST));
		l.line.push(row.line);
		l.step.push(row.step);
		l.recorded.push(row.recorded);
		l.flags.push(FLAG.waiting);
		if (this.indexed.names !== names) this.indexed = { names, columns: names.map(name => this.component(name, n)) };
		const { columns } = this.indexed;
		for (let k = 0; k < columns.length; k++) {
			const column = columns[k] as Column<"f64">;
			column.pad(n, Number.NaN);
			column.push(row.components[k] as number);
		}
		this.records++;
		this.waiting++;
		if (!this.rewarded && !Number.isNaN(row.recorded)) {
			this.rewarded = true;
			this.seen.add("reward");
		}
	}

	/** Says how many rows the file is thought to hold: when columns are nearly full they grow to that at once, not by and by. */
	expect(rows: number): void {
		const { own: l, indexed } = this;
		if (this.count < GUESS_FROM || l.offset.room > this.count + NEARLY_FULL) return;
		const room = Math.ceil(rows * 1.05);
		for (const column of [l.offset, l.bytes, l.line, l.group, l.step, l.recorded, l.flags, ...indexed.columns]) column.reserve(room);
		this.groups.reserve(room);
	}

	/** Adds what was read in file order. */
	append(block: Block): void {
		const before = this.count;
		const length = block.columns.offset.length;
		const l = this.ledger;
		this.gather(block);
		this.records += block.records;
		for (let i = 0; i < length; i++) {
			for (const name of LEDGER_COLUMNS) l[name].push(block.columns[name][i] as number);
			const own = block.groups[block.columns.group[i] as number];
			l.group.set(before + i, this.groups.add(before + i, own?.key ?? null, own?.step ?? null));
			this.witness(before + i, own);
		}
		for (const layer of l.layers) {
			layer.score.pad(this.count, Number.NaN);
			layer.contribution.pad(this.count, Number.NaN);
		}
		for (const column of l.components.values()) column.pad(this.count, Number.NaN);
		for (let i = 0; i < length; i++) this.values(block, i, before + i);
	}

	/** Takes back a block that was added for the file's last record, which begins at `offset`. */
	takeBack(block: Block, offset: number): void {
		const l = this.ledger;
		let rows = this.count;
		while (rows > 0 && l.offset.get(rows - 1) >= offset) rows--;
		for (const name of LEDGER_COLUMNS) l[name].truncate(rows);
		for (const column of [...l.layers.flatMap(x => [x.score, x.contribution]), ...l.components.values()]) column.truncate(rows);
		this.truth.truncate(rows);
		this.groups.truncate(rows);
		for (let g = this.groups.count; g < this.pairs.length; g++) if (this.pairs.get(g) >= 0) this.paired.set(this.pairs.get(g), 0);
		this.pairs.truncate(this.groups.count);
		this.findings = this.findings.filter(f => f.place.offset < offset);
		for (const [code, count] of block.counts) {
			const left = (this.findingCounts.get(code) ?? 0) - count;
			if (left > 0) this.findingCounts.set(code, left);
			else this.findingCounts.delete(code);
		}
		this.records -= block.records;
	}

	/** Fills rows in that waited, in ascending order; the block holds what their records turned out to be. */
	fill(block: Block, rows: ArrayLike<number>): void {
		const l = this.ledger;
		this.gather(block);
		let i = 0;
		for (let k = 0; k < rows.length; k++) {
			const row = rows[k] as number;
			this.waiting--;
			if (block.columns.offset[i] !== l.offset.get(row)) {
				l.flags.set(row, 0);
				this.gone.push(row);
				continue;
			}
			for (const name of LEDGER_COLUMNS) if (name !== "group" && name !== "line") l[name].set(row, block.columns[name][i] as number);
			this.values(block, i, row);
			this.witness(row, block.groups[block.columns.group[i] as number]);
			i++;
			while (block.columns.offset[i] === l.offset.get(row)) {
				this.misfit = true;
				i++;
			}
		}
	}

	/** Puts what reading corrected in order: groups that were other than marked, rows that hold nothing, findings in file order. */
	settle(): void {
		if (this.gone.length) this.drop();
		this.regroupIfNeeded();
		this.findings.sort((a, b) => a.place.offset - b.place.offset);
	}

	/** Everything, for keeping it; valid when nothing waits. Arrays are views. */
	kept(): KeptRows {
		const { ledger: l, groups } = this;
		const all = Array.from({ length: groups.count }, (_, g) => g);
		return {
			columns: [
				...LEDGER_COLUMNS.map(name => l[name].view()),
				...l.layers.flatMap(x => [x.score.view(), x.contribution.view()]),
				...[...l.components.values()].map(c => c.view()),
				Float64Array.from(all, g => groups.stepOf(g) ?? Number.NaN),
				new Uint8Array(Buffer.from(JSON.stringify(all.map(g => groups.keyOf(g))))),
			],
			layers: l.layers.map(x => x.id),
			components: [...l.components.keys()],
			findings: this.findings,
			counts: [...this.findingCounts],
			seen: [...this.seen],
			records: this.records,
		};
	}

	/** Rows as they were kept. */
	static of(kept: KeptRows): Rows {
		const rows = new Rows();
		let at = 0;
		const next = <K extends "f64" | "i32" | "u32" | "u8">(like: Column<K>): Column<K> => Column.of(like.type, kept.columns[at++] as never);
		const f64: Column<"f64"> = new Column("f64", 1);
		const empty = rows.own;
		rows.own = {
			...(Object.fromEntries(LEDGER_COLUMNS.map(name => [name, next(empty[name] as Column<"f64">)])) as unknown as Ledger),
			layers: kept.layers.map(id => ({ id, score: next(f64), contribution: next(f64) })),
			components: new Map(kept.components.map(name => [name, next(f64)])),
		};
		const steps = kept.columns[at] as Float64Array;
		const keys: string[] = JSON.parse(Buffer.from(kept.columns[at + 1] as Uint8Array).toString("utf8"));
		for (const [g, key] of keys.entries()) {
			const step = steps[g] as number;
			rows.pair(rows.groups.numberOf(key, Number.isNaN(step) ? null : step));
		}
		const group = rows.own.group.view();
		rows.groups.joinAll(group);
		const names = Int32Array.from(keys, (_, g) => rows.groups.nameOf(g));
		const truth = new Int32Array(group.length);
		for (let row = 0; row < truth.length; row++) truth[row] = names[group[row] as number] ?? -1;
		rows.truth = Column.of("i32", truth);
		rows.findings = [...kept.findings];
		for (const [code, count] of kept.counts) rows.findingCounts.set(code, count);
		for (const s of kept.seen) rows.seen.add(s);
		rows.records = kept.records;
		return rows;
	}

	/** Makes the groups anew when a record said another than the index. */
	regroupIfNeeded(): void {
		if (this.regroup) this.renumber();
	}

	private gather(block: Block): void {
		for (const [code, count] of block.counts) this.findingCounts.set(code, (this.findingCounts.get(code) ?? 0) + count);
		for (const f of block.findings) if (this.findings.length < MAX_FINDINGS) this.findings.push(f);
		for (const s of block.seen) this.seen.add(s);
		const { layers } = this.own;
		for (const { id } of block.layers) if (!layers.some(x => x.id === id)) layers.push({ id, score: lateColumn(this.count), contribution: lateColumn(this.count) });
		for (const { name } of block.components) this.component(name, this.count);
	}

	private component(name: string, rows: number): Column<"f64"> {
		let column = this.own.components.get(name);
		if (!column) {
			column = lateColumn(rows);
			this.own.components.set(name, column);
		}
		return column;
	}

	/** Layers and components of one row. */
	private values(block: Block, i: number, row: number): void {
		for (const layer of this.own.layers) {
			const from = block.layers.find(x => x.id === layer.id);
			layer.score.set(row, from ? (from.score[i] as number) : Number.NaN);
			layer.contribution.set(row, from ? (from.contribution[i] as number) : Number.NaN);
		}
		for (const [name, column] of this.own.components) {
			const from = block.components.find(x => x.name === name);
			column.set(row, from ? (from.values[i] as number) : Number.NaN);
		}
	}

	/** Holds a row's group against what its record says. */
	private witness(row: number, own: { readonly key: string; readonly step: number | null } | undefined): void {
		const n = own ? this.names.numberOf(own.key, own.step) : -1;
		this.truth.pad(row + 1, -2);
		this.truth.set(row, n);
		const group = this.own.group.get(row);
		if (group < 0 || !own) {
			if (group !== n) this.regroup = true;
			return;
		}
		this.pairs.pad(group + 1, -1);
		this.paired.pad(n + 1, 0);
		const pair = this.pairs.get(group);
		if (pair < 0 && !this.paired.get(n)) {
			this.groups.name(group, n);
			this.pair(group);
		} else if (pair !== n) this.regroup = true;
	}

	/** A group has the name that a record said. */
	private pair(group: number): void {
		const n = this.groups.nameOf(group);
		this.pairs.pad(group + 1, -1);
		this.paired.pad(n + 1, 0);
		this.pairs.set(group, n);
		this.paired.set(n, 1);
	}

	private drop(): void {
		const gone = new Set(this.gone);
		const keep = Array.from({ length: this.count }, (_, r) => r).filter(r => !gone.has(r));
		const kept = <K extends "f64" | "i32" | "u32" | "u8">(column: Column<K>): Column<K> => {
			const out: Column<K> = new Column(column.type, keep.length + 1);
			for (const r of keep) out.push(column.get(r));
			return out;
		};
		const { ledger: l } = this;
		const columns = Object.fromEntries(LEDGER_COLUMNS.map(name => [name, kept(l[name] as Column<"f64">)]));
		this.own = {
			...(columns as unknown as Ledger),
			layers: l.layers.map(x => ({ id: x.id, score: kept(x.score), contribution: kept(x.contribution) })),
			components: new Map([...l.components].map(([name, column]) => [name, kept(column)])),
		};
		this.truth.pad(this.count, -2);
		this.truth = kept(this.truth);
		this.indexed = { names: [], columns: [] };
		this.gone = [];
		this.regroup = true;
		this.renumbered++;
	}

	/** Makes the groups anew from what the records said; rows not read yet keep their mark's group apart. */
	private renumber(): void {
		const { ledger: l, groups: before } = this;
		const groups = new GroupTable(this.names);
		for (let row = 0; row < this.count; row++) {
			const n = this.truth.get(row);
			const old = l.group.get(row);
			const group = n >= 0 ? groups.numberOfName(n) : n === -1 || old < 0 ? -1 : groups.numberAs(before, old);
			groups.join(row, group);
			l.group.set(row, group);
		}
		this.groups = groups;
		this.pairs = new Column("i32", 16);
		this.paired = new Column("u8", 16);
		for (let g = 0; g < groups.count; g++) if (this.truth.get(groups.firstOf(g)) >= 0) this.pair(g);
		this.regroup = false;
	}
}
