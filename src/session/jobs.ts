import { Buffer } from "node:buffer";
import { type Block, BlockBuilder, type ScanSetup } from "./block";
import { CHUNK, linesOf } from "./lines";
import { MAX_RECORD_BYTES } from "./records";
import { type ByteSource, nextBegin } from "./source";

/** Records whose places are known; ascending. */
export interface RecordsJob {
	readonly kind: "records";
	readonly offset: Float64Array;
	readonly bytes: Float64Array;
	readonly line: Uint32Array;
}

/** All records that begin in [from, to). Not `aligned`: `from` may lie inside a record, which then belongs to the range before. */
export interface RangeJob {
	readonly kind: "range";
	readonly from: number;
	readonly to: number;
	readonly aligned: boolean;
	/** Number of the first line. */
	readonly line: number;
}
export type Job = RecordsJob | RangeJob;

/** A block and where reading came to. */
export interface Scored {
	readonly block: Block;
	/** Where the next record begins. */
	readonly offset: number;
	readonly line: number;
	/** The block is the last line alone, which no line feed ends: it may not be all of it. */
	readonly open: boolean;
	/** In a run: where lines were first counted anew, since a file begins there; null when none did. */
	readonly anew: number | null;
}

/** Called between records: lets other work of the thread in, and answers whether to go on. */
export type Breath = () => Promise<boolean>;
/** Records side by side are read at once up to this size. */
const READ_AT_ONCE = 1 << 20;

/** Reads and scores what a job names. Stops early, with what it has, when `breath` says so. */
export const runJob = (source: ByteSource, setup: ScanSetup, job: Job, breath: Breath): Promise<Scored> =>
	job.kind === "records" ? runRecords(source, setup, job, breath) : runRange(source, setup, job, breath);

async function runRecords(source: ByteSource, setup: ScanSetup, job: RecordsJob, breath: Breath): Promise<Scored> {
	const builder = new BlockBuilder(setup);
	const count = job.offset.length;
	const at = (i: number): number => job.offset[i] as number;
	const size = (i: number): number => job.bytes[i] as number;
	let buffer = Buffer.alloc(0);
	for (let i = 0; i < count; ) {
		const from = at(i);
		let last = i;
		while (last + 1 < count && at(last + 1) + size(last + 1) - from <= READ_AT_ONCE) last++;
		const want = at(last) + size(last) - from;
		if (buffer.length < want) buffer = Buffer.allocUnsafeSlow(want);
		const n = await source.read(buffer.subarray(0, want), from);
		for (; i <= last; i++) {
			const start = at(i) - from;
			await builder.take(buffer.subarray(Math.min(start, n), Math.min(start + size(i), n)), { offset: at(i), bytes: size(i), line: job.line[i] as number }, true);
			if (!(await breath())) return { block: builder.done(), offset: at(i), line: 0, open: false, anew: null };
		}
	}
	return { block: builder.done(), offset: 0, line: 0, open: false, anew: null };
}

async function runRange(source: ByteSource, setup: ScanSetup, job: RangeJob, breath: Breath): Promise<Scored> {
	const builder = new BlockBuilder(setup);
	let { line } = job;
	/** 0 = no record begins here. */
	let offset = job.aligned ? job.from : 0;
	// the byte before tells whether a record begins here
	const start = job.aligned ? job.from : job.from - 1;
	// little is read for the first rollout, and a long line is not read in crumbs
	const chunk = job.to - start < 4096 ? 4096 : Math.min(CHUNK, Math.max(65_536, job.to - start));
	let first = !job.aligned;
	let begin = nextBegin(source.parts, job.from);
	let anew: number | null = null;
	for await (const l of linesOf(source, { offset: start, number: line }, chunk, { longest: MAX_RECORD_BYTES, until: job.to })) {
		if (first) {
			first = false;
			if (!l.ended) break;
			offset = l.offset + l.length + 1;
			continue;
		}
		if (l.offset >= begin) {
			line = 1;
			anew ??= begin;
			begin = nextBegin(source.parts, l.offset + 1);
		}
		// a job of its own, so that it can be taken back when more of it comes
		if (!l.ended && builder.records > 0) break;
		const place = { offset: l.offset, bytes: l.length, line };
		const whole = await builder.take(l.bytes, place, l.ended);
		if (l.ended) {
			offset = l.offset + l.length + 1;
			line++;
		} else {
			if (!whole) break;
			return { block: builder.done(), offset: l.offset + l.length, line, open: true, anew };
		}
		if (!(await breath())) break;
	}
	return { block: builder.done(), offset, line, open: false, anew };
}
