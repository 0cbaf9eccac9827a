import stringWidth from "string-width";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const PLAIN = /^[ -~]*$/;

/** string-width takes tens of microseconds a grapheme; texts repeat theirs. */
const known = new Map<string, number>();
function graphemeWidth(grapheme: string): number {
	let width = known.get(grapheme);
	if (width === undefined) {
		if (known.size > 20_000) known.clear();
		width = stringWidth(grapheme);
		known.set(grapheme, width);
	}
	return width;
}

/** Columns of a terminal that text takes: CJK and emoji two, combining marks none, colour codes none. The only door of string-width. */
export function widthOf(text: string): number {
	if (PLAIN.test(text)) return text.length;
	if (text.includes("\u001b")) return stringWidth(text);
	let width = 0;
	for (const g of graphemes.segment(text)) width += graphemeWidth(g.segment);
	return width;
}

const firstGrapheme = (text: string): string => graphemes.segment(text)[Symbol.iterator]().next().value?.segment ?? text;
/** UTF-16 units looked at per column: a text of 60 MB costs no more than its beginning. */
const ROOM = 8;
const NOT_SHOWN =
	/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Rollout text is a stranger's: escape codes, carriage returns and direction overrides are made visible, never sent to the terminal. Line feeds stay. */
export const printable = (text: string): string =>
	text.replace(NOT_SHOWN, c => {
		const code = c.charCodeAt(0);
		if (code === 9) return "    ";
		if (code < 32) return String.fromCharCode(0x2400 + code);
		if (code === 127) return "\u2421";
		return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
	});

/** The beginning of a text, printable, in one line of at most `columns`. */
export const oneLine = (text: string, columns: number): string =>
	cut(printable(text.slice(0, columns * ROOM).replace(/\r?\n/g, "\u23ce")) + (text.length > columns * ROOM ? "…" : ""), columns);

/** The longest beginning of `text` that fits into `columns`, whole graphemes. */
export function headOf(text: string, columns: number): string {
	if (PLAIN.test(text)) return text.slice(0, columns);
	let width = 0;
	let end = 0;
	for (const g of graphemes.segment(text)) {
		width += graphemeWidth(g.segment);
		if (width > columns) break;
		end = g.index + g.segment.length;
	}
	return text.slice(0, end);
}

/** `text` within `columns`; what is cut off is marked by "…". */
export function cut(text: string, columns: number): string {
	const head = headOf(text.slice(0, columns * ROOM), columns);
	return head.length === text.length ? text : columns < 1 ? "" : `${headOf(head, columns - 1)}…`;
}

/** Is `text` wider than `columns`? Looks at no more of it than needed. */
export const exceeds = (text: string, columns: number): boolean => text.length > columns * ROOM || widthOf(text) > columns;

export const padEnd = (text: string, columns: number): string => text + " ".repeat(Math.max(0, columns - widthOf(text)));
export const padStart = (text: string, columns: number): string => " ".repeat(Math.max(0, columns - widthOf(text))) + text;

/** Lines of at most `columns`, broken at spaces where there are some and between CJK characters; nothing is lost but the space at a break. Linear. */
export function wrap(text: string, columns: number): readonly string[] {
	const out: string[] = [];
	for (const line of text.split("\n"))
		for (let from = 0; ; ) {
			const ahead = line.slice(from, from + columns * ROOM);
			const head = headOf(ahead, columns) || firstGrapheme(ahead);
			if (from + head.length >= line.length) {
				out.push(head);
				break;
			}
			const space = ahead[head.length] === " " ? head.length : head.lastIndexOf(" ");
			const length = space > head.length / 3 ? space : head.length;
			out.push(head.slice(0, length));
			from += length + (line[from + length] === " " ? 1 : 0);
		}
	return out;
}
