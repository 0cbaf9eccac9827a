import type { JsonObject, JsonValue } from "./base/units";
import { MASK_FAULTS } from "./checks/masks";
import { MISTAKES } from "./checks/registry";
import { DEFAULT_ESTIMATOR_OPTIONS } from "./estimators/contract";
import { CLIPS } from "./estimators/losses";
import { OVERLONG } from "./estimators/overlong";
import { ESTIMATORS } from "./estimators/registry";
import { IMPORTERS } from "./importers/registry";
import { DEFAULT_RECIPE } from "./model/recipe";
import { REWARDS } from "./rewards/registry";
import { RESULT_RULES, RULE_IDS } from "./rewards/resultRule";
import { SEGMENTERS } from "./segmenters/registry";
import { SYNTAXES } from "./syntaxes/registry";

/** Paths a recipe may give; see KeyMapping. */
const KEYS = ["prompt", "response", "reward", "group", "step", "id", "reference", "tools", "judge", "outcome"] as const;

/** Findings with a stable code, which a recipe may ignore. */
const FAULTS = [...MISTAKES, ...MASK_FAULTS];

const described = (description: string, schema: JsonObject): JsonObject => ({ description, ...schema });
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, additionalProperties: false, ...more });

/** One of the ids, each with a code or a proper name that says what it is. */
const choice = (ids: readonly JsonValue[], descriptions: readonly string[], fallback: JsonValue): JsonObject => ({ enum: ids, enumDescriptions: descriptions, default: fallback });

/** Once `id` is that of the row, the keys of its schema apply too. */
const when = (id: string, properties: JsonObject, more: JsonObject = {}): JsonObject => ({
	if: { properties: { id: { const: id } }, required: ["id"] },
	// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
	then: { properties, ...more },
});

/**
 * JSON schema (draft 7) of a recipe, derived from the registries: a new row is in it by itself. Descriptions are codes
 * ("recipe:keys", "reward:layered") that words turn into sentences; proper names stand as they are. `enumDescriptions` is what
 * editors show beside a choice.
 */
export function recipeSchema(): JsonObject {
	const syntaxes = SYNTAXES.flatMap(s => [s.id, ...s.aliases].map(id => ({ id, title: s.title })));
	return {
		$schema: "http://json-schema.org/draft-07/schema#",
		...described("recipe:recipe", {}),
		...object({
			$schema: described("recipe:$schema", { type: "string" }),
			format: described("recipe:format", choice([null, ...IMPORTERS.map(i => i.id)], ["recipe:format.null", ...IMPORTERS.map(i => i.title)], DEFAULT_RECIPE.format)),
			keys: described("recipe:keys", object(Object.fromEntries(KEYS.map(k => [k, described(`recipe:keys.${k}`, { type: "string" })])))),
			syntax: described("recipe:syntax", choice(["auto", ...syntaxes.map(s => s.id)], ["recipe:syntax.auto", ...syntaxes.map(s => s.title)], DEFAULT_RECIPE.syntax)),
			segmenter: described(
				"recipe:segmenter",
				choice(["auto", ...SEGMENTERS.map(s => s.id)], ["segmenter:auto", ...SEGMENTERS.map(s => `segmenter:${s.id}`)], DEFAULT_RECIPE.segmenter),
			),
			lanes: described("recipe:lanes", choice(["fine", "two-segment"], ["lanes:fine", "lanes:two-segment"], DEFAULT_RECIPE.lanes)),
			reward: described("recipe:reward", rewardSchema()),
			basis: described("recipe:basis", choice(["auto", "recorded", "recomputed"], ["recipe:basis.auto", "recipe:basis.recorded", "recipe:basis.recomputed"], DEFAULT_RECIPE.basis)),
			estimator: described("recipe:estimator", estimatorSchema()),
			judge: described("recipe:judge", judgeSchema()),
			tokenizer: described("recipe:tokenizer", { type: ["string", "null"], examples: ["qwen3", "o200k", "./tokenizer.json"], default: null }),
			similarity: described("recipe:similarity", choice(["lexical", "embedding"], ["recipe:similarity.lexical", "recipe:similarity.embedding"], "lexical")),
			encoder: described("recipe:encoder", { type: ["string", "null"], examples: ["./encoder"], default: null }),
			prices: described("recipe:prices", { type: "object", additionalProperties: { type: "number", minimum: 0 }, examples: [{ search: 3 }] }),
			reference: described("recipe:reference", { type: ["string", "null"], examples: ["./train.parquet"], default: null }),
			tools: described("recipe:tools", { type: ["string", "null"], examples: ["./tools.json"], default: null }),
			result: described("recipe:result", resultSchema()),
			ignore: described("recipe:ignore", {
				type: "array",
				items: { anyOf: [{ enum: FAULTS.map(m => m.code), enumDescriptions: FAULTS.map(m => m.name) }, { type: "string" }] },
			}),
		}),
	};
}

