import { Buffer } from "node:buffer";
import { readJsonFast } from "../core/base/json";
import type { JsonValue } from "../core/base/units";
import type { IndexColumns } from "../core/importers/contract";
import { asId, asStep } from "../core/importers/fields";
import { sumOf } from "../core/importers/msSwift";
import { readReward } from "../core/importers/row";
import type { RecordPlace } from "./records";
import type { GroupMark, IndexedRow } from "./rows";
import { type ByteSource, nextBegin, partAt } from "./source";
import { ROW_FLAG, ROW_HEAD, type SpanScanner } from "./spans/contract";
import { hashBytes } from "./spans/hash";
import { numberAt } from "./spans/number";
import { newScanner, scannable } from "./spans/scanner";

/** Read and scanned at once: fits the cache next to the processor. */
export const INDEX_CHUNK = 512 * 1024;
const QUOTE = 34;
const BACKSLASH = 92;
const BRACKET = 91;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
/** Words a column may hold besides numbers, with their value; all others are none. */
const WORDS = [
	{ spelled: Buffer.from("true"), value: 1 },
	{ spelled: Buffer.from("false"), value: 0 },
];

/** What the indexer finds, in file order. */
export interface IndexSink {
	row(row: IndexedRow, mark: GroupMark): void;
	/** A record that must be read to know what it is; `bytes` when they are at hand. */
	parse(place: RecordPlace, bytes: Uint8Array | null): Promise<void>;
}

/** A value's bytes: in the chunk, or fetched when its line began in an earlier one. Without the white space round it. */
interface Value {
	bytes: Buffer;
	from: number;
	to: number;
}

/** What a line holds; made once and filled anew for each, since there are millions. */
interface Made {
	readonly row: { -readonly [K in keyof IndexedRow]: IndexedRow[K] };
	mark: GroupMark;
}

/** Makes the first table of a file: a row per line, from the values of a few top-level keys. Resumes where it stood. */
export class Indexer {
	readonly names: readonly string[];
	private readonly keys: readonly string[];
	private readonly scanner: SpanScanner;
	private readonly needs: readonly (readonly [number, number])[];
	private readonly group: readonly number[];
	private readonly step: readonly number[];
	private readonly reward: number;
	private readonly components: readonly number[];
	/** A line that two chunks share. */
	private whole: Buffer | null = null;
	/** Components of the row at hand. */
	private readonly values: Float64Array;
	private readonly found: Value;
	private readonly made: Made;
	private readonly marked = { mark: 0 };
	private position: number;
	/** Begin of the line that is not ended yet. */
	lineStart: number;
	/** Where the next file of a run begins. */
	private begin: number;
	private fileStep: number;

	constructor(
		private readonly columns: IndexColumns,
		offset: number,
		private line: number,
		private readonly source: ByteSource,
	) {
		const wanted = [...Object.keys(columns.needs), ...(columns.group?.keys ?? []), ...columns.step, ...(columns.reward ? [columns.reward.key] : []), ...columns.components];
		this.keys = scannable([...new Set(wanted)]);
		const place = (key: string): number => this.keys.indexOf(key);
		this.names = columns.components.filter(c => place(c) >= 0);
		this.scanner = newScanner(this.keys, INDEX_CHUNK);
		this.needs = Object.entries(columns.needs).map(([key, kind]) => [place(key), kind === "text" ? QUOTE : BRACKET] as const);
		this.group = (columns.group?.keys ?? []).map(place);
		this.step = columns.step.map(place);
		this.reward = columns.reward ? place(columns.reward.key) : -1;
		this.components = this.names.map(place);
		this.values = new Float64Array(this.components.length);
		this.found = { bytes: this.scanner.buffer, from: 0, to: 0 };
		this.made = { row: { offset: 0, bytes: 0, line: 0, step: Number.NaN, recorded: Number.NaN, components: this.values }, mark: null };
		this.position = offset;
		this.lineStart = offset;
		this.scanner.begin(offset);
		this.begin = nextBegin(source.parts, offset);
		this.fileStep = source.parts?.[partAt(source.parts, offset)]?.step ?? Number.NaN;
	}

