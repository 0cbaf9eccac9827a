import type { Page } from "../page";
import { rowAt } from "../paint/rows";
import { spanAt, tokenAt } from "../paint/tokens";
import { t } from "../say";
import type { TextGrid } from "./textGrid";

/** Keyboard on the transcript: the caret goes by token, row, page and segment; Shift selects. */
export function caretKeys(grid: TextGrid, { store, actions }: Page): void {
	const copy = (): void => {
		const text = grid.selectedText();
		if (text !== "") void actions.copyText(text, t("copied"));
	};

	/** Token to go to for a key; null when the key is not ours. */
	const target = (key: string, whole: boolean): number | null => {
		const lines = grid.lines;
		if (!lines || lines.view.tokens.from.length === 0) return null;
		const { tokens, segments, text } = lines.view;
		const last = tokens.from.length - 1;
		const at = (offset: number): number => tokenAt(tokens, Math.max(0, Math.min(offset, text.length - 1)));
		const { caret } = store.now;
		const here = caret < 0 ? grid.topOffset() : (tokens.from[caret] as number);
		const row = rowAt(lines.rows, here);
		const inRow = (other: number): number => {
			const wanted = Math.max(0, Math.min(lines.rows.count - 1, other));
			return at(Math.min(lines.from(wanted) + here - lines.from(row), Math.max(lines.from(wanted), lines.end(wanted) - 1)));
		};
		const segment = (by: number): number => {
			const current = spanAt(segments, here);
			const begins = segments[current]?.from ?? 0;
			const to = by < 0 && caret >= 0 && at(begins) < caret ? current : Math.max(0, Math.min(segments.length - 1, current + by));
			return at(segments[to]?.from ?? here);
		};
		switch (key) {
			case "ArrowRight":
				return caret < 0 ? at(here) : Math.min(last, caret + 1);
			case "ArrowLeft":
				return caret < 0 ? at(here) : Math.max(0, caret - 1);
			case "ArrowDown":
				return caret < 0 ? at(here) : inRow(row + 1);
			case "ArrowUp":
				return caret < 0 ? at(here) : inRow(row - 1);
			case "PageDown":
				return inRow(row + grid.list.rowsPerPage);
			case "PageUp":
				return inRow(row - grid.list.rowsPerPage);
			case "Home":
				return whole ? 0 : at(lines.from(row));
			case "End":
				return whole ? last : at(Math.max(lines.from(row), lines.end(row) - 1));
			case "]":
				return segment(1);
			case "[":
				return segment(-1);
			default:
				return null;
		}
	};

	const select = (from: number, to: number): void => {
		const tokens = grid.lines?.view.tokens;
		if (!tokens) return;
		const anchor = grid.selection?.anchor ?? (tokens.from[Math.max(0, from)] as number);
		const focus = (to >= from ? tokens.to[to] : tokens.from[to]) as number;
		grid.select({ anchor, focus: focus > anchor ? (tokens.to[to] as number) : (tokens.from[to] as number) });
	};

	grid.element.addEventListener("keydown", event => {
		if (event.target !== grid.element) return;
		const command = event.ctrlKey || event.metaKey;
		// brackets need AltGr on many keyboards
		const key = event.altKey && event.key === "ArrowDown" ? "]" : event.altKey && event.key === "ArrowUp" ? "[" : event.key;
		if (command && event.key.toLowerCase() === "a") grid.select({ anchor: 0, focus: grid.lines?.view.text.length ?? 0 });
		else if (command && event.key.toLowerCase() === "c") copy();
		else if (event.key === "Escape") {
			grid.select(null);
			store.set({ mark: null });
		} else {
			if ((event.altKey && key === event.key) || (command && key !== "Home" && key !== "End")) return;
			const token = target(key, command);
			if (token === null) return;
			if (event.shiftKey) select(store.now.caret, token);
			else grid.select(null);
			store.set({ caret: token });
		}
		event.preventDefault();
		event.stopPropagation();
	});
	// VS Code's own Copy runs the browser's copy command in the page.
	document.addEventListener("copy", event => {
		const text = document.activeElement === grid.element ? grid.selectedText() : "";
		if (text === "") return;
		event.clipboardData?.setData("text/plain", text);
		event.preventDefault();
	});
	document.addEventListener("beforecopy", event => {
		if (document.activeElement === grid.element && grid.selectedText() !== "") event.preventDefault();
	});
}
