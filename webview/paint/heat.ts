import { tone } from "../../src/core/credit/tone";
import type { Palette } from "../../src/protocol/editor";

/** Colour steps on each side of zero. Few enough that neighbours of nearly equal credit are painted as one run. */
export const LEVELS = 20;
/** Level of a token without credit: NaN means none, which is not the level 0 of a credit of zero. Both are unpainted. */
export const NO_LEVEL = -128;

export type Theme = "light" | "dark" | "hc-dark" | "hc-light";
type Rgb = readonly [number, number, number];

/** Step of a credit on a scale that is symmetric around 0 and clamped at ±scale. Never 0 for a credit that is not 0. */
export function levelOf(credit: number, scale: number): number {
	if (Number.isNaN(credit)) return NO_LEVEL;
	if (credit === 0) return 0;
	return Math.sign(credit) * Math.max(1, Math.round(Math.abs(tone(credit, scale)) * LEVELS));
}

const HUES: Readonly<Record<"blue" | "orange" | "green" | "red", Readonly<Record<"light" | "dark", Rgb>>>> = {
	blue: { light: [0, 92, 214], dark: [64, 156, 255] },
	orange: { light: [222, 98, 0], dark: [255, 132, 32] },
	green: { light: [0, 138, 62], dark: [48, 182, 98] },
	red: { light: [218, 38, 52], dark: [255, 86, 92] },
};
const PAIRS: Readonly<Record<Palette, readonly [keyof typeof HUES, keyof typeof HUES]>> = {
	"positive-blue": ["blue", "orange"],
	"positive-green": ["green", "red"],
	"positive-red": ["red", "green"],
};
/** Opacity of the weakest and the strongest step: visible at once, text readable on top (a test computes the contrast). */
const OPACITY: Readonly<Record<Theme, readonly [number, number]>> = {
	light: [0.07, 0.42],
	dark: [0.1, 0.42],
	"hc-light": [0.08, 0.45],
	"hc-dark": [0.18, 0.62],
};

/** Colours of all levels, from −LEVELS to +LEVELS; index with `level + LEVELS`. */
export function heatColors(palette: Palette, theme: Theme): readonly string[] {
	const shade = theme === "light" || theme === "hc-light" ? "light" : "dark";
	const [weak, strong] = OPACITY[theme];
	return Array.from({ length: 2 * LEVELS + 1 }, (_, i) => {
		const level = i - LEVELS;
		if (level === 0) return "transparent";
		const [r, g, b] = HUES[PAIRS[palette][level > 0 ? 0 : 1]][shade];
		const opacity = weak + ((strong - weak) * (Math.abs(level) - 1)) / (LEVELS - 1);
		return `rgba(${r},${g},${b},${opacity.toFixed(3)})`;
	});
}

/** A painted stretch of a row, in pixels from its left edge. */
export interface Box {
	readonly from: number;
	readonly to: number;
}
export interface ColorBox extends Box {
	readonly color: string;
}

const px = (x: number): string => `${Math.round(x * 100) / 100}px`;

/** One hard-stop gradient for a whole row; null when nothing is painted. Where boxes overlap, the one that begins first stays on top. */
export function gradient(boxes: readonly ColorBox[]): string | null {
	const stops: string[] = [];
	let x = 0;
	for (const box of [...boxes].sort((a, b) => a.from - b.from)) {
		const from = Math.max(box.from, x);
		if (box.color === "transparent" || box.to <= from) continue;
		if (from > x) stops.push(`transparent ${px(x)} ${px(from)}`);
		stops.push(`${box.color} ${px(from)} ${px(box.to)}`);
		x = box.to;
	}
	if (stops.length === 0) return null;
	stops.push(`transparent ${px(x)}`);
	return `linear-gradient(90deg,${stops.join(",")})`;
}

/** Runs of equal value in the tokens [first, …) cut to [from, to), in order. Tokens without text are left out. */
export function runs<T>(
	tokens: { readonly from: Uint32Array; readonly to: Uint32Array },
	first: number,
	of: (token: number) => T,
	from: number,
	to: number,
): { from: number; to: number; value: T }[] {
	const out: { from: number; to: number; value: T }[] = [];
	for (let token = first; token < tokens.from.length && (tokens.from[token] as number) < to; token++) {
		const start = Math.max(from, tokens.from[token] as number);
		const end = Math.min(to, tokens.to[token] as number);
		if (end <= start) continue;
		const value = of(token);
		const last = out[out.length - 1];
		if (last && last.value === value && last.to === start) last.to = end;
		else out.push({ from: start, to: end, value });
	}
	return out;
}
