import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/base/units";
import { comparesExactly, pairComparesExactly } from "../../../src/core/matching/exactness";

describe("values that are compared exactly", () => {
	test.each<[string, JsonValue]>([
		["number", 12],
		["boolean", true],
		["nothing", null],
		["list", ["window seat"]],
		["number in a text", "12"],
		["price", "$1,299.00"],
		["quantity", "12.50 USD"],
		["currency before", "€ 12"],
		["percentage", "15%"],
		["truth value", "False"],
		["yes", "yes"],
		["ISO date", "2026-05-03"],
		["date and time", "2026-05-03 10:30"],
		["date in words", "3 May 2026"],
		["American date", "May 3rd, 2026"],
		["time", "10:30 pm"],
		["Chinese date", "2026年5月3日"],
		["flight", "CA1234"],
		["order", "order-1234"],
		["uuid", "8c7b1f1e-0c8a-4b7e-9a55-1f1f6f2f3a11"],
		["mail", "kim@example.org"],
		["address", "https://example.org/a"],
		["path", "src/main.ts"],
		["currency", "EUR"],
		["language", "en-US"],
		["snake case", "round_trip"],
		["camel case", "roundTrip"],
		["file", "notes.txt"],
		["empty", "  "],
	])("%s", (_, value) => expect(comparesExactly(value)).toBe(true));

	test.each([
		"a window seat please",
		"Paris",
		"café",
		"non-stop",
		"Cancel my reservation.",
		"I'd like a quiet room",
		"北京天气",
		"预订明天10点的会议室",
		"Table for 2 near the window",
		"May I sit here",
	])("no: %s", text => expect(comparesExactly(text)).toBe(false));

	test.each<[string, JsonValue, boolean]>([
		["enum", { type: "string", enum: ["economy", "business"] }, true],
		["const", { const: "economy" }, true],
		["pattern", { type: "string", pattern: "^[a-z]+$" }, true],
		["date", { type: "string", format: "date" }, true],
		["integer", { type: "integer" }, true],
		["choice of choices", { anyOf: [{ enum: ["economy"] }, { type: "null" }] }, true],
		["text", { type: "string" }, false],
		["text or nothing", { type: ["string", "null"] }, false],
		["unknown", {}, false],
	])("by schema: %s", (_, schema, exact) => expect(comparesExactly("economy", schema)).toBe(exact));

	test.each([
		["other numbers in the same words", "Book 2 tickets", "Book 3 tickets", true],
		["same numbers", "Book 2 tickets", "Get me 2 tickets", false],
		["a thousand with a comma", "a budget of 1,000 euros", "no more than 1000 euros", false],
		["a number on one side", "a table for 2", "a table for two", false],
		["other days", "a table on Monday", "a table on Tuesday", true],
		["other days in Chinese", "订周一的会议室", "订周二的会议室", true],
		["a month that is a verb", "may I sit by the window", "a window seat on Monday", false],
		["one of them is a code", "the usual one", "CA1234", true],
	])("pair: %s", (_, a, b, exact) => {
		expect(pairComparesExactly(a, b)).toBe(exact);
		expect(pairComparesExactly(b, a)).toBe(exact);
	});
});
