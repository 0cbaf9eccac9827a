import type { Brush, Paint } from "./paint";
import { cut, padEnd, padStart, widthOf, wrap } from "./width";

export interface Column {
	readonly title: string;
	readonly align?: "left" | "right";
	/** Takes what the others leave and wraps; at most one column. */
	readonly flex?: boolean;
	/** Never wider than this; longer texts end in "…". */
	readonly most?: number;
	/** Left out in a narrow terminal, the highest number first; columns without one always stay, and all do where nobody would say what is missing. */
	readonly drop?: number;
}
export type Cell = string | { readonly text: string; readonly paint: Brush };
/** Cells of a row, or lines that stand across all columns. */
export type Row = readonly Cell[] | { readonly across: readonly string[] };
const isCells = (row: Row): row is readonly Cell[] => Array.isArray(row);

const GAP = 2;
/** Least widths of the flexible column and of those with `most`: while columns can still be left out, then ever tighter. */
const TIGHTNESS = [
	{ flex: 28, giving: 16 },
	{ flex: 18, giving: 12 },
	{ flex: 10, giving: 8 },
] as const;
const textOf = (cell: Cell | undefined): string => (typeof cell === "object" ? cell.text : (cell ?? ""));
const brushOf = (cell: Cell | undefined): Brush => (typeof cell === "object" ? cell.paint : text => text);

/** Lines that say which columns had no room, by their titles. */
export type LeftOut = (titles: readonly string[]) => readonly string[];

/**
 * Aligned columns within `width`, without frame: a header line, then the rows. Cells are one-line texts. `leftOut`: what stands below
 * when columns had to go.
 */
export function table(columns: readonly Column[], rows: readonly Row[], width: number, paint: Paint, indent = "", leftOut: LeftOut | null = null): readonly string[] {
	const cells = rows.filter(isCells);
	const natural = columns.map((c, i) => cells.reduce((w, r) => Math.max(w, widthOf(textOf(r[i]))), widthOf(c.title)));
	const sizes = layout(leftOut ? columns : columns.map(({ drop: _, ...c }) => c), natural, width - indent.length);
	const kept = [...sizes.keys()];

	const draw = (row: readonly Cell[], whole: Brush): readonly string[] => {
		const parts = kept.map(i => (columns[i]?.flex ? wrap(textOf(row[i]), sizes.get(i) ?? 0) : [cut(textOf(row[i]), sizes.get(i) ?? 0)]));
		const height = parts.reduce((h, p) => Math.max(h, p.length), 1);
		return Array.from({ length: height }, (_, line) => {
			const drawn = kept.map((i, k) => {
				const pad = columns[i]?.align === "right" ? padStart : padEnd;
				return brushOf(row[i])(pad(parts[k]?.[line] ?? "", sizes.get(i) ?? 0));
			});
			return (indent + whole(drawn.join(" ".repeat(GAP)))).trimEnd();
		});
	};
	const missing = columns.flatMap((c, i) => (sizes.has(i) ? [] : c.title));
	const note = missing.length && leftOut ? leftOut(missing) : [];
	return [...draw(titles(columns), paint.dim), ...rows.flatMap(r => (isCells(r) ? draw(r, text => text) : r.across)), ...note];
}

const titles = (columns: readonly Column[]): readonly Cell[] => columns.map(c => c.title);

/** Width per column that fits, by index: columns with `most` give way first, then droppable ones are left out, then the flexible one takes the rest. */
function layout(columns: readonly Column[], natural: readonly number[], width: number): ReadonlyMap<number, number> {
	const wish = (i: number): number => Math.min(natural[i] ?? 0, columns[i]?.most ?? Number.POSITIVE_INFINITY);
	const least = (i: number, tight: (typeof TIGHTNESS)[number]): number =>
		Math.min(wish(i), columns[i]?.flex ? tight.flex : columns[i]?.most === undefined ? Number.POSITIVE_INFINITY : tight.giving);
	let kept = columns.map((_, i) => i);
	const need = (tight: (typeof TIGHTNESS)[number]): number => kept.reduce((sum, i) => sum + least(i, tight), GAP * (kept.length - 1));
	for (const i of kept.filter(i => columns[i]?.drop !== undefined).sort((a, b) => (columns[b]?.drop ?? 0) - (columns[a]?.drop ?? 0))) {
		if (need(TIGHTNESS[0]) <= width) break;
		kept = kept.filter(k => k !== i);
	}
	const [loose, middle, tightest] = TIGHTNESS;
	const sizes = new Map(kept.map(i => [i, least(i, tightest)]));
	let spare = Math.max(0, width - need(tightest));
	const flexLast = [...kept].sort((a, b) => Number(columns[a]?.flex ?? false) - Number(columns[b]?.flex ?? false));
	for (const target of [(i: number) => least(i, middle), (i: number) => least(i, loose), wish])
		for (const i of flexLast) {
			const size = sizes.get(i) ?? 0;
			const more = Math.min(spare, target(i) - size);
			sizes.set(i, size + more);
			spare -= more;
		}
	return sizes;
}

/** A score in [0,1] as a small bar; unknown is drawn as unknown, not as empty. */
export function bar(score: number, size: number): string {
	if (Number.isNaN(score)) return "?".padEnd(size, "·");
	const eighths = Math.round(Math.max(0, Math.min(1, score)) * size * 8);
	const partial = eighths % 8;
	return ("█".repeat(eighths >> 3) + (partial ? ("▏▎▍▌▋▊▉"[partial - 1] as string) : "")).padEnd(size, "·");
}

/** A number for a person: three decimals at most, "–" for none, a sign when asked. */
export function figure(value: number, options: { readonly signed?: boolean } = {}): string {
	if (Number.isNaN(value)) return "–";
	if (!Number.isFinite(value)) return value > 0 ? "+∞" : "-∞";
	const size = Math.abs(value);
	if (size < 1e-12) return "0";
	const text = size < 0.0005 || size >= 1e6 ? value.toExponential(2) : String(Math.round(value * 1000) / 1000);
	return options.signed && value > 0 ? `+${text}` : text;
}

/** A number whose sign matters, in the colour of its sign. */
export const signed = (value: number, paint: Paint): Cell => ({ text: figure(value, { signed: true }), paint: value > 0 ? paint.good : value < 0 ? paint.bad : paint.dim });
