import type { Span } from "../../src/core/base/units";
import type { RolloutView } from "../../src/protocol/queries";
import { h, icon, perFrame } from "../dom";
import { count } from "../format";
import type { Lens } from "../lens";
import { firstMatchAfter, type Matches, noMatches } from "../paint/find";
import { rowAt } from "../paint/rows";
import type { Colors } from "../paint/theme";
import { tokenAt } from "../paint/tokens";
import { locale, t } from "../say";
import { fontOf, type Highlight, Lines, textCell } from "./lines";
import { VirtualList } from "./virtualList";

export interface Selection {
	readonly anchor: number;
	readonly focus: number;
}

const PROBE = "0123456789".repeat(10);
const inOrder = (s: Selection): Span => ({ from: Math.min(s.anchor, s.focus), to: Math.max(s.anchor, s.focus) });

/** The transcript's rows on screen: virtual, painted, with caret, selection, search matches and a marked place. */
export class TextGrid {
	readonly element = h("div", { class: "textgrid", id: "transcript", role: "grid", tabindex: 0, "aria-label": t("transcript"), "aria-readonly": "true" });
	readonly list: VirtualList;
	lines: Lines | null = null;
	selection: Selection | null = null;
	private readonly probe = h("div", { class: "text probe", "aria-hidden": "true" }, h("span", {}, PROBE));
	private lineHeight = 20;
	private promptOpen = true;
	private caret = -1;
	private mark: Span | null = null;
	private matches: Matches = noMatches;
	private match = -1;
	private width = 0;
	private font = "";

	constructor(
		private readonly colors: Colors,
		private readonly onPrompt: (open: boolean) => void,
		readonly onWindow: () => void,
	) {
		this.element.append(this.probe);
		this.list = new VirtualList({
			viewport: this.element,
			rowHeight: () => this.lineHeight,
			headHeight: () => 0,
			create: index => this.create(index),
			onMounted: fresh => this.paint(fresh),
			onScroll: onWindow,
		});
		new ResizeObserver(perFrame(() => this.resized())).observe(this.element);
		colors.on(() => this.restyled());
	}

	/** Shows a rollout. With `keep`, the same text stays where it is on screen. */
	show(view: RolloutView | null, lens: Lens, keep: boolean): void {
		const offset = keep ? this.topOffset() : -1;
		this.lines = view ? new Lines(view, lens) : null;
		if (!keep) {
			this.selection = null;
			[this.matches, this.match, this.mark, this.caret] = [noMatches, -1, null, -1];
		}
		this.layOut();
		if (view) this.scrollToOffset(keep ? offset : view.promptEnd, keep ? 0 : 2);
	}

	look(lens: Lens): void {
		this.lines?.look(lens);
		this.repaint();
	}

	setPromptOpen(open: boolean): void {
		if (open === this.promptOpen) return;
		const offset = this.topOffset();
		this.promptOpen = open;
		this.layOut();
		if (this.lines) this.scrollToOffset(Math.max(offset, open ? 0 : this.lines.view.promptEnd), 1);
	}

	private layOut(): void {
		const style = getComputedStyle(this.probe);
		this.lineHeight = Math.max(12, Math.round(Number.parseFloat(style.fontSize) * 1.5));
		this.element.style.setProperty("--line", `${this.lineHeight}px`);
		this.width = this.element.clientWidth;
		this.font = fontOf(this.probe);
		this.lines?.measure(this.probe, this.width - this.probe.offsetLeft);
		this.element.setAttribute("aria-rowcount", String(this.lines?.rows.count ?? 0));
		this.list.setCount(this.displayCount());
		this.list.rebuild();
		this.onWindow();
	}

	private resized(): void {
		if (!this.lines || this.element.clientWidth === 0 || this.element.clientWidth === this.width) return;
		const offset = this.topOffset();
		this.layOut();
		this.scrollToOffset(offset, 0);
	}

