import { access, readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readJson } from "../core/base/json";
import { locate, rawOffset } from "../core/base/jsonLocate";
import { valueAt } from "../core/base/path";
import { compileSchema, type SchemaError } from "../core/base/schema";
import { editDistance, lineColumn } from "../core/base/text";
import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../core/base/units";
import { recipeSchema } from "../core/catalogue";
import type { Severity } from "../core/model/finding";
import { DEFAULT_RECIPE, type Recipe } from "../core/model/recipe";
import { compileRule } from "../core/rewards/resultRule";
import { FINDING_HELP } from "../words/findingHelp";
import { RECIPE_PROBLEMS } from "../words/recipe";
import { type Locale, say } from "../words/words";
import { fromSystem, InspectorError } from "./errors";
import { BUNDLED_TOKENIZERS } from "./tokenizers/registry";

/** What is wrong with a recipe and where; lines and columns are 1-based. Its sentence: `recipeSentence`. */
export interface RecipeProblem {
	readonly code: keyof typeof RECIPE_PROBLEMS;
	readonly data: Readonly<Record<string, string>>;
	readonly severity: Severity;
	readonly line: number;
	readonly column: number;
}

export interface RecipeReading {
	/** What could be used; everything else is as in DEFAULT_RECIPE. */
	readonly recipe: Recipe;
	readonly problems: readonly RecipeProblem[];
}

export const recipeSentence = (p: RecipeProblem, locale: Locale): string => say(RECIPE_PROBLEMS, p.code, locale, p.data);

/** Recipe that lies beside a rollout file under its name, without the ending or with it ("7.jsonl" → "7.reward.json", "7.jsonl.reward.json"); null when there is none. */
export async function recipeBeside(path: string): Promise<string | null> {
	for (const name of [path.replace(/\.[^./\\]+$/, ""), path]) {
		const beside = `${name}.reward.json`;
		const there = await access(beside).then(
			() => true,
			() => false,
		);
		if (there) return beside;
	}
	return null;
}

/** A recipe for rows whose keys a person named. */
export const mappedRecipe = (recipe: Recipe | null, keys: Recipe["keys"]): Recipe => ({
	...(recipe ?? DEFAULT_RECIPE),
	format: "generic-text",
	keys: { ...recipe?.keys, ...keys },
});

/**
 * Reads the recipe at `path`. One with an error is refused, since numbers computed by half a recipe mislead: the InspectorError
 * names file, line and column and says in `locale` what is wrong.
 */
export async function loadRecipe(path: string, locale: Locale = "en"): Promise<RecipeReading> {
	let text: string;
	try {
		text = await readFile(path, "utf8");
	} catch (e) {
		throw fromSystem(e, path);
	}
	const reading = readRecipe(text);
	const worst = reading.problems.find(p => p.severity === "error");
	if (worst) {
		const detail = recipeSentence(worst, locale);
		throw new InspectorError("unreadable", detail, { path: `${path}:${worst.line}:${worst.column}`, detail });
	}
	const tokenizer = await tokenizerPath(path, reading.recipe.tokenizer ?? null);
	const { encoder, reference, tools } = reading.recipe;
	const beside = (name: string): string => resolve(dirname(path), name);
	return {
		...reading,
		recipe: {
			...reading.recipe,
			...(tokenizer === null ? {} : { tokenizer }),
			...(encoder ? { encoder: beside(encoder) } : {}),
			...(reference ? { reference: beside(reference) } : {}),
			...(tools ? { tools: beside(tools) } : {}),
		},
	};
}

/** A tokenizer that comes with the product by its name; a file as a path that is there, seen from the recipe's folder. */
async function tokenizerPath(recipe: string, tokenizer: string | null): Promise<string | null> {
	if (tokenizer === null || (BUNDLED_TOKENIZERS as readonly string[]).includes(tokenizer)) return tokenizer;
	const path = resolve(dirname(recipe), tokenizer);
	await access(path).catch((e: unknown) => {
		throw fromSystem(e, path);
	});
	return path;
}

