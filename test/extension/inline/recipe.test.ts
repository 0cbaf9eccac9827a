import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ignoring, newRecipe } from "../../../src/extension/inline/recipe";

const apply = (text: string, code: string): string => {
	const change = ignoring(text, code);
	if (change === null || change === "unreadable") return String(change);
	return text.slice(0, change.at) + change.insert + text.slice(change.at + change.remove);
};

describe("ignoring a code in a recipe", () => {
	test.each([
		["none is ignored yet", '{\n  "syntax": "hermes"\n}\n', '{\n  "ignore": ["E12"],\n  "syntax": "hermes"\n}\n'],
		["tabs", '{\n\t"a": 1\n}', '{\n\t"ignore": ["E12"],\n\t"a": 1\n}'],
		["one line", '{"a": 1}', '{"ignore": ["E12"],"a": 1}'],
		["an empty recipe", "{}", '{\n\t"ignore": ["E12"]\n}'],
		["an empty list", '{"ignore": []}', '{"ignore": ["E12"]}'],
		["others are ignored", '{"ignore": ["E04"], "a": 1}', '{"ignore": ["E04", "E12"], "a": 1}'],
		["a list over lines", '{\n  "ignore": [\n    "E04"\n  ]\n}', '{\n  "ignore": [\n    "E04",\n    "E12"\n  ]\n}'],
		["it is there already", '{"ignore": ["E12"]}', "null"],
		["not JSON", '{"ignore": [', "unreadable"],
		["no list", '{"ignore": "E04"}', "unreadable"],
	])("%s", (_, text, expected) => {
		expect(apply(text, "E12")).toBe(expected);
	});

	test("whatever stands in the recipe stays, and the code is in the list", () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.string()), fc.constantFrom(undefined, 2, "\t"), fc.boolean(), (rest, ignore, indent, has) => {
				const recipe = { ...rest, ...(has ? { ignore } : {}) };
				if (!has && Object.hasOwn(rest, "ignore")) return;
				const text = JSON.stringify(recipe, null, indent);
				const after = apply(text, "E12");
				const before = has ? ignore : [];
				const expected = { ...JSON.parse(text), ignore: before.includes("E12") ? before : [...before, "E12"] };
				expect(JSON.parse(after === "null" ? text : after)).toEqual(expected);
			}),
		);
	});

	test("a new recipe ignores it and nothing else", () => {
		expect(JSON.parse(newRecipe("E12"))).toEqual({ ignore: ["E12"] });
	});
});
