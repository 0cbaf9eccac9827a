import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GroupTable } from "../../src/session/groups";
import { Names, Slots } from "../../src/session/names";
import { groupsOf } from "./support/state";

/** The same kept as plain lists and texts: what the columns are held against. */
class Model {
	private readonly numbers = new Map<string, number>();
	private readonly marks = new Map<number, number>();
	keys: string[] = [];
	steps: (number | null)[] = [];
	members: number[][] = [];
	loose: number[] = [];

	add(row: number, key: string | null, step: number | null): number {
		return this.join(row, key === null ? -1 : this.numberIn(this.numbers, JSON.stringify([key, step]), key, step));
	}
	addMarked(row: number, mark: number, step: number | null): number {
		return this.join(row, this.numberIn(this.marks, mark, "", step));
	}
	name(group: number, key: string, step: number | null): void {
		this.keys[group] = key;
		this.steps[group] = step;
		const name = JSON.stringify([key, step]);
		if (!this.numbers.has(name)) this.numbers.set(name, group);
	}
	truncate(rows: number): void {
		this.members = this.members.map(list => list.filter(r => r < rows));
		this.loose = this.loose.filter(r => r < rows);
		while (this.members.at(-1)?.length === 0) for (const list of [this.members, this.keys, this.steps]) list.pop();
		for (const names of [this.numbers, this.marks] as Map<unknown, number>[]) for (const [name, n] of names) if (n >= this.members.length) names.delete(name);
	}
	private numberIn<T>(names: Map<T, number>, name: T, key: string, step: number | null): number {
		let n = names.get(name);
		if (n === undefined) {
			n = this.members.push([]) - 1;
			this.keys.push(key);
			this.steps.push(step);
			names.set(name, n);
		}
		return n;
	}
	private join(row: number, group: number): number {
		(group < 0 ? this.loose : this.members[group])?.push(row);
		return group;
	}
}

const key = fc.constantFrom("", "a", "b", "a\u0000", "提示", "p-1", "p-2", "long ".repeat(20));
const step = fc.constantFrom(null, 0, 1, -1, 2.5, 1e12);
const act = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ do: fc.constant("add" as const), key: fc.option(key), step, skip: fc.nat(2) }) },
	{ weight: 4, arbitrary: fc.record({ do: fc.constant("mark" as const), mark: fc.oneof(fc.nat(5), fc.maxSafeNat()), step }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("name" as const), group: fc.nat(20), key, step }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("truncate" as const), back: fc.nat(6) }) },
);

