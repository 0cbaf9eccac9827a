import type { RolloutView } from "../../src/protocol/queries";
import { h } from "../dom";
import { signed } from "../format";
import type { Lens, SegmentCredit } from "../lens";
import { segmentCredit } from "../lens";
import { drawable, measuredWidths, oneCell, type WidthOf } from "../paint/cells";
import { type Box, type ColorBox, gradient, LEVELS, levelOf, NO_LEVEL, runs } from "../paint/heat";
import { breakRows, type Rows, rowAt, rowEnd } from "../paint/rows";
import { firstTokenAfter, spanAt } from "../paint/tokens";
import { kindName } from "../say";

/** Highlighted ranges of the text with their colour, in painting order (first on top). */
export interface Highlight {
	readonly color: string;
	/** Ranges that touch [from, to). */
	readonly ranges: (from: number, to: number) => readonly Box[];
}

/** The text of one rollout broken into rows, and how a row is drawn. Knows nothing of scrolling, carets or keys. */
export class Lines {
	rows: Rows = { count: 0, starts: new Uint32Array(1), complex: new Uint8Array(0) };
	/** First row of the response. */
	promptRows = 0;
	columns = 80;
	/** Credit per segment, as far as it was asked for. */
	private readonly credits = new Map<number, SegmentCredit>();
	private cell = 8;
	private widthOf: WidthOf = oneCell;

	constructor(
		readonly view: RolloutView,
		private lens: Lens,
	) {}

	/** Takes the measures of the font from an element that draws with it. */
	measure(probe: HTMLElement, width: number): void {
		const text = probe.firstElementChild;
		this.cell = text ? text.getBoundingClientRect().width / (text.textContent?.length ?? 1) : 8;
		const context = document.createElement("canvas").getContext("2d");
		if (context) {
			context.font = fontOf(probe);
			this.widthOf = measuredWidths(s => context.measureText(s).width, this.cell);
		}
		this.columns = Math.max(20, Math.floor(width / this.cell) - 1);
		const { text: all, segments, promptEnd } = this.view;
		const forced = [...new Set([...segments.map(s => s.from), promptEnd])].sort((a, b) => a - b);
		this.rows = breakRows(all, this.columns, forced, this.widthOf);
		this.promptRows = promptEnd > 0 ? rowAt(this.rows, promptEnd) : 0;
	}

	look(lens: Lens): void {
		this.lens = lens;
		this.credits.clear();
	}

	from(row: number): number {
		return this.rows.starts[row] as number;
	}
	/** Where the drawn text of a row ends. */
	end(row: number): number {
		return rowEnd(this.rows, this.view.text, row);
	}
	segmentOf(row: number): number {
		return spanAt(this.view.segments, Math.min(this.from(row), Math.max(0, this.view.text.length - 1)));
	}

	/** The row's element, unpainted. The kind is named where a segment begins. */
	create(row: number): HTMLElement {
		const index = this.segmentOf(row);
		const segment = this.view.segments[index];
		const kind = segment?.kind ?? "other";
		const first = segment !== undefined && (row === 0 || this.segmentOf(row - 1) !== index);
		// white space between two calls is a segment of its own, but nothing a reader looks for by name
		const named = first && !(kind === "other" && this.view.text.slice(segment.from, Math.min(segment.to, segment.from + 200)).trim() === "");
		return h(
			"div",
			{ class: `line k-${kind}${first ? " first" : ""}${segment?.learnable ? "" : " untrained"}`, role: "row", "aria-rowindex": row + 1 },
			h("div", { class: "gutter", role: "gridcell" }, named && h("span", { class: "name" }, kindName(kind)), named && h("span", { class: "value" }, this.valueOf(index))),
			h("div", { class: "text", role: "gridcell" }, drawable(this.view.text.slice(this.from(row), this.end(row)))),
		);
	}

	/** What the segment's tokens get, as the gutter writes it. */
	private valueOf(index: number): string {
		const segment = this.view.segments[index];
		if (!segment) return "";
		const credit = this.credits.get(index) ?? segmentCredit(this.view, segment, this.lens);
		this.credits.set(index, credit);
		if (Number.isNaN(credit.mean)) return "";
		return `${credit.uniform ? "" : "⌀"}${signed(credit.mean)}`;
	}

