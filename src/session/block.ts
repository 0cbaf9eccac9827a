import { SIGNALS, type Signal, signalsIn } from "../core/importers/signals";
import type { Finding } from "../core/model/finding";
import { FLAG, LEDGER_COLUMNS, type Ledger, type LedgerColumn, newLedger } from "../core/model/ledger";
import type { ImportedRollout } from "../core/model/rollout";
import { GroupTable } from "./groups";
import type { Judged, JudgeSetup } from "./judge";
import { lateColumn } from "./late";
import { MAX_RECORD_BYTES, type ReadSetup, type RecordPlace, readRecord, tooLong } from "./records";
import { judgeWith } from "./semantics";

/** A finding about a record, with the record it is about. */
export interface RecordFinding {
	readonly place: RecordPlace;
	readonly finding: Finding;
	/** 1-based column in the record's line; null when the finding has no offset. */
	readonly column: number | null;
}

const placed = (place: RecordPlace, finding: Finding): RecordFinding => ({ place, finding, column: finding.at === null ? null : finding.at + 1 });

/** Longest list of record findings kept with their place; beyond it they are only counted. */
export const MAX_FINDINGS = 5000;

export interface ScanSetup {
	readonly read: ReadSetup;
	readonly layout: "lines" | "document";
	readonly judge: JudgeSetup;
}

/** What was read and scored of some records: plain data that may cross threads. `group` numbers count in `groups`; −1 = none. */
export interface Block {
	readonly columns: Readonly<Record<LedgerColumn, Float64Array | Int32Array | Uint32Array | Uint8Array>>;
	readonly layers: readonly { readonly id: string; readonly score: Float64Array; readonly contribution: Float64Array }[];
	readonly components: readonly { readonly name: string; readonly values: Float64Array }[];
	readonly groups: readonly { readonly key: string; readonly step: number | null }[];
	readonly records: number;
	readonly findings: readonly RecordFinding[];
	readonly counts: readonly (readonly [string, number])[];
	readonly seen: readonly Signal[];
	/** Findings about a last line that is not whole yet; it is no record. */
	readonly torn: readonly RecordFinding[];
}

/** Reads and scores records one after another into a block. */
export class BlockBuilder {
	private readonly ledger: Ledger = newLedger();
	private readonly groups = new GroupTable();
	private readonly findings: RecordFinding[] = [];
	private readonly counts = new Map<string, number>();
	private readonly seen = new Set<Signal>();
	records = 0;
	private torn: readonly RecordFinding[] = [];

	constructor(private readonly setup: ScanSetup) {}

	get rows(): number {
		return this.ledger.offset.length;
	}

	/** Takes one record in. False = the last line is torn: it is waited for, not counted. */
	async take(bytes: Uint8Array, place: RecordPlace, ended: boolean): Promise<boolean> {
		const result = place.bytes > MAX_RECORD_BYTES ? tooLong(place.bytes) : readRecord(bytes, this.setup.read, { careful: false, ended, offset: place.offset });
		if (result.findings.some(f => f.code === "torn-line")) {
			this.torn = result.findings.map(f => placed(place, f));
			return false;
		}
		for (const f of result.findings) this.note(place, f);
		if (result.blank) return true;
		this.records++;
		for (const [part, imported] of result.rollouts.entries()) {
			this.see(imported);
			this.append(place, part, await judgeWith(imported, this.setup.judge));
		}
		return true;
	}

	done(): Block {
		const { ledger: l } = this;
		const columns = Object.fromEntries(LEDGER_COLUMNS.map(name => [name, l[name].view().slice()])) as unknown as Block["columns"];
		return {
			columns,
			layers: l.layers.map(x => ({ id: x.id, score: x.score.view().slice(), contribution: x.contribution.view().slice() })),
			components: [...l.components].map(([name, column]) => ({ name, values: column.view().slice() })),
			groups: this.groups.list(),
			records: this.records,
			findings: this.findings,
			counts: [...this.counts],
			seen: [...this.seen],
			torn: this.torn,
		};
	}

	private note(place: RecordPlace, f: Finding): void {
		this.counts.set(f.code, (this.counts.get(f.code) ?? 0) + 1);
		if (this.findings.length < MAX_FINDINGS) this.findings.push(placed(place, f));
	}

	private see(imported: ImportedRollout): void {
		if (this.seen.size === SIGNALS.length) return;
		const has = signalsIn(imported);
		for (const s of SIGNALS) if (has[s]) this.seen.add(s);
	}

	private append(place: RecordPlace, part: number, judged: Judged): void {
		const { ledger: l } = this;
		const { rollout, score, findings } = judged;
		const row = this.rows;
		const worst = findings.some(f => f.severity === "error") ? FLAG.error : findings.some(f => f.severity === "warning") ? FLAG.warning : findings.length ? FLAG.info : 0;
		const values: Record<LedgerColumn, number> = {
			offset: place.offset,
			bytes: place.bytes,
			line: place.line,
			part,
			group: this.groups.add(row, rollout.group, rollout.step),
			step: rollout.step ?? Number.NaN,
			recorded: rollout.recorded.reward,
			recordedAdvantage: rollout.recorded.advantage,
			total: score.total,
			known: score.known,
			laneTool: score.lanes.tool,
			laneSummary: score.lanes.summary,
			calls: rollout.calls.length,
			tokens: judged.learnableTokens,
			findings: findings.length,
			flags:
				worst |
				(score.omitted ? FLAG.omitted : 0) |
				(rollout.unclosed !== null || rollout.truncated === true ? FLAG.truncated : 0) |
				(judged.present.tool ? FLAG.toolLane : 0) |
				(judged.present.summary ? FLAG.summaryLane : 0),
		};
		for (const name of LEDGER_COLUMNS) l[name].push(values[name]);
		for (const { id } of score.layers) if (!l.layers.some(x => x.id === id)) l.layers.push({ id, score: lateColumn(row), contribution: lateColumn(row) });
		for (const layer of l.layers) {
			const found = score.layers.find(x => x.id === layer.id);
			layer.score.push(found?.score ?? Number.NaN);
			layer.contribution.push(found?.contribution ?? Number.NaN);
		}
		for (const name of Object.keys(rollout.recorded.components)) if (!l.components.has(name)) l.components.set(name, lateColumn(row));
		for (const [name, column] of l.components) column.push(rollout.recorded.components[name] ?? Number.NaN);
	}
}

/** The buffers of a block, for moving it to another thread. */
export const buffersOf = (b: Block): ArrayBuffer[] =>
	[...Object.values(b.columns), ...b.layers.flatMap(l => [l.score, l.contribution]), ...b.components.map(c => c.values)].map(a => a.buffer as ArrayBuffer);
