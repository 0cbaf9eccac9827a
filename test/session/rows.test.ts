import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import type { Column } from "../../src/core/base/columns";
import { type IndexedRow, Rows } from "../../src/session/rows";

const ROW = 100;
const row = (i: number): IndexedRow => ({ offset: ROW * i, bytes: ROW - 1, line: i + 1, step: i >> 10, recorded: i / 7, components: Float64Array.of(i / 3) });
const names = ["score"];

/** Rows of a file of `count` lines, in chunks of an index; `told` = its length is told on the way. */
function indexed(count: number, told: boolean, by = 1): Rows {
	const rows = new Rows();
	for (let i = 0; i < count; i++) {
		rows.index(row(i), i % 3 ? { key: `p-${i >> 3}` } : { mark: i >> 3 }, names);
		if (told && i % 4000 === 0) rows.expect(count * by);
	}
	return rows;
}

const bytesOf = (column: Column | undefined): Buffer => {
	const values = column?.view() ?? new Uint8Array();
	return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
};
const same = (a: Column | undefined, b: Column | undefined): boolean => a?.length === 100_000 && bytesOf(a).equals(bytesOf(b));

describe("rows of an index", () => {
	test.each([0.5, 1, 3])("hold the same when the number told is %f of what comes", by => {
		const [plain, told] = [indexed(100_000, false), indexed(100_000, true, by)];
		for (const name of ["offset", "line", "group", "step", "recorded", "flags"] as const) expect(same(told.ledger[name], plain.ledger[name])).toBe(true);
		expect(same(told.ledger.components.get("score"), plain.ledger.components.get("score"))).toBe(true);
		expect(told.groups.count).toBe(plain.groups.count);
	});

	test("columns are no longer than they have to be when the number told is right", () => {
		const rows = indexed(200_000, true);
		// offset, step, recorded and a component of 8 bytes, three of 4 and flags
		expect(rows.bytes / rows.count).toBeLessThan(1.06 * (4 * 8 + 3 * 4 + 2));
	});
});
