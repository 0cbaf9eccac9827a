import type { FileView, RolloutView } from "../../src/protocol/queries";
import { button } from "../controls";
import { type Child, focusKept, h, icon, replace } from "../dom";
import { exact, partial, score } from "../format";
import type { Page } from "../page";
import { t } from "../say";
import { advantagesSection } from "./advantages";
import { callsSection } from "./calls";
import { asked, auditCard, comparison, leakageCard } from "./creditCards";
import { findingsSection, followCaret } from "./findings";
import { layersSection } from "./layers";

/** Everything that explains the open rollout's reward, from the total down to one argument. */
export function rewardPane(page: Page): HTMLElement {
	const { store, actions, saved } = page;
	const tools = h(
		"div",
		{ class: "pane-tools" },
		h("h2", {}, t("rewardExplained")),
		h("span", { class: "spring" }),
		button(["JSON"], () => void actions.copy("json", t("copiedJson")), { label: t("copyJson"), look: "icon" }),
		button(["Markdown"], () => void actions.copy("markdown", t("copiedMarkdown")), { label: t("copyMarkdown"), look: "icon" }),
		button([icon("file")], () => void actions.reveal(null, t("notRevealed")), { label: t("revealLine"), keys: "O", look: "icon" }),
	);
	const content = h("div", { class: "reward-content" });
	const body = h("div", { class: "reward-body", tabindex: 0, role: "region", "aria-label": t("rewardExplained"), id: "reward" }, content);
	const element = h("section", { class: "pane reward-pane", "aria-label": t("rewardExplained") }, tools, body);
	const folded = new Set(saved.folded);
	// asked for when open only: they read the group's other rollouts
	const unfolded = new Set(saved.folded.filter(id => id.startsWith("+")));
	const [comparing, leaking, auditing] = [h("div"), h("div"), h("div")];
	const compared = (): readonly string[] => [...new Set(["grpo", store.now.file?.setup.estimator ?? "grpo", "slca", "toolpo"])];
	const late: Readonly<Record<string, () => void>> = {
		compare: asked(
			page,
			comparing,
			row => actions.ask("compare", { row, estimators: compared() }),
			view => comparison(page, view),
		),
		leakage: asked(
			page,
			leaking,
			row => actions.ask("leakage", { row, estimators: ["grpo", "slca"] }),
			view => leakageCard(page, view),
		),
		audit: asked(
			page,
			auditing,
			() => actions.ask("audit", null),
			view => auditCard(page, view),
		),
	};

	const section = (id: string, title: string, ...children: readonly Child[]): HTMLElement => {
		const asks = late[id];
		const open = asks ? unfolded.has(`+${id}`) : !folded.has(id);
		if (open) asks?.();
		const details = h("details", { class: `section section-${id}`, "data-part": id, open }, h("summary", {}, h("h3", {}, title)), ...children);
		details.addEventListener("toggle", () => {
			if (asks) {
				const was = unfolded.has(`+${id}`);
				if (details.open) unfolded.add(`+${id}`);
				else unfolded.delete(`+${id}`);
				if (details.open && !was) asks();
			} else if (details.open) folded.delete(id);
			else folded.add(id);
			page.keep({ folded: [...[...folded].filter(f => !f.startsWith("+")), ...unfolded] });
		});
		return details;
	};

	let refocus = (): void => {};
	store.on(["rollout", "file"], ({ rollout: r, file }) => {
		const top = body.scrollTop;
		if (content.contains(document.activeElement)) refocus = focusKept(content);
		if (!r) return replace(content);
		replace(
			content,
			total(r, file),
			section("layers", t("layers"), layersSection(r, page)),
			r.calls.length > 0 || r.score.matches.length > 0 ? section("calls", t("calls", { count: r.calls.length }), callsSection(r, page)) : null,
			section("recorded", t("recordedVersus"), recorded(r, file)),
			section("advantages", t("advantages"), advantagesSection(r)),
			section("compare", t("compare"), comparing),
			section("leakage", t("leakage"), leaking),
			section("audit", t("audit"), auditing),
			section("findings", t("findingsTitle", { count: r.findings.length }), findingsSection(r, page)),
			section("reference", t("reference"), reference(r)),
		);
		// unless the reader went elsewhere while the pane was empty
		if (document.activeElement === document.body) refocus();
		refocus = () => {};
		body.scrollTop = top;
	});
	followCaret(page, body);
	return element;
}

function total(r: RolloutView, file: FileView | null): HTMLElement {
	const { total: sum, known } = r.score;
	return h(
		"div",
		{ class: "total" },
		h("span", { class: "total-value" }, partial(sum, known)),
		h(
			"div",
			{ class: "total-words" },
			h("strong", {}, r.score.rewardLabel),
			h("span", { class: "source" }, r.score.source),
			r.score.omitted && h("span", { class: "omitted" }, icon("warning"), t("omitted")),
		),
		h(
			"span",
			{ class: "total-recorded" },
			`${Number.isNaN(r.recorded.reward) ? t("rewardNotInFile") : t("recordedIs", { reward: exact(r.recorded.reward) })} · ${t(file?.basis === "recorded" ? "basisIsRecorded" : "basisIsRecomputed")}`,
		),
	);
}

/** Recorded numbers beside recomputed ones; components that have no layer of their own stand alone. */
function recorded(r: RolloutView, file: FileView | null): HTMLElement {
	const difference = r.recorded.reward - r.score.total;
	const row = (name: string, theirs: string, ours: string, note: Child = null): HTMLElement =>
		h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, theirs), h("td", { class: "number" }, ours), h("td", {}, note));
	const same = Math.abs(difference) <= 1e-6;
	return h(
		"table",
		{ class: "figures" },
		h(
			"thead",
			{},
			h(
				"tr",
				{},
				h("th", {}, h("span", { class: "sr-only" }, t("figure"))),
				h("th", { scope: "col" }, t("recorded")),
				h("th", { scope: "col" }, t("recomputed")),
				h("th", {}, h("span", { class: "sr-only" }, t("comparison"))),
			),
		),
		h(
			"tbody",
			{},
			row(
				t("reward"),
				Number.isNaN(r.recorded.reward) ? t("notInFile") : exact(r.recorded.reward),
				Number.isNaN(r.score.total) ? partial(r.score.total, r.score.known) : exact(r.score.total),
				Number.isNaN(difference) ? null : h("span", { class: same ? "same" : "differs" }, icon(same ? "pass" : "warning"), t(same ? "equal" : "different")),
			),
			...(file?.components ?? Object.keys(r.recorded.components)).map(name => row(name, exact(r.recorded.components[name] ?? Number.NaN), layerScore(r, name))),
			row(t("advantage"), Number.isNaN(r.recorded.advantage) ? t("notInFile") : exact(r.recorded.advantage), score(r.advantages[0]?.advantage ?? Number.NaN, 4)),
		),
	);
}

const layerScore = (r: RolloutView, component: string): string => {
	const layer = r.score.layers.find(l => l.id === component);
	return layer ? exact(layer.score) : "";
};

function reference(r: RolloutView): HTMLElement {
	if (!r.reference) return h("p", { class: "hint" }, t("noReference"));
	return h(
		"div",
		{},
		h("p", { class: "hint" }, t("referenceFrom", { key: r.reference.source })),
		h("pre", { tabindex: 0, role: "region", "aria-label": t("reference") }, r.reference.text),
	);
}
