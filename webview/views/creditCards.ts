import { LANES, type Lane } from "../../src/core/model/segment";
import type { AuditView, CompareView, LeakageView } from "../../src/protocol/creditQueries";
import { type Child, h, icon, redraw, replace } from "../dom";
import { score, signed } from "../format";
import type { Page } from "../page";
import { laneName, t } from "../say";
import { lensLabel } from "./lensSwitch";

/** A rollout's number that opens it. */
const opener = (page: Page, row: number): HTMLElement => h("button", { class: "link", onclick: () => page.actions.select(row) }, t("rolloutNumber", { row: row + 1 }));
const head = (...titles: readonly Child[]): HTMLElement => h("thead", {}, h("tr", {}, ...titles.map(title => h("th", { scope: "col" }, title))));
const hint = (text: string): HTMLElement => h("p", { class: "hint" }, text);
/** Wide tables scroll by themselves, also by keyboard. */
const scrolling = (label: string, table: HTMLElement): HTMLElement => h("div", { class: "scrolling", tabindex: 0, role: "region", "aria-label": label }, table);
const percent = (v: number): string => (Number.isNaN(v) ? score(v) : `${Math.round(v * 100)} %`);

/** A part of the pane that is asked for when it is open, and asked again when another rollout is. */
export function asked<T>(page: Page, element: HTMLElement, load: (row: number) => Promise<T>, draw: (answer: T) => readonly Child[]): () => void {
	let wanted = -1;
	return () => {
		const { row } = page.store.now;
		if (row === null) return;
		wanted = row;
		load(row)
			.then(answer => {
				if (wanted === row) redraw(element, ...draw(answer));
			})
			.catch(() => {
				if (wanted === row) replace(element, hint(t("notNow")));
			});
	};
}

/** One group under several estimators: who is moved how far, and why it differs. */
export function comparison(page: Page, view: CompareView | null): readonly Child[] {
	if (!view) return [hint(t("compareNoGroup"))];
	const { row: open } = page.store.now;
	const lanes = (l: Lane): HTMLElement =>
		h(
			"table",
			{ class: "figures compared" },
			h("caption", {}, laneName(l)),
			head(t("rollout"), t("reward"), ...view.estimators.map(e => h("span", { title: e.label }, lensLabel(e.id)))),
			h(
				"tbody",
				{},
				...view.members.flatMap(m => {
					const changes = m.changes.filter(c => c.lane === l);
					const current = m.row === open ? { "aria-current": "true" } : {};
					return [
						h(
							"tr",
							{ class: "member", ...current },
							h("th", { scope: "row" }, opener(page, m.row)),
							h("td", { class: "number" }, score(m.reward)),
							...m.lanes[l].map(v => h("td", { class: `number ${v > 0 ? "up" : v < 0 ? "down" : ""}` }, signed(v))),
						),
						// below the numbers: beside them it would not fit into the pane
						...(changes.length === 0
							? []
							: [
									h(
										"tr",
										current,
										h(
											"td",
											{ class: "why", colspan: 2 + view.estimators.length },
											h("span", { class: "sr-only" }, t("compareWhy")),
											...changes.map(c =>
												h(
													"span",
													{},
													c.kind === "flip" && h("strong", {}, icon("warning"), t("compareFlip"), " "),
													view.estimators.length > 2 && `${lensLabel(c.estimator)}: `,
													c.reason,
												),
											),
										),
									),
								]),
					];
				}),
			),
		);
	const groups = view.estimators.map(e =>
		h(
			"li",
			{},
			h("strong", {}, lensLabel(e.id)),
			h("span", { class: "badge" }, e.preset),
			` ${e.dropped ? t("compareDropped") : t("compareMoved", { moved: e.moved, size: view.members.length })}`,
			e.flips > 0 && ` · ${t("compareFlips", { count: e.flips })}`,
			e.notes.length > 0 && ` · ${e.notes.join(" · ")}`,
		),
	);
	return [
		h("ul", { class: "plain" }, ...groups),
		h("p", { class: "quiet" }, view.kept.length ? t("compareKept", { names: view.kept.join(", ") }) : t("compareKeptByNone")),
		scrolling(t("compare"), h("div", {}, ...LANES.map(lanes))),
		h("h4", {}, t("reach")),
		scrolling(
			t("reach"),
			h(
				"table",
				{ class: "figures reach" },
				head(t("reachMethod"), ...LANES.flatMap(l => [t("reachPays", { lane: laneName(l) }), t("advantage")]), t("reachNormaliser"), t("reachExtra")),
				h(
					"tbody",
					{},
					...view.reach.map(r =>
						h(
							"tr",
							{},
							h("th", { scope: "row" }, h("span", { title: r.label }, lensLabel(r.id))),
							...LANES.flatMap(l => [h("td", {}, r.pays[l]), h("td", { class: "number" }, signed(r.advantage[l]))]),
							h("td", {}, r.normaliser),
							h("td", {}, r.unknown ?? r.extra),
						),
					),
				),
			),
		),
	];
}

/** What a broadcast advantage does to segments that did not earn it. */
export function leakageCard(page: Page, view: LeakageView | null): readonly Child[] {
	if (!view) return [hint(t("leakageNone"))];
	const list = (label: string, rows: readonly number[]): Child => rows.length > 0 && h("p", {}, `${label}: `, ...rows.flatMap((r, i) => [i > 0 && ", ", opener(page, r)]));
	return [
		hint(t("leakageBetween", { broadcast: lensLabel(view.broadcast), locked: lensLabel(view.locked) })),
		h(
			"table",
			{ class: "figures told" },
			h("tbody", {}, ...view.figures.map(f => h("tr", {}, h("th", { scope: "row" }, f.label), h("td", { class: "number" }, f.share ? percent(f.value) : score(f.value, 3))))),
		),
		list(t("leakageReward"), view.falseReward),
		list(t("leakagePunishment"), view.falsePunishment),
		view.pooled.length > 0 && h("ul", { class: "plain quiet" }, ...view.pooled.map(p => h("li", {}, p))),
	];
}

const SHOWN = 6;

/** Where the file's own advantages come from. */
export function auditCard(page: Page, view: AuditView): readonly Child[] {
	return [
		...view.sentences.map(s => h("p", {}, s)),
		view.sentences.length > 0 &&
			view.candidates.some(c => c.compared > 0) &&
			h(
				"table",
				{ class: "figures" },
				head(t("auditVariant"), t("auditMatching"), t("auditMost")),
				h(
					"tbody",
					{},
					...view.candidates
						.slice(0, SHOWN)
						.map(c =>
							h(
								"tr",
								{},
								h("th", { scope: "row" }, `${lensLabel(c.estimator)} · ${c.preset}`),
								h("td", { class: "number" }, `${c.matching}/${c.compared}`),
								h("td", { class: "number" }, score(c.maxAbsDiff, 4)),
							),
						),
				),
			),
		view.mismatches.length > 0 &&
			h(
				"ul",
				{ class: "plain" },
				...view.mismatches.map(m => h("li", {}, opener(page, m.row), `: ${t("auditMismatch", { recorded: signed(m.recorded, 3), recomputed: signed(m.recomputed, 3) })}`)),
			),
	];
}
