import { button } from "../controls";
import { h, icon, replace } from "../dom";
import { lensOf } from "../lens";
import type { Page } from "../page";
import type { Colors } from "../paint/theme";
import { placeName, t } from "../say";
import { caretKeys } from "./caretKeys";
import { type FindBar, findBar } from "./findBar";
import { legend } from "./legend";
import { lensSwitch } from "./lensSwitch";
import { OverviewStrip } from "./overviewStrip";
import { followPointer } from "./pointer";
import { TextGrid } from "./textGrid";
import { tokenPanel } from "./tokenPanel";

export interface TranscriptView {
	readonly element: HTMLElement;
	readonly find: FindBar;
}

/** The open rollout's text, painted with the credit of every token. */
export function transcriptView(page: Page, colors: Colors): TranscriptView {
	const { store, saved } = page;
	const title = h("h2", { class: "rollout-title" });
	const notes = h("div", { class: "notes" });
	const problem = h("p", { class: "empty", hidden: true, role: "status" });
	const key = legend(colors);
	const strip: OverviewStrip = new OverviewStrip(() => grid, colors);
	const grid: TextGrid = new TextGrid(
		colors,
		open => store.set({ promptOpen: open }),
		() => strip.moveWindow(),
	);
	const find = findBar({
		text: () => store.now.rollout?.text ?? "",
		here: () => store.now.rollout?.tokens.from[store.now.caret] ?? Math.max(0, grid.topOffset()),
		show: (matches, match) => {
			grid.setMatches(matches, match);
			strip.setTicks(matches.from);
		},
		leave: () => grid.element.focus(),
	});
	const prompt = button([icon("closed"), h("b", { class: "prompt-label" }, t("prompt"))], () => store.set({ promptOpen: !store.now.promptOpen }), {
		label: t("promptToggle"),
		keys: "P",
		look: "icon",
	});
	const element = h(
		"section",
		{ class: "pane transcript-pane", "aria-label": t("transcript") },
		h(
			"div",
			{ class: "pane-tools" },
			title,
			h("span", { class: "spring" }),
			lensSwitch(page),
			prompt,
			button([icon("search")], () => find.open(), { label: t("find"), keys: "Control+F", look: "icon" }),
		),
		key.element,
		notes,
		problem,
		h("div", { class: "text-area" }, grid.element, strip.element, find.element),
		tokenPanel(page),
	);

	followPointer(grid, store);
	caretKeys(grid, page);
	grid.element.addEventListener("scrollend", () => page.keep({ offset: grid.topOffset() }));

	let shownText: string | null = null;
	store.on(["rollout"], ({ rollout, lens }) => {
		const keep = rollout !== null && rollout.text === shownText;
		const first = shownText === null && rollout !== null;
		shownText = rollout?.text ?? null;
		const chosen = rollout ? lensOf(rollout, lens) : null;
		if (chosen) {
			grid.show(rollout, chosen, keep);
			strip.renew(chosen);
			if (rollout) key.show(chosen, rollout);
			if (first && rollout?.row === saved.row && saved.offset >= 0) {
				grid.scrollToOffset(saved.offset, 0);
				if (saved.caret < rollout.tokens.from.length) store.set({ caret: saved.caret });
			}
		} else grid.show(null, lensOf({ credit: {}, scale: {} }, ""), false);
		find.renew();
		title.textContent = rollout ? titleOf(rollout) : "";
		title.title = rollout ? [titleOf(rollout), rollout.id ?? ""].join("\n") : "";
		replace(notes, ...(rollout ? notesOf(rollout) : []).map(n => h("p", { class: "note" }, icon("info"), n)));
	});
	store.on(["lens"], ({ rollout, lens }) => {
		if (!rollout) return;
		const chosen = lensOf(rollout, lens);
		grid.look(chosen);
		strip.renew(chosen);
		key.show(chosen, rollout);
		page.keep({ lens });
	});
	store.on(["promptOpen"], ({ promptOpen, rollout, lens }) => {
		grid.setPromptOpen(promptOpen);
		if (rollout) strip.renew(lensOf(rollout, lens));
		prompt.setAttribute("aria-expanded", String(promptOpen));
		prompt.classList.toggle("expanded", promptOpen);
		page.keep({ promptOpen });
	});
	store.on(["caret"], ({ caret }) => {
		grid.setCaret(caret, true);
		page.keep({ caret });
	});
	store.on(["mark"], ({ mark, rollout }) => grid.setMark(rollout ? mark : null));
	store.on(["rolloutProblem", "rollout", "file"], ({ rolloutProblem, rollout, file }) => {
		const nothing = file !== null && file.rollouts === 0 && file.scan.state === "done";
		problem.textContent = rolloutProblem ?? (rollout ? "" : nothing ? t("noRollouts") : t("loading"));
		problem.hidden = rollout !== null;
		element.classList.toggle("without-rollout", rollout === null);
	});
	return { element, find };
}

type Rollout = NonNullable<Page["store"]["now"]["rollout"]>;

function titleOf(r: Rollout): string {
	const parts = [t("rolloutNumber", { row: r.row + 1 }), placeName(r.file, r.line)];
	if (r.step !== null) parts.push(t("stepName", { step: r.step }));
	if (r.group !== null) parts.push(t("groupName", { group: r.group }));
	return parts.join(" · ");
}

function notesOf(r: Rollout): string[] {
	const out = [...r.segmentWarnings];
	if (r.group === null) out.push(t("withoutGroup"));
	return out;
}
