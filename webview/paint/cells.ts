/** Width of a character in cells of the monospace font, for characters outside printable ASCII. */
export type WidthOf = (codePoint: number) => number;

/** Columns between tab stops; the style sheet says the same. */
export const TAB = 4;

/** One cell for everything: for tests, and before the font is known. */
export const oneCell: WidthOf = () => 1;

const ZERO_WIDTH = /^(?:\p{Mn}|\p{Me}|\u200d)$/u;

/**
 * Widths as the font in use draws them, measured once per character. `measure` answers pixels of a text.
 */
export function measuredWidths(measure: (text: string) => number, cell: number): WidthOf {
	const known = new Map<number, number>();
	return codePoint => {
		const seen = known.get(codePoint);
		if (seen !== undefined) return seen;
		const text = String.fromCodePoint(codePoint);
		const width = ZERO_WIDTH.test(text) ? 0 : measure(text) / cell;
		known.set(codePoint, width);
		return width;
	};
}

/**
 * Characters that draw nothing, break lines or turn the direction of text would make a row show something else than the
 * file holds. Each is drawn as one visible symbol; offsets stay the same because every one of them is one UTF-16 unit.
 */
const HIDDEN =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function drawable(text: string): string {
	return text.replace(HIDDEN, c => {
		const code = c.charCodeAt(0);
		if (code < 0x20) return String.fromCharCode(0x2400 + code);
		if (code === 0x7f) return "\u2421";
		return "\ufffd";
	});
}
