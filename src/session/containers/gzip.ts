import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { type ByteSource, baseName } from "../source";
import { chunksOf, unreadable } from "./bytes";
import { type ContainerFormat, startsWith } from "./contract";

async function* inflate(source: ByteSource, size: number): AsyncGenerator<Uint8Array> {
	const stream = Readable.from(chunksOf(source, size)).pipe(createGunzip());
	try {
		for await (const chunk of stream) yield chunk as Uint8Array;
	} catch (e) {
		throw unreadable(source, e instanceof Error ? e.message : String(e));
	}
}

/** A file compressed with gzip. */
export const gzip: ContainerFormat = {
	id: "gz",
	sniff: head => startsWith(head, [0x1f, 0x8b]),
	open: async (source, size) => ({ name: baseName(source.path).replace(/\.gz$/i, ""), bytes: inflate(source, size) }),
};
