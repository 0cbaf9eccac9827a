/**
 * 53-bit fingerprint of a text as 11 hexadecimal-like (base 32) digits: two FNV-1a lanes of 32 bits over UTF-16 units,
 * mixed at the end. Not cryptographic; two of a million different texts meet with probability about 6e-5.
 */
export function fingerprint(text: string): string {
	let a = 0x811c9dc5;
	let b = 0x9dc5811c;
	for (let i = 0; i < text.length; i++) {
		const c = text.charCodeAt(i);
		a = Math.imul(a ^ c, 0x01000193);
		b = Math.imul(b ^ c, 0x85ebca6b);
	}
	a = Math.imul(a ^ (b >>> 15), 0xc2b2ae35);
	b = Math.imul(b ^ (a >>> 13), 0x27d4eb2f);
	return ((b >>> 11) * 4294967296 + (a >>> 0)).toString(32).padStart(11, "0");
}
