import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { ByteSource } from "./source";

const WHOLE = 1 << 20;
const SAMPLES = 64;
const SAMPLE_BYTES = 4096;

/**
 * Fingerprint of the first `length` bytes: of all of them up to 1 MB, else of 64 stretches of 4 KB from begin to end. Tells a
 * file that only grew from one that was written anew.
 */
export async function contentMark(source: ByteSource, length: number): Promise<string> {
	const hash = createHash("sha256").update(String(length));
	const take = async (at: number, size: number): Promise<void> => {
		const bytes = Buffer.allocUnsafe(size);
		hash.update(bytes.subarray(0, await source.read(bytes, at)));
	};
	if (length <= WHOLE) await take(0, length);
	else for (let i = 0; i < SAMPLES; i++) await take(Math.round(((length - SAMPLE_BYTES) * i) / (SAMPLES - 1)), SAMPLE_BYTES);
	return hash.digest("hex");
}
