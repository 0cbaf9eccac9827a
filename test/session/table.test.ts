import fc from "fast-check";
import { expect, test } from "vitest";
import type { Arrangement } from "../../src/protocol/queries";
import { GroupTable } from "../../src/session/groups";
import { arrange, groupOf, headerOf, NO_GROUP_HEADER, nextHeader, type TableData } from "../../src/session/table";

interface Row {
	readonly group: number;
	readonly value: number;
	readonly findings: number;
	readonly step: number;
}

const value = fc.constantFrom(Number.NaN, 0, 1, 1, 2, -3, 0.5);
const row: fc.Arbitrary<Row> = fc.record({ group: fc.integer({ min: -1, max: 5 }), value, findings: fc.nat(1), step: fc.constantFrom(Number.NaN, 0, 1) });
const arrangement: fc.Arbitrary<Arrangement> = fc.record({
	sort: fc.constantFrom("file", "group", "deviation", "reward", "tokens"),
	descending: fc.boolean(),
	text: fc.constant(""),
	only: fc.constantFrom("all", "findings", "degenerate"),
	...({ step: fc.constantFrom(undefined, null, 0, 1) } as object),
});

/** Groups in order of first appearance, with deviations and degenerate ones that depend on the number alone. */
function dataOf(rows: readonly Row[]): TableData {
	const groups = new GroupTable();
	for (const [i, r] of rows.entries()) groups.add(i, r.group < 0 ? null : `g${r.group}`, null);
	return {
		rows: rows.length,
		groups,
		value: (_, i) => (rows[i] as Row).value,
		groupDeviation: g => [1, Number.NaN, 0, 1, 2, 0.5][g] as number,
		isDegenerate: g => g % 2 === 0,
		findings: i => (rows[i] as Row).findings,
		step: i => (rows[i] as Row).step,
	};
}

/** NaN last, whatever the direction. */
const order = (a: number, b: number, descending: boolean): number =>
	Number.isNaN(a) || Number.isNaN(b) ? Number(Number.isNaN(a)) - Number(Number.isNaN(b)) : descending ? b - a : a - b;

/** The same made of lists. */
function model(data: TableData, { sort, descending, only, step }: Arrangement, passes: Uint8Array | null): number[] {
	const shown = (r: number): boolean =>
		(!passes || passes[r] === 1) && (only !== "findings" || data.findings(r) > 0) && (step === undefined || (step === null ? Number.isNaN(data.step(r)) : data.step(r) === step));
	const byValue = sort === "reward" || sort === "tokens";
	const blocks = [...Array.from({ length: data.groups.count }, (_, g) => g), -1]
		.filter(g => only !== "degenerate" || (g >= 0 && data.isDegenerate(g)))
		.map(g => {
			const rows = data.groups.membersOf(g).filter(shown);
			const values = rows.map(r => data.value("reward", r)).filter(v => !Number.isNaN(v));
			if (byValue) rows.sort((a, b) => order(data.value("reward", a), data.value("reward", b), descending) || a - b);
			const key = byValue ? values.reduce((a, b) => a + b, 0) / values.length : g < 0 ? Number.NaN : sort === "deviation" ? data.groupDeviation(g) : g;
			return { header: g < 0 ? NO_GROUP_HEADER : headerOf(g), rows, key };
		})
		.filter(b => b.rows.length);
	if (sort !== "file") blocks.sort((a, b) => order(a.key, b.key, descending) || b.header - a.header);
	return blocks.flatMap(b => [b.header, ...b.rows]);
}

test("display rows: each group's header and rows, by any order and filter", () => {
	fc.assert(
		fc.property(fc.array(row, { maxLength: 40 }), arrangement, fc.option(fc.array(fc.nat(1), { minLength: 40, maxLength: 40 })), (rows, how, verdicts) => {
			const data = dataOf(rows);
			const passes = verdicts && Uint8Array.from(verdicts.slice(0, rows.length));
			expect([...arrange(data, how, passes)]).toEqual(model(data, how, passes));
		}),
		{ numRuns: 1000 },
	);
});

test("the next header of its kind, forth and back", () => {
	const rows = [0, 1, 1, 2, -1].map((group): Row => ({ group, value: 1, findings: 0, step: 0 }));
	const items = arrange(dataOf(rows), { sort: "file", descending: false, text: "", only: "all" }, null);
	expect([...items]).toEqual([-2, 0, -3, 1, 2, -4, 3, -1, 4]);
	const even = (g: number): boolean => g % 2 === 0;
	expect([nextHeader(items, 0, false, even), nextHeader(items, 8, true, even), nextHeader(items, 5, false, even)]).toEqual([5, 5, -1]);
	expect(groupOf(items[5] as number)).toBe(2);
});
