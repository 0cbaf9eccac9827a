import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";

/** A member to pack: stored, deflate or Zstandard (a frame given as it is, with the length it unpacks to). */
export interface Part {
	readonly name: string;
	readonly bytes: Buffer;
	readonly method?: 0 | 8 | 93;
	readonly length?: number;
}

/** A zip file of the parts; with `comment` behind its end record. */
export function zipOf(parts: readonly Part[], comment = ""): Buffer {
	const out: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const { name, bytes, method = 8, length = bytes.length } of parts) {
		const packed = method === 8 ? deflateRawSync(bytes) : bytes;
		const fields = (signature: number, extra: number): Buffer => {
			const b = Buffer.alloc(signature === 0x04034b50 ? 30 : 46);
			const at = signature === 0x04034b50 ? 6 : 8;
			b.writeUInt32LE(signature, 0);
			b.writeUInt16LE(20, 4);
			b.writeUInt16LE(method, at + 2);
			b.writeUInt32LE(packed.length, at + 12);
			b.writeUInt32LE(length, at + 16);
			b.writeUInt16LE(name.length, at + 20);
			if (extra >= 0) b.writeUInt32LE(extra, 42);
			return b;
		};
		directory.push(fields(0x02014b50, offset), Buffer.from(name));
		const local = Buffer.concat([fields(0x04034b50, -1), Buffer.from(name), packed]);
		out.push(local);
		offset += local.length;
	}
	const dir = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(parts.length, 8);
	end.writeUInt16LE(parts.length, 10);
	end.writeUInt32LE(dir.length, 12);
	end.writeUInt32LE(offset, 16);
	end.writeUInt16LE(comment.length, 20);
	return Buffer.concat([...out, dir, end, Buffer.from(comment)]);
}

/** A Zstandard frame of one raw block: the format's simplest. */
export function zstdOf(bytes: Buffer): Buffer {
	const head = Buffer.alloc(12);
	head.writeUInt32LE(0xfd2fb528, 0);
	// single segment, content size in four bytes
	head.writeUInt8(0xa0, 4);
	head.writeUInt32LE(bytes.length, 5);
	const block = (bytes.length << 3) | 1;
	head.writeUIntLE(block, 9, 3);
	return Buffer.concat([head, bytes]);
}
