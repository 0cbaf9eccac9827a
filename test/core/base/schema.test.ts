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

	const long = "a".repeat(60);
	test.each<[pattern: string, text: string, fits: boolean]>([
		// in linear time, whatever repeats inside what
		["^(a+)+$", `${long}!`, false],
		["^((a+))+$", `${long}!`, false],
		["^(a|a)*$", long, true],
		["^(?:.*,){3}x$", "a,b,c,x", true],
		["^\\-x$", "-x", true],
		["^\\S+$", "a\u3000b", false],
		["^a\\sb$", "a\u3000b", true],
		["^[\\s\\d]+$", "1\u00a02", true],
		["^.$", "\r", false],
		["^.$", "😀", true],
		["^\\p{L}+$", "北京", true],
		["^x{3}$", "x".repeat(2000), false],
		// look-around needs the engine's own search
		["^(?!a)b", "b", true],
		["^(?!a)b", "ab", false],
		["^[^\\S ]$", "\t", true],
		// what could take forever, or is no pattern, lets everything pass
		["^(?=a)(a+)+$", `${long}!`, true],
		["^(?=a)((a+))+$", `${long}!`, true],
		["^(?=a)(a|a)*$", `${long}!`, true],
		["(?=a).*.*.*.*x", long, true],
		["(", "x", true],
		["(?=", "x", true],
	])("pattern %s on %s", (pattern, text, fits) => {
		expect(errors({ pattern }, text)).toEqual(fits ? [] : [["pattern", "", null]]);
	});

	test.each<[JsonObject, JsonValue]>([
		[{ $ref: "" }, {}],
		[{ $ref: "#" }, 1],
		[{ $ref: "#/definitions/a", definitions: { a: { allOf: [{ $ref: "#/definitions/a" }] } } }, 1],
	])("%j means itself without end and says nothing of %j", (schema, value) => {
		expect(errors(schema, value)).toEqual([]);
	});

	test("the same text is compiled once", () => {
		expect(compileSchema({ type: "string", maxLength: 3 })).toBe(compileSchema({ maxLength: 3, type: "string" }));
	});
});
