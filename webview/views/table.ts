import type { FileView, SortKey } from "../../src/protocol/queries";
import { SORT_KEYS } from "../../src/protocol/queries";
import { button, field, picker } from "../controls";
import { h, icon, redraw, settled } from "../dom";
import { count } from "../format";
import type { Page } from "../page";
import { locale, t } from "../say";
import { scanView } from "./scan";
import { stepAxis } from "./steps";
import { tableRow } from "./tableRow";
import { VirtualList } from "./virtualList";

/** Pixels; the style sheet says the same. */
const ROW = 22;
const HEAD = 24;

export interface TableView {
	readonly element: HTMLElement;
	focusFilter(): void;
}

/** A column, with the key it sorts by. */
interface Column {
	readonly label: string;
	readonly title: string;
	readonly sort: SortKey | null;
	/** Pixels where room is scarce, and where it is not; 0: all the rest. */
	readonly least: number;
	readonly most: number;
}

const GAP = 4;
const PADDING = 8;

function columns(file: FileView | null, locked: boolean): readonly Column[] {
	return [
		{ label: t("rollout"), title: t("rollout"), sort: "group", least: 40, most: 0 },
		{ label: t("reward"), title: t(file?.basis === "recorded" ? "rewardRecorded" : "rewardRecomputed"), sort: "reward", least: 42, most: 54 },
		...(file?.layers ?? []).map(l => ({ label: l.label, title: t("layerScore", { layer: l.label }), sort: null, least: 27, most: 44 })),
		...(locked
			? [
					{ label: t("advantageTool"), title: t("advantageToolLong"), sort: "advantage" as const, least: 36, most: 50 },
					{ label: t("advantageSummary"), title: t("advantageSummaryLong"), sort: null, least: 36, most: 54 },
				]
			: [{ label: t("advantageShort"), title: t("advantage"), sort: "advantage" as const, least: 36, most: 52 }]),
		{ label: t("tokens"), title: t("tokensLong"), sort: "tokens", least: 32, most: 48 },
		{ label: t("marks"), title: t("findings"), sort: "findings", least: 28, most: 34 },
	];
}

/** Columns give way to each other down to their least; below that the table scrolls. The first one takes what is left. */
function layOut(grid: HTMLElement, all: readonly Column[]): void {
	grid.style.setProperty("--columns", all.map(c => `minmax(${c.least}px,${c.most === 0 ? "1fr" : `${c.most}px`})`).join(" "));
	grid.style.setProperty("--least", `${all.reduce((sum, c) => sum + c.least + GAP, 2 * PADDING + 2 - GAP)}px`);
}

