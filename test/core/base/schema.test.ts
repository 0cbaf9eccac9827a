import { describe, expect, test } from "vitest";
import { compileSchema } from "../../../src/core/base/schema";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";

const errors = (schema: JsonObject, value: JsonValue) => compileSchema(schema)?.(value).map(e => [e.keyword, e.path.join("/"), e.key]);

const BOOKING: JsonObject = {
	type: "object",
	properties: {
		seats: { type: "integer", minimum: 1 },
		code: { type: "string", pattern: "^[A-Z]{2}\\d+$" },
		day: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
		bags: { type: "array", items: { type: "object", properties: { kg: { type: "number" } }, additionalProperties: false } },
	},
	required: ["seats"],
};

describe("compileSchema", () => {
	test.each<[string, JsonValue, unknown]>([
		["valid", { seats: 2, code: "AB1" }, []],
		["2.0 is an integer", { seats: 2.0 }, []],
		["true is none", { seats: true }, [["type", "seats", null]]],
		["a missing key names the object", {}, [["required", "", "seats"]]],
		["below the minimum", { seats: 0 }, [["minimum", "seats", null]]],
		["two patterns of one schema are kept apart", { seats: 1, code: "x", day: "2024-05-01" }, [["pattern", "code", null]]],
		[
			"list positions are numbers, unknown keys are named",
			{ seats: 1, bags: [{ kg: 1 }, { kg: "1", size: 3 }] },
			[
				["additionalProperties", "bags/1", "size"],
				["type", "bags/1/kg", null],
			],
		],
		["long integers", { seats: 12345678901234567890n }, []],
	])("%s", (_, value, expected) => {
		expect(errors(BOOKING, value)).toEqual(expected);
	});

	test("what is no schema is null, and a later good one still compiles", () => {
		expect(compileSchema({ type: "dict" })).toBeNull();
		expect(compileSchema({ $ref: "https://example.org/other" })).toBeNull();
		expect(errors({ type: "string" }, 1)).toEqual([["type", "", null]]);
	});

	test("two schemas may have the same $id", () => {
		expect(errors({ $id: "x", type: "string" }, 1)).toHaveLength(1);
		expect(errors({ $id: "x", type: "number" }, 1)).toEqual([]);
	});

	test("keys with slashes and tildes find their way back", () => {
		expect(errors({ properties: { "a/b~c": { type: "string" } } }, { "a/b~c": 1 })).toEqual([["type", "a/b~c", null]]);
		expect(compileSchema({ properties: { "a/b~c": { type: "string" } } })?.({ "a/b~c": 1 })[0]?.path).toEqual(["a/b~c"]);
	});

	test("a pattern that could take forever, or is no pattern, lets everything pass", () => {
		const started = performance.now();
		expect(errors({ pattern: "^(a+)+$" }, `${"a".repeat(40)}!`)).toEqual([]);
		expect(errors({ pattern: "^(a|a)*$" }, `${"a".repeat(40)}!`)).toEqual([]);
		expect(errors({ pattern: "(" }, "x")).toEqual([]);
		expect(errors({ pattern: "^\\-x$" }, "-x")).toEqual([]);
		expect(performance.now() - started).toBeLessThan(1000);
	});

	test("the same text is compiled once", () => {
		expect(compileSchema({ type: "string", maxLength: 3 })).toBe(compileSchema({ maxLength: 3, type: "string" }));
	});
});
