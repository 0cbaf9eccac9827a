/** Children are nodes or texts; texts become text nodes, so nothing of a rollout is ever read as markup. */
export type Child = Node | string | null | false | undefined;

/** Attributes; `on…` entries are listeners; false and undefined leave an attribute out; styles are set so that no policy forbids them. */
export type Props = Readonly<Record<string, string | number | boolean | undefined | ((event: never) => void)>>;

function apply(element: Element, props: Props): void {
	for (const [name, value] of Object.entries(props)) {
		if (name === "style" && element instanceof HTMLElement) element.style.cssText = String(value);
		else if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
		else if (value === true) element.setAttribute(name, "");
		else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
	}
}

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: readonly Child[]): HTMLElementTagNameMap[K] {
	const element = document.createElement(tag);
	apply(element, props);
	element.append(...children.filter((c): c is Node | string => c !== null && c !== false && c !== undefined && c !== ""));
	return element;
}

const SVG = "http://www.w3.org/2000/svg";
/** Shapes on a 16 × 16 grid, drawn with the current colour. */
const ICONS = {
	pass: "M3 8.5l3.2 3.2L13 4.8",
	fail: "M4 4l8 8M12 4l-8 8",
	partial: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
	unknown: "M5.4 6.2c0-1.6 1.1-2.6 2.6-2.6s2.6.9 2.6 2.3c0 1.9-2.5 2-2.5 3.9M8.1 12.2v.3",
	error: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
	warning: "M8 2.2L14.3 13.5H1.7zM8 6.4v3.4M8 11.6v.2",
	info: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.2v3.6M8 5v.2",
	flat: "M2.5 8h11M2.5 5v6M13.5 5v6",
	next: "M3 4l5 4-5 4zM9 4l5 4-5 4z",
	search: "M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4zM10 10l3.6 3.6",
	help: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM6.1 6.4c0-1.2.8-1.9 1.9-1.9s1.9.7 1.9 1.7c0 1.3-1.8 1.5-1.8 2.8M8.1 11.1v.2",
	close: "M4 4l8 8M12 4l-8 8",
	up: "M8 13V3.5M4 7.5l4-4 4 4",
	down: "M8 3v9.5M4 8.5l4 4 4-4",
	open: "M4 6l4 4 4-4",
	closed: "M6 4l4 4-4 4",
	pause: "M5.5 3.5v9M10.5 3.5v9",
	lock: "M4.5 7.5h7v5.5h-7zM6 7.5V5.2a2 2 0 0 1 4 0v2.3",
	file: "M4 2h5l3 3v9H4zM9 2v3h3M6 8h4M6 10.5h4",
} as const;
export type Icon = keyof typeof ICONS;

/** Like `h`, for drawings. */
export function svg(tag: string, props: Props = {}, ...children: readonly (Node | string)[]): SVGElement {
	const element = document.createElementNS(SVG, tag);
	apply(element, props);
	element.append(...children);
	return element;
}

/** A decorative drawing; what it means stands beside it as text or label. */
export const icon = (name: Icon): SVGElement =>
	svg("svg", { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": "true", focusable: "false" }, svg("path", { d: ICONS[name] }));

export function replace(parent: Element, ...children: readonly Child[]): void {
	parent.replaceChildren(...children.filter((c): c is Node | string => c !== null && c !== false && c !== undefined && c !== ""));
}

/** Remembers which element below `parent` has the focus; what it returns, called after `parent` was drawn anew, gives it to the element in its place. */
export function focusKept(parent: Element): () => void {
	const focused = document.activeElement;
	if (!focused || focused === parent || !parent.contains(focused)) return () => {};
	const part = focused.closest("[data-part]")?.getAttribute("data-part");
	const around = (): Element => (part ? parent.querySelector(`[data-part="${part}"]`) : null) ?? parent;
	const at = [...around().querySelectorAll(focused.tagName)].indexOf(focused);
	return () => {
		const again = around().querySelectorAll(focused.tagName)[at];
		if (again instanceof HTMLElement) again.focus({ preventScroll: true });
	};
}

/** Draws `parent` anew; what has the focus in it has it again afterwards. */
export function redraw(parent: Element, ...children: readonly Child[]): void {
	const refocus = focusKept(parent);
	replace(parent, ...children);
	refocus();
}

/** Runs at most once per frame, with the last call winning. */
export function perFrame(work: () => void): () => void {
	let asked = false;
	return () => {
		if (asked) return;
		asked = true;
		requestAnimationFrame(() => {
			asked = false;
			work();
		});
	};
}

/** Runs after `ms` without another call. */
export function settled<A extends readonly unknown[]>(ms: number, work: (...args: A) => void): (...args: A) => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	return (...args) => {
		clearTimeout(timer);
		timer = setTimeout(() => work(...args), ms);
	};
}
