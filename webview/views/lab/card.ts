import type { LabCard, LabView } from "../../../src/protocol/lab";
import { LAB_CARD_WORDS } from "../../../src/words/lab";
import { LAB_SCREEN_WORDS } from "../../../src/words/labScreen";
import { phrase, say, type Values } from "../../../src/words/words";
import { type Child, h, redraw, replace } from "../../dom";
import type { Ask } from "../../host";
import type { Colors } from "../../paint/theme";
import { locale } from "../../say";
import type { Store } from "../../state";

/** What the cards of the Lab get. */
export interface LabDeps {
	readonly ask: Ask;
	readonly store: Store;
	readonly colors: Colors;
	/** Shows a rollout. */
	readonly go: (row: number) => void;
	readonly copy: (text: string, done: string) => void;
	/** Writes a text to a file that the person names; `suffix` takes the place of the open file's. */
	readonly save: (text: string, suffix: string) => void;
}

/** One analysis. `renew` draws it anew from the file as it is now. */
export interface Card {
	readonly element: HTMLElement;
	renew(view: LabView): void;
}

export const tl = (code: keyof typeof LAB_SCREEN_WORDS, values?: Values): string => phrase(LAB_SCREEN_WORDS[code], locale(), values);

/** A card's frame: title, what it is about, what the file lacks for it, and its body. */
export function frame(id: LabCard): { readonly element: HTMLElement; readonly body: HTMLElement; allowed(view: LabView): boolean } {
	const body = h("div", { class: "lab-body" });
	const lacks = h("div", { class: "lab-lacks", hidden: true });
	const title = `lab-${id}`;
	const element = h(
		"section",
		{ class: "lab-card", "aria-labelledby": title },
		h("h2", { id: title }, say(LAB_CARD_WORDS, id, locale())),
		h("p", { class: "lab-about" }, say(LAB_CARD_WORDS, `${id}:about`, locale())),
		lacks,
		body,
	);
	return {
		element,
		body,
		allowed(view) {
			const missing = view.cards[id];
			lacks.hidden = missing.length === 0;
			replace(lacks, h("p", {}, tl("lacks")), h("ul", {}, ...missing.map(m => h("li", {}, m))));
			return missing.length === 0;
		},
	};
}

/** Asks and draws; an answer that another ask has overtaken is dropped, a failure is said in the place of the figures. */
export function asking<A, T>(place: HTMLElement, ask: (body: A) => Promise<T>, draw: (answer: T) => readonly Child[]): (body: A) => Promise<void> {
	let last = 0;
	return async body => {
		const mine = ++last;
		place.setAttribute("aria-busy", "true");
		if (!place.childElementCount) replace(place, h("p", { class: "hint" }, tl("working")));
		try {
			const answer = await ask(body);
			if (mine === last) redraw(place, ...draw(answer));
		} catch (e) {
			if (mine === last) replace(place, h("p", { class: "lab-failed", role: "alert" }, tl("failed", { reason: e instanceof Error ? e.message : String(e) })));
		} finally {
			if (mine === last) place.removeAttribute("aria-busy");
		}
	};
}

/** A table of figures. The first cell of a row names it; the others stand to the right. */
export function figures(caption: string, heads: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement {
	return h(
		"table",
		{ class: "lab-table" },
		h("caption", { class: "sr-only" }, caption),
		h("thead", {}, h("tr", {}, ...heads.map(text => h("th", { scope: "col" }, text)))),
		h("tbody", {}, ...rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), ...rest.map(cell => h("td", {}, cell))))),
	);
}

/** A long text on one line of a table's cell; whole in its title. */
export const clipped = (text: string): HTMLElement => h("span", { class: "lab-clip", title: text }, text);

/** Names and values side by side. */
export const facts = (pairs: readonly (readonly [string, Child])[]): HTMLElement =>
	h("dl", { class: "lab-facts" }, ...pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));

export const notes = (of: readonly string[]): HTMLElement | null => (of.length ? h("ul", { class: "lab-notes" }, ...of.map(n => h("li", {}, n))) : null);

/** A button that looks like a link and shows a rollout. */
export const link = (deps: LabDeps, row: number, text: string): HTMLElement =>
	h("button", { class: "lab-link", title: tl("goTo", { row }), onclick: () => deps.go(row) }, text || String(row));

const LINKS = 50;

/** Several links behind a heading that folds, `all` of them or the first ones; null when there are none. */
export function links(deps: LabDeps, title: string, items: readonly { readonly row: number; readonly text: string }[], all = items.length): HTMLElement | null {
	if (!items.length) return null;
	const shown = items.slice(0, LINKS);
	return h(
		"details",
		{ class: "lab-more" },
		h("summary", {}, `${title} · ${all}`),
		h(
			"ul",
			{ class: "lab-links" },
			...shown.map(i => h("li", {}, link(deps, i.row, i.text))),
			all > shown.length && h("li", { class: "hint" }, tl("more", { count: all - shown.length })),
		),
	);
}

/** A number with its name; `onChange` gets what was typed when it is a number within bounds. */
export function numberField(label: string, value: number, bounds: { readonly min: number; readonly max?: number; readonly step?: number }, onChange: (n: number) => void) {
	const input = h("input", { type: "number", class: "lab-number", "aria-label": label, value, min: bounds.min, max: bounds.max ?? "", step: bounds.step ?? "any" });
	input.addEventListener("input", () => {
		const n = input.valueAsNumber;
		if (Number.isFinite(n) && n >= bounds.min && n <= (bounds.max ?? Number.POSITIVE_INFINITY)) onChange(n);
	});
	return input;
}

/** A choice of a few, labelled. */
export function choice(label: string, items: readonly { readonly id: string; readonly label: string }[], chosen: string, onPick: (id: string) => void): HTMLSelectElement {
	const select = h("select", { class: "lab-select", "aria-label": label }, ...items.map(i => h("option", { value: i.id, selected: i.id === chosen }, i.label)));
	select.addEventListener("change", () => onPick(select.value));
	return select;
}

/** A control with its name before it. */
export const labelled = (name: string, control: HTMLElement): HTMLElement =>
	h("div", { class: "lab-field" }, h("span", { class: "setting-label", "aria-hidden": "true" }, name), control);

/** "12.3 %" with as many digits as a small share needs. */
export const percent = (share: number): string => (Number.isNaN(share) ? "—" : `${Number((share * 100).toPrecision(3))}${locale() === "zh-cn" ? "%" : " %"}`);

/** A figure with at most four significant digits. */
export const figure = (value: number): string =>
	Number.isNaN(value)
		? "—"
		: !Number.isFinite(value)
			? "∞"
			: Math.abs(value) >= 10_000
				? Math.round(value).toLocaleString("en-US")
				: String(Number(value.toPrecision(4))).replace("-", "−");
