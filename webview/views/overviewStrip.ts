import type { SegmentKind } from "../../src/core/model/segment";
import { h, perFrame } from "../dom";
import type { Lens } from "../lens";
import { LEVELS, NO_LEVEL } from "../paint/heat";
import { type OverviewLine, overview } from "../paint/overview";
import { rowAt } from "../paint/rows";
import type { Colors } from "../paint/theme";
import type { TextGrid } from "./textGrid";

/** The whole rollout in one strip beside the text. A help for the eye and the mouse: everything it shows is in the rows too. */
export class OverviewStrip {
	private readonly canvas = h("canvas", {});
	private readonly window = h("div", { class: "overview-window" });
	readonly element = h("div", { class: "overview", "aria-hidden": "true" }, this.canvas, this.window);
	private lines: OverviewLine[] = [];
	private lens: Lens | null = null;
	private waiting = false;
	private readonly draw = perFrame(() => this.drawNow());

	constructor(
		private readonly grid: () => TextGrid,
		private readonly colors: Colors,
	) {
		const jump = (event: PointerEvent): void => {
			const box = this.element.getBoundingClientRect();
			const used = this.usedHeight(box.height);
			grid().list.scrollToFraction(Math.max(0, Math.min(1, (event.clientY - box.top) / used)));
		};
		this.element.addEventListener("pointerdown", event => {
			this.element.setPointerCapture(event.pointerId);
			jump(event);
		});
		this.element.addEventListener("pointermove", event => {
			if (this.element.hasPointerCapture(event.pointerId)) jump(event);
		});
		new ResizeObserver(() => this.renew(this.lens)).observe(this.element);
		colors.on(this.draw);
	}

	/** Computes the strip anew: another rollout, lens, width or height. */
	renew(lens: Lens | null): void {
		this.lens = lens;
		if (this.waiting) return;
		this.waiting = true;
		// the text comes first: the strip may be a moment late
		requestIdleCallback(() => this.compute(), { timeout: 200 });
	}

	private compute(): void {
		const { lens } = this;
		this.waiting = false;
		const { lines, hiddenRows } = this.grid();
		const height = this.element.clientHeight;
		this.lines = lines && lens && height > 0 ? overview(lines.view, lines.rows, hiddenRows, lines.columns, lens.credit, lens.scale, height) : [];
		this.draw();
		this.moveWindow();
	}

	/** Short texts do not fill the strip: one line of it is never higher than two pixels. */
	private usedHeight(height: number): number {
		return Math.min(height, Math.max(1, this.lines.length * 2));
	}

	moveWindow(): void {
		const used = this.usedHeight(this.element.clientHeight);
		const { from, to } = this.grid().list.window;
		this.window.style.top = `${from * used}px`;
		this.window.style.height = `${Math.max(4, (to - from) * used)}px`;
	}

	private drawNow(): void {
		const { clientWidth: width, clientHeight: height } = this.element;
		const ratio = window.devicePixelRatio || 1;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		const context = this.canvas.getContext("2d");
		if (!context || this.lines.length === 0) return;
		context.scale(ratio, ratio);
		const style = getComputedStyle(this.element);
		const kinds = new Map<SegmentKind, string>();
		const colorOf = (kind: SegmentKind): string => {
			let color = kinds.get(kind);
			if (color === undefined) kinds.set(kind, (color = style.getPropertyValue(`--kind-${kind}`) || style.color));
			return color;
		};
		const faint = style.getPropertyValue("--faint") || "rgba(128,128,128,.25)";
		const step = this.usedHeight(height) / this.lines.length;
		for (const [i, line] of this.lines.entries()) {
			const y = i * step;
			context.fillStyle = colorOf(line.kind);
			context.fillRect(0, y, 3, step);
			const painted = line.level !== NO_LEVEL && line.level !== 0;
			context.fillStyle = faint;
			context.fillRect(6, y, Math.max(2, line.fill * (width - 8)), Math.max(1, step - 0.5));
			if (!painted) continue;
			context.fillStyle = this.colors.heat[line.level + LEVELS] ?? "transparent";
			// twice: a thin line needs more ink than a row of text to look the same
			for (let k = 0; k < 2; k++) context.fillRect(6, y, Math.max(4, line.fill * (width - 8)), step);
		}
		this.drawTicks(context, width, style);
	}

	private ticks: readonly number[] = [];
	/** Offsets to mark at the right edge (search matches). */
	setTicks(offsets: ArrayLike<number>): void {
		this.ticks = Array.from({ length: Math.min(offsets.length, 5000) }, (_, i) => offsets[i] as number);
		this.draw();
	}
	private drawTicks(context: CanvasRenderingContext2D, width: number, style: CSSStyleDeclaration): void {
		const { lines, hiddenRows } = this.grid();
		if (!lines || this.ticks.length === 0) return;
		const used = this.usedHeight(this.element.clientHeight);
		const shown = Math.max(1, lines.rows.count - hiddenRows);
		context.fillStyle = style.getPropertyValue("--tick") || "#888";
		for (const offset of this.ticks) {
			const row = rowAt(lines.rows, offset) - hiddenRows;
			if (row >= 0) context.fillRect(width - 5, (row / shown) * used, 5, 2);
		}
	}
}
