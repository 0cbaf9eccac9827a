import { Decompress, decompress } from "fzstd";
import { type ByteSource, baseName } from "../source";
import { chunksOf, unreadable } from "./bytes";
import { type ContainerFormat, startsWith } from "./contract";

/** Decompresses a zip member of `length` bytes. */
export const unzstd = (packed: Uint8Array, length: number): Uint8Array => decompress(packed, new Uint8Array(length));

async function* expand(source: ByteSource, size: number): AsyncGenerator<Uint8Array> {
	let ready: Uint8Array[] = [];
	const stream = new Decompress(chunk => ready.push(chunk));
	try {
		let seen = 0;
		for await (const chunk of chunksOf(source, size)) {
			seen += chunk.length;
			stream.push(chunk, seen >= size);
			const out = ready;
			ready = [];
			yield* out;
		}
	} catch (e) {
		throw unreadable(source, e instanceof Error ? e.message : String(e));
	}
}

/** A file compressed with Zstandard. */
export const zstd: ContainerFormat = {
	id: "zst",
	sniff: head => startsWith(head, [0x28, 0xb5, 0x2f, 0xfd]),
	open: async (source, size) => ({ name: baseName(source.path).replace(/\.zstd?$/i, ""), bytes: expand(source, size) }),
};
