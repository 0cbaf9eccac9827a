import { Buffer } from "node:buffer";
import type { ByteSource } from "./source";

/** One line of a file, as bytes. `bytes` excludes the line feed and is only valid until the next line is asked for. */
export interface Line {
	/** Byte offset of the line's first byte. */
	readonly offset: number;
	/** 1-based. */
	readonly number: number;
	readonly bytes: Buffer;
	/** Bytes of the line; more than `bytes` holds when it was too long to keep. */
	readonly length: number;
	/** False for the last line when no line feed ends it: the writer may not be done. */
	readonly ended: boolean;
}

const NONE = Buffer.alloc(0);
export const CHUNK = 512 * 1024;

/**
 * Lines of a source from `start`, read into one reused buffer of `chunk` bytes. Splits at \n only: U+2028, U+0085 and \r
 * stand inside lines. A line longer than a chunk is gathered; of one longer than
 * `longest` only the length is kept. Lines that begin at `until` or behind it are not read.
 */
export async function* linesOf(
	source: ByteSource,
	start: { readonly offset: number; readonly number: number },
	chunk = CHUNK,
	limits: { readonly longest?: number; readonly until?: number } = {},
): AsyncGenerator<Line> {
	const buffer = Buffer.allocUnsafe(chunk);
	let position = start.offset;
	let number = start.number;
	let lineStart = start.offset;
	let parts: Buffer[] = [];
	let held = 0;
	const { longest = Number.POSITIVE_INFINITY, until = Number.POSITIVE_INFINITY } = limits;
	while (lineStart < until) {
		const n = await source.read(buffer, position);
		if (n === 0) break;
		let from = 0;
		for (let at = buffer.indexOf(10); at >= 0 && at < n; at = buffer.indexOf(10, from)) {
			const tail = buffer.subarray(from, at);
			yield { offset: lineStart, number, bytes: held > longest ? NONE : parts.length ? Buffer.concat([...parts, tail]) : tail, length: position + at - lineStart, ended: true };
			parts = [];
			held = 0;
			from = at + 1;
			lineStart = position + from;
			number++;
			if (lineStart >= until) return;
		}
		if (from < n) {
			held += n - from;
			if (held > longest) parts = [];
			else parts.push(Buffer.from(buffer.subarray(from, n)));
		}
		position += n;
	}
	if (held) yield { offset: lineStart, number, bytes: Buffer.concat(parts), length: held, ended: false };
}
