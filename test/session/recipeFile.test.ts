import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compileSchema } from "../../src/core/base/schema";
import type { JsonValue } from "../../src/core/base/units";
import { recipeSchema } from "../../src/core/catalogue";
import { ESTIMATORS } from "../../src/core/estimators/registry";
import { IMPORTERS } from "../../src/core/importers/registry";
import { DEFAULT_RECIPE, type Recipe } from "../../src/core/model/recipe";
import { REWARDS } from "../../src/core/rewards/registry";
import { SEGMENTERS } from "../../src/core/segmenters/registry";
import { SYNTAXES } from "../../src/core/syntaxes/registry";
import { loadRecipe, readRecipe, recipeSentence } from "../../src/session/recipeFile";
import { describedRecipeSchema } from "../../src/session/recipeSchema";
import { RECIPE_PROBLEMS, RECIPE_WORDS } from "../../src/words/recipe";

const root = resolve(import.meta.dirname, "../..");
const said = (text: string): string[] => readRecipe(text).problems.map(p => `${p.line}:${p.column} ${recipeSentence(p, "en")}`);

describe("a recipe is read", () => {
	test("nothing given: the defaults", () => {
		expect(readRecipe("{}")).toEqual({ recipe: DEFAULT_RECIPE, problems: [] });
	});

	test("what is given stands over the defaults", () => {
		const text =
			'{"$schema": "x", "keys": {"judge": "a.b"}, "reward": {"id": "hierr"}, "estimator": {"id": "grpo", "preset": "trl_group"}, "lanes": "two-segment", "ignore": ["E11", "not-json"]}';
		const recipe: Recipe = {
			...DEFAULT_RECIPE,
			keys: { judge: "a.b" },
			reward: { id: "hierr", options: {} },
			estimator: { id: "grpo", preset: "trl_group", options: {} },
			lanes: "two-segment",
			ignore: ["E11", "not-json"],
		};
		expect(readRecipe(text)).toEqual({ recipe, problems: [] });
	});

	test("the sample's recipe has no problem", () => {
		const { problems, recipe } = readRecipe(readFileSync(join(root, "media/sample/tool-agent-step-40.reward.json"), "utf8"));
		expect(problems).toEqual([]);
		expect(recipe.keys).toEqual({ outcome: "acc", judge: "judge" });
	});
});

describe("what is wrong has a place and a sentence", () => {
	test.each<[string, string, string[]]>([
		["a key with a typo", '{\n  "rewrad": {"id": "layered"}\n}', ["2:3 there is no key rewrad here; did you mean reward?"]],
		["an option of another reward", '{"reward": {"id": "recorded", "options": {"gate": 1}}}', ["1:43 there is no key gate here; possible are lanes"]],
		["a reward nobody knows", '{"reward": {"id": "layred"}}', ['1:19 reward.id cannot be "layred"; did you mean layered?']],
		["no id", '{"reward": {}}', ["1:12 the key id is missing"]],
		["a weight that is no number", '{"reward": {"id": "layered", "options": {"weights": {"format": "high"}}}}', ['1:64 reward.options.weights.format must be number, not "high"']],
		["a number beyond its bounds", '{"reward": {"id": "layered", "options": {"gate": -1}}}', ["1:50 reward.options.gate breaks the rule minimum 0: -1"]],
		["twice the same key", '{"basis": "auto",\n"basis": "recorded"}', ["2:1 the key basis is there twice; the last one counts"]],
		["a comment", "{\n  // weights\n}", ["2:3 comments are not allowed here"]],
		["a rule for the result nobody knows", '{"result": {"id": "regexp", "options": {}}}', ['1:19 result.id cannot be "regexp"; did you mean regex?']],
		["a rule without its options", '{"result": {"id": "regex"}}', ["1:12 the key options is missing"]],
		["a rule without its pattern", '{"result": {"id": "regex", "options": {"flags": "i"}}}', ["1:39 the key pattern is missing"]],
		[
			"an option of another rule",
			'{"result": {"id": "equality", "options": {"equals": 1, "pattern": "x"}}}',
			["1:56 there is no key pattern here; possible are equals, equalsPath, exact"],
		],
		[
			"a pattern that needs look-around, behind an escape",
			'{"result": {"id": "regex",\n "options": {"pattern": "a\\\\d(?=x)"}}}',
			['2:30 result.options.pattern cannot be used from "(?=" on: it must be a regular expression in RE2\'s syntax (no look-around, no back references)'],
		],
		[
			"a path to many values",
			'{"result": {"id": "json-path", "options": {"path": "$.items[*].id"}}}',
			['1:61 result.options.path is no JSON path to one value from "*].id" on; write it like $.order.items[0].id'],
		],
		[
			"two right values",
			'{"result": {"id": "equality", "options": {"equals": 1, "equalsPath": "$.a"}}}',
			["1:42 result.options must have one of equals, equalsPath, and only one"],
		],
		["no right value", '{"result": {"id": "equality", "options": {}}}', ["1:42 result.options must have one of equals, equalsPath, and only one"]],
		["a pattern in the whole record", '{"result": {"id": "regex", "options": {"pattern": "x", "on": "record"}}}', ["1:39 result.options must have one of path, and only one"]],
		["no JSON", "{", ["1:2 not JSON: a key in double quotes expected, found the end"]],
		["no object", "[]", ["1:1 a recipe is a JSON object, not []"]],
		["no object but a number", "5", ["1:1 a recipe is a JSON object, not 5"]],
		["a code nobody has", '{"ignore": ["E11", "E99"]}', ['1:20 ignore.1: there is no finding "E99"; did you mean E09?']],
		["a code far from all", '{"ignore": ["own-code-of-ours"]}', ['1:13 ignore.0: there is no finding "own-code-of-ours"; docs/findings lists the codes']],
	])("%s", (_, text, expected) => {
		expect(said(text)).toEqual(expected);
	});

	test("a preset of another estimator", () => {
		expect(readRecipe('{"estimator": {"id": "slca", "preset": "trl_group"}}').problems).toMatchObject([
			{ code: "not-one-of", data: { path: "estimator.preset" }, line: 1, column: 40 },
		]);
	});

	test("only what is wrong falls back to the default", () => {
		const { recipe } = readRecipe('{"basis": "recorded", "lanes": "none", "reward": {"id": "layered", "options": {"gate": "x", "tiers": "monotone"}}}');
		expect(recipe).toEqual({ ...DEFAULT_RECIPE, basis: "recorded", reward: { id: "layered", options: { tiers: "monotone" } } });
	});

	test("a rule for the result that cannot be used is left out whole", () => {
		expect(readRecipe('{"basis": "recorded", "result": {"id": "regex", "options": {"pattern": "("}}}').recipe).toEqual({ ...DEFAULT_RECIPE, basis: "recorded", result: null });
		const rule = { id: "json-path", options: { path: "$.a", equals: { b: [1] } } };
		expect(readRecipe(JSON.stringify({ result: rule }))).toEqual({ recipe: { ...DEFAULT_RECIPE, result: rule }, problems: [] });
	});

	test("words exist in both languages with the same values", () => {
		const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(m => m[1]).sort();
		for (const [code, p] of Object.entries(RECIPE_PROBLEMS)) expect([code, values(p.zh)]).toEqual([code, values(p.en)]);
	});
});

