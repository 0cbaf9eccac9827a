import { Buffer } from "node:buffer";
import { InspectorError } from "../errors";
import type { ByteSource } from "../source";
import { MAX_UNPACKED } from "./contract";

/** Bytes [from, to) of a source; fewer at its end. */
export async function readRange(source: ByteSource, from: number, to: number): Promise<Buffer> {
	const target = Buffer.allocUnsafe(Math.max(0, to - from));
	return target.subarray(0, await source.read(target, from));
}

/** The whole source in pieces. */
export async function* chunksOf(source: ByteSource, size: number, step = 1 << 20): AsyncGenerator<Buffer> {
	for (let at = 0; at < size; at += step) yield await readRange(source, at, Math.min(size, at + step));
}

export const unreadable = (source: ByteSource, detail: string): InspectorError => new InspectorError("unreadable", detail, { path: source.path, detail });

/** Gathers chunks, up to the limit of what is unpacked. */
export async function gather(source: ByteSource, chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		length += chunk.length;
		if (length > MAX_UNPACKED) throw new InspectorError("too-large", source.name, { path: source.path, bytes: length, limit: MAX_UNPACKED });
		parts.push(chunk);
	}
	return Buffer.concat(parts, length);
}
