import type { JsonObject, JsonValue } from "../base/units";
import type { ResultRule } from "../model/resultRule";
import type { Check, Score } from "../model/reward";
import type { Rollout } from "../model/rollout";

/** What had to be awaited or looked up outside core, handed in as data. NaN / null = not there. */
export interface Given {
	/** Judge's grade 1–5 of the reply. */
	readonly judge: number;
	/** Task completion in [0,1] as the file records it. */
	readonly outcome: number;
	/** Key the outcome came from, for display. */
	readonly outcomeKey: string | null;
	/** Similarity of two texts in [0,1]; the name says which one it is. */
	readonly similarity: Similarity;
	/** The recipe's own rule for the result, asked when nothing else tells; absent or null = none. */
	readonly rule?: ResultRule | null;
}

/** How much of the task was done, and what says so. */
export interface OutcomeReading {
	/** Task completion in [0,1]; NaN = unknown. */
	readonly score: number;
	readonly checks: readonly Check[];
	readonly unknown: string | null;
}

export interface Similarity {
	/** "lexical" (character n-grams), "embedding", … shown wherever a value of it is shown. */
	readonly name: string;
	/** `schema` = what the tool's schema says of this parameter, when there is one. */
	of(a: string, b: string, schema?: JsonValue): number;
	/** What these two texts are in truth compared by, when that is not always `name`. */
	by?(a: string, b: string, schema?: JsonValue): string;
}

/** One reward: one file, one registry row, one test. `O` = its options, resolved (defaults filled in). */
export interface Reward<O extends JsonObject = JsonObject> {
	readonly id: string;
	/** Where its formula is published: a citation, no sentence; "" when it is nobody's but ours or the file's. */
	readonly source: string;
	/** Range of the total with default options, for scales; ±Infinity where it has no bound. */
	readonly range: readonly [number, number];
	/** Options with their defaults; the recipe's schema derives from `optionsSchema`. */
	readonly defaults: O;
	/** JSON schema (draft-07 object) of the options in a recipe; every property carries a description. */
	readonly optionsSchema: JsonObject;
	/** Never throws; a layer without its evidence is unknown (NaN), never 0. */
	score(rollout: Rollout, options: O, given: Given): Score;
}