/** Reads the text of a `*.reward.json`. Never throws: what cannot be used is a problem. */
export function readRecipe(text: string): RecipeReading {
	const body = text.replace(/^\ufeff/, "");
	const read = readJson(body);
	const place = (offset: number) => lineColumn(body, offset);
	if (!read.ok) {
		const comment = /^\/[/*]/.test(body.slice(read.at, read.at + 2));
		const data: Readonly<Record<string, string>> = comment ? {} : { expected: read.expected, found: read.found };
		return { recipe: DEFAULT_RECIPE, problems: [{ code: comment ? "comment" : "not-json", data, severity: "error", ...place(read.at) }] };
	}
	const twice = read.oddities.flatMap((o): readonly RecipeProblem[] =>
		o.code === "duplicate-key" ? [{ code: "duplicate-key", data: { key: o.detail }, severity: "warning", ...place(o.at) }] : [],
	);
	// "if" only repeats what the schema it leads to has said
	const errors = (compileSchema(recipeSchema())?.(read.value) ?? []).filter(e => e.keyword !== "if");
	const problems = errors.map((e): RecipeProblem => ({ ...describe(e, read.value), severity: "error", ...place(offsetOf(body, e)) }));
	const recipe = recipeOf(without(read.value, errors.map(faulty)));
	const unfit = errors.some(e => e.path[0] === "result");
	const faults = unfit ? [] : ruleProblems(body, recipe).map((p): RecipeProblem => ({ ...p.problem, severity: "error", ...place(p.at) }));
	const codes = errors.some(e => e.path[0] === "ignore")
		? []
		: unknownCodes(recipe).map((p): RecipeProblem => ({ ...p.problem, severity: "error", ...place(locate(body, p.path)?.from ?? 0) }));
	const whole = unfit || faults.length ? { ...recipe, result: null } : recipe;
	return { recipe: whole, problems: [...twice, ...problems, ...faults, ...codes].sort((a, b) => a.line - b.line || a.column - b.column) };
}

/** Codes to ignore that no finding has: a slip that would ignore nothing, without a word. */
function unknownCodes({ ignore }: Recipe): { readonly problem: Pick<RecipeProblem, "code" | "data">; readonly path: JsonPath }[] {
	return ignore.flatMap((code, i) => {
		if (Object.hasOwn(FINDING_HELP, code)) return [];
		const path = ["ignore", i];
		return [{ problem: suggested("unknown-finding", code, Object.keys(FINDING_HELP), { path: path.join("."), actual: JSON.stringify(code) }), path }];
	});
}

/** What the schema does not see in the rule for the result, with its offset in the recipe's text. */
function ruleProblems(text: string, { result }: Recipe): { readonly problem: Pick<RecipeProblem, "code" | "data">; readonly at: number }[] {
	const rule = result ? compileRule({ options: {}, ...result }) : null;
	if (!rule || "id" in rule) return [];
	return rule.map(f => {
		const path = ["result", "options", ...(f.key === null ? [] : [f.key])];
		const from = (locate(text, path) ?? locate(text, ["result"]))?.from ?? 0;
		const data = { path: path.join("."), fragment: JSON.stringify(f.fragment), keys: f.keys.join(", ") };
		return { problem: { code: f.code, data }, at: f.key === null ? from : rawOffset(text, from, f.at) };
	});
}

/** The key that is unknown, or the value that is wrong. */
const faulty = (e: SchemaError): JsonPath => (e.keyword === "additionalProperties" && e.key !== null ? [...e.path, e.key] : e.path);

function offsetOf(text: string, e: SchemaError): number {
	const path = faulty(e);
	const value = locate(text, path)?.from ?? 0;
	return e.keyword === "additionalProperties" ? Math.max(0, text.lastIndexOf(JSON.stringify(path.at(-1)), value)) : value;
}

function describe(e: SchemaError, root: JsonValue): Pick<RecipeProblem, "code" | "data"> {
	const path = e.path.join(".");
	const actual = JSON.stringify(valueAt(root, e.path)) ?? "null";
	const expected = isArray(e.wanted) ? e.wanted.map(String).join(", ") : String(e.wanted);
	if (e.keyword === "additionalProperties" && e.key !== null) return suggested("unknown-key", e.key, e.wanted, { key: e.key, expected });
	if (e.keyword === "required" && e.key !== null) return { code: "missing-key", data: { key: e.key } };
	if (e.keyword === "enum") return suggested("not-one-of", String(valueAt(root, e.path)), e.wanted, { path, actual, expected });
	if (e.keyword === "type" && !e.path.length) return { code: "no-object", data: { actual: actual.length > 60 ? `${actual.slice(0, 60)}…` : actual } };
	return { code: e.keyword === "type" ? "wrong-type" : "breaks-rule", data: { path: path || "{}", keyword: e.keyword, expected, actual } };
}

function suggested(code: "unknown-key" | "not-one-of" | "unknown-finding", given: string, possible: JsonValue, data: RecipeProblem["data"]): Pick<RecipeProblem, "code" | "data"> {
	const names = isArray(possible) ? possible.filter(v => typeof v === "string") : [];
	const near = names.map(name => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase(), 3) })).sort((a, b) => a.distance - b.distance)[0];
	return near && near.distance <= Math.min(3, near.name.length / 2) ? { code: `${code}.near`, data: { ...data, near: near.name } } : { code, data };
}

/** The value without what stands at the paths. */
function without(root: JsonValue, paths: readonly JsonPath[]): JsonValue {
	if (paths.some(p => !p.length)) return {};
	const cut = (value: JsonValue, left: readonly JsonPath[]): JsonValue => {
		const keep = (step: string | number): boolean => !left.some(p => p.length === 1 && p[0] === step);
		const inside = (step: string | number): readonly JsonPath[] => left.filter(p => p.length > 1 && p[0] === step).map(p => p.slice(1));
		if (isArray(value)) return value.flatMap((v, i) => (keep(i) ? [cut(v, inside(i))] : []));
		return isObject(value) ? Object.fromEntries(Object.entries(value).flatMap(([k, v]) => (keep(k) ? [[k, cut(v, inside(k))]] : []))) : value;
	};
	return cut(root, paths);
}

/** A valid recipe's values over the defaults. */
function recipeOf(value: JsonValue): Recipe {
	const given: JsonObject = isObject(value) ? value : {};
	const { $schema: _, ...rest } = given;
	const part = (key: "reward" | "estimator"): JsonObject => (isObject(given[key]) && typeof given[key].id === "string" ? given[key] : {});
	return {
		...DEFAULT_RECIPE,
		...(rest as Partial<Recipe>),
		reward: { ...DEFAULT_RECIPE.reward, ...part("reward") },
		estimator: { ...DEFAULT_RECIPE.estimator, ...part("estimator") },
	};
}
