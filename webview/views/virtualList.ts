import { h, perFrame } from "../dom";
import { contentHeight, type Extent, follow, spacerHeight, toContent, topFor, toScroll, visibleRows } from "../paint/virtual";

export interface ListOptions {
	/** The scrolling element. */
	readonly viewport: HTMLElement;
	/** Pixels. */
	readonly rowHeight: () => number;
	/** Height of a sticky head inside the viewport. */
	readonly headHeight: () => number;
	readonly create: (index: number) => HTMLElement;
	/** Runs after rows came into the document, so that they can be measured together. */
	readonly onMounted?: (fresh: readonly number[]) => void;
	readonly onScroll?: () => void;
}

const OVERSCAN = 6;

/** Keeps only the rows near the viewport in the document. The kept row stays mounted wherever it is, so focus is never lost. */
export class VirtualList {
	private readonly layer = h("div", { class: "mounted", role: "rowgroup" });
	private readonly spacer = h("div", { class: "spacer" }, this.layer);
	private readonly mounted = new Map<number, HTMLElement>();
	private count = 0;
	private top = 0;
	private lastScroll = 0;
	private kept = -1;
	private height = 0;

	constructor(private readonly options: ListOptions) {
		options.viewport.append(this.spacer);
		options.viewport.addEventListener(
			"scroll",
			perFrame(() => this.scrolled()),
			{ passive: true },
		);
		options.viewport.addEventListener("scrollend", () => this.resync());
		new ResizeObserver(perFrame(() => this.resized())).observe(options.viewport);
	}

	private extent(): Extent {
		const { viewport, rowHeight, headHeight } = this.options;
		return { count: this.count, rowHeight: rowHeight(), viewport: Math.max(0, viewport.clientHeight - headHeight()) };
	}

	/** A kept row that was in view stays in view. */
	private resized(): void {
		const before = this.height;
		this.height = this.extent().viewport;
		const y = this.kept * this.options.rowHeight() - this.top;
		if (this.kept >= 0 && y >= 0 && y < before) this.reveal(this.kept);
		this.update();
	}

	/** Changes the number of rows; mounted rows stay as they are. */
	setCount(count: number): void {
		this.count = count;
		const e = this.extent();
		this.spacer.style.height = `${spacerHeight(e)}px`;
		this.top = toContent(this.options.viewport.scrollTop, e);
		this.update();
	}

	/** Builds the mounted rows anew: what they show has changed. */
	rebuild(): void {
		for (const element of this.mounted.values()) element.remove();
		this.mounted.clear();
		this.update();
	}

	keep(index: number): void {
		this.kept = index;
		this.update();
	}

	get rows(): ReadonlyMap<number, HTMLElement> {
		return this.mounted;
	}

	/** First row whose top is in view. */
	get firstVisible(): number {
		return Math.min(Math.max(0, this.count - 1), Math.ceil(this.top / this.options.rowHeight() - 0.01));
	}

	get rowsPerPage(): number {
		const e = this.extent();
		return Math.max(1, Math.floor(e.viewport / e.rowHeight) - 1);
	}

	/** Part of the content that is in view, as fractions of its height. */
	get window(): { readonly from: number; readonly to: number } {
		const e = this.extent();
		const height = Math.max(1, contentHeight(e));
		return { from: this.top / height, to: Math.min(1, (this.top + e.viewport) / height) };
	}

	reveal(index: number, align: "nearest" | "third" = "nearest"): void {
		const top = topFor(index, this.top, this.extent(), align);
		if (top !== null) this.scrollTo(top);
	}

	/** Puts a row at the top. */
	scrollToRow(index: number): void {
		this.scrollTo(index * this.options.rowHeight());
	}

	scrollToFraction(fraction: number): void {
		const e = this.extent();
		this.scrollTo(fraction * contentHeight(e) - e.viewport / 2);
	}

	/** Row at a distance in pixels below the top of the viewport's rows. */
	rowAtY(y: number): number {
		return Math.max(0, Math.min(this.count - 1, Math.floor((this.top + y) / this.options.rowHeight())));
	}

	private scrollTo(top: number): void {
		const e = this.extent();
		this.top = Math.max(0, Math.min(top, Math.max(0, contentHeight(e) - e.viewport)));
		this.options.viewport.scrollTop = this.lastScroll = toScroll(this.top, e);
		this.update();
		this.options.onScroll?.();
	}

	private scrolled(): void {
		const { scrollTop } = this.options.viewport;
		if (Math.abs(scrollTop - this.lastScroll) < 0.5) return;
		this.top = follow(this.top, this.lastScroll, scrollTop, this.extent());
		this.lastScroll = scrollTop;
		this.update();
		this.options.onScroll?.();
	}

	/** After small moves of a mapped scroll the thumb stands where it should. */
	private resync(): void {
		const wanted = toScroll(this.top, this.extent());
		if (Math.abs(wanted - this.options.viewport.scrollTop) < 1) return;
		this.options.viewport.scrollTop = this.lastScroll = wanted;
		this.update();
	}

	private update(): void {
		const e = this.extent();
		const { from, to } = visibleRows(this.top, e, OVERSCAN);
		for (const [index, element] of this.mounted)
			if ((index < from || index >= to) && (index !== this.kept || index >= this.count)) {
				element.remove();
				this.mounted.delete(index);
			}
		const fresh: number[] = [];
		const mount = (index: number): void => {
			if (this.mounted.has(index)) return;
			const element = this.options.create(index);
			this.mounted.set(index, element);
			fresh.push(index);
			this.layer.insertBefore(element, this.mounted.get(index + 1) ?? (this.kept > index ? (this.mounted.get(this.kept) ?? null) : null));
		};
		// From the bottom up, so that each row finds the one it stands before.
		for (let i = to - 1; i >= from; i--) mount(i);
		if (this.kept >= 0 && this.kept < this.count) mount(this.kept);
		this.place(e);
		if (fresh.length > 0) this.options.onMounted?.(fresh);
	}

	private place(e: Extent): void {
		const shift = spacerHeight(e) === contentHeight(e) ? 0 : this.lastScroll - this.top;
		for (const [index, element] of this.mounted) {
			const top = `${index * e.rowHeight + shift}px`;
			if (element.style.top !== top) element.style.top = top;
		}
	}
}
