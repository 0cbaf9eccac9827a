import type { TableItem } from "../../src/protocol/queries";
import { h, icon } from "../dom";
import { count, NONE, partial, score, signed } from "../format";
import { locale, t } from "../say";
import type { PageState } from "../state";

/** One row of the table; a row that has not arrived yet is an empty one. */
export function tableRow(state: PageState, item: TableItem | undefined, index: number): HTMLElement {
	const props = { role: "row", id: `row-${index}`, "aria-rowindex": index + 2, "data-index": index };
	const active = index === state.active ? " active" : "";
	if (!item) return h("div", { ...props, class: `trow waiting${active}`, "aria-busy": "true" }, h("div", { role: "gridcell" }, "…"));
	if (item.kind === "group")
		return h(
			"div",
			{ ...props, class: `trow group${item.degenerate ? " degenerate" : ""}${active}`, "aria-level": 1, title: groupTitle(item) },
			h("div", { role: "gridcell", class: "group-name clip" }, item.group === null ? t("noGroup") : groupName(item)),
			h("div", { role: "gridcell", class: "group-facts" }, groupFacts(item)),
			h("div", { role: "gridcell", class: "group-flag" }, item.degenerate !== null && icon("flat"), item.degenerate !== null && h("span", { class: "clip" }, item.degenerateText)),
		);
	return h(
		"div",
		{
			...props,
			class: `trow rollout${item.waiting ? " waiting" : ""}${active}`,
			"aria-level": 2,
			"aria-selected": String(item.row === state.row),
			"data-row": item.row,
			title: item.waiting ? t("waitingRow") : (item.id ?? ""),
		},
		h("div", { role: "gridcell", class: "member clip" }, `#${item.member}`),
		...rewardCells(state, item),
		...advantageCells(item),
		h("div", { role: "gridcell", class: "number" }, count(item.tokens, locale())),
		marksCell(item),
	);
}

type Group = Extract<TableItem, { kind: "group" }>;
type Rollout = Extract<TableItem, { kind: "rollout" }>;

const groupName = (g: Group): string => (g.step === null ? t("groupName", { group: g.group ?? "" }) : t("groupNameStep", { group: g.group ?? "", step: g.step }));
const groupFacts = (g: Group): string => (Number.isNaN(g.mean) ? `${g.size}×` : `${g.size}×  ${score(g.mean)} ± ${score(g.deviation)}`);
const groupTitle = (g: Group): string => {
	const facts = t("groupTitle", { size: g.size, mean: score(g.mean, 4), deviation: score(g.deviation, 4) });
	return g.degenerate === null ? facts : `${facts}\n${g.degenerateText}`;
};

/** Stands where the index knows nothing yet. */
const LATER = "…";

function rewardCells(state: PageState, item: Rollout): HTMLElement[] {
	const recorded = state.file?.basis === "recorded";
	const later = item.waiting === true;
	const shown = later && Number.isNaN(recorded ? item.recorded : item.total) ? LATER : recorded ? score(item.recorded) : partial(item.total, item.known);
	const differs = !Number.isNaN(item.recorded) && !Number.isNaN(item.total) && Math.abs(item.recorded - item.total) > 1e-6;
	const title = t("rewardBoth", { recorded: score(item.recorded, 4), recomputed: partial(item.total, item.known) });
	return [
		h("div", { role: "gridcell", class: "number reward", title }, differs && h("span", { class: "differs", "aria-label": t("differs") }, "≠"), shown),
		...item.layers.map((value, i) =>
			h(
				"div",
				{
					role: "gridcell",
					class: "number layer",
					title: t("layerTitle", { layer: state.file?.layers[i]?.label ?? "", score: Number.isNaN(value) ? t("unknown") : score(value, 4) }),
				},
				Number.isNaN(value) ? (later ? LATER : "?") : score(value),
				h("span", { class: "bar", style: `--fill:${Number.isNaN(value) ? 0 : Math.max(0, Math.min(1, value))}` }),
			),
		),
	];
}

function advantageCells(item: Rollout): HTMLElement[] {
	const cell = (value: number): HTMLElement => h("div", { role: "gridcell", class: "number advantage" }, signed(value));
	return item.lanes ? [cell(item.lanes.tool), cell(item.lanes.summary)] : [cell(item.advantage)];
}

function marksCell(item: Rollout): HTMLElement {
	if (item.findings === 0 || item.severity === null) return h("div", { role: "gridcell", class: "number marks quiet" }, NONE);
	return h("div", { role: "gridcell", class: `number marks ${item.severity}`, title: t("findingsCount", { count: item.findings }) }, icon(item.severity), String(item.findings));
}
