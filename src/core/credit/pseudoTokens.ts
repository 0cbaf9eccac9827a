/** Token boundaries of our own where the file has none: near what tokenizers do, never inside what a person sees as one character. */

const SPACE = 0;
const NEWLINE = 1;
const WORD = 2;
const MARK = 3;
const ALONE = 4;
/** Most characters per token by class: tokenizers cut long words and runs of marks. */
const LONGEST = [0, 8, 12, 3, 1] as const;
const ASCII = Uint8Array.from({ length: 128 }, (_, c) => {
	if (c === 10 || c === 13) return NEWLINE;
	if (c === 32 || c === 9) return SPACE;
	return /\w/.test(String.fromCharCode(c)) ? WORD : MARK;
});
const JOINER = 0x200d;
const CONTINUES = /[\p{M}\p{Emoji_Modifier}\u200d]/uy;

/** Does this code unit continue the character before it: combining mark, variation selector, joined emoji, skin tone, low surrogate? */
function continues(text: string, at: number): boolean {
	const c = text.charCodeAt(at);
	if (at === 0 || !(c >= 0x300)) return false;
	if (c >= 0xdc00 && c < 0xe000) return true;
	if (text.charCodeAt(at - 1) === JOINER) return true;
	CONTINUES.lastIndex = at;
	return CONTINUES.test(text);
}

function classOf(text: string, at: number): number {
	const c = text.charCodeAt(at);
	if (c < 0x80) return ASCII[c] as number;
	if (c === 0xa0 || c === 0x3000) return SPACE;
	// Han, kana, Hangul and all beyond the basic plane
	if (c >= 0x2e80) return ALONE;
	return /^[\p{L}\p{N}]/u.test(text.charAt(at)) ? WORD : ALONE;
}

function characterEnd(text: string, at: number): number {
	let end = at + 1;
	while (continues(text, end)) end++;
	return end;
}

/** End of the token that begins at `at`: a word or a few marks with one space before, one CJK character, a run of line breaks. */
export function pseudoTokenEnd(text: string, at: number, limit: number): number {
	let end = at;
	let lastSpace = at;
	let kind = classOf(text, end);
	while (kind === SPACE) {
		lastSpace = end;
		end = characterEnd(text, end);
		if (end >= limit) return end;
		kind = classOf(text, end);
	}
	if (kind === NEWLINE && end > at) return end;
	if (lastSpace > at) return lastSpace;
	const longest = LONGEST[kind] as number;
	for (let n = 0; n < longest && end < limit && classOf(text, end) === kind; n++) end = characterEnd(text, end);
	return end;
}

/** First place from `at` on where a character begins, so that no boundary of segments cuts one. */
export function characterStart(text: string, at: number): number {
	let start = at;
	while (continues(text, start)) start++;
	return start;
}