describe("groups in columns", () => {
	test("places in groups too large to be walked through, while they grow and are cut", () => {
		const table = new GroupTable();
		const places = (): number[][] => ["a", "b"].map(k => table.membersOf(table.numberOf(k, null)).map(r => table.placeOf(r, table.numberOf(k, null))));
		const counted = (a: number, b: number): number[][] => [a, b].map(n => Array.from({ length: n }, (_, i) => i + 1));
		for (let row = 0; row < 300; row++) table.add(row, row % 3 ? "a" : "b", null);
		expect(places()).toEqual(counted(200, 100));
		for (let row = 300; row < 330; row++) table.add(row, "b", null);
		expect(places()).toEqual(counted(200, 130));
		table.truncate(210);
		expect(places()).toEqual(counted(140, 70));
		for (let row = 210; row < 400; row++) table.add(row, row % 2 ? "a" : "b", null);
		expect(places()).toEqual(counted(235, 165));
	});

	test("say the same as lists, whatever is added, named and taken back", () => {
		fc.assert(
			fc.property(fc.array(act, { maxLength: 120 }), acts => {
				const names = new Names();
				const [table, model] = [new GroupTable(names), new Model()];
				let row = 0;
				for (const a of acts) {
					if (a.do === "add") {
						row += a.skip;
						expect(table.add(row, a.key, a.step)).toBe(model.add(row, a.key, a.step));
						row++;
					} else if (a.do === "mark") {
						expect(table.addMarked(row, a.mark, a.step)).toBe(model.addMarked(row, a.mark, a.step));
						row++;
					} else if (a.do === "name") {
						if (a.group >= table.count) continue;
						table.name(a.group, names.numberOf(a.key, a.step));
						model.name(a.group, a.key, a.step);
					} else {
						row = Math.max(0, row - a.back);
						table.truncate(row);
						model.truncate(row);
					}
				}
				const { keys, steps, members, loose } = model;
				expect(groupsOf(table)).toEqual({ keys, steps, members, loose });
				expect(table.list()).toEqual(keys.map((k, g) => ({ key: k, step: steps[g] })));
				for (const [g, rows] of [...members.entries(), [-1, loose] as const]) {
					expect(table.sizeOf(g)).toBe(rows.length);
					const into = new Int32Array(rows.length + 2);
					expect([table.membersInto(g, into, 1), ...into]).toEqual([rows.length, 0, ...rows, 0]);
					expect(rows.map(r => table.placeOf(r, g))).toEqual(rows.map((_, i) => i + 1));
					if (g >= 0) expect(table.firstOf(g)).toBe(rows[0] ?? -1);
				}
			}),
			{ numRuns: 500 },
		);
	});

	test("rows joined all at once are members as those joined one by one", () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: -1, max: 3 })), rows => {
				const [one, all] = [new GroupTable(), new GroupTable()];
				for (const t of [one, all]) for (const k of ["a", "b", "c", "d"]) t.numberOf(k, null);
				for (const [row, g] of rows.entries()) one.join(row, g);
				all.joinAll(Int32Array.from(rows));
				for (const t of [one, all]) t.add(rows.length, "c", null);
				expect(groupsOf(all)).toEqual(groupsOf(one));
				for (const t of [one, all]) t.truncate(rows.length >> 1);
				expect(groupsOf(all)).toEqual(groupsOf(one));
			}),
		);
	});

	test("a group that is not there has no name, no step and no rows", () => {
		const table = new GroupTable();
		table.add(0, "a", 1);
		for (const g of [1, 7, Number.NaN]) expect([table.keyOf(g), table.stepOf(g), table.membersOf(g), table.sizeOf(g), table.firstOf(g)]).toEqual([null, null, [], 0, -1]);
		expect([table.keyOf(-1), table.stepOf(-1)]).toEqual([null, null]);
	});

	test("many groups, named and marked, keep their numbers while the tables grow, and find them in a table made anew", () => {
		const names = new Names();
		const table = new GroupTable(names);
		for (let round = 0; round < 2; round++)
			for (let i = 0; i < 20_000; i++) {
				expect(table.add(40_000 * round + 2 * i, `p-${i}`, i >> 7)).toBe(2 * i);
				expect(table.addMarked(40_000 * round + 2 * i + 1, i * 2 ** 33 + (i & 1), i >> 7)).toBe(2 * i + 1);
			}
		const anew = new GroupTable(names);
		for (let g = 0; g < table.count; g++) expect(anew.numberAs(table, g)).toBe(g);
		expect(anew.addMarked(0, 3 * 2 ** 33 + 1, 0)).toBe(7);
		expect(anew.add(1, "p-3", 0)).toBe(6);
	});
});

describe("names of groups", () => {
	test("a key and a step are one name; the last that was asked for is not taken for another", () => {
		const names = new Names();
		const asked = [
			["a", null],
			["a", 0],
			["a", 1],
			["b", 1],
			["a", null],
			["", null],
			["a", 0],
		] as const;
		expect(asked.map(([k, s]) => names.numberOf(k, s))).toEqual([0, 1, 2, 3, 0, 4, 1]);
		expect([names.count, names.keyOf(3), names.stepOf(3), names.stepOf(0)]).toEqual([5, "b", 1, null]);
	});

	test("places that are all wanted at once", () => {
		const slots = new Slots();
		for (let n = 0; n < 500; n++) slots.put(n, () => 7);
		const met: number[] = [];
		for (let p = slots.first(7); slots.at(p) >= 0; p = slots.after(p)) met.push(slots.at(p));
		expect(met.sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, i) => i));
		slots.clear();
		expect(slots.at(slots.first(7))).toBe(-1);
	});
});
