import { isObject, type JsonObject, type JsonValue } from "../base/units";
import type { Reward } from "./contract";

const sameKind = (a: JsonValue, b: JsonValue): boolean => a === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b));

function fill(defaults: JsonObject, given: JsonObject): JsonObject {
	const out: Record<string, JsonValue> = { ...defaults };
	for (const [key, value] of Object.entries(given)) {
		const usual = Object.hasOwn(defaults, key) ? defaults[key] : undefined;
		if (usual === undefined) continue;
		if (isObject(usual) && isObject(value) && Object.keys(usual).length) out[key] = fill(usual, value);
		else if (sameKind(usual, value)) out[key] = value;
	}
	return out;
}

/** A recipe's options with the reward's defaults filled in, object by object. Unknown keys and values of another kind are left out: the recipe's schema has complained about them already. */
export const resolveOptions = (reward: Reward, options: JsonObject): JsonObject => fill(reward.defaults, options);

/** Pieces of option schemas; `description` is a code of words/rewards OPTION_WORDS, put into words where the schema is shown. */
export const number = (description: string, bounds: JsonObject = {}): JsonObject => ({ type: "number", description, ...bounds });
export const boolean = (description: string): JsonObject => ({ type: "boolean", description });
export const text = (description: string): JsonObject => ({ type: "string", description });
export const oneOf = (description: string, values: readonly string[]): JsonObject => ({ enum: values, description });
export const record = (description: string, properties: JsonObject): JsonObject => ({ type: "object", description, properties, additionalProperties: false });
export const lanes = (description: string): JsonObject => ({ type: "array", description, items: { enum: ["tool", "summary"] }, uniqueItems: true });
