/**
 * Virtual scrolling. Browsers cap the height of an element (17.9 M px in Firefox, 33.5 M px in Chromium), so beyond
 * MAX_SPACER the spacer keeps that height and scroll positions are mapped proportionally.
 */
export const MAX_SPACER = 10_000_000;

export interface Extent {
	readonly count: number;
	/** Pixels. */
	readonly rowHeight: number;
	/** Visible height in pixels. */
	readonly viewport: number;
}

export const contentHeight = (e: Extent): number => e.count * e.rowHeight;
export const spacerHeight = (e: Extent): number => Math.min(contentHeight(e), MAX_SPACER);

const slack = (height: number, e: Extent): number => Math.max(0, height - e.viewport);

/** Pixel of the content at the top of the viewport for a scroll position. Identity while the content fits the spacer. */
export function toContent(scrollTop: number, e: Extent): number {
	const [from, to] = [slack(spacerHeight(e), e), slack(contentHeight(e), e)];
	if (from === to) return Math.min(scrollTop, to);
	return from === 0 ? 0 : (Math.min(scrollTop, from) / from) * to;
}

/** Inverse of `toContent`. */
export function toScroll(top: number, e: Extent): number {
	const [from, to] = [slack(spacerHeight(e), e), slack(contentHeight(e), e)];
	const clamped = Math.max(0, Math.min(top, to));
	return from === to ? clamped : (clamped / to) * from;
}

/**
 * Content position after a scroll event. Where positions are mapped, a small move (wheel, arrow) must still move by its
 * own pixels, else one notch of the wheel would skip thousands of rows; a large one (the thumb was dragged) is mapped.
 */
export function follow(top: number, lastScroll: number, scrollTop: number, e: Extent): number {
	const mapped = toContent(scrollTop, e);
	const spacer = spacerHeight(e);
	if (spacer === contentHeight(e)) return mapped;
	const delta = scrollTop - lastScroll;
	const atEdge = scrollTop <= 0 || scrollTop >= slack(spacer, e);
	if (atEdge || Math.abs(delta) > e.viewport) return mapped;
	return Math.max(0, Math.min(top + delta, slack(contentHeight(e), e)));
}

/** Rows [from, to) that touch the viewport, with `overscan` rows more on both sides. */
export function visibleRows(top: number, e: Extent, overscan: number): { readonly from: number; readonly to: number } {
	const from = Math.max(0, Math.floor(top / e.rowHeight) - overscan);
	const to = Math.min(e.count, Math.ceil((top + e.viewport) / e.rowHeight) + overscan);
	return { from: Math.min(from, to), to };
}

/** Content position that brings a row into view, or null when it is in view already. */
export function topFor(index: number, top: number, e: Extent, align: "nearest" | "third"): number | null {
	const y = index * e.rowHeight;
	const inView = y >= top && y + e.rowHeight <= top + e.viewport;
	if (align === "nearest" && inView) return null;
	const wanted = align === "third" ? y - Math.floor(e.viewport / 3) : y < top ? y : y + e.rowHeight - e.viewport;
	return Math.max(0, Math.min(wanted, slack(contentHeight(e), e)));
}
