/**
 * Byte-level BPE strings ("Ġis", "Ċ") as spans of the text they spell. GPT-2's table maps every byte to a printable
 * character: the printable ones to themselves, the other 68 to U+0100 and up, in order.
 */
const BYTES: ReadonlyMap<number, number> = (() => {
	const map = new Map<number, number>();
	let next = 256;
	for (let b = 0; b < 256; b++) {
		const printable = (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || (b >= 174 && b <= 255);
		map.set(printable ? b : next++, b);
	}
	return map;
})();

/**
 * Spans (UTF-16) of byte-level tokens in `text`, which they must spell from its start. A character that several tokens
 * share belongs to all of them. Tokens after the text's end (padding) are left out. Null when they spell something else.
 */
export function byteLevelSpans(tokens: readonly string[], text: string): { readonly from: Uint32Array; readonly to: Uint32Array } | null {
	const from: number[] = [];
	const to: number[] = [];
	const bytes: number[] = [];
	// offset of the character that byte i belongs to, and where that character ends
	let units = 0;
	let characterFrom = 0;
	for (const token of tokens) {
		// what follows the text is padding, but for the rest of a last character
		if (units >= text.length && !isContinuation(token)) break;
		let start = -1;
		for (const c of token) {
			const b = BYTES.get(c.codePointAt(0) ?? 0);
			if (b === undefined) return null;
			bytes.push(b);
			if ((b & 0xc0) !== 0x80) {
				characterFrom = units;
				units += b >= 0xf0 ? 2 : 1;
			}
			if (start < 0) start = characterFrom;
		}
		from.push(start < 0 ? units : start);
		to.push(units);
	}
	return units === text.length && decode(bytes) === text ? { from: Uint32Array.from(from), to: Uint32Array.from(to) } : null;
}

const isContinuation = (token: string): boolean => ((BYTES.get(token.codePointAt(0) ?? 0) ?? 0) & 0xc0) === 0x80;

/** UTF-8 without the platform's decoder; wrong bytes give U+FFFD. */
function decode(bytes: readonly number[]): string {
	const out: string[] = [];
	for (let i = 0; i < bytes.length; ) {
		const b = bytes[i] as number;
		const size = b < 0x80 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
		let code = size === 1 ? b : b & (0x7f >> size);
		for (let k = 1; k < size; k++) code = (code << 6) | ((bytes[i + k] ?? 0) & 0x3f);
		out.push(code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code));
		i += size;
	}
	return out.join("");
}
