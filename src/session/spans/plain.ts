import { Buffer } from "node:buffer";
import { MAX_ROWS, ROW_FLAG, ROW_HEAD, type SpanScanner } from "./contract";
import { hashBytes } from "./hash";

/** What comes next at depth 1. */
const NEXT = { firstKey: 0, key: 1, inKey: 2, colon: 3, value: 4, inString: 5, inNest: 6, end: 7, closed: 8 } as const;
const isSpace = (c: number): boolean => c === 32 || c === 9 || c === 13;

/** The scanner byte by byte, for engines without WebAssembly SIMD: same answers, several times the time. */
export class PlainScanner implements SpanScanner {
	readonly buffer: Buffer;
	readonly rows: Float64Array;
	readonly stride: number;
	used = 0;
	private readonly keys: readonly Buffer[];
	private readonly row: Float64Array;
	private inString = false;
	private escaped = false;
	private depth = 0;
	private next: number = NEXT.firstKey;
	private bad = false;
	private blank = true;
	private readonly found: boolean[];
	private current = -1;
	private keyEscaped = false;
	/** What earlier chunks held of the key being read. */
	private partial: Buffer = Buffer.alloc(0);
	private keyFrom = 0;

	constructor(keys: readonly string[], chunk: number) {
		this.keys = keys.map(k => Buffer.from(k));
		this.stride = ROW_HEAD + 2 * keys.length;
		this.row = new Float64Array(this.stride);
		this.rows = new Float64Array(this.stride * MAX_ROWS);
		this.buffer = Buffer.alloc(chunk);
		this.found = keys.map(() => false);
	}

	begin(offset: number): void {
		this.row.fill(0);
		this.row[0] = offset;
		this.inString = false;
		this.escaped = false;
		this.depth = 0;
		this.next = NEXT.firstKey;
		this.bad = false;
		this.blank = true;
		this.found.fill(false);
		this.current = -1;
	}

	hash(from: number, to: number, seed: number): number {
		return hashBytes(this.buffer, from, to, seed);
	}

	scan(from: number, length: number, offset: number): number {
		const { buffer } = this;
		const end = from + length;
		let rows = 0;
		let p = from;
		this.keyFrom = from;
		while (p < end && rows < MAX_ROWS) {
			const c = buffer[p] as number;
			if (c === 10) {
				this.endLine(rows++, offset + p - from);
				p++;
				continue;
			}
			if (this.bad) {
				const at = buffer.indexOf(10, p);
				this.blank = false;
				p = at < 0 || at >= end ? end : at;
				continue;
			}
			if (this.inString) p = this.string(p, end);
			else {
				this.outside(c, p, offset + p - from);
				p++;
			}
		}
		if (this.next === NEXT.inKey && !this.bad) this.partial = Buffer.concat([this.partial, buffer.subarray(this.keyFrom, p)]);
		this.used = p - from;
		return rows;
	}

	/** Reads on in a string; returns where to go on. */
	private string(at: number, end: number): number {
		const { buffer } = this;
		let p = at;
		for (; p < end; p++) {
			const c = buffer[p] as number;
			if (c === 10) return p;
			if (this.escaped) {
				this.escaped = false;
				continue;
			}
			if (c === 92) {
				this.escaped = true;
				if (this.next === NEXT.inKey) this.keyEscaped = true;
			} else if (c === 34) {
				this.inString = false;
				if (this.depth === 1) {
					if (this.next === NEXT.inKey) this.closeKey(p);
					else this.next = NEXT.end;
				}
				return p + 1;
			}
		}
		return p;
	}

	private outside(c: number, p: number, place: number): void {
		const escaped = this.escaped;
		this.escaped = c === 92 && !escaped;
		if (isSpace(c)) return;
		if (this.next === NEXT.closed || (this.blank && c !== 0x7b)) {
			this.bad = true;
			this.blank = false;
			return;
		}
		this.blank = false;
		if (c === 34 && !escaped) {
			this.inString = true;
			if (this.depth === 1) this.openString(p);
		} else if (c === 0x7b || c === 0x5b) {
			this.depth++;
			if (this.depth === 2) {
				if (this.next !== NEXT.value) this.bad = true;
				this.next = NEXT.inNest;
			}
		} else if (c === 0x7d || c === 0x5d) {
			this.depth--;
			if (this.depth === 1) this.next = NEXT.end;
			else if (this.depth === 0) {
				if (this.next === NEXT.end || this.next === NEXT.value) this.closeValue(place);
				else if (this.next !== NEXT.firstKey) this.bad = true;
				this.next = NEXT.closed;
			}
		} else if (this.depth === 1) {
			if (c === 0x3a) {
				if (this.next !== NEXT.colon) this.bad = true;
				if (this.current >= 0) this.row[ROW_HEAD + 2 * this.current] = place + 1;
				this.next = NEXT.value;
			} else if (c === 0x2c) {
				if (this.next !== NEXT.end && this.next !== NEXT.value) this.bad = true;
				this.closeValue(place);
				this.next = NEXT.key;
			}
		}
	}

	private openString(p: number): void {
		if (this.next === NEXT.value) this.next = NEXT.inString;
		else if (this.next === NEXT.firstKey || this.next === NEXT.key) {
			this.next = NEXT.inKey;
			this.keyFrom = p + 1;
			this.keyEscaped = false;
			this.partial = Buffer.alloc(0);
		} else this.bad = true;
	}

	private closeKey(p: number): void {
		if (this.keyEscaped) this.bad = true;
		const tail = this.buffer.subarray(this.keyFrom, p);
		const key = this.partial.length ? Buffer.concat([this.partial, tail]) : tail;
		this.partial = Buffer.alloc(0);
		const k = this.keys.findIndex(x => x.equals(key));
		if (k >= 0) {
			if (this.found[k]) this.bad = true;
			this.found[k] = true;
		}
		this.current = k;
		this.next = NEXT.colon;
	}

	private closeValue(place: number): void {
		if (this.current >= 0) this.row[ROW_HEAD + 2 * this.current + 1] = place;
		this.current = -1;
	}

	private endLine(r: number, place: number): void {
		this.row[1] = place;
		this.row[2] = this.blank ? ROW_FLAG.blank : this.bad || this.next !== NEXT.closed ? ROW_FLAG.parse : ROW_FLAG.ok;
		this.rows.set(this.row, r * this.stride);
		this.begin(place + 1);
	}
}
