import { performance } from "node:perf_hooks";
import { setImmediate as breathe } from "node:timers/promises";
import { Column } from "../core/base/columns";
import { SIGNALS, type Signal, signalsIn } from "../core/importers/signals";
import type { Finding } from "../core/model/finding";
import { FLAG, type Ledger, newLedger } from "../core/model/ledger";
import type { ImportedRollout } from "../core/model/rollout";
import { GroupTable } from "./groups";
import { type Judged, type JudgeSetup, judge } from "./judge";
import { type Line, linesOf } from "./lines";
import { type ReadSetup, type RecordPlace, readPlace, readRecord } from "./records";
import type { ByteSource } from "./source";

const newColumn = (): Column<"f64"> => new Column("f64");
/** A column that begins late: earlier rows have none. */
const lateColumn = (rows: number): Column<"f64"> => {
	const column = newColumn();
	for (let i = 0; i < rows; i++) column.push(Number.NaN);
	return column;
};

/** A finding about a record, with the record it is about. */
export interface RecordFinding {
	readonly place: RecordPlace;
	readonly finding: Finding;
	/** 1-based column in the record's line; null when the finding has no offset. */
	readonly column: number | null;
}

/** Longest list of record findings kept with their place; beyond it they are only counted. */
export const MAX_FINDINGS = 5000;
/** The thread never works longer than this between two breaths, so that asks are answered while scanning. */
const SLICE_MS = 12;

export interface ScanSetup {
	readonly read: ReadSetup;
	readonly layout: "lines" | "document";
	readonly judge: JudgeSetup;
}

/** One pass over a file: bytes → records → rollouts → scores → ledger. Resumable at the last offset when the file grew. */
export class Scan {
	readonly ledger: Ledger = newLedger();
	readonly groups = new GroupTable();
	readonly findings: RecordFinding[] = [];
	readonly findingCounts = new Map<string, number>();
	state: "waiting" | "scanning" | "done" | "failed" = "waiting";
	/** Where the next pass begins. */
	offset = 0;
	line = 1;
	records = 0;
	size = 0;
	startedAt = 0;
	/** Which signals the rollouts so far have. */
	readonly seen = new Set<Signal>();
	private lastBreath = 0;

	constructor(readonly setup: ScanSetup) {}

	get rows(): number {
		return this.ledger.offset.length;
	}

	/** Reads on from the last offset to the file's end. `onRow` is called after each record; resolves when done or aborted. */
	async run(source: ByteSource, signal: AbortSignal, onRow: () => void): Promise<void> {
		this.state = "scanning";
		this.startedAt = performance.now();
		this.lastBreath = this.startedAt;
		try {
			this.size = (await source.stat()).size;
			if (this.setup.layout === "document") await this.document(source);
			else
				for await (const line of linesOf(source, { offset: this.offset, number: this.line })) {
					if (signal.aborted) return;
					if (!line.ended && !this.take(line)) break;
					if (line.ended) {
						this.take(line);
						this.offset = line.offset + line.bytes.length + 1;
						this.line = line.number + 1;
					}
					onRow();
					if (performance.now() - this.lastBreath > SLICE_MS) {
						await breathe();
						this.lastBreath = performance.now();
					}
				}
			this.state = "done";
		} catch (e) {
			this.state = "failed";
			throw e;
		} finally {
			onRow();
		}
	}

	private async document(source: ByteSource): Promise<void> {
		const place: RecordPlace = { offset: 0, bytes: this.size, line: 1 };
		this.record(await readPlace(source, place), place, true);
		this.offset = this.size;
	}

	/** Takes one line in. False = the last line is torn: it is waited for, not counted. */
	private take(line: Line): boolean {
		const place: RecordPlace = { offset: line.offset, bytes: line.bytes.length, line: line.number };
		const whole = this.record(line.bytes, place, line.ended);
		if (!line.ended && whole) {
			this.offset = line.offset + line.bytes.length;
			// the line feed may still come: the next pass then sees a blank rest
		}
		return whole;
	}

	private record(bytes: Uint8Array, place: RecordPlace, ended: boolean): boolean {
		const result = readRecord(bytes, this.setup.read, { careful: false, ended });
		for (const f of result.findings) this.note(place, f);
		if (result.findings.some(f => f.code === "torn-line")) return false;
		if (result.blank) return true;
		this.records++;
		result.rollouts.forEach((imported, part) => {
			const judged = judge(imported, this.setup.judge);
			this.see(imported);
			this.append(place, part, judged);
		});
		return true;
	}

	private note(place: RecordPlace, f: Finding): void {
		this.findingCounts.set(f.code, (this.findingCounts.get(f.code) ?? 0) + 1);
		if (this.findings.length < MAX_FINDINGS) this.findings.push({ place, finding: f, column: f.at === null ? null : f.at + 1 });
	}

	private see(imported: ImportedRollout): void {
		const has = signalsIn(imported);
		for (const s of SIGNALS) if (has[s]) this.seen.add(s);
	}

	private append(place: RecordPlace, part: number, judged: Judged): void {
		const { ledger: l } = this;
		const { rollout, score } = judged;
		const row = this.rows;
		l.offset.push(place.offset);
		l.bytes.push(place.bytes);
		l.line.push(place.line);
		l.part.push(part);
		l.group.push(this.groups.add(row, rollout.group, rollout.step));
		l.step.push(rollout.step ?? Number.NaN);
		l.recorded.push(rollout.recorded.reward);
		l.recordedAdvantage.push(rollout.recorded.advantage);
		l.total.push(score.total);
		l.known.push(score.known);
		l.laneTool.push(score.lanes.tool);
		l.laneSummary.push(score.lanes.summary);
		l.calls.push(rollout.calls.length);
		l.tokens.push(judged.learnableTokens);
		const { findings } = judged;
		l.findings.push(findings.length);
		const worst = findings.some(f => f.severity === "error") ? FLAG.error : findings.some(f => f.severity === "warning") ? FLAG.warning : findings.length ? FLAG.info : 0;
		l.flags.push(
			worst |
				(score.omitted ? FLAG.omitted : 0) |
				(rollout.unclosed !== null || rollout.truncated === true ? FLAG.truncated : 0) |
				(judged.present.tool ? FLAG.toolLane : 0) |
				(judged.present.summary ? FLAG.summaryLane : 0),
		);
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
