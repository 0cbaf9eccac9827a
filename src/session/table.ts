import type { Arrangement, SortKey } from "../protocol/queries";
import type { GroupTable } from "./groups";

/** Display rows of the table, in order: a group's header is −2 − number (−1 = the header of rollouts without group), a rollout is its row. */
export const NO_GROUP_HEADER = -1;
export const headerOf = (group: number): number => -2 - group;
export const groupOf = (item: number): number => -2 - item;

/** What ordering needs to know of rows and groups; NaN sorts last whatever the direction. */
export interface TableData {
	readonly rows: number;
	readonly groups: GroupTable;
	value(key: Exclude<SortKey, "file" | "group">, row: number): number;
	groupDeviation(group: number): number;
	isDegenerate(group: number): boolean;
	findings(row: number): number;
	step(row: number): number;
}

const compare = (a: number, b: number, descending: boolean): number => {
	if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : 1) : -1;
	return descending ? b - a : a - b;
};

function columnOf(data: TableData, sort: Parameters<TableData["value"]>[0]): Float64Array {
	const out = new Float64Array(data.rows);
	for (let row = 0; row < out.length; row++) out[row] = data.value(sort, row);
	return out;
}

/**
 * Order of the display rows. Sorting by a rollout's column orders rollouts inside their group and groups by their mean of
 * that column, so that a group stays together; "deviation" and "group" order groups only. `passes` = the text filter's
 * verdict per row, null when there is no filter.
 */
export function arrange(data: TableData, arrangement: Arrangement, passes: Uint8Array | null): Int32Array {
	const { sort, descending, only, step } = arrangement;
	const shown = (row: number): boolean =>
		(passes === null || passes[row] === 1) &&
		(only !== "findings" || data.findings(row) > 0) &&
		(step === undefined || (step === null ? Number.isNaN(data.step(row)) : data.step(row) === step));
	const byValue = sort !== "file" && sort !== "group" && sort !== "deviation";
	const values = byValue ? columnOf(data, sort) : new Float64Array();
	// each group's header and rows one behind the other, in file order first: no list for each of hundreds of thousands of groups
	const { groups } = data;
	const all = new Int32Array(data.rows + groups.count + 1);
	const filtered = passes !== null || only === "findings" || step !== undefined;
	const blocks: { readonly from: number; readonly to: number; readonly key: number }[] = [];
	let at = 0;
	const block = (header: number, group: number): void => {
		const from = at + 1;
		let to = from + groups.membersInto(group, all, from);
		if (filtered) {
			const end = to;
			to = from;
			for (let i = from; i < end; i++) if (shown(all[i] as number)) all[to++] = all[i] as number;
		}
		if (to === from) return;
		all[at] = header;
		at = to;
		if (sort === "file") return;
		let key = Number.NaN;
		if (byValue) {
			const rows = all.subarray(from, to).sort((a, b) => compare(values[a] as number, values[b] as number, descending) || a - b);
			let [sum, known] = [0, 0];
			for (const r of rows) {
				const v = values[r] as number;
				if (Number.isNaN(v)) continue;
				sum += v;
				known++;
			}
			key = known ? sum / known : Number.NaN;
		} else if (sort === "deviation") key = group >= 0 ? data.groupDeviation(group) : Number.NaN;
		else key = group >= 0 ? group : Number.NaN;
		blocks.push({ from: from - 1, to, key });
	};
	for (let g = 0; g < groups.count; g++) if (only !== "degenerate" || data.isDegenerate(g)) block(headerOf(g), g);
	if (only !== "degenerate") block(NO_GROUP_HEADER, -1);
	if (sort === "file") return all.subarray(0, at);
	blocks.sort((a, b) => compare(a.key, b.key, descending) || (all[b.from] as number) - (all[a.from] as number));
	const order = new Int32Array(at);
	let end = 0;
	for (const { from, to } of blocks) {
		order.set(all.subarray(from, to), end);
		end += to - from;
	}
	return order;
}

/** Display index of the next (previous) header from `index` for which `wanted` holds; −1 when there is none. */
export function nextHeader(order: Int32Array, index: number, back: boolean, wanted: (group: number) => boolean): number {
	const step = back ? -1 : 1;
	for (let i = index + step; i >= 0 && i < order.length; i += step) {
		const item = order[i] as number;
		if (item < NO_GROUP_HEADER && wanted(groupOf(item))) return i;
	}
	return -1;
}
