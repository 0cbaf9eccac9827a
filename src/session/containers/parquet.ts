import { Buffer } from "node:buffer";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { type ByteSource, baseName } from "../source";
import { readRange, unreadable } from "./bytes";
import { type ContainerFormat, startsWith } from "./contract";
import { jsonText } from "./jsonText";

/** Rows that are decoded at once. */
const ROWS = 2048;

async function* rowsOf(source: ByteSource, size: number): AsyncGenerator<Uint8Array> {
	const file = {
		byteLength: size,
		async slice(start: number, end = size): Promise<ArrayBuffer> {
			const part = await readRange(source, start, end);
			return part.buffer.slice(part.byteOffset, part.byteOffset + part.length) as ArrayBuffer;
		},
	};
	try {
		const metadata = await parquetMetadataAsync(file);
		let base = 0;
		for (const group of metadata.row_groups) {
			const to = base + Number(group.num_rows);
			for (let from = base; from < to; from += ROWS) {
				const rows = await parquetReadObjects({ file, metadata, compressors, rowStart: from, rowEnd: Math.min(to, from + ROWS) });
				for (const r of rows) yield Buffer.from(`${jsonText(r)}\n`);
			}
			base = to;
		}
	} catch (e) {
		throw unreadable(source, e instanceof Error ? e.message : String(e));
	}
}

/** Parquet: a line per row. TRL's completions, newer ART trajectories, most data sets. */
export const parquet: ContainerFormat = {
	id: "parquet",
	sniff: head => startsWith(head, [0x50, 0x41, 0x52, 0x31]),
	open: async (source, size) => ({ name: baseName(source.path), bytes: rowsOf(source, size) }),
};
