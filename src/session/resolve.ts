import type { EstimatorOptions } from "../core/estimators/contract";
import { estimatorById, presetById } from "../core/estimators/registry";
import type { KeyMapping } from "../core/importers/contract";
import { DEFAULT_RECIPE, type Recipe } from "../core/model/recipe";
import { resolveOptions } from "../core/rewards/options";
import { rewardById } from "../core/rewards/registry";
import { compileRule } from "../core/rewards/resultRule";
import type { Setup } from "../protocol/queries";
import { InspectorError } from "./errors";
import type { JudgeSetup } from "./judge";
import { tokenizerOf } from "./tokenizers/registry";

/** Preset that recomputes what each trainer did; formats without a trainer take the estimator's default. */
export const PRESET_OF_FORMAT: Readonly<Record<string, string>> = {
	verl: "verl",
	trl: "trl_group",
	"ms-swift": "swift",
	slime: "slime",
	miles: "slime",
	rllm: "rllm",
	"nemo-rl": "nemo",
	areal: "areal_group",
	roll: "roll_agentic",
	skyrl: "skyrl",
	verifiers: "prime_rl",
	"prime-token-export": "prime_rl",
};

/** A recipe with its names resolved to the rooms' own rows. */
export interface Resolved {
	readonly recipe: Recipe;
	readonly judge: JudgeSetup;
	readonly keys: KeyMapping;
	readonly estimatorOptions: Partial<EstimatorOptions>;
}

const unknown = (what: string, id: string): InspectorError => new InspectorError("unknown-id", id, { what, id });

/** Turns a recipe into functions and options. Unknown ids are refused by name. `cacheDir` keeps vectors of texts. */
export function resolve(recipe: Recipe, cacheDir: string | null = null): Resolved {
	const reward = rewardById(recipe.reward.id);
	if (!reward) throw unknown("reward", recipe.reward.id);
	const estimator = estimatorById(recipe.estimator.id);
	if (!estimator) throw unknown("estimator", recipe.estimator.id);
	if (recipe.estimator.preset !== null && !presetById(estimator, recipe.estimator.preset)) throw unknown("preset", recipe.estimator.preset);
	const options = resolveOptions(reward, recipe.reward.options);
	const rule = recipe.result ? compileRule({ options: {}, ...recipe.result }) : null;
	// reading the recipe has complained with line and column; a recipe from elsewhere is refused here
	if (rule && !("id" in rule)) throw unknown("result", rule.map(f => f.fragment || f.keys.join(", ")).join("; "));
	return {
		recipe,
		judge: {
			syntax: recipe.syntax,
			segmenter: recipe.segmenter,
			lanes: recipe.lanes,
			reward,
			options,
			keys: recipe.keys,
			rule,
			ignore: recipe.ignore,
			tokenizer: recipe.tokenizer ? tokenizerOf(recipe.tokenizer) : null,
			embedding: recipe.similarity === "embedding" ? { encoder: recipe.encoder ?? null, cacheDir } : null,
			grader: recipe.judge.id === "evidence" ? "evidence" : "recorded",
		},
		keys: recipe.keys as KeyMapping,
		estimatorOptions: recipe.estimator.options as Partial<EstimatorOptions>,
	};
}

/** The preset in force: the recipe's, else the one of the file's trainer, else the estimator's default. */
export function presetInForce(recipe: Recipe, estimatorId: string, format: string | null): string {
	const estimator = estimatorById(estimatorId);
	if (!estimator) throw unknown("estimator", estimatorId);
	const wanted = (recipe.estimator.id === estimatorId ? recipe.estimator.preset : null) ?? (format === null ? null : (PRESET_OF_FORMAT[format] ?? null));
	return (wanted === null ? undefined : presetById(estimator, wanted)?.id) ?? estimator.defaultPreset;
}

/** A recipe with the switches of a view applied. */
export function withSetup(recipe: Recipe, change: Partial<Setup>): Recipe {
	const estimator = change.estimator ?? recipe.estimator.id;
	return {
		...recipe,
		reward: {
			id: change.reward ?? recipe.reward.id,
			options:
				change.reward !== undefined && change.reward !== recipe.reward.id
					? {}
					: { ...recipe.reward.options, ...(change.tiers && (change.reward ?? recipe.reward.id) === "layered" ? { tiers: change.tiers } : {}) },
		},
		basis: change.basis ?? recipe.basis,
		segmenter: change.segmenter ?? recipe.segmenter,
		lanes: change.lanes ?? recipe.lanes,
		estimator: {
			...recipe.estimator,
			id: estimator,
			preset: change.preset !== undefined ? change.preset || null : estimator === recipe.estimator.id ? recipe.estimator.preset : null,
		},
	};
}

export const recipeOr = (recipe: Recipe | null): Recipe => recipe ?? DEFAULT_RECIPE;
