import { button, field } from "../controls";
import { h, icon, settled } from "../dom";
import { count } from "../format";
import { findAll, type Matches, nextMatch, noMatches } from "../paint/find";
import { locale, t } from "../say";

export interface FindBar {
	readonly element: HTMLElement;
	open(): void;
	/** Next or previous match; opens the bar when it is closed. */
	go(back: boolean): void;
	/** Searches the new text without moving in it. */
	renew(): void;
}

export interface FindHost {
	text(): string;
	/** Where to search on from. */
	here(): number;
	show(matches: Matches, match: number): void;
	leave(): void;
}

/** Search in the whole text of the open rollout, hidden and unmounted rows included. */
export function findBar(host: FindHost): FindBar {
	let matches = noMatches;
	let match = -1;
	let caseSensitive = false;
	const input = field(
		t("find"),
		t("find"),
		settled(120, () => search(true)),
	);
	const state = h("span", { class: "find-count", role: "status" });
	const sensitive = h("button", { class: "toggle", "aria-pressed": "false", title: t("matchCase"), "aria-label": t("matchCase"), onclick: () => toggleCase() }, "Aa");
	const element = h(
		"div",
		{ class: "find-bar", role: "search", "aria-label": t("find"), hidden: true },
		input.element,
		sensitive,
		state,
		button([icon("up")], () => go(true), { label: t("previousMatch"), keys: "Shift+F3", look: "icon" }),
		button([icon("down")], () => go(false), { label: t("nextMatch"), keys: "F3", look: "icon" }),
		button([icon("close")], () => close(), { label: t("close"), keys: "Escape", look: "icon" }),
	);

	const show = (): void => {
		const total = matches.from.length;
		state.textContent =
			input.value === "" ? "" : total === 0 ? t("noMatches") : t("matchOf", { index: match < 0 ? "?" : match + 1, total: `${count(total, locale())}${matches.cut ? "+" : ""}` });
		element.classList.toggle("nothing", input.value !== "" && total === 0);
		host.show(matches, match);
	};
	const search = (move: boolean): void => {
		matches = element.hidden ? noMatches : findAll(host.text(), input.value, caseSensitive);
		match = move ? nextMatch(matches, host.here(), false) : -1;
		show();
	};
	const go = (back: boolean): void => {
		if (element.hidden) {
			open();
			return;
		}
		const total = matches.from.length;
		if (total === 0) return;
		match = match < 0 ? nextMatch(matches, host.here(), back) : (match + (back ? -1 : 1) + total) % total;
		show();
	};
	const open = (): void => {
		element.hidden = false;
		input.focus();
		input.select();
		if (input.value !== "" && matches.from.length === 0) search(true);
	};
	const close = (): void => {
		element.hidden = true;
		search(false);
		host.leave();
	};
	const toggleCase = (): void => {
		caseSensitive = !caseSensitive;
		sensitive.setAttribute("aria-pressed", String(caseSensitive));
		search(true);
	};
	element.addEventListener("keydown", event => {
		if (event.key === "Enter" && event.target === input.element) go(event.shiftKey);
		else if (event.key === "Escape") close();
		else if (event.altKey && event.key.toLowerCase() === "c") toggleCase();
		else return;
		event.preventDefault();
		event.stopPropagation();
	});
	return { element, open, go, renew: () => search(false) };
}