	get nextLine(): number {
		return this.line;
	}

	/** Indexes the next chunk of the first `size` bytes; false when there is none. A line without its line feed is left over. */
	async chunk(size: number, sink: IndexSink): Promise<boolean> {
		const { scanner, source } = this;
		const want = Math.min(INDEX_CHUNK, size - this.position);
		if (want <= 0) return false;
		const n = await source.read(want === INDEX_CHUNK ? scanner.buffer : scanner.buffer.subarray(0, want), this.position);
		if (n === 0) return false;
		const chunk = { at: this.position, bytes: scanner.buffer };
		for (let from = 0; from < n; from += scanner.used) {
			const rows = scanner.scan(from, n - from, chunk.at + from);
			for (let r = 0; r < rows; r++) {
				const o = r * scanner.stride;
				const head = scanner.rows;
				const [start, end] = [head[o] as number, head[o + 1] as number];
				if (start >= this.begin) this.enter(start);
				const line = this.line++;
				this.lineStart = end + 1;
				if (head[o + 2] === ROW_FLAG.blank) continue;
				// values of a line that began in an earlier chunk are read again: one line a chunk
				const made =
					head[o + 2] === ROW_FLAG.ok
						? start >= chunk.at
							? this.row(start, end - start, line, o, chunk)
							: await this.crossing({ offset: start, bytes: end - start, line }, o, source)
						: null;
				if (made) sink.row(made.row, made.mark);
				else await sink.parse({ offset: start, bytes: end - start, line }, start >= chunk.at ? scanner.buffer.subarray(start - chunk.at, end - chunk.at) : null);
			}
		}
		this.position += n;
		return true;
	}

	/** A file of a run begins: it counts its own lines, and its name may tell the step. */
	private enter(start: number): void {
		const { parts } = this.source;
		this.line = 1;
		this.begin = nextBegin(parts, start + 1);
		this.fileStep = parts?.[partAt(parts, start)]?.step ?? Number.NaN;
	}

	/** A line over several chunks: it is read again, or, when it is long, only its values are. */
	private async crossing(place: RecordPlace, o: number, source: ByteSource): Promise<Made | null> {
		if (place.bytes <= INDEX_CHUNK) {
			this.whole ??= Buffer.allocUnsafeSlow(INDEX_CHUNK);
			await source.read(this.whole.subarray(0, place.bytes), place.offset);
			return this.row(place.offset, place.bytes, place.line, o, { at: place.offset, bytes: this.whole });
		}
		const { rows } = this.scanner;
		const spans = this.keys.map((_, k) => [rows[o + ROW_HEAD + 2 * k] as number, rows[o + ROW_HEAD + 2 * k + 1] as number] as const);
		const whole = new Set([...this.group, ...this.step, this.reward, ...this.components]);
		const sizes = spans.map(([from, to], k) => (whole.has(k) ? to - from : Math.min(64, to - from)));
		const bytes = Buffer.alloc(sizes.reduce((a, b) => a + b, 0));
		const moved = new Float64Array(ROW_HEAD + 2 * spans.length);
		let at = 0;
		for (const [k, [from, to]] of spans.entries()) {
			if (to === 0) continue;
			const size = sizes[k] as number;
			await source.read(bytes.subarray(at, at + size), from);
			moved[ROW_HEAD + 2 * k] = at;
			moved[ROW_HEAD + 2 * k + 1] = at + size;
			at += size;
		}
		return this.row(place.offset, place.bytes, place.line, 0, { at: 0, bytes }, moved);
	}

	/** The value of a key, where the scanner says it stands; valid until the next one is asked for. */
	private value(k: number, o: number, chunk: { readonly at: number; readonly bytes: Buffer }, rows: Float64Array): Value | null {
		const end = k < 0 ? 0 : (rows[o + ROW_HEAD + 2 * k + 1] as number);
		if (end === 0) return null;
		const { bytes } = chunk;
		let from = (rows[o + ROW_HEAD + 2 * k] as number) - chunk.at;
		let to = end - chunk.at;
		while (from < to && (bytes[from] as number) <= 32) from++;
		while (to > from && (bytes[to - 1] as number) <= 32) to--;
		const v = this.found;
		v.bytes = bytes;
		v.from = from;
		v.to = to;
		return v;
	}