function rewardSchema(): JsonObject {
	const ids = REWARDS.map(r => r.id);
	const id = described(
		"recipe:reward.id",
		choice(
			ids,
			ids.map(i => `reward:${i}`),
			DEFAULT_RECIPE.reward.id,
		),
	);
	const options = described("recipe:reward.options", { type: "object" });
	return object({ id, options }, { required: ["id"], allOf: REWARDS.map(r => when(r.id, { options: r.optionsSchema })) });
}

/** Which options a rule has follows from its id. */
function resultSchema(): JsonObject {
	const id = described("recipe:result.id", { enum: RULE_IDS, enumDescriptions: RULE_IDS.map(i => `recipe:result.${i}`) });
	const options = described("recipe:result.options", { type: "object" });
	const rules = RULE_IDS.map(i => when(i, { options: RESULT_RULES[i] }, i === "similarity" ? {} : { required: ["options"] }));
	return object({ id, options }, { type: ["object", "null"], required: ["id"], allOf: rules });
}

function judgeSchema(): JsonObject {
	const ids = ["recorded", "evidence", "endpoint"];
	const count = (name: string, minimum: number): JsonObject => described(`recipe:judge.${name}`, { type: "integer", minimum });
	const text = (name: string): JsonObject => described(`recipe:judge.${name}`, { type: "string" });
	return object(
		{
			id: described(
				"recipe:judge.id",
				choice(
					ids,
					ids.map(i => `recipe:judge.${i}`),
					DEFAULT_RECIPE.judge.id,
				),
			),
			url: text("url"),
			model: text("model"),
			keyVariable: text("keyVariable"),
			timeout: count("timeout", 1),
			retries: count("retries", 0),
			budget: count("budget", 0),
			tokens: count("tokens", 0),
			concurrency: count("concurrency", 1),
		},
		{ required: ["id"] },
	);
}

function estimatorSchema(): JsonObject {
	const ids = ESTIMATORS.map(e => e.id);
	const id = described(
		"recipe:estimator.id",
		choice(
			ids,
			ids.map(i => `estimator:${i}`),
			DEFAULT_RECIPE.estimator.id,
		),
	);
	const { laneWeights, normalise } = DEFAULT_ESTIMATOR_OPTIONS;
	const weight = (lane: "tool" | "summary"): JsonObject => described(`recipe:estimator.laneWeights.${lane}`, { type: "number", default: laneWeights[lane] });
	const options = object({
		laneWeights: described("recipe:estimator.laneWeights", object({ tool: weight("tool"), summary: weight("summary") })),
		normalise: described("recipe:estimator.normalise", { type: "boolean", default: normalise }),
		gamma: described("recipe:estimator.gamma", { type: "number", minimum: 0, maximum: 1 }),
		lambda: described("recipe:estimator.lambda", { type: "number", minimum: 0, maximum: 1 }),
		overlong: described(
			"recipe:estimator.overlong",
			object({
				limit: described("recipe:estimator.overlong.limit", { type: "integer", minimum: 1, default: OVERLONG.limit }),
				buffer: described("recipe:estimator.overlong.buffer", { type: "integer", minimum: 1, default: OVERLONG.buffer }),
				factor: described("recipe:estimator.overlong.factor", { type: "number", minimum: 0, default: OVERLONG.factor }),
				capped: described("recipe:estimator.overlong.capped", { type: "boolean", default: OVERLONG.capped }),
			}),
		),
		clip: described(
			"recipe:estimator.clip",
			object({
				preset: described(
					"recipe:estimator.clip.preset",
					choice(
						Object.keys(CLIPS),
						Object.keys(CLIPS).map(id => `recipe:clip.${id}`),
						"ppo",
					),
				),
				low: described("recipe:estimator.clip.low", { type: "number", minimum: 0, maximum: 1 }),
				high: described("recipe:estimator.clip.high", { type: "number", minimum: 0 }),
				dual: described("recipe:estimator.clip.dual", { type: ["number", "null"], exclusiveMinimum: 1 }),
			}),
		),
	});
	const presets = ESTIMATORS.map(e => {
		const names = e.presets.flatMap(p => [p.id, ...p.aliases].map(name => ({ name, source: p.source })));
		return when(e.id, { preset: { enum: [null, ...names.map(n => n.name)], enumDescriptions: ["recipe:preset.null", ...names.map(n => n.source)] } });
	});
	return object(
		{ id, preset: described("recipe:estimator.preset", { type: ["string", "null"], default: null }), options: described("recipe:estimator.options", options) },
		{ required: ["id"], allOf: presets },
	);
}
