import { button } from "../controls";
import { h, icon, redraw } from "../dom";
import type { Page } from "../page";
import { t } from "../say";

/** What is wrong with the file as a whole, above everything else: it cannot be read, or has vanished while open. */
export function banner({ store }: Page, openMapping: () => void): HTMLElement {
	const element = h("div", { class: "banner", role: "alert", hidden: true });
	let shown = "";
	store.on(["file", "fileProblem", "fileProblemKind"], ({ file, fileProblem, fileProblemKind }) => {
		const wrong = fileProblem ?? file?.trouble ?? null;
		const text = wrong ?? file?.notice ?? null;
		element.hidden = text === null;
		element.classList.toggle("notice", wrong === null);
		// without a file there is nothing else to show
		document.body.classList.toggle("unreadable", file === null && fileProblem !== null);
		// of a file without a known shape a person can say which key is which
		const wayOut = fileProblem !== null && fileProblemKind === "not-rollouts";
		if (text === null || shown === `${wayOut}${text}`) return;
		shown = `${wayOut}${text}`;
		redraw(element, icon(wrong === null ? "info" : "error"), h("span", {}, text), wayOut && button([t("mapOpen")], openMapping, { look: "secondary" }));
	});
	return element;
}

/** Short messages after an action: spoken politely, and visible for a moment. */
export function toaster(): { readonly element: HTMLElement; say(text: string): void } {
	const element = h("div", { class: "toast", role: "status", "aria-live": "polite" });
	let timer: ReturnType<typeof setTimeout> | undefined;
	return {
		element,
		say(text) {
			element.textContent = text;
			element.classList.add("shown");
			clearTimeout(timer);
			timer = setTimeout(() => element.classList.remove("shown"), 3000);
		},
	};
}
