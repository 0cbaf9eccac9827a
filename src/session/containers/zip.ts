import type { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import { InspectorError } from "../errors";
import type { ByteSource } from "../source";
import { readRange, unreadable } from "./bytes";
import { MAX_UNPACKED } from "./contract";
import { unzstd } from "./zstd";

/** A member of a zip file. */
export interface ZipMember {
	readonly name: string;
	readonly method: number;
	readonly packed: number;
	readonly length: number;
	readonly offset: number;
}

const END = 0x06054b50;
const END64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const FULL32 = 0xffffffff;

const u64 = (b: Buffer, at: number): number => Number(b.readBigUInt64LE(at));

/** Where the central directory lies. Its end record is the last thing in the file but a comment of up to 64 KB. */
async function directoryOf(source: ByteSource, size: number): Promise<{ offset: number; length: number; count: number }> {
	const from = Math.max(0, size - 65557);
	const tail = await readRange(source, from, size);
	for (let at = tail.length - 22; at >= 0; at--) {
		if (tail.readUInt32LE(at) !== END) continue;
		const count = tail.readUInt16LE(at + 10);
		const length = tail.readUInt32LE(at + 12);
		const offset = tail.readUInt32LE(at + 16);
		if (offset !== FULL32 && count !== 0xffff) return { offset, length, count };
		if (at < 20 || tail.readUInt32LE(at - 20) !== END64_LOCATOR) break;
		const where = u64(tail, at - 12);
		const end64 = await readRange(source, where, where + 56);
		if (end64.length < 56) break;
		return { count: u64(end64, 32), length: u64(end64, 40), offset: u64(end64, 48) };
	}
	throw unreadable(source, "zip: no directory at the end");
}

/** The members of a zip file, in directory order; folders left out. */
export async function zipMembers(source: ByteSource, size: number): Promise<ZipMember[]> {
	const where = await directoryOf(source, size);
	if (where.length > MAX_UNPACKED || where.offset + where.length > size) throw unreadable(source, "zip: directory beyond the file's end");
	const dir = await readRange(source, where.offset, where.offset + where.length);
	const members: ZipMember[] = [];
	for (let at = 0; at + 46 <= dir.length && dir.readUInt32LE(at) === CENTRAL; ) {
		const [names, extras, comments] = [dir.readUInt16LE(at + 28), dir.readUInt16LE(at + 30), dir.readUInt16LE(at + 32)];
		const name = dir.toString("utf8", at + 46, at + 46 + names);
		const sizes = { length: dir.readUInt32LE(at + 24), packed: dir.readUInt32LE(at + 20), offset: dir.readUInt32LE(at + 42) };
		wide(dir, at + 46 + names, extras, sizes);
		if (!name.endsWith("/")) members.push({ name, method: dir.readUInt16LE(at + 10), ...sizes });
		at += 46 + names + extras + comments;
	}
	return members;
}

/** Zip64: sizes that do not fit 32 bits stand in an extra field, in this order. */
function wide(dir: Buffer, from: number, length: number, sizes: { length: number; packed: number; offset: number }): void {
	for (let at = from; at + 4 <= from + length; ) {
		const size = dir.readUInt16LE(at + 2);
		if (dir.readUInt16LE(at) === 1) {
			let next = at + 4;
			for (const key of ["length", "packed", "offset"] as const) {
				if (sizes[key] !== FULL32 || next + 8 > at + 4 + size) continue;
				sizes[key] = u64(dir, next);
				next += 8;
			}
		}
		at += 4 + size;
	}
}

/** A member's bytes: stored, deflate or Zstandard. */
export async function readMember(source: ByteSource, member: ZipMember): Promise<Uint8Array> {
	if (member.length > MAX_UNPACKED) throw new InspectorError("too-large", member.name, { path: source.path, bytes: member.length, limit: MAX_UNPACKED });
	const head = await readRange(source, member.offset, member.offset + 30);
	if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) throw unreadable(source, `zip: ${member.name} is not where the directory says`);
	const from = member.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
	const packed = await readRange(source, from, from + member.packed);
	try {
		if (member.method === 0) return packed;
		if (member.method === 8) return inflateRawSync(packed, { maxOutputLength: Math.max(1, member.length) });
		if (member.method === 93) return unzstd(packed, member.length);
	} catch (e) {
		throw unreadable(source, `zip: ${member.name}: ${e instanceof Error ? e.message : String(e)}`);
	}
	throw unreadable(source, `zip: ${member.name} is packed by method ${member.method}`);
}
