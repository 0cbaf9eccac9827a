import { MAPPED_KEYS, type MappedKey, type ShapeView } from "../../src/protocol/queries";
import { button } from "../controls";
import { h, icon, replace } from "../dom";
import type { Page } from "../page";
import { type PageCode, t } from "../say";

const NAMES: Readonly<Record<MappedKey, PageCode>> = { prompt: "mapPrompt", response: "mapResponse", reward: "mapReward", group: "mapGroup", step: "mapStep" };

/** The recipe that reads such a file for good. */
export const mappingRecipe = (keys: Readonly<Partial<Record<MappedKey, string>>>): string => `${JSON.stringify({ format: "generic-text", keys }, null, "\t")}\n`;

/** A dialog for files of no known shape: which key is the prompt, the response, the reward, the group, the step. */
export function mappingDialog({ actions }: Page): { readonly element: HTMLDialogElement; open(): void } {
	const body = h("div", { class: "mapping" });
	const problem = h("p", { class: "mapping-problem", role: "alert", hidden: true });
	const element = h(
		"dialog",
		{ class: "help", "aria-label": t("mapTitle") },
		h(
			"div",
			{ class: "pane-tools" },
			h("h2", {}, t("mapTitle")),
			h("span", { class: "spring" }),
			button([icon("close")], () => element.close(), { label: t("close"), keys: "Escape", look: "icon" }),
		),
		h("p", { class: "hint" }, t("mapHelp")),
		body,
		problem,
	);
	const tell = (text: string | null): void => {
		problem.hidden = text === null;
		problem.textContent = text ?? "";
	};

	const draw = ({ keys, guess }: ShapeView): void => {
		const chosen: Partial<Record<MappedKey, string>> = { ...guess };
		const examples = new Map(keys.map(k => [k.path, k.example]));
		const row = (part: MappedKey): HTMLElement => {
			const example = h("span", { class: "mapping-example clip" });
			const select = h(
				"select",
				{ class: "lab-select", id: `map-${part}` },
				h("option", { value: "" }, t("mapNone")),
				...keys.map(k => h("option", { value: k.path, selected: chosen[part] === k.path }, k.path)),
			);
			const show = (): void => {
				example.textContent = examples.get(select.value) ?? "";
				example.title = example.textContent;
			};
			select.addEventListener("change", () => {
				if (select.value === "") delete chosen[part];
				else chosen[part] = select.value;
				tell(null);
				show();
			});
			show();
			return h("div", { class: "mapping-row" }, h("label", { for: select.id }, t(NAMES[part])), select, example);
		};
		const usable = (): boolean => {
			if (chosen.response !== undefined) return true;
			tell(t("mapNeedsResponse"));
			return false;
		};
		const use = async (): Promise<void> => {
			if (!usable()) return;
			const wrong = await actions.mapKeys(chosen);
			tell(wrong);
			if (wrong === null) element.close();
		};
		replace(
			body,
			...MAPPED_KEYS.map(row),
			h(
				"div",
				{ class: "mapping-tools" },
				button([t("mapUse")], () => void use(), { look: "primary" }),
				button([t("mapSave")], () => void (usable() && actions.save(mappingRecipe(chosen), ".reward.json", name => t("mapSaved", { name }))), { look: "secondary" }),
			),
		);
	};
	const open = async (): Promise<void> => {
		tell(null);
		replace(body);
		element.showModal();
		const shape = await actions.ask("shape", null).catch((e: unknown) => (e instanceof Error ? e.message : String(e)));
		if (typeof shape === "string") tell(shape);
		else if (!shape.keys.length) tell(t("mapNoKeys"));
		else draw(shape);
	};
	return { element, open: () => void open() };
}
