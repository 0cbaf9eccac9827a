import type { FileView, Setup } from "../../src/protocol/queries";
import { type Item, type Picker, picker } from "../controls";
import { h, icon, replace } from "../dom";
import type { Page } from "../page";
import { type PageCode, t } from "../say";
import { lensLabel } from "./lensSwitch";

type Key = keyof Setup;

/** Switches in the order rollouts flow through them: text → segments → reward → basis → advantages. */
const SWITCHES: readonly { readonly key: Key; readonly label: PageCode }[] = [
	{ key: "reward", label: "setupReward" },
	{ key: "tiers", label: "setupTiers" },
	{ key: "basis", label: "setupBasis" },
	{ key: "estimator", label: "setupEstimator" },
	{ key: "preset", label: "setupPreset" },
	{ key: "segmenter", label: "setupSegmenter" },
	{ key: "lanes", label: "setupLanes" },
];

/** Only the layered reward has content tiers to choose. */
const TIERED = "layered";

/** How rollouts are scored and credited: one list per switch of the recipe. */
export function setupBar({ store, actions }: Page): HTMLElement {
	const pickers = new Map<Key, Picker>(SWITCHES.map(s => [s.key, picker(t(s.label), id => void actions.setup({ [s.key]: id } as Partial<Setup>))]));
	const fields = new Map(
		SWITCHES.map(s => [
			s.key,
			h("div", { class: `setting setting-${s.key}` }, h("span", { class: "setting-label", "aria-hidden": "true" }, t(s.label)), pickers.get(s.key)?.element),
		]),
	);
	const switches = h("div", { class: "setup-switches", id: "setup-switches" }, ...fields.values());
	// where the page is narrow the switches fold into one line that says what is chosen
	const toggle = h("button", { class: "disclosure setup-toggle", "aria-expanded": "false", "aria-controls": "setup-switches", onclick: () => fold() });
	const fold = (): void => toggle.setAttribute("aria-expanded", String(element.classList.toggle("unfolded")));
	const element = h("div", { class: "setup", role: "group", "aria-label": t("setup"), hidden: true }, toggle, switches);
	store.on(["file"], ({ file }) => {
		element.hidden = file === null;
		if (!file) return;
		for (const { key } of SWITCHES) pickers.get(key)?.set(itemsOf(file, key), file.setup[key]);
		const { choices, setup } = file;
		replace(toggle, icon("open"), [choices.rewards.find(c => c.id === setup.reward)?.label, lensLabel(setup.estimator), setup.preset].join(" · "));
		fields.get("tiers")?.toggleAttribute("hidden", file.setup.reward !== TIERED);
	});
	return element;
}

function itemsOf(file: FileView, key: Key): readonly Item[] {
	switch (key) {
		case "reward":
			return file.choices.rewards;
		case "estimator":
			return file.choices.estimators;
		case "preset":
			return file.choices.presets[file.setup.estimator] ?? [];
		case "segmenter":
			return file.choices.segmenters;
		case "basis":
			return [
				{ id: "auto", label: t("basisAuto", { basis: t(file.basis === "recorded" ? "basisRecorded" : "basisRecomputed") }), detail: t("basisAutoLong") },
				{ id: "recorded", label: t("basisRecorded"), detail: t("basisRecordedLong") },
				{ id: "recomputed", label: t("basisRecomputed"), detail: t("basisRecomputedLong") },
			];
		case "tiers":
			return [
				{ id: "literal", label: t("tiersLiteral"), detail: t("tiersLiteralLong") },
				{ id: "monotone", label: t("tiersMonotone"), detail: t("tiersMonotoneLong") },
			];
		case "lanes":
			return [
				{ id: "fine", label: t("lanesFine"), detail: t("lanesFineLong") },
				{ id: "two-segment", label: t("lanesTwo"), detail: t("lanesTwoLong") },
			];
	}
}
