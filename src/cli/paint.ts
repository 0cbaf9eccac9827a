import type { Terminal } from "./terminal";

export type Brush = (text: string) => string;
const plain: Brush = text => text;
const sgr =
	(open: string, close: string): Brush =>
	text =>
		text ? `\u001b[${open}m${text}\u001b[${close}m` : text;

/** Colours of one terminal. Everything painted says the same thing in words or signs too. */
export interface Paint {
	readonly coloured: boolean;
	readonly bold: Brush;
	readonly dim: Brush;
	readonly good: Brush;
	readonly bad: Brush;
	readonly doubt: Brush;
	/** Text on the diverging scale: tone −1 (pushed down, orange) … 0 (none) … +1 (pushed up, blue). */
	tone(tone: number, options?: { readonly underline?: boolean; readonly bold?: boolean }): Brush;
}

/** Backgrounds for white text, weak to strong: blue for up, orange for down (told apart by every kind of colour vision), contrast ≥ 4.5. */
const NEUTRAL = [70, 74, 80] as const;
const UP = [20, 90, 230] as const;
const DOWN = [190, 78, 0] as const;
const UP_256 = [60, 25, 26] as const;
const DOWN_256 = [95, 94, 130] as const;

function background(tone: number, bits: Terminal["colourBits"]): string {
	const strength = Math.min(1, Math.abs(tone));
	const up = tone > 0;
	if (bits === 24) {
		const end = up ? UP : DOWN;
		const mix = NEUTRAL.map((n, i) => Math.round(n + ((end[i] as number) - n) * strength));
		return `48;2;${mix.join(";")};38;2;255;255;255`;
	}
	if (bits === 8) return `48;5;${(up ? UP_256 : DOWN_256)[Math.min(2, Math.floor(strength * 3))]};38;5;231`;
	return `${up ? 44 : 41};97`;
}

export function paintFor(terminal: Terminal): Paint {
	const { colourBits } = terminal;
	if (!colourBits) return { coloured: false, bold: plain, dim: plain, good: plain, bad: plain, doubt: plain, tone: () => plain };
	return {
		coloured: true,
		bold: sgr("1", "22"),
		dim: sgr("2", "22"),
		good: sgr("32", "39"),
		bad: sgr("31", "39"),
		doubt: sgr("33", "39"),
		tone: (tone, { underline = false, bold = false } = {}) => {
			const codes = [...(tone ? [background(tone, colourBits)] : []), ...(underline ? ["4"] : []), ...(bold ? ["1"] : [])];
			return codes.length ? text => (text ? `\u001b[${codes.join(";")}m${text}\u001b[0m` : text) : plain;
		},
	};
}
