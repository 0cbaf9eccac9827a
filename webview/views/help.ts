import { button } from "../controls";
import { h, icon } from "../dom";
import type { Command } from "../keys";
import { type PageCode, t } from "../say";

/** Keys that a pane handles itself. */
const IN_PANES: readonly { readonly keys: readonly string[]; readonly label: PageCode }[] = [
	{ keys: ["↑ ↓ PgUp PgDn Home End"], label: "keysTable" },
	{ keys: ["←"], label: "keysToGroup" },
	{ keys: ["Enter"], label: "keysToText" },
	{ keys: ["← →"], label: "keysToken" },
	{ keys: ["↑ ↓ PgUp PgDn"], label: "keysRow" },
	{ keys: ["[", "]", "Alt+↑ ↓"], label: "keysSegment" },
	{ keys: ["Shift"], label: "keysSelect" },
	{ keys: ["Control+A", "Control+C"], label: "keysCopy" },
];

const written = (key: string): string => key.replace("Control", "Ctrl").replace("Escape", "Esc");

/** A dialog that lists every key. */
export function helpDialog(commands: readonly Command[]): { readonly element: HTMLDialogElement; open(): void } {
	const row = (keys: readonly string[], label: PageCode): HTMLElement =>
		h("div", { class: "help-row" }, h("dt", {}, ...keys.map(k => h("kbd", {}, written(k)))), h("dd", {}, t(label)));
	const element = h(
		"dialog",
		{ class: "help", id: "keys-help", "aria-label": t("help") },
		h(
			"div",
			{ class: "pane-tools" },
			h("h2", {}, t("help")),
			h("span", { class: "spring" }),
			button([icon("close")], () => element.close(), { label: t("close"), keys: "Escape", look: "icon" }),
		),
		h("dl", {}, ...commands.map(c => row(c.keys, c.label)), ...IN_PANES.map(c => row(c.keys, c.label))),
	);
	element.addEventListener("click", event => {
		if (event.target === element) element.close();
	});
	return { element, open: () => (element.open ? element.close() : element.showModal()) };
}
