import { describe, expect, test } from "vitest";
import { localeOf, phrase } from "../src/words/words";

const GROUPS = { en: "{count} {count|group|groups} of {all}", zh: "{all} 中的 {count} 组" };

describe("sentences", () => {
	test.each([
		["en", { count: 1, all: 3 }, "1 group of 3"],
		["en", { count: "1", all: 3 }, "1 group of 3"],
		["en", { count: 0, all: 3 }, "0 groups of 3"],
		["en", { count: 21, all: "1,000" }, "21 groups of 1,000"],
		["en", { all: 3 }, "{count} {count|group|groups} of 3"],
		["zh-cn", { count: 1, all: 3 }, "3 中的 1 组"],
	] as const)("%s %o", (locale, values, sentence) => expect(phrase(GROUPS, locale, values)).toBe(sentence));

	test("values are not read as sentences", () => expect(phrase({ en: "{a} {b}", zh: "" }, "en", { a: "{b}", b: "$& {a|x|y}" })).toBe("{b} $& {a|x|y}"));

	test.each([
		["zh-cn", "zh-cn"],
		["zh_CN.UTF-8", "zh-cn"],
		["zh-Hans", "zh-cn"],
		["zh-tw", "en"],
		["de", "en"],
		[undefined, "en"],
	])("%s is spoken to in %s", (name, locale) => expect(localeOf(name)).toBe(locale));
});
