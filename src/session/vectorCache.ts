import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const KEY_BYTES = 16;
/** Vectors kept in memory, and on disk before the older half is dropped. */
const MOST_VECTORS = 16_384;

/**
 * Vectors of texts under one model, in memory and appended to a file of records [hash of the text, floats]. A vector's length
 * is 1, which tells a whole record from a torn one. What the disk refuses is lost and costs one run of the model.
 */
export class VectorCache {
	/** Oldest first; a vector that is used goes to the end. */
	private readonly kept = new Map<string, Float32Array>();
	private fresh: { readonly key: string; readonly vector: Float32Array }[] = [];

	private constructor(private readonly file: string | null) {}

	/** `folder` null = in memory only. `model` names the model by its content. */
	static async open(folder: string | null, model: string): Promise<VectorCache> {
		const cache = new VectorCache(folder === null ? null : join(folder, `${model.slice(0, 32)}.vectors`));
		if (folder === null || cache.file === null) return cache;
		try {
			await mkdir(folder, { recursive: true });
			cache.load(await readFile(cache.file));
			if (cache.kept.size >= MOST_VECTORS) await cache.halve(cache.file);
		} catch {
			// no file yet, or none to be had
		}
		return cache;
	}

	get(text: string): Float32Array | undefined {
		const key = keyOf(text);
		const vector = this.kept.get(key);
		if (vector) this.keep(key, vector);
		return vector;
	}

	set(text: string, vector: Float32Array): void {
		const key = keyOf(text);
		this.keep(key, vector);
		this.fresh.push({ key, vector });
	}

	/** Appends what is new to the file. */
	async save(): Promise<void> {
		const fresh = this.fresh;
		this.fresh = [];
		if (this.file === null || !fresh.length) return;
		await appendFile(this.file, Buffer.concat(fresh.map(f => recordOf(f.key, f.vector)))).catch(() => {});
	}

	private keep(key: string, vector: Float32Array): void {
		this.kept.delete(key);
		this.kept.set(key, vector);
		if (this.kept.size > MOST_VECTORS) this.kept.delete(this.kept.keys().next().value as string);
	}

	private load(bytes: Buffer): void {
		// the first record tells how long they are: [key, number of floats, floats]
		const floats = bytes.length >= KEY_BYTES + 4 ? bytes.readUInt32LE(KEY_BYTES) : 0;
		const size = KEY_BYTES + 4 + 4 * floats;
		for (let at = 0; floats > 0 && at + size <= bytes.length; at += size) {
			const vector = new Float32Array(Uint8Array.from(bytes.subarray(at + KEY_BYTES + 4, at + size)).buffer);
			const length = vector.reduce((sum, v) => sum + v * v, 0);
			if (bytes.readUInt32LE(at + KEY_BYTES) !== floats || !(Math.abs(length - 1) < 1e-3)) return;
			this.keep(bytes.toString("hex", at, at + KEY_BYTES), vector);
		}
	}

	private async halve(file: string): Promise<void> {
		const records = [...this.kept].slice(MOST_VECTORS / 2).map(([key, vector]) => recordOf(key, vector));
		await writeFile(`${file}.${process.pid}`, Buffer.concat(records));
		await rename(`${file}.${process.pid}`, file);
	}
}

const keyOf = (text: string): string =>
	createHash("sha256")
		.update(text)
		.digest("hex")
		.slice(0, 2 * KEY_BYTES);

function recordOf(key: string, vector: Float32Array): Buffer {
	const count = Buffer.alloc(4);
	count.writeUInt32LE(vector.length);
	return Buffer.concat([Buffer.from(key, "hex"), count, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]);
}
