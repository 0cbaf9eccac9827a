import { describe, expect, test } from "vitest";
import { locate } from "../../../src/core/base/jsonLocate";
import type { JsonPath } from "../../../src/core/base/units";

/** The record, the path, and a row of carets under the value it names. */
const PLACES: readonly (readonly [string, string, JsonPath, string])[] = [
	["a number after a number", '{"n": 1, "m": 22}', ["m"], "              ^^"],
	["a string after true, null and a number", '{"a":true,"b":null,"c":-1.5e3,"d":"x"}', ["d"], "                                  ^^^"],
	["the third of a list", '[1,0, "x"]', [2], "      ^^^"],
	["deep", '{"r":[{"k":1},{"k":[7,8]}]}', ["r", 1, "k", 1], "                      ^"],
	["the last of a duplicate key", '{"k":1,"k":2}', ["k"], "           ^"],
	["a key with an escape", '{"a\\u0062":1,"c":2}', ["ab"], "           ^"],
	["brackets inside a string", '{"s":"}]\\"","n":3}', ["n"], "                ^"],
	["NaN before it", '{"s":NaN,"n":3}', ["n"], "             ^"],
];

describe("place of a value in JSON text", () => {
	test.each(PLACES)("%s", (_, text, path, carets) => {
		expect(locate(text, path)).toEqual({ from: carets.indexOf("^"), to: carets.lastIndexOf("^") + 1 });
	});

	test.each([
		["a key that is not there", '{"a":1}', ["b"]],
		["an index beyond the end", "[1,2]", [2]],
		["an index into an object", '{"a":1}', [0]],
		["torn text", '{"a":1,"b', ["c"]],
	] as const)("nothing: %s", (_, text, path) => {
		expect(locate(text, path)).toBeNull();
	});
});