export function tableView(page: Page): TableView {
	const { store, actions } = page;
	const filter = field(
		t("filter"),
		t("filterHint"),
		settled(200, text => void actions.arrange({ text })),
	);
	filter.value = store.now.arrangement.text;
	filter.element.addEventListener("keydown", event => {
		if (event.key === "Escape" || event.key === "ArrowDown" || event.key === "Enter") {
			if (event.key === "Escape") {
				filter.value = "";
				void actions.arrange({ text: "" });
			}
			grid.focus();
			event.preventDefault();
			event.stopPropagation();
		}
	});
	const only = picker(t("show"), id => void actions.arrange({ only: id === "degenerate" || id === "findings" ? id : "all" }));
	const sort = picker(t("sortBy"), id => void actions.arrange({ sort: SORT_KEYS.find(k => k === id) ?? "file" }));
	const direction = button([icon("down")], () => void actions.arrange({ descending: !store.now.arrangement.descending }), { label: t("descending"), look: "icon" });
	const matching = h("span", { class: "matching" });

	const head = h("div", { class: "thead", role: "row", "aria-rowindex": 1 });
	const grid = h("div", { class: "treegrid", id: "rollouts", role: "treegrid", tabindex: 0, "aria-label": t("rolloutsTable"), "aria-readonly": "true" }, head);
	const empty = h("p", { class: "empty", hidden: true });
	const element = h(
		"section",
		{ class: "pane table-pane", "aria-label": t("rolloutsTable") },
		h("div", { class: "pane-tools" }, filter.element, only.element, sort.element, direction),
		scanView(page),
		stepAxis(page),
		h("div", { class: "pane-note" }, matching),
		grid,
		empty,
	);

	const list = new VirtualList({
		viewport: grid,
		rowHeight: () => ROW,
		headHeight: () => HEAD,
		create: index => tableRow(store.now, actions.rows.item(index), index),
	});

	/** Do rollouts have an advantage per lane instead of one? Their rows tell. */
	let locked = false;
	const heads = (): void => {
		const { file, arrangement } = store.now;
		const all = columns(file, locked);
		layOut(grid, all);
		grid.setAttribute("aria-colcount", String(all.length));
		redraw(head, ...all.map(c => columnHead(c.label, c.title, c.sort, arrangement.sort === c.sort ? (arrangement.descending ? "descending" : "ascending") : null)));
	};
	const columnHead = (label: string, title: string, key: SortKey | null, sorted: "ascending" | "descending" | null): HTMLElement =>
		h(
			"div",
			{ role: "columnheader", title, "aria-sort": sorted ?? (key ? "none" : undefined) },
			key
				? h(
						"button",
						{
							class: "sort",
							onclick: () => void actions.arrange(sorted === null ? { sort: key, descending: key !== "group" } : { sort: key, descending: sorted === "ascending" }),
						},
						h("span", { class: "clip" }, label),
						sorted && icon(sorted === "ascending" ? "up" : "down"),
					)
				: h("span", { class: "clip" }, label),
		);

	store.on(["file", "arrangement"], ({ file, arrangement }) => {
		heads();
		only.set(
			[
				{ id: "all", label: t("showAll") },
				{ id: "degenerate", label: t("showDegenerate") },
				{ id: "findings", label: t("showFindings") },
			],
			arrangement.only,
		);
		sort.set(
			SORT_KEYS.map(id => ({ id, label: t(`sort_${id}`) })),
			arrangement.sort,
		);
		direction.toggleAttribute("disabled", arrangement.sort === "file");
		direction.classList.toggle("ascending", !arrangement.descending);
		direction.setAttribute("aria-pressed", String(arrangement.descending));
		empty.hidden = !(file && file.rollouts > 0 && store.now.total === 0);
	});
	store.on(["total", "arrivals", "matching", "file"], ({ total, matching: n, file }) => {
		const some = actions.rows.some();
		if (some && (some.lanes !== null) !== locked) {
			locked = !locked;
			heads();
		}
		grid.setAttribute("aria-rowcount", String(total + 1));
		list.setCount(total);
		list.rebuild();
		matching.textContent = file ? t("matching", { shown: count(n, locale()), all: count(file.rollouts, locale()) }) : "";
		empty.textContent = t("nothingMatches");
		empty.hidden = !(file && file.rollouts > 0 && total === 0);
		grid.hidden = total === 0;
	});
	let last = -1;
	let rearranged = false;
	store.on(["arrangement"], () => {
		rearranged = true;
	});
	store.on(["active", "row"], ({ active }) => {
		list.keep(active);
		if (active >= 0) {
			// a new order or filter is looked at from its top, wherever the open rollout went
			if (rearranged) list.scrollToRow(0);
			else list.reveal(active, Math.abs(active - last) > list.rowsPerPage ? "third" : "nearest");
			[last, rearranged] = [active, false];
			grid.setAttribute("aria-activedescendant", `row-${active}`);
		} else grid.removeAttribute("aria-activedescendant");
		for (const [index, row] of list.rows) mark(row, index);
	});
	const mark = (row: HTMLElement, index: number): void => {
		row.classList.toggle("active", index === store.now.active);
		if (row.dataset.row !== undefined) row.setAttribute("aria-selected", String(Number(row.dataset.row) === store.now.row));
	};

	grid.addEventListener("click", event => {
		const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
		if (row) void actions.activate(Number(row.dataset.index));
	});
	grid.addEventListener("dblclick", () => document.getElementById("transcript")?.focus());
	grid.addEventListener("keydown", event => {
		if (event.ctrlKey || event.altKey || event.metaKey || event.target !== grid) return;
		const { active, total } = store.now;
		const to = move(event.key, active, total, list.rowsPerPage);
		if (to !== null) void actions.activate(to);
		else if (event.key === "ArrowLeft") void toGroup(page);
		else if (event.key === "Enter") document.getElementById("transcript")?.focus();
		else return;
		event.preventDefault();
		event.stopPropagation();
	});
	return { element, focusFilter: () => filter.focus() };
}

function move(key: string, active: number, total: number, page: number): number | null {
	switch (key) {
		case "ArrowDown":
		case "ArrowRight":
			return active + 1;
		case "ArrowUp":
			return Math.max(0, active - 1);
		case "PageDown":
			return active + page;
		case "PageUp":
			return Math.max(0, active - page);
		case "Home":
			return 0;
		case "End":
			return total - 1;
		default:
			return null;
	}
}

/** From a rollout to the row of its group, which stands above it. */
async function toGroup({ store, actions }: Page): Promise<void> {
	for (let i = store.now.active - 1; i >= 0; i--) {
		const item = await actions.rows.fetch(i);
		if (item?.kind !== "group") continue;
		await actions.activate(i);
		return;
	}
}
