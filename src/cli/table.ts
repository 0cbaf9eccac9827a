import type { Brush, Paint } from "./paint";
import { cut, padEnd, padStart, widthOf, wrap } from "./width";

export interface Column {
	readonly title: string;
	readonly align?: "left" | "right";
	/** Takes what the others leave and wraps; at most one column. */
	readonly flex?: boolean;
	/** Never wider than this; longer texts end in "…". */
	readonly most?: number;
	/** Left out in a narrow terminal, the highest number first; columns without one always stay. */
	readonly drop?: number;
}
export type Cell = string | { readonly text: string; readonly paint: Brush };
/** Cells of a row, or lines that stand across all columns. */
export type Row = readonly Cell[] | { readonly across: readonly string[] };
const isCells = (row: Row): row is readonly Cell[] => Array.isArray(row);

const GAP = 2;
/** A flexible column is not narrower than this before others are left out. */
const LEAST_FLEX = 28;
/** Nor one with `most`. */
const LEAST_GIVING = 16;
const textOf = (cell: Cell | undefined): string => (typeof cell === "object" ? cell.text : (cell ?? ""));
const brushOf = (cell: Cell | undefined): Brush => (typeof cell === "object" ? cell.paint : text => text);

/** Aligned columns within `width`, without frame: a header line, then the rows. Cells are one-line texts. */
export function table(columns: readonly Column[], rows: readonly Row[], width: number, paint: Paint, indent = ""): readonly string[] {
	const cells = rows.filter(isCells);
	const natural = columns.map((c, i) => cells.reduce((w, r) => Math.max(w, widthOf(textOf(r[i]))), widthOf(c.title)));
	const sizes = layout(columns, natural, width - indent.length);
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
	return [...draw(titles(columns), paint.dim), ...rows.flatMap(r => (isCells(r) ? draw(r, text => text) : r.across))];
}

const titles = (columns: readonly Column[]): readonly Cell[] => columns.map(c => c.title);

/** Width per column that fits, by index: columns with `most` give way first, then droppable ones are left out, then the flexible one takes the rest. */
function layout(columns: readonly Column[], natural: readonly number[], width: number): ReadonlyMap<number, number> {
	const wish = (i: number): number => Math.min(natural[i] ?? 0, columns[i]?.most ?? Number.POSITIVE_INFINITY);
	const least = (i: number): number => (columns[i]?.flex ? Math.min(wish(i), LEAST_FLEX) : columns[i]?.most === undefined ? wish(i) : Math.min(wish(i), LEAST_GIVING));
	let kept = columns.map((_, i) => i);
	const need = (): number => kept.reduce((sum, i) => sum + least(i), GAP * (kept.length - 1));
	for (const i of kept.filter(i => columns[i]?.drop !== undefined).sort((a, b) => (columns[b]?.drop ?? 0) - (columns[a]?.drop ?? 0))) {
		if (need() <= width) break;
		kept = kept.filter(k => k !== i);
	}
	let spare = Math.max(0, width - need());
	const sizes = new Map(kept.map(i => [i, least(i)]));
	for (const i of [...kept].sort((a, b) => Number(columns[a]?.flex ?? false) - Number(columns[b]?.flex ?? false))) {
		const more = Math.min(spare, wish(i) - least(i));
		sizes.set(i, least(i) + more);
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
