import { h, replace } from "../dom";
import { lensIds } from "../lens";
import type { Page } from "../page";
import { type PageCode, t } from "../say";
import { DIFFERENCE } from "../state";

const NAMES: Readonly<Record<string, PageCode>> = { grpo: "lens_grpo", slca: "lens_slca", [DIFFERENCE]: "lens_difference" };

/** Names of methods as their papers spell them, where capitals alone would not do; they are the same in every language. */
const SPELLED: Readonly<Record<string, string>> = {
	toolpo: "ToolPO",
	reinforce_plus_plus: "REINFORCE++",
	remax: "ReMax",
	passk: "pass@k",
	mtgrpo: "MT-GRPO",
	gigpo: "GiGPO",
	steptool: "StepTool",
};

/** Short name of an estimator; an estimator without one is named by its id. */
export const lensLabel = (id: string): string => (NAMES[id] ? t(NAMES[id]) : (SPELLED[id] ?? id.toUpperCase()));

/** Radio buttons for what the colours show: one estimator, another, or their difference. */
export function lensSwitch({ store }: Page): HTMLElement {
	const group = h("div", { class: "lens", role: "radiogroup", "aria-label": t("lens") });
	const choose = (id: string): void => {
		store.set({ lens: id });
		group.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
	};
	store.on(["rollout", "lens"], ({ rollout, lens }) => {
		const ids = rollout ? lensIds(rollout) : ["grpo", "slca", DIFFERENCE];
		const chosen = ids.includes(lens) ? lens : ids[0];
		const focused = group.contains(document.activeElement);
		replace(
			group,
			...ids.map((id, i) =>
				h(
					"button",
					{
						role: "radio",
						"aria-checked": String(id === chosen),
						tabindex: id === chosen ? 0 : -1,
						"data-lens": id,
						title: t("lensTitle", { lens: lensLabel(id), key: i + 1 }),
						"aria-keyshortcuts": i + 1,
						onclick: () => choose(id),
					},
					lensLabel(id),
					h("kbd", { "aria-hidden": "true" }, String(i + 1)),
				),
			),
		);
		if (focused) group.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
	});
	group.addEventListener("keydown", event => {
		const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
		if (by === 0) return;
		const ids = [...group.querySelectorAll<HTMLElement>("[data-lens]")].map(b => b.dataset.lens as string);
		const at = ids.indexOf(group.querySelector<HTMLElement>('[aria-checked="true"]')?.dataset.lens ?? "");
		choose(ids[(at + by + ids.length) % ids.length] as string);
		event.preventDefault();
		event.stopPropagation();
	});
	return group;
}

/** Chooses the n-th lens (from 0), or the next one. */
export function chooseLens({ store }: Page, n: number | "next"): void {
	const { rollout, lens } = store.now;
	if (!rollout) return;
	const ids = lensIds(rollout);
	const id = n === "next" ? ids[(ids.indexOf(lens) + 1) % ids.length] : ids[n];
	if (id !== undefined) store.set({ lens: id });
}
