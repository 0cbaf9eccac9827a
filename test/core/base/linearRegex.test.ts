import { describe, expect, test } from "vitest";
import { linearRegex } from "../../../src/core/base/linearRegex";

const find = (pattern: string, text: string, flags = ""): string | null => {
	const regex = linearRegex(pattern, flags);
	if (!("find" in regex)) throw new Error(regex.fragment);
	const at = regex.find(text);
	return at && text.slice(at.from, at.to);
};

describe("a pattern searched in linear time", () => {
	test.each<[string, string, string, string | null]>([
		["order #(\\d+)", "Your order #42 is out.", "", "order #42"],
		["SHIPPED", "It was shipped.", "", null],
		["SHIPPED", "It was shipped.", "i", "shipped"],
		["^b$", "a\nb\nc", "m", "b"],
		["a.b", "a\nb", "", null],
		["a.b", "a\nb", "s", "a\nb"],
		["(?i)\\p{Han}+", "😀答案是 OK", "", "答案是"],
	])("%s in %j", (pattern, text, flags, found) => {
		expect(find(pattern, text, flags)).toBe(found);
	});

	// each takes a backtracking engine longer than the age of the universe
	test.each(["^(a+)+$", "^((a+)+)+$", "^(a|a)*$", "(a*)*b", ".*.*.*.*.*.*.*.*x"])("%s ends on a hundred thousand characters", pattern => {
		expect(find(pattern, `${"a".repeat(100_000)}!`)).toBeNull();
	});

	test.each([
		["ab(?=c)", "(?=", 2],
		["(x)\\1", "\\1", 3],
		["a(b", "a(b", 0],
		["a**", "**", 1],
	])("%s is no such pattern from %s on", (pattern, fragment, at) => {
		expect(linearRegex(pattern)).toEqual({ fragment, at });
	});
});
