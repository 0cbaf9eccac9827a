import type { FileView } from "../../src/protocol/queries";
import { button } from "../controls";
import { type Child, h, icon, redraw, replace } from "../dom";
import { bytes, count } from "../format";
import type { Page } from "../page";
import { locale, placeName, t } from "../say";
import { setupBar } from "./setup";

/** Name and nature of the file, what it lacks, the switches of the recipe, and the page-wide commands. */
export function topbar(page: Page, goDegenerate: (back: boolean) => void, openHelp: () => void, openMapping: () => void, views: HTMLElement): HTMLElement {
	const { store, actions } = page;
	const identity = h("div", { class: "identity" });
	const more = h("button", { class: "disclosure", "aria-expanded": "false", "aria-controls": "file-details", onclick: () => toggle() });
	const details = h("div", { class: "file-details", id: "file-details", hidden: true });
	const toggle = (): void => {
		details.hidden = !details.hidden;
		more.setAttribute("aria-expanded", String(!details.hidden));
	};
	const degenerate = button([icon("next"), t("nextDegenerateShort")], () => goDegenerate(false), { label: t("nextDegenerate"), keys: "G", look: "secondary" });
	const element = h(
		"header",
		{ class: "topbar" },
		h(
			"div",
			{ class: "topbar-row" },
			identity,
			more,
			h("span", { class: "spring" }),
			views,
			degenerate,
			button([icon("help")], openHelp, { label: t("help"), keys: "?", look: "icon" }),
		),
		setupBar(page),
		details,
	);
	store.on(["file"], ({ file }) => {
		element.classList.toggle("waiting", file === null);
		if (!file) return;
		redraw(identity, ...about(file));
		more.hidden = file.missing.length + file.problems.length === 0;
		replace(more, icon("open"), ...disclosed(file));
		redraw(details, ...explained(file, actions, openMapping));
		degenerate.toggleAttribute("disabled", file.degenerateGroups === 0);
	});
	return element;
}

function about(file: FileView): Child[] {
	const number = (n: number): string => count(n, locale());
	const format = file.format === null ? t("formatUnknown") : file.subtype === null ? file.formatTitle : `${file.formatTitle} · ${file.subtype}`;
	const facts = [
		...(file.run ? [t("fileCount", { count: number(file.run.files) })] : []),
		t("rolloutCount", { count: number(file.rollouts) }),
		file.groups > 0 ? t("groupCount", { count: number(file.groups) }) : file.groupKey,
		...(file.degenerateGroups > 0 ? [t("degenerateCount", { count: number(file.degenerateGroups) })] : []),
		bytes(file.bytes),
	];
	return [
		h("h1", { title: file.path }, file.name),
		h("span", { class: "badge", title: t("formatTitle", { container: file.container, confidence: Math.round(file.confidence * 100) }) }, format),
		h("span", { class: "facts clip", title: `${facts.join(" · ")}\n${file.groupKey}` }, facts.join(" · ")),
	];
}

function disclosed(file: FileView): Child[] {
	const problems = file.problems.length;
	return [
		file.missing.length > 0 && t("missingCount", { count: file.missing.length }),
		file.missing.length > 0 && problems > 0 && " · ",
		problems > 0 && t("problemCount", { count: problems }),
	];
}

/** At most this many problems are listed; the rest is counted. */
const LISTED = 50;

/** Doubts about the format: a person may say which key is which. */
const DOUBTS = ["not-sure", "keys-by-name", "no-text"];

function explained(file: FileView, actions: Page["actions"], openMapping: () => void): Child[] {
	const rest = file.problems.length - LISTED;
	return [
		file.missing.length > 0 && h("h2", {}, t("missing")),
		file.missing.length > 0 && h("dl", { class: "missing" }, ...file.missing.flatMap(m => [h("dt", {}, m.signal), h("dd", {}, m.disables)])),
		file.problems.length > 0 && h("h2", {}, t("problems")),
		file.problems.length > 0 &&
			h(
				"ul",
				{ class: "findings" },
				...file.problems.slice(0, LISTED).map(p => {
					const { line, column } = p;
					const content = [
						icon(p.severity),
						h("span", { class: "sr-only" }, t(`severity_${p.severity}`)),
						h("span", { class: "message" }, p.message),
						line !== null && h("code", {}, placeName(p.file, line)),
					];
					return h(
						"li",
						{ class: p.severity },
						line === null
							? h("span", { class: "row-button" }, ...content)
							: h("button", { class: "row-button", title: t("revealLine"), onclick: () => void actions.revealAt(line, column ?? 1, t("notRevealed"), p.file) }, ...content),
					);
				}),
				rest > 0 && h("li", { class: "hint" }, t("moreProblems", { count: rest })),
			),
		file.problems.some(p => DOUBTS.includes(p.code)) && button([t("mapOpen")], openMapping, { look: "secondary" }),
	];
}