	/** The row of a line, from the places of its values, valid until the next; null when it must be parsed. */
	private row(offset: number, length: number, line: number, o: number, chunk: { readonly at: number; readonly bytes: Buffer }, rows = this.scanner.rows): Made | null {
		const { columns, made } = this;
		for (const [k, first] of this.needs) {
			const v = this.value(k, o, chunk, rows);
			if (!v || v.bytes[v.from] !== first) return null;
		}
		let step = Number.NaN;
		for (const k of this.step) {
			const v = this.value(k, o, chunk, rows);
			if (!v) continue;
			step = numberAt(v.bytes, v.from, v.to) ?? asStep(parsed(v)) ?? Number.NaN;
			break;
		}
		if (Number.isNaN(step)) step = this.fileStep;
		const components = this.values;
		for (let i = 0; i < components.length; i++) {
			const v = this.value(this.components[i] as number, o, chunk, rows);
			components[i] = v ? plain(v) : Number.NaN;
		}
		const { row } = made;
		row.offset = offset;
		row.bytes = length;
		row.line = line;
		row.step = step;
		row.recorded = this.recorded(this.value(this.reward, o, chunk, rows), components);
		made.mark = null;
		if (!columns.group) return made;
		if (columns.group.by === "id") {
			for (const k of this.group) {
				const v = this.value(k, o, chunk, rows);
				const id = v ? idOf(v) : null;
				const key = id !== null && columns.group.of ? columns.group.of(id) : id;
				if (key === null) continue;
				made.mark = { key };
				break;
			}
			return made;
		}
		let mark = Number.isNaN(step) ? 1 : step * 2 + 2;
		for (const k of this.group) {
			const v = this.value(k, o, chunk, rows);
			if (v) mark = v.bytes === this.scanner.buffer ? this.scanner.hash(v.from, v.to, mark) : hashBytes(v.bytes, v.from, v.to, mark);
		}
		this.marked.mark = mark;
		made.mark = this.marked;
		return made;
	}

	private recorded(v: Value | null, components: Float64Array): number {
		const { reward } = this.columns;
		if (!reward) return sumOf(Object.fromEntries(this.names.map((name, i) => [name, components[i] as number])));
		if (!v) return Number.NaN;
		const number = numberAt(v.bytes, v.from, v.to);
		if (number !== null) return number;
		const value = parsed(v);
		if (value === undefined || value === null) return Number.NaN;
		return typeof value === "object" ? (reward.read?.(value) ?? Number.NaN) : readReward(value, [], []);
	}
}

const textOf = ({ bytes, from, to }: Value): string => bytes.toString("utf8", from, to);

function parsed(v: Value): JsonValue | undefined {
	const read = readJsonFast(textOf(v));
	return read.ok ? read.value : undefined;
}

/** A text without escapes is an id as it stands. */
function idOf(v: Value): string | null {
	const { bytes, from, to } = v;
	if (bytes[from] !== QUOTE) return asId(parsed(v));
	for (let i = from + 1; i < to - 1; i++) if ((bytes[i] as number) === BACKSLASH) return asId(parsed(v));
	return asId(bytes.toString("utf8", from + 1, to - 1));
}

/** A number or word; anything else waits until the record is read. */
function plain({ bytes, from, to }: Value): number {
	const first = bytes[from] as number;
	if (first === MINUS || (first >= ZERO && first <= NINE)) return numberAt(bytes, from, to) ?? Number.NaN;
	for (let w = 0; w < WORDS.length; w++) {
		const { spelled, value } = WORDS[w] as (typeof WORDS)[number];
		let i = 0;
		while (i < spelled.length && bytes[from + i] === spelled[i]) i++;
		if (i === spelled.length && to - from === i) return value;
	}
	return Number.NaN;
}
