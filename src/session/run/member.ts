import { MAX_UNPACKED } from "../containers/contract";
import { UnpackedSource } from "../containers/unpacked";
import { fromSystem, InspectorError } from "../errors";
import { type OpenedFile, openFile } from "../opened";
import { type ByteSource, PathSource } from "../source";
import { Flattened } from "./flattened";

/** State of a file on disk. */
export interface Seen {
	readonly identity: string;
	readonly size: number;
	readonly modified: number;
}

export const same = (a: Seen, b: Seen): boolean => a.identity === b.identity && a.size === b.size && a.modified === b.modified;

/** One recognised file of a run: its records are read from `content`, a record a line. */
export interface Member {
	readonly path: string;
	readonly disk: PathSource;
	readonly content: ByteSource;
	readonly opened: OpenedFile;
	/** Bytes of `content` when it was last looked at. */
	bytes: number;
	seen: Seen;
	/** Plain lines: more may be appended. Others are read anew when they change. */
	readonly grows: boolean;
	/** Does its last line end with a line feed? Known once it is part of a run. */
	ended: boolean;
	/** Reads under way. */
	readers: number;
	/** Bytes it keeps in memory. */
	readonly kept: number;
}

/** A file that is not part of the run, with the reason, and the state it was in. */
export interface LeftOut {
	readonly path: string;
	readonly error: InspectorError;
	readonly seen: Seen | null;
}

/** Recognises a file; `room` = bytes that may still be unpacked into memory. */
export async function openMember(path: string, forced: string | null, room: number): Promise<Member | LeftOut> {
	const disk = new PathSource(path);
	let seen: Seen | null = null;
	try {
		seen = await disk.stat();
		const packed = seen.size === 0 ? null : await UnpackedSource.open(disk);
		const text: ByteSource = packed ?? disk;
		const opened = await openFile(text, forced, packed?.container ?? null);
		const { size: bytes } = await text.stat();
		const kept = packed ? bytes : 0;
		if (kept > room) throw new InspectorError("run-too-large", path, { path, limit: MAX_UNPACKED });
		// it is opened again when it is read
		await disk.close();
		const content = opened.layout === "document" ? new Flattened(text) : text;
		return { path, disk, content, opened, bytes, seen, ended: false, readers: 0, grows: !packed && opened.layout === "lines", kept };
	} catch (e) {
		await disk.close();
		return { path, error: fromSystem(e, path), seen };
	}
}
