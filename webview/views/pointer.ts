import { tokenAt } from "../paint/tokens";
import type { Store } from "../state";
import type { TextGrid } from "./textGrid";

/** Mouse on the transcript: click puts the caret, drag selects, moving shows the token under the pointer. */
export function followPointer(grid: TextGrid, store: Store): void {
	const { element } = grid;
	let anchor = -1;
	let [x, y] = [0, 0];
	let frame = 0;

	const tokenUnder = (offset: number): number => (grid.lines && offset >= 0 ? tokenAt(grid.lines.view.tokens, offset) : -1);
	const extend = (): void => {
		const bounds = element.getBoundingClientRect();
		const beyond = y < bounds.top ? y - bounds.top : y > bounds.bottom ? y - bounds.bottom : 0;
		if (beyond !== 0) element.scrollTop += beyond;
		const focus = grid.offsetAt(x, Math.max(bounds.top, Math.min(bounds.bottom - 1, y)));
		if (focus >= 0) grid.select({ anchor, focus: focus === anchor ? anchor : focus + (focus > anchor ? 1 : 0) });
		if (beyond !== 0) frame = requestAnimationFrame(extend);
	};

	element.addEventListener("pointerdown", event => {
		if (event.button !== 0 || event.offsetX >= element.clientWidth || (event.target instanceof Element && event.target.closest("button"))) return;
		const offset = grid.offsetAt(event.clientX, event.clientY);
		if (offset < 0) return;
		anchor = event.shiftKey && grid.selection ? grid.selection.anchor : offset;
		grid.select(event.shiftKey ? { anchor, focus: offset } : null);
		store.set({ caret: tokenUnder(offset) });
		element.setPointerCapture(event.pointerId);
	});
	element.addEventListener("pointermove", event => {
		[x, y] = [event.clientX, event.clientY];
		if (anchor >= 0) {
			cancelAnimationFrame(frame);
			frame = requestAnimationFrame(extend);
			return;
		}
		const overText = event.target instanceof Element && event.target.closest(".text") !== null;
		store.set({ hover: overText ? tokenUnder(grid.offsetAt(x, y)) : -1 });
	});
	const release = (): void => {
		anchor = -1;
		cancelAnimationFrame(frame);
	};
	element.addEventListener("pointerup", release);
	element.addEventListener("pointercancel", release);
	element.addEventListener("pointerleave", () => store.set({ hover: -1 }));
	element.addEventListener("dblclick", () => {
		const { tokens } = grid.lines?.view ?? {};
		const [from, to] = [tokens?.from[store.now.caret], tokens?.to[store.now.caret]];
		if (from !== undefined && to !== undefined) grid.select({ anchor: from, focus: to });
	});
}
