import type { Container } from "../../core/importers/contract";
import type { ByteSource } from "../source";

/** What is inside a container: JSON text (a record a line, or one document), as bytes. */
export interface Unpacked {
	/** File name to recognise the content by: the member's in a zip, without `.gz`/`.zst`. */
	readonly name: string;
	readonly bytes: AsyncIterable<Uint8Array>;
}

/** One way to pack records: one file, one registry row, one test. */
export interface ContainerFormat {
	readonly id: Container;
	/** Decides by the first bytes alone. */
	sniff(head: Uint8Array): boolean;
	/** Throws InspectorError ("unreadable", "too-large", "not-rollouts") with a reason. */
	open(source: ByteSource, size: number): Promise<Unpacked>;
}

/** More than this is not unpacked into memory. */
export const MAX_UNPACKED = 1024 * 1024 * 1024;

export const startsWith = (head: Uint8Array, magic: readonly number[]): boolean => magic.every((b, i) => head[i] === b);
