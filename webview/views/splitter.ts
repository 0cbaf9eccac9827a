import { h } from "../dom";
import type { Page } from "../page";
import { t } from "../say";

export interface SplitterOptions {
	/** Name of the pane it sizes; the size is kept under it and set as the custom property `--size-<name>` of `host`. */
	readonly name: string;
	readonly label: string;
	readonly host: HTMLElement;
	/** Pane that grows when the splitter moves right or down (1) or left or up (−1). */
	readonly direction: 1 | -1;
	/** Pixels, for a width of the host. */
	readonly standard: (width: number) => number;
	readonly least: number;
	/** Id of the pane. */
	readonly controls: string;
	/** True while the panes are stacked, so that the splitter lies flat. */
	readonly stacked: () => boolean;
}

const STEP = 24;

/** A bar between two panes: drag it, or focus it and use the arrow keys; double click resets it. */
export function splitter(page: Page, o: SplitterOptions): { readonly element: HTMLElement; renew(): void } {
	const element = h("div", { class: "splitter", role: "separator", tabindex: 0, "aria-label": o.label, "aria-controls": o.controls, title: t("splitterHint") });
	const key = (): string => (o.stacked() ? `${o.name}-stacked` : o.name);
	const sizes: Record<string, number> = { ...page.saved.sizes };
	const most = (): number => Math.max(o.least, (o.stacked() ? o.host.clientHeight : o.host.clientWidth) * 0.7);
	const size = (): number =>
		Math.round(Math.max(o.least, Math.min(most(), sizes[key()] ?? (o.stacked() ? Math.max(o.least, o.host.clientHeight * 0.24) : o.standard(o.host.clientWidth)))));

	const renew = (): void => {
		o.host.style.setProperty(`--size-${o.name}`, `${size()}px`);
		element.setAttribute("aria-orientation", o.stacked() ? "horizontal" : "vertical");
		element.setAttribute("aria-valuenow", String(size()));
		element.setAttribute("aria-valuemin", String(o.least));
		element.setAttribute("aria-valuemax", String(Math.round(most())));
	};
	const set = (pixels: number | undefined): void => {
		if (pixels === undefined) delete sizes[key()];
		else sizes[key()] = Math.max(o.least, Math.min(most(), pixels));
		renew();
		page.keep({ sizes: { ...page.saved.sizes, ...sizes } });
	};

	element.addEventListener("pointerdown", event => {
		element.setPointerCapture(event.pointerId);
		const [start, before] = [o.stacked() ? event.clientY : event.clientX, size()];
		const drag = (move: PointerEvent): void => set(before + o.direction * ((o.stacked() ? move.clientY : move.clientX) - start));
		element.addEventListener("pointermove", drag);
		element.addEventListener("lostpointercapture", () => element.removeEventListener("pointermove", drag), { once: true });
		event.preventDefault();
	});
	element.addEventListener("dblclick", () => set(undefined));
	element.addEventListener("keydown", event => {
		const [less, more] = o.stacked() ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
		if (event.key === more) set(size() + o.direction * STEP);
		else if (event.key === less) set(size() - o.direction * STEP);
		else if (event.key === "Home") set(o.least);
		else if (event.key === "End") set(most());
		else if (event.key === "Enter") set(undefined);
		else return;
		event.preventDefault();
		event.stopPropagation();
	});
	return { element, renew };
}
