import { writeJson } from "../../core/base/json";
import type { JsonObject, JsonValue } from "../../core/base/units";
import { DEFAULT_RECIPE, type Recipe } from "../../core/model/recipe";
import type { WhatIfAsk } from "../../protocol/lab";
import type { SessionState } from "../state";
import { weightColumns, weightsWith } from "./columns";

/**
 * Text of a `*.reward.json` that scores as tried out: the recipe in force with other weights, gate, estimator and preset, and
 * the recomputed reward as basis. Only what differs from the defaults is written. Recorded components have no recipe of their
 * own: their weights are left out.
 */
export function recipeText(s: SessionState, ask: WhatIfAsk): string {
	const { recipe } = s.resolution;
	const columns = weightColumns(s);
	const weights = weightsWith(columns, ask.weights);
	const settable = columns.source === "layers" && "weights" in s.resolution.judge.options;
	const options: JsonObject = {
		...recipe.reward.options,
		...(settable ? { weights: Object.fromEntries(columns.ids.map((id, k) => [id, weights[k] ?? 0])) } : {}),
		...(columns.gate ? { gate: ask.gate ?? columns.gate.at } : {}),
	};
	const estimator = { ...recipe.estimator, id: ask.estimator ?? recipe.estimator.id, preset: ask.estimator || ask.preset ? ask.preset : recipe.estimator.preset };
	const made: Recipe = { ...recipe, reward: { ...recipe.reward, options }, basis: settable ? "recomputed" : recipe.basis, estimator };
	const usual = DEFAULT_RECIPE as unknown as Readonly<Record<string, JsonValue>>;
	const differing = Object.entries(made).filter(([key, value]) => key === "reward" || key === "estimator" || writeJson(value as JsonValue) !== writeJson(usual[key]));
	return `${writeJson(Object.fromEntries(differing) as JsonObject, { indent: 2 })}\n`;
}
