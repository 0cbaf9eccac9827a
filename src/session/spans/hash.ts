/** Two lanes for each of the eight words of a stripe. */
const lanes = new Int32Array(16);

/**
 * 53-bit mark of bytes[from, to), for telling equal values from others: two multiplicative lanes over four bytes at a time, and over
 * stripes of 32 bytes two for each four of them, so that SIMD takes a stripe in two steps. Not cryptographic; `seed` joins the marks of several values.
 */
export function hashBytes(bytes: Uint8Array, from: number, to: number, seed = 0): number {
	let a = 0x811c9dc5 ^ (seed | 0);
	let b = 0x9dc5811c ^ ((seed / 4294967296) | 0) ^ (to - from);
	let i = from;
	if (to - from >= 32) {
		for (let k = 0; k < 8; k++) lanes[k] = lanes[k + 8] = k + 1;
		for (; i + 32 <= to; i += 32)
			for (let k = 0; k < 8; k++) {
				const w = wordAt(bytes, i + 4 * k);
				let x = Math.imul((lanes[k] as number) ^ w, 0x9e3779b1);
				x ^= x >>> 15;
				lanes[k] = x;
				lanes[k + 8] = Math.imul((lanes[k + 8] as number) ^ w, 0x85ebca6b) + x;
			}
		for (let k = 0; k < 8; k++) {
			a = Math.imul(a ^ (lanes[k] as number), 0x9e3779b1);
			a ^= a >>> 15;
			b = Math.imul(b ^ (lanes[k + 8] as number), 0x85ebca6b) + a;
		}
	}
	for (; i + 4 <= to; i += 4) {
		const w = wordAt(bytes, i);
		a = Math.imul(a ^ w, 0x9e3779b1);
		a ^= a >>> 15;
		b = Math.imul(b ^ w, 0x85ebca6b) + a;
	}
	for (; i < to; i++) {
		a = Math.imul(a ^ (bytes[i] as number), 0x01000193);
		b = Math.imul(b ^ (bytes[i] as number), 0xc2b2ae35) + a;
	}
	a = Math.imul(a ^ (b >>> 15), 0xc2b2ae35);
	b = Math.imul(b ^ (a >>> 13), 0x27d4eb2f);
	a ^= a >>> 16;
	b ^= b >>> 14;
	return (b >>> 11) * 4294967296 + (a >>> 0);
}

const wordAt = (bytes: Uint8Array, i: number): number =>
	(bytes[i] as number) | ((bytes[i + 1] as number) << 8) | ((bytes[i + 2] as number) << 16) | ((bytes[i + 3] as number) << 24);
