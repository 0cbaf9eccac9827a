import { describe, expect, test } from "vitest";
import { readJsonPath, selectPath } from "../../../src/core/base/jsonPath";
import type { JsonValue } from "../../../src/core/base/units";

describe("a JSON path to one value", () => {
	test.each<[string, readonly (string | number)[] | number]>([
		["$", []],
		["$.a", ["a"]],
		["$.order.items[0].id", ["order", "items", 0, "id"]],
		["$['a b'][\"c\"]", ["a b", "c"]],
		["$['it\\'s']", ["it's"]],
		["$[-1]", [-1]],
		["$.订单.编号", ["订单", "编号"]],
		["order", 0],
		["$.a.", 3],
		["$..a", 1],
		["$[*]", 2],
		["$[01]", 2],
		["$['a", 2],
		["$.a b", 3],
		["", 0],
	])("%s", (path, steps) => {
		expect(readJsonPath(path)).toEqual(steps);
	});

	const root: JsonValue = { list: [{ id: 1 }, { id: 2 }], toString: "own", none: null };
	test.each<[string, unknown]>([
		["$.list[1].id", { value: 2, path: ["list", 1, "id"] }],
		["$.list[-1].id", { value: 2, path: ["list", 1, "id"] }],
		["$.list[-3]", null],
		["$.list.id", null],
		["$.none", { value: null, path: ["none"] }],
		["$.none.x", null],
		["$.toString", { value: "own", path: ["toString"] }],
		["$.valueOf", null],
	])("%s leads there", (path, found) => {
		const steps = readJsonPath(path);
		expect(typeof steps === "number" ? steps : selectPath(root, steps)).toEqual(found);
	});
});
