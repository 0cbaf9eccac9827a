import { TAB, type WidthOf } from "./cells";

/** Display rows of a text: row i holds text[starts[i], starts[i + 1]). Its last character may be the newline that ended it. */
export interface Rows {
	readonly count: number;
	readonly starts: Uint32Array;
	/** 1 where a row holds anything but printable ASCII, so that columns say nothing about pixels. */
	readonly complex: Uint8Array;
}

const NEWLINE = 10;
const SPACE = 0x20;
/** From here on nearly all characters are wide, and rows may break between them. */
const WIDE = 0x2e80;
/** Punctuation that must not begin a line of Chinese or Japanese text. */
const CLOSERS = new Set([..."，。、；：？！）】》」』”’…～"].map(c => c.charCodeAt(0)));
/** May a row end after `c` when `next` follows? Commas help JSON without spaces. */
const breaksAfter = (c: number, next: number): boolean => c === SPACE || c === 0x09 || ((c === 0x2c || c === 0x3b) && next !== SPACE) || (c >= WIDE && !CLOSERS.has(next));

/** Grows in place, because the number of rows is known only at the end. */
class Builder {
	private starts = new Uint32Array(1024);
	private complex = new Uint8Array(1024);
	count = 0;

	push(start: number, complex: boolean): void {
		if (this.count + 1 >= this.starts.length) {
			const [starts, flags] = [new Uint32Array(this.starts.length * 2), new Uint8Array(this.starts.length * 2)];
			starts.set(this.starts);
			flags.set(this.complex);
			[this.starts, this.complex] = [starts, flags];
		}
		this.starts[this.count] = start;
		this.complex[this.count++] = complex ? 1 : 0;
	}

	end(length: number): Rows {
		this.starts[this.count] = length;
		return { count: this.count, starts: this.starts.slice(0, this.count + 1), complex: this.complex.slice(0, this.count) };
	}
}

/**
 * Breaks a text into rows of at most `columns` cells: at newlines, at the offsets in `forced` (ascending), else after the
 * last space, comma or wide character of the second half of the row, else anywhere between characters. One space may hang
 * over the edge. A forced break before a newline moves behind it, so that it makes no empty row. Linear in the text.
 */
export function breakRows(text: string, columns: number, forced: readonly number[], widthOf: WidthOf): Rows {
	const out = new Builder();
	let start = 0;
	let used = 0;
	let complex = false;
	/** Last place to break at, the cells before it, and whether anything complex stands before it. */
	let mark = 0;
	let markUsed = 0;
	let sinceMark = false;
	let next = 0;

	const begin = (at: number, cells: number, complexSoFar: boolean): void => {
		start = mark = at;
		used = cells;
		markUsed = 0;
		complex = sinceMark = complexSoFar;
	};

	for (let i = 0; i < text.length; ) {
		const c = text.charCodeAt(i);
		while (next < forced.length && (forced[next] as number) <= i) {
			if (forced[next] === i && i > start && c !== NEWLINE) {
				out.push(start, complex);
				begin(i, 0, false);
			}
			next++;
		}
		if (c === NEWLINE) {
			out.push(start, complex);
			begin(i + 1, 0, false);
			i++;
			continue;
		}
		const plain = c >= 0x20 && c <= 0x7e;
		const codePoint = plain ? c : (text.codePointAt(i) ?? c);
		const width = plain ? 1 : c === 0x09 ? TAB - (used % TAB) : widthOf(codePoint);
		const hangs = c === SPACE && used === columns;
		if (width > 0 && used + width > columns && i > start && !hangs) {
			const cut = mark - start > (i - start) / 2 ? mark : i;
			// `complex` may stem from behind the cut; a row taken for complex is only slower to paint.
			out.push(start, complex);
			const [rest, restComplex] = cut === i ? [0, false] : [used - markUsed, sinceMark];
			begin(cut, rest, restComplex);
		}
		// a tab is measured anew where it stands now
		used += c === 0x09 ? TAB - (used % TAB) : width;
		if (!plain) complex = sinceMark = true;
		i += codePoint > 0xffff ? 2 : 1;
		if (breaksAfter(codePoint, text.charCodeAt(i))) {
			mark = i;
			markUsed = used;
			sinceMark = false;
		}
	}
	if (start < text.length || out.count === 0) out.push(start, complex);
	return out.end(text.length);
}

/** Row that holds an offset (the last row for the end of the text). */
export function rowAt(rows: Rows, offset: number): number {
	let low = 0;
	let high = rows.count - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((rows.starts[middle] as number) <= offset) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Where a row's drawn text ends: its newline is not drawn. */
export function rowEnd(rows: Rows, text: string, index: number): number {
	const end = rows.starts[index + 1] as number;
	return end > (rows.starts[index] as number) && text.charCodeAt(end - 1) === NEWLINE ? end - 1 : end;
}
