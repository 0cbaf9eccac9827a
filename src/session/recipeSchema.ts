import { isArray, isObject, type JsonObject, type JsonValue } from "../core/base/units";
import { recipeSchema } from "../core/catalogue";
import { ESTIMATOR_TITLES } from "../words/estimators";
import { FINDING_HELP } from "../words/findingHelp";
import { RECIPE_WORDS } from "../words/recipe";
import { OPTION_WORDS } from "../words/rewardOptions";
import { REWARD_TITLES } from "../words/rewards";
import { LANE_MODE_WORDS, SEGMENTER_TITLES } from "../words/segmenters";
import { type Locale, phrase, type Table } from "../words/words";

const TABLES: Readonly<Record<string, Table>> = { recipe: RECIPE_WORDS, reward: REWARD_TITLES, estimator: ESTIMATOR_TITLES, segmenter: SEGMENTER_TITLES, lanes: LANE_MODE_WORDS };

/** The sentence of a code of the catalogue; a proper name stays as it is. */
function worded(code: JsonValue, locale: Locale): JsonValue {
	if (typeof code !== "string") return code;
	const colon = code.indexOf(":");
	const found = TABLES[code.slice(0, colon)]?.[code.slice(colon + 1)] ?? OPTION_WORDS[code];
	return found ? phrase(found, locale) : code;
}

function describe(schema: JsonValue, locale: Locale): JsonValue {
	if (isArray(schema)) return schema.map(v => describe(v, locale));
	if (!isObject(schema)) return schema;
	return Object.fromEntries(
		Object.entries(schema).map(([key, value]) => {
			if (key === "description") return [key, worded(value, locale)];
			if (key === "enumDescriptions" && isArray(value)) return [key, value.map(v => worded(v, locale))];
			return [key, describe(value, locale)];
		}),
	);
}

/** The recipe's schema with its descriptions in words, as editors use it. */
export function describedRecipeSchema(locale: Locale): JsonObject {
	const schema = describe(recipeSchema(), locale) as JsonObject;
	const properties = schema.properties as JsonObject;
	const codes = Object.entries(FINDING_HELP).map(([code, help]) => ({ code, title: phrase(help.title, locale) }));
	// core knows the codes of its own mistakes, words those of every room: no other can be ignored
	const items = { enum: codes.map(c => c.code), enumDescriptions: codes.map(c => c.title) };
	return { ...schema, properties: { ...properties, ignore: { ...(properties.ignore as JsonObject), items } } };
}
