import type { RolloutView } from "../../src/protocol/queries";
import { h, icon } from "../dom";
import { touches } from "../findings";
import type { Page } from "../page";
import { t } from "../say";

/** What is wrong with the open rollout; a finding that points into the text lights it up. */
export function findingsSection(r: RolloutView, { actions }: Page): HTMLElement {
	if (r.findings.length === 0) return h("p", { class: "hint" }, t("noFindings"));
	return h(
		"ul",
		{ class: "findings" },
		...r.findings.map(f => {
			const { span, line, column } = f;
			const go = span ? () => actions.point(span) : line === null ? null : () => void actions.revealAt(line, column ?? 1, t("notRevealed"), f.file);
			const content = [icon(f.severity), h("span", { class: "sr-only" }, t(`severity_${f.severity}`)), h("span", { class: "message" }, f.message), h("code", {}, f.code)];
			return h(
				"li",
				{ class: `finding ${f.severity}` },
				go ? h("button", { class: "row-button", onclick: go, title: t(span ? "showInText" : "revealLine") }, ...content) : h("span", { class: "row-button" }, ...content),
			);
		}),
	);
}

/** Marks the findings that point at the caret's token, and brings the first of them into view. */
export function followCaret({ store }: Page, body: HTMLElement): void {
	let shown: { readonly rollout: unknown; readonly caret: number } = { rollout: null, caret: -1 };
	// with the file the pane is drawn anew, and its marks with it; it is not scrolled then
	store.on(["caret", "rollout", "file"], ({ rollout: r, caret }) => {
		const [from, to] = r && caret >= 0 ? [r.tokens.from[caret] as number, r.tokens.to[caret] as number] : [-1, -1];
		let first: Element | null = null;
		for (const [i, item] of [...body.querySelectorAll(".findings > .finding")].entries()) {
			const f = r?.findings[i];
			const here = f !== undefined && from >= 0 && touches(f, from, to);
			item.classList.toggle("current", here);
			if (here) {
				item.setAttribute("aria-current", "true");
				first ??= item;
			} else item.removeAttribute("aria-current");
		}
		if (shown.rollout !== r || shown.caret !== caret) first?.scrollIntoView({ block: "nearest" });
		shown = { rollout: r, caret };
	});
}