describe("loadRecipe", () => {
	const folder = mkdtempSync(join(tmpdir(), "recipe-"));
	afterAll(() => rmSync(folder, { recursive: true }));
	const write = (text: string): string => {
		const path = join(folder, "x.reward.json");
		writeFileSync(path, text);
		return path;
	};

	test("a good one, with a byte order mark", async () => {
		expect((await loadRecipe(write('\ufeff{"basis": "recorded"}'))).recipe.basis).toBe("recorded");
	});
	test("a broken one is refused with file, line and column, in the user's language", async () => {
		const path = write('{\n"basis": "recoded"}');
		await expect(loadRecipe(path, "zh-cn")).rejects.toMatchObject({ kind: "unreadable", data: { path: `${path}:2:10`, detail: 'basis 不能是 "recoded"，是否应为 recorded？' } });
	});
	test("one that is not there", async () => {
		await expect(loadRecipe(join(folder, "none"))).rejects.toMatchObject({ kind: "not-found" });
	});
});

describe("the schema", () => {
	const strings = (value: JsonValue, key: string): string[] => {
		if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(v => strings(v, key));
		if (value === null || typeof value !== "object") return [];
		return Object.entries(value).flatMap(([k, v]) => (k === key ? [v].flat().filter(x => typeof x === "string") : strings(v as JsonValue, key)));
	};

	test("media/recipe.schema.json is current (node scripts/schema.mjs writes it)", () => {
		expect(JSON.parse(readFileSync(join(root, "media/recipe.schema.json"), "utf8"))).toEqual(JSON.parse(JSON.stringify(describedRecipeSchema("en"))));
	});

	test("editors offer and take the codes of findings that a recipe may ignore, and no other", () => {
		const validate = compileSchema(describedRecipeSchema("en"));
		for (const code of ["E11", "M03", "H04", "not-json", "step-not-number", "E99", "own-code"]) {
			const taken = readRecipe(JSON.stringify({ ignore: [code] })).problems.length === 0;
			expect([code, validate?.({ ignore: [code] }).length === 0]).toEqual([code, taken]);
			expect([code, taken]).toEqual([code, code !== "E99" && code !== "own-code"]);
		}
	});

	test.each(["en", "zh-cn"] as const)("every description is put into words: %s", locale => {
		const codes = [...strings(describedRecipeSchema(locale), "description"), ...strings(describedRecipeSchema(locale), "enumDescriptions")];
		expect(codes.filter(c => /^[a-z]+:\S/.test(c) || /^[a-z-]+(\.[A-Za-z]+)+$/.test(c))).toEqual([]);
	});

	test("every word of the recipe is used", () => {
		const codes = new Set([...strings(recipeSchema(), "description"), ...strings(recipeSchema(), "enumDescriptions")]);
		expect(Object.keys(RECIPE_WORDS).filter(k => !codes.has(`recipe:${k}`))).toEqual([]);
	});

	test("takes every row of every registry, with the defaults of its options", () => {
		const recipes: JsonValue[] = [
			...IMPORTERS.map(i => ({ format: i.id })),
			...SYNTAXES.flatMap(s => [s.id, ...s.aliases].map(syntax => ({ syntax }))),
			...SEGMENTERS.map(s => ({ segmenter: s.id })),
			...REWARDS.map(r => ({ reward: { id: r.id, options: r.defaults } })),
			...ESTIMATORS.flatMap(e => e.presets.flatMap(p => [p.id, ...p.aliases].map(preset => ({ estimator: { id: e.id, preset } })))),
		];
		const validate = compileSchema(recipeSchema());
		expect(recipes.flatMap(r => (validate?.(r).length === 0 ? [] : [r]))).toEqual([]);
	});
});
