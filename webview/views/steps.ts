import type { StepsView, StepView } from "../../src/protocol/queries";
import { button } from "../controls";
import { focusKept, h, icon, replace, settled } from "../dom";
import { count, score } from "../format";
import type { Page } from "../page";
import { locale, t } from "../say";
import { stepPicture } from "./stepPicture";

/** The sentence of a step: what its mark in the picture shows. */
export function stepSentence({ step, rollouts, mean, groups, useful }: StepView): string {
	const name = step === null ? t("stepNone") : t("stepTitle", { step });
	const number = (n: number): string => count(n, locale());
	return [
		t("stepMean", { name, mean: score(mean, 3) }),
		...(groups ? [t("stepUseful", { useful: number(useful), groups: number(groups), percent: Math.round((100 * useful) / groups) })] : []),
		t("rolloutCount", { count: number(rollouts) }),
	].join(" · ");
}

/** How often the steps of a growing run are asked for again, in ms. */
const AGAIN = 400;

/**
 * The training steps of a file or run above the table: mean reward as a line, share of groups that give a gradient as bars. One
 * step is the cursor (arrow keys, pointer); Enter or a click shows its rollouts only, Escape all. Hidden with less than two steps.
 */
export function stepAxis(page: Page): HTMLElement {
	const { store, actions } = page;
	let view: StepsView = { basis: "recorded", steps: [] };
	let cursor = 0;
	let asTable = false;
	const picture = h("div", { class: "steps-picture", role: "slider", tabindex: 0, "aria-label": t("steps"), "aria-orientation": "horizontal", "aria-describedby": "steps-help" });
	const sentence = h("p", { class: "steps-sentence clip", "aria-hidden": "true" });
	const ends = h("p", { class: "steps-ends", "aria-hidden": "true" });
	const rows = h("div", { class: "steps-table", hidden: true });
	const tools = h("div", { class: "steps-tools" });
	const help = h("span", { class: "sr-only", id: "steps-help" }, t("stepsHelp"));
	const chart = h("div", { class: "steps-chart" }, picture, ends);
	const element = h("section", { class: "steps", hidden: true, "aria-label": t("steps") }, h("div", { class: "steps-head" }, sentence, tools), chart, rows, help);

	/** undefined = all. */
	const chosen = (): number | null | undefined => store.now.arrangement.step;
	const choose = (step: number | null | undefined): void => void actions.arrange({ step });
	const toggle = (i: number): void => {
		const at = view.steps[i];
		if (at) choose(chosen() === at.step ? undefined : at.step);
	};

	const turn = (): void => {
		asTable = !asTable;
		draw();
	};
	const drawCursor = (): void => {
		const at = view.steps[cursor];
		if (!at) return;
		picture.setAttribute("aria-valuemin", "1");
		picture.setAttribute("aria-valuemax", String(view.steps.length));
		picture.setAttribute("aria-valuenow", String(cursor + 1));
		picture.setAttribute("aria-valuetext", chosen() === at.step ? t("stepShown", { sentence: stepSentence(at) }) : stepSentence(at));
		sentence.textContent = stepSentence(at);
		sentence.title = sentence.textContent;
		picture.style.setProperty("--cursor", String((cursor + 0.5) / view.steps.length));
	};
	const drawTools = (): void => {
		const step = chosen();
		replace(
			tools,
			step !== undefined && button([icon("close"), step === null ? t("stepNone") : t("stepTitle", { step })], () => choose(undefined), { label: t("stepsAll"), look: "secondary" }),
			button([t(asTable ? "stepsAsPicture" : "stepsAsTable")], turn, { label: t(asTable ? "stepsAsPicture" : "stepsAsTable"), look: "icon" }),
		);
	};
	const draw = (): void => {
		const { steps } = view;
		element.hidden = steps.length < 2;
		if (element.hidden) return;
		const refocus = focusKept(element);
		cursor = Math.max(0, Math.min(cursor, steps.length - 1));
		const at = steps.findIndex(s => s.step === chosen());
		chart.hidden = asTable;
		rows.hidden = !asTable;
		replace(picture, ...(asTable ? [] : [stepPicture(steps, chosen() === undefined ? -1 : at), h("span", { class: "steps-cursor" })]));
		const name = (s: StepView | undefined): string => (s ? (s.step === null ? t("stepNone") : String(s.step)) : "");
		replace(ends, h("span", {}, name(steps[0])), h("span", {}, t(view.basis === "recorded" ? "stepsLegendRecorded" : "stepsLegendRecomputed")), h("span", {}, name(steps.at(-1))));
		replace(rows, ...(asTable ? [table(steps)] : []));
		drawTools();
		drawCursor();
		refocus();
	};
	const table = (steps: readonly StepView[]): HTMLElement =>
		h(
			"table",
			{},
			h("caption", { class: "sr-only" }, t("steps")),
			h("thead", {}, h("tr", {}, ...[t("step"), t("stepMeanHead"), t("stepUsefulHead"), t("rollouts")].map(text => h("th", { scope: "col" }, text)))),
			h(
				"tbody",
				{},
				...steps.map(s =>
					h(
						"tr",
						{ "aria-current": chosen() === s.step ? "true" : undefined },
						h(
							"th",
							{ scope: "row" },
							h(
								"button",
								{ class: "lab-link", onclick: () => choose(chosen() === s.step ? undefined : s.step), title: t("stepShow") },
								s.step === null ? t("stepNone") : String(s.step),
							),
						),
						h("td", {}, score(s.mean, 3)),
						h("td", {}, s.groups ? `${s.useful} / ${s.groups}` : "—"),
						h("td", {}, count(s.rollouts, locale())),
					),
				),
			),
		);
	const move = (to: number): void => {
		cursor = Math.max(0, Math.min(view.steps.length - 1, to));
		drawCursor();
	};

	picture.addEventListener("keydown", event => {
		if (event.ctrlKey || event.altKey || event.metaKey) return;
		const page = Math.max(1, Math.round(view.steps.length / 10));
		const by: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -page, PageUp: page };
		if (event.key in by) move(cursor + (by[event.key] ?? 0));
		else if (event.key === "Home") move(0);
		else if (event.key === "End") move(view.steps.length - 1);
		else if (event.key === "Enter" || event.key === " ") toggle(cursor);
		else if (event.key === "Escape" && chosen() !== undefined) choose(undefined);
		else return;
		event.preventDefault();
		event.stopPropagation();
	});
	const under = (event: MouseEvent): number => {
		const box = picture.getBoundingClientRect();
		return Math.min(view.steps.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * view.steps.length)));
	};
	picture.addEventListener("pointermove", event => move(under(event)));
	picture.addEventListener("click", event => toggle(under(event)));

	let asked = 0;
	const ask = async (): Promise<void> => {
		const mine = ++asked;
		const answer = await actions.ask("steps", null).catch(() => null);
		if (!answer || mine !== asked) return;
		// the newest step is looked at first
		if (!view.steps.length) cursor = answer.steps.length - 1;
		view = answer;
		draw();
	};
	const askSoon = settled(AGAIN, () => void ask());
	store.on(["file"], ({ file }) => {
		if (!file) return;
		if (view.steps.length === 0) void ask();
		else askSoon();
	});
	store.on(["arrangement"], () => {
		if (!element.hidden) draw();
	});
	return element;
}
