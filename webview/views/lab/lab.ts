import type { LabView } from "../../../src/protocol/lab";
import { h, replace, settled } from "../../dom";
import type { Page } from "../../page";
import type { Colors } from "../../paint/theme";
import { type Card, type LabDeps, tl } from "./card";
import { curriculumCard } from "./curriculum";
import { distillationCard } from "./distillation";
import { evidenceCard } from "./evidence";
import { filtersCard } from "./filters";
import { hackingCard, redundancyCard } from "./redundancy";
import { sparsityCard } from "./sparsity";
import { Trial } from "./trial";
import { weightsCard } from "./weights";
import { whatIfCard } from "./whatIf";

/** While the file is still being read the figures are drawn again no more often than this, in ms. */
const AGAIN = 600;

/** The Lab: one card per analysis. Nothing is asked for before it is shown. */
export function labView(page: Page, colors: Colors, go: (row: number) => void): HTMLElement {
	const { store, actions } = page;
	const deps: LabDeps = {
		ask: actions.ask,
		store,
		colors,
		go,
		copy: (text, done) => void actions.copyText(text, done),
		save: (text, suffix) => void actions.save(text, suffix, name => tl("written", { name })),
	};
	const trial = new Trial();
	const cards: readonly Card[] = [
		sparsityCard(deps),
		weightsCard(deps, trial),
		whatIfCard(deps, trial),
		curriculumCard(deps),
		filtersCard(deps),
		redundancyCard(deps),
		hackingCard(deps),
		evidenceCard(deps),
		distillationCard(deps),
	];
	const state = h("p", { class: "hint", role: "status" });
	const element = h(
		"main",
		{ class: "lab", id: "view-lab", tabindex: 0, "aria-label": tl("lab"), hidden: true },
		h("p", { class: "lab-intro" }, tl("lab:intro")),
		state,
		h("div", { class: "lab-cards" }, ...cards.map(c => c.element)),
	);
	const take = (view: LabView): void => {
		trial.begin(view);
		state.textContent = view.complete ? "" : tl("reading");
		for (const card of cards) card.renew(view);
	};
	const renew = async (): Promise<void> => {
		if (element.hidden) return;
		try {
			take(await deps.ask("lab", null));
		} catch (e) {
			replace(state, tl("failed", { reason: e instanceof Error ? e.message : String(e) }));
		}
	};
	const soon = settled(AGAIN, () => void renew());
	store.on(["file"], ({ file }) => {
		if (file) soon();
	});
	store.on(["view"], ({ view }) => {
		element.hidden = view !== "lab";
		void renew();
	});
	return element;
}

/** Switch between the rollouts and the Lab. */
export function viewSwitch({ store }: Page): HTMLElement {
	const tabs = (["rollouts", "lab"] as const).map(id => ({
		id,
		element: h("button", { class: "view-tab", role: "tab", id: `tab-${id}`, "aria-controls": `view-${id}`, onclick: () => store.set({ view: id }) }, tl(id)),
	}));
	const element = h("div", { class: "view-tabs", role: "tablist", "aria-label": tl("views") }, ...tabs.map(x => x.element));
	element.addEventListener("keydown", event => {
		if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
		event.preventDefault();
		event.stopPropagation();
		store.set({ view: store.now.view === "lab" ? "rollouts" : "lab" });
		tabs.find(x => x.id === store.now.view)?.element.focus();
	});
	store.on(["view"], ({ view }) => {
		for (const { id, element: tab } of tabs) {
			tab.setAttribute("aria-selected", String(view === id));
			tab.tabIndex = view === id ? 0 : -1;
		}
	});
	return element;
}
