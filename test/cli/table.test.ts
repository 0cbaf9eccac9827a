import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paintFor } from "../../src/cli/paint";
import { bar, type Column, figure, table } from "../../src/cli/table";
import { widthOf } from "../../src/cli/width";

const plain = paintFor({ columns: 80, colourBits: 0 });
const COLUMNS: readonly Column[] = [
	{ title: "n", align: "right" },
	{ title: "group", most: 30 },
	{ title: "kept", drop: 1 },
	{ title: "why", flex: true },
];
const ROWS = [
	["1", "帮我订一张票 please, two seats", "dapo slime", "all rewards are equal, so that nothing is learned from it"],
	["20", "short", "–", "✓"],
];

describe("tables", () => {
	test("wide: every column as it is", () => {
		expect(table(COLUMNS, ROWS, 120, plain)).toEqual([
			" n  group                           kept        why",
			" 1  帮我订一张票 please, two seats  dapo slime  all rewards are equal, so that nothing is learned from it",
			"20  short                           –           ✓",
		]);
	});

	test("narrow: the column that may give way is cut, the flexible one wraps, a droppable one goes", () => {
		expect(table(COLUMNS, ROWS, 50, plain, " ", titles => [` without ${titles}`])).toEqual([
			"  n  group             why",
			"  1  帮我订一张票 pl…  all rewards are equal, so",
			"                       that nothing is learned",
			"                       from it",
			" 20  short             ✓",
			" without kept",
		]);
	});

	test("no column goes where nobody would say so, and nothing is said where none goes", () => {
		expect(table(COLUMNS, ROWS, 50, plain, " ")[0]).toContain("kept");
		expect(table(COLUMNS, ROWS, 120, plain, "", () => ["never"])).not.toContain("never");
	});

	test("a line across the columns stands as it is", () => {
		expect(table([{ title: "a" }, { title: "b" }], [{ across: ["", "▌group"] }, ["x", "y"]], 40, plain)).toEqual(["a  b", "", "▌group", "x  y"]);
	});

	test("fits whatever its cells and the terminal are", () => {
		const cell = fc.string({ unit: fc.constantFrom("a", "中", " ", "é"), maxLength: 40 });
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.string({ unit: fc.constantFrom("1", "2"), maxLength: 6 }), cell, cell, cell), { maxLength: 6 }),
				fc.integer({ min: 40, max: 160 }),
				(rows, width) => {
					for (const line of table(COLUMNS, rows, width, plain, "", () => [])) expect(widthOf(line)).toBeLessThanOrEqual(width);
				},
			),
		);
	});
});

describe("numbers for a person", () => {
	test.each([
		[Number.NaN, "–"],
		[0, "0"],
		[1, "1"],
		[0.12345, "0.123"],
		[-2.5, "-2.5"],
		[0.0001, "1.00e-4"],
		[5.9e-17, "0"],
		[12345678, "1.23e+7"],
		[Number.POSITIVE_INFINITY, "+∞"],
	])("%d is %s", (value, text) => expect(figure(value)).toBe(text));

	test("a sign when asked, none on zero and none", () => {
		expect([0.5, -0.5, 0, Number.NaN].map(v => figure(v, { signed: true }))).toEqual(["+0.5", "-0.5", "0", "–"]);
	});

	test.each([
		[0, "····"],
		[0.5, "██··"],
		[0.66, "██▋·"],
		[1, "████"],
		[7, "████"],
		[Number.NaN, "?···"],
	])("bar of %d", (value, text) => expect(bar(value, 4)).toBe(text));
});
