import { Buffer } from "node:buffer";

const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i);
const TOKEN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The JSON number that bytes[from, to) spell, exactly as JSON.parse reads it; null when they spell none, or an integer that
 * a double does not hold. Digits that fit 2^53 with at most 15 decimals are one exact division, which rounds correctly.
 */
export function numberAt(bytes: Uint8Array, from: number, to: number): number | null {
	let i = from;
	const negative = bytes[i] === 45;
	if (negative) i++;
	const first = i;
	let digits = 0;
	let decimals = -1;
	for (; i < to; i++) {
		const c = bytes[i] as number;
		if (c >= 48 && c <= 57) {
			digits = digits * 10 + c - 48;
			if (decimals >= 0) decimals++;
		} else if (c === 46 && decimals < 0 && i > first) decimals = 0;
		else return spelled(bytes, from, to);
	}
	const wrongZero = bytes[first] === 48 && to > first + 1 && bytes[first + 1] !== 46;
	if (to === first || decimals === 0 || wrongZero || digits > Number.MAX_SAFE_INTEGER || decimals > 15) return spelled(bytes, from, to);
	const value = decimals > 0 ? digits / (POWERS[decimals] as number) : digits;
	return negative ? -value : value;
}

function spelled(bytes: Uint8Array, from: number, to: number): number | null {
	if (to - from > 400) return null;
	const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
	if (!TOKEN.test(text)) return null;
	const n = Number(text);
	return /[.eE]/.test(text) || Number.isSafeInteger(n) ? n : null;
}