	/** Pixels a range of the row takes. Plain rows are counted; others are measured where the font drew them. */
	boxes(row: number, element: HTMLElement, from: number, to: number): Box[] {
		const start = this.from(row);
		const end = this.end(row);
		const out: Box[] = [];
		if (this.rows.complex[row] === 0) out.push({ from: (from - start) * this.cell, to: (Math.min(to, end + 1) - start) * this.cell });
		else {
			const cell = textCell(element);
			const node = cell?.firstChild;
			const left = cell?.getBoundingClientRect().left ?? 0;
			if (node && Math.min(to, end) > from) {
				const range = document.createRange();
				range.setStart(node, from - start);
				range.setEnd(node, Math.min(to, end) - start);
				for (const r of range.getClientRects()) if (r.width > 0) out.push({ from: r.left - left, to: r.right - left });
			}
			// The newline is not drawn, but it is a token's text: it gets one cell behind the row.
			if (to > end && end < this.from(row + 1)) {
				const edge = node ? lastEdge(node) - left : 0;
				out.push({ from: edge, to: edge + this.cell });
			}
		}
		return out;
	}

	/** Paints heat, masks, lane marks and highlights of a mounted row. */
	paint(row: number, element: HTMLElement, colors: readonly string[], highlights: readonly Highlight[]): void {
		const cell = textCell(element);
		if (!cell) return;
		const [from, to] = [this.from(row), this.from(row + 1)];
		const first = firstTokenAfter(this.view.tokens, from);
		const boxesOf = (a: number, b: number): Box[] => this.boxes(row, element, a, b);
		const layers: string[] = [];
		for (const { color, ranges } of highlights) {
			const painted = gradient(ranges(from, to).flatMap(r => boxesOf(Math.max(from, r.from), Math.min(to, r.to)).map(b => ({ ...b, color }))));
			if (painted) layers.push(`${painted} no-repeat`);
		}
		for (const run of runs(this.view.tokens, first, token => this.view.tokens.lossMask[token], from, to))
			if (run.value === 0) for (const b of boxesOf(run.from, run.to)) layers.push(`var(--hatch) ${b.from}px 0 / ${b.to - b.from}px 100% no-repeat`);
		const segment = this.view.segments[this.segmentOf(row)];
		if (segment?.lane && segment.learnable) {
			const width = boxesOf(from, this.end(row)).reduce((most, b) => Math.max(most, b.to), 0);
			layers.push(`var(--lane-${segment.lane}) 0 100% / ${width}px 2px no-repeat`);
		}
		const heat = runs(this.view.tokens, first, token => levelOf(this.lens.credit(token), this.lens.scale), from, to);
		const painted = gradient(
			heat.flatMap(run =>
				boxesOf(run.from, run.to).map((b): ColorBox => ({ ...b, color: run.value === NO_LEVEL ? "transparent" : (colors[run.value + LEVELS] ?? "transparent") })),
			),
		);
		if (painted) layers.push(`${painted} 0 0 / 100% calc(100% - 2px) no-repeat`);
		cell.style.background = layers.join(",");
	}

	/** Updates the number beside a segment's first row after the lens changed. */
	paintValue(row: number, element: HTMLElement): void {
		const value = element.querySelector(".gutter .value");
		if (value) value.textContent = this.valueOf(this.segmentOf(row));
	}

	/** Offset under a horizontal position, in pixels from the text's left edge. */
	offsetAt(row: number, element: HTMLElement | undefined, x: number): number {
		const [start, end] = [this.from(row), this.end(row)];
		if (this.rows.complex[row] === 0 || !element) return Math.max(start, Math.min(end, start + Math.floor(x / this.cell)));
		let low = start;
		let high = end;
		while (low < high) {
			const middle = (low + high) >> 1;
			const right = this.boxes(row, element, start, middle + 1).reduce((most, b) => Math.max(most, b.to), 0);
			if (right > x) high = middle;
			else low = middle + 1;
		}
		return low;
	}
}

/** The font an element draws with. The computed shorthand is empty once ligatures are off, so it is put together here. */
export function fontOf(element: HTMLElement): string {
	const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
	return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
}

export const textCell = (row: HTMLElement): HTMLElement | null => row.querySelector<HTMLElement>(".text");

function lastEdge(node: Node): number {
	const range = document.createRange();
	range.selectNodeContents(node);
	return range.getBoundingClientRect().right;
}