	/** Another theme, or another font: rows are broken anew only for the latter. */
	private restyled(): void {
		if (fontOf(this.probe) === this.font) {
			this.repaint();
			return;
		}
		const offset = this.topOffset();
		this.layOut();
		this.scrollToOffset(offset, 0);
	}

	/** Rows hidden before the first shown row of text; one display row stands for all of them. */
	get hiddenRows(): number {
		return this.promptOpen ? 0 : (this.lines?.promptRows ?? 0);
	}
	private displayCount(): number {
		const rows = this.lines?.rows.count ?? 0;
		return this.hiddenRows === 0 ? rows : rows - this.hiddenRows + 1;
	}
	private displayOf(row: number): number {
		return this.hiddenRows === 0 ? row : Math.max(0, row - this.hiddenRows + 1);
	}
	/** Row of the text; −1 for the display row that stands for the hidden prompt. */
	private rowOf(display: number): number {
		return this.hiddenRows === 0 ? display : display === 0 ? -1 : display + this.hiddenRows - 1;
	}

	private create(display: number): HTMLElement {
		const row = this.rowOf(display);
		if (row < 0 || !this.lines) return this.placeholder();
		const element = this.lines.create(row);
		element.id = `line-${row}`;
		return element;
	}

	private placeholder(): HTMLElement {
		const view = this.lines?.view;
		const tokens = view ? tokenAt(view.tokens, Math.max(0, view.promptEnd - 1)) + 1 : 0;
		const label = t("promptHidden", { turns: view?.turns.filter(x => x.to <= view.promptEnd).length ?? 0, tokens: count(tokens, locale()) });
		return h(
			"div",
			{ class: "line placeholder", role: "row", "aria-rowindex": 1 },
			h("div", { role: "gridcell" }, h("button", { onclick: () => this.onPrompt(true) }, icon("closed"), label)),
		);
	}

	private highlights(): Highlight[] {
		const { selection, matches } = this;
		const out: Highlight[] = [];
		if (selection && selection.anchor !== selection.focus) out.push({ color: "var(--selection)", ranges: () => [inOrder(selection)] });
		const current = this.matchSpan();
		if (current) out.push({ color: "var(--match-current)", ranges: () => [current] });
		if (matches.from.length > 0)
			out.push({
				color: "var(--match)",
				ranges: (_, to) => {
					const found: Span[] = [];
					for (let i = firstMatchAfter(matches, _); i < matches.from.length && (matches.from[i] as number) < to; i++)
						found.push({ from: matches.from[i] as number, to: matches.to[i] as number });
					return found;
				},
			});
		return out.map(x => ({ color: x.color, ranges: (from, to) => x.ranges(from, to).filter(r => r.from < to && r.to > from) }));
	}

	private paint(displays: Iterable<number>): void {
		const lines = this.lines;
		if (!lines) return;
		const highlights = this.highlights();
		for (const display of displays) {
			const [row, element] = [this.rowOf(display), this.list.rows.get(display)];
			if (row < 0 || !element) continue;
			lines.paint(row, element, this.colors.heat, highlights);
			this.paintBoxes(row, element);
		}
	}

	/** Frames around the caret's token, the current match and the marked place. */
	private paintBoxes(row: number, element: HTMLElement): void {
		const lines = this.lines;
		const cell = textCell(element);
		if (!lines || !cell) return;
		for (const old of cell.querySelectorAll(".frame")) old.remove();
		const frame = (name: string, span: Span | null): void => {
			if (!span || span.to <= lines.from(row) || span.from >= lines.from(row + 1)) return;
			for (const b of lines.boxes(row, element, Math.max(span.from, lines.from(row)), Math.min(span.to, lines.from(row + 1))))
				cell.append(h("span", { class: `frame ${name}`, style: `left:${b.from}px;width:${Math.max(2, b.to - b.from)}px` }));
		};
		frame("marked", this.mark);
		frame("match", this.matchSpan());
		frame("caret", this.tokenSpan(this.caret));
	}

