import type { Buffer } from "node:buffer";

/** What the scanner says of a line. `parse`: not an object that closes on its line, or with keys it cannot tell apart. */
export const ROW_FLAG = { ok: 0, blank: 1, parse: 2 } as const;

/** Rows handed out by one call. */
export const MAX_ROWS = 4096;
/** Numbers a row has before its places: from, to, flag. */
export const ROW_HEAD = 3;
/** More keys than this are not looked for. */
export const MAX_KEYS = 32;

/**
 * Finds lines and, in each, where the values of wanted top-level keys stand, without reading what lies inside them. State
 * lives between calls: a line may lie over any number of chunks.
 */
export interface SpanScanner {
	/** Bytes to scan are put here, from its begin. */
	readonly buffer: Buffer;
	/**
	 * Rows of the last call, `stride` numbers each: from, to (of the line, without its line feed), flag, then from, to of each
	 * wanted value, 0 and 0 when the key is not there. Offsets in the file; white space round a value is included.
	 */
	readonly rows: Float64Array;
	readonly stride: number;
	/** Bytes that the last call took. */
	readonly used: number;
	/** Begins a line at an offset of the file. */
	begin(offset: number): void;
	/** Scans buffer[from, from + length), which stands at `offset` in the file. Returns how many lines ended; less than all bytes are used when MAX_ROWS did. */
	scan(from: number, length: number, offset: number): number;
	/** hashBytes of buffer[from, to). */
	hash(from: number, to: number, seed: number): number;
}
