import type { Container } from "../../core/importers/contract";
import { InspectorError } from "../errors";
import type { ByteSource } from "../source";
import { readRange, unreadable } from "./bytes";
import type { ContainerFormat, Unpacked } from "./contract";
import { gzip } from "./gzip";
import { parquet } from "./parquet";
import { isTorch, zip } from "./zipped";
import { zstd } from "./zstd";

/** What records may be packed in, told apart by their first bytes. */
export const CONTAINERS: readonly ContainerFormat[] = [parquet, zip, gzip, zstd];

/**
 * Opens the container a file is; null when it is plain text. Throws InspectorError when it is one that cannot be read.
 */
export async function openContainer(source: ByteSource): Promise<(Unpacked & { readonly container: Container }) | null> {
	const { size } = await source.stat();
	const head = await readRange(source, 0, Math.min(8, size));
	const format = CONTAINERS.find(c => c.sniff(head));
	if (!format) return null;
	try {
		const container = format.id === "zip" && (await isTorch(source, size)) ? "pt" : format.id;
		return { container, ...(await format.open(source, size)) };
	} catch (e) {
		// a directory that points outside of itself
		throw e instanceof InspectorError ? e : unreadable(source, e instanceof Error ? e.message : String(e));
	}
}