	private matchSpan(): Span | null {
		const [from, to] = [this.matches.from[this.match], this.matches.to[this.match]];
		return from === undefined || to === undefined ? null : { from, to };
	}
	private tokenSpan(token: number): Span | null {
		const [from, to] = [this.lines?.view.tokens.from[token], this.lines?.view.tokens.to[token]];
		return from === undefined || to === undefined ? null : { from, to };
	}

	repaint(): void {
		this.paint(this.list.rows.keys());
		for (const [display, element] of this.list.rows) {
			const row = this.rowOf(display);
			if (row >= 0) this.lines?.paintValue(row, element);
		}
		this.onWindow();
	}
	private reframe(): void {
		for (const [display, element] of this.list.rows) if (this.rowOf(display) >= 0) this.paintBoxes(this.rowOf(display), element);
	}

	setCaret(token: number, reveal: boolean): void {
		this.caret = token;
		const span = this.tokenSpan(token);
		if (span && this.lines) {
			const row = rowAt(this.lines.rows, span.from);
			if (reveal) this.showOffset(span.from, "nearest");
			this.list.keep(this.displayOf(row));
			this.element.setAttribute("aria-activedescendant", `line-${row}`);
		} else {
			this.list.keep(-1);
			this.element.removeAttribute("aria-activedescendant");
		}
		this.reframe();
	}

	setMark(span: Span | null): void {
		this.mark = span;
		if (span) this.showOffset(span.from, "third");
		this.reframe();
	}

	setMatches(matches: Matches, match: number): void {
		[this.matches, this.match] = [matches, match];
		const span = this.matchSpan();
		if (span) this.showOffset(span.from, "third");
		this.repaint();
	}

	select(selection: Selection | null): void {
		if (selection === this.selection) return;
		this.selection = selection;
		this.paint(this.list.rows.keys());
	}

	/** The selected text as the file holds it, hidden rows and invisible characters included. */
	selectedText(): string {
		if (!this.selection || !this.lines) return "";
		const { from, to } = inOrder(this.selection);
		return this.lines.view.text.slice(from, to);
	}

	/** Brings an offset into view; opens the prompt when it is in there. */
	showOffset(offset: number, align: "nearest" | "third"): void {
		if (!this.lines) return;
		const row = rowAt(this.lines.rows, offset);
		if (row < this.hiddenRows) this.onPrompt(true);
		const display = this.displayOf(row);
		if (align === "third" && this.list.rows.has(display) && this.isInView(display)) return;
		this.list.reveal(display, align);
	}
	private isInView(display: number): boolean {
		const { firstVisible, rowsPerPage } = this.list;
		return display >= firstVisible && display < firstVisible + rowsPerPage;
	}

	scrollToOffset(offset: number, rowsAbove: number): void {
		if (this.lines) this.list.scrollToRow(Math.max(0, this.displayOf(rowAt(this.lines.rows, Math.max(0, offset))) - rowsAbove));
	}

	/** Offset of the text at the top of the view; −1 without a rollout. */
	topOffset(): number {
		if (!this.lines || this.lines.rows.count === 0) return -1;
		const row = this.rowOf(this.list.firstVisible);
		return row < 0 ? this.lines.view.promptEnd : this.lines.from(row);
	}

	/** Offset of the text under a point of the window. */
	offsetAt(x: number, y: number): number {
		const lines = this.lines;
		if (!lines || lines.rows.count === 0) return -1;
		const display = this.list.rowAtY(y - this.element.getBoundingClientRect().top);
		const row = this.rowOf(display);
		if (row < 0) return -1;
		const element = this.list.rows.get(display);
		const left = element ? (textCell(element)?.getBoundingClientRect().left ?? 0) : 0;
		return lines.offsetAt(row, element, x - left);
	}
}
