import { writeJson } from "../base/json";
import { compileSchema } from "../base/schema";
import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";

type Random = () => number;

const WORDS = ["alpha", "harbor", "maple", "river", "stone", "cedar", "amber", "north", "lumen", "delta", "orchid", "summit"] as const;
const pick = <T>(of: readonly T[], random: Random): T => of[Math.floor(random() * of.length)] as T;
const whole = (low: number, high: number, random: Random): number => low + Math.floor(random() * (high - low + 1));
const two = (n: number): string => String(n).padStart(2, "0");
const hex = (length: number, random: Random): string => Array.from({ length }, () => whole(0, 15, random).toString(16)).join("");
const date = (random: Random): string => `${whole(2024, 2026, random)}-${two(whole(1, 12, random))}-${two(whole(1, 28, random))}`;
const time = (random: Random): string => `${two(whole(0, 23, random))}:${two(whole(0, 59, random))}:00`;

const FORMATS: Readonly<Record<string, (random: Random) => string>> = {
	date,
	time: random => `${time(random)}Z`,
	"date-time": random => `${date(random)}T${time(random)}Z`,
	email: random => `${pick(WORDS, random)}@example.com`,
	uri: random => `https://example.com/${pick(WORDS, random)}`,
	url: random => `https://example.com/${pick(WORDS, random)}`,
	uuid: random => `${hex(8, random)}-${hex(4, random)}-4${hex(3, random)}-a${hex(3, random)}-${hex(12, random)}`,
	hostname: random => `${pick(WORDS, random)}.example.com`,
	ipv4: random => `192.0.2.${whole(1, 254, random)}`,
};

const MAX_LEVELS = 8;

interface Work {
	readonly root: JsonObject;
	readonly random: Random;
	/** Values that are known by their key: the call's arguments, what the session wrote. */
	readonly known: JsonObject;
}

/**
 * A value that meets a JSON schema: const, enum, default and examples as they stand, else made from the type, its bounds and
 * its format. `known` values take the place of properties of the same name where they meet the property's schema. The same
 * random stream gives the same value. A `pattern` without enum or example is not met: no text is grown from a pattern.
 */
export const conforming = (schema: JsonObject, random: Random, known: JsonObject = {}): JsonValue => make(schema, { root: schema, random, known }, 0);

function make(schema: JsonObject, work: Work, level: number): JsonValue {
	const s = settled(schema, work, level);
	if (s.const !== undefined) return s.const;
	if (isArray(s.enum) && s.enum.length) return pick(s.enum, work.random);
	if (isArray(s.examples) && s.examples.length) return pick(s.examples, work.random);
	if (s.example !== undefined) return s.example;
	if (s.default !== undefined) return s.default;
	switch (typeOf(s)) {
		case "object":
			return makeObject(s, work, level);
		case "array":
			return makeArray(s, work, level);
		case "integer":
		case "number":
			return makeNumber(s, work.random);
		case "boolean":
			return work.random() < 0.5;
		case "null":
			return null;
		default:
			return makeText(s, work.random);
	}
}

/** The schema with its references followed, its parts merged and one of its alternatives chosen. */
function settled(schema: JsonObject, work: Work, level: number): JsonObject {
	let s = schema;
	for (let hop = 0; hop < MAX_LEVELS && typeof s.$ref === "string"; hop++) s = { ...referred(work.root, s.$ref), ...without(s, "$ref") };
	for (const key of ["anyOf", "oneOf"]) {
		const ways = s[key];
		if (!isArray(ways) || !ways.length) continue;
		// deep inside, the plainest way ends the recursion
		const plain = ways.filter(w => isObject(w) && typeof w.$ref !== "string" && w.type !== "object" && w.type !== "array");
		const way = pick(level > 2 && plain.length ? plain : ways, work.random);
		if (isObject(way)) s = { ...without(s, key), ...settled(way, work, level) };
	}
	if (isArray(s.allOf)) s = s.allOf.filter(isObject).reduce((all, part) => merged(all, settled(part, work, level)), without(s, "allOf"));
	return s;
}

const without = (o: JsonObject, key: string): JsonObject => Object.fromEntries(Object.entries(o).filter(([k]) => k !== key));

function merged(a: JsonObject, b: JsonObject): JsonObject {
	const both = (key: string): JsonObject => ({ ...(isObject(a[key]) ? a[key] : {}), ...(isObject(b[key]) ? b[key] : {}) });
	const required = [...(isArray(a.required) ? a.required : []), ...(isArray(b.required) ? b.required : [])];
	return { ...a, ...b, ...(a.properties || b.properties ? { properties: both("properties") } : {}), ...(required.length ? { required } : {}) };
}

/** What a local reference ("#/$defs/place") points to. */
function referred(root: JsonObject, ref: string): JsonObject {
	if (ref === "#") return root;
	if (!ref.startsWith("#/")) return {};
	const steps = ref
		.slice(2)
		.split("/")
		.map(p => p.replaceAll("~1", "/").replaceAll("~0", "~"));
	const found = steps.reduce<JsonValue | undefined>((v, step) => (isObject(v) ? v[step] : isArray(v) ? v[Number(step)] : undefined), root);
	return isObject(found) ? found : {};
}

function typeOf(s: JsonObject): string {
	const named = isArray(s.type) ? (s.type.find(t => t !== "null") ?? "null") : s.type;
	if (typeof named === "string") return named;
	return s.properties ? "object" : s.items ? "array" : s.minimum !== undefined || s.maximum !== undefined ? "number" : "string";
}

function makeObject(s: JsonObject, work: Work, level: number): JsonObject {
	const properties = isObject(s.properties) ? s.properties : {};
	const required = new Set(isArray(s.required) ? s.required : []);
	const out: Record<string, JsonValue> = {};
	for (const [key, inner] of Object.entries(properties)) {
		if (level >= MAX_LEVELS && !required.has(key)) continue;
		const schema = isObject(inner) ? inner : {};
		const value = work.known[key];
		out[key] = value !== undefined && meets(schema, value, work.root) ? value : make(schema, work, level + 1);
	}
	for (const key of required) if (typeof key === "string" && !Object.hasOwn(out, key)) out[key] = work.known[key] ?? pick(WORDS, work.random);
	return out;
}

/** Definitions stand at the root, so they are lent to the part. */
const meets = (schema: JsonObject, value: JsonValue, root: JsonObject): boolean => {
	const { $defs, definitions } = root;
	const whole: JsonObject = { ...schema, ...($defs ? { $defs } : {}), ...(definitions ? { definitions } : {}) };
	return compileSchema(whole)?.(value).length === 0;
};

function makeArray(s: JsonObject, work: Work, level: number): readonly JsonValue[] {
	const items = isObject(s.items) ? s.items : {};
	const least = numberAt(s, "minItems", 0);
	const wish = level >= 3 ? least : Math.max(least, whole(1, 3, work.random));
	const count = Math.min(wish, numberAt(s, "maxItems", 1000));
	const out: JsonValue[] = [];
	const seen = new Set<string>();
	// alike items are tried again a few times where they must differ
	for (let tries = 0; out.length < count && tries < count * 20; tries++) {
		const item = make(items, work, level + 1);
		const text = writeJson(item);
		if (s.uniqueItems === true && seen.has(text)) continue;
		seen.add(text);
		out.push(item);
	}
	return out;
}

const numberAt = (s: JsonObject, key: string, usual: number): number => (typeof s[key] === "number" ? s[key] : usual);

function makeNumber(s: JsonObject, random: Random): number {
	const step = numberAt(s, "multipleOf", typeOf(s) === "integer" ? 1 : 0.01);
	// draft 4 writes exclusiveMinimum as a flag
	const above = typeof s.exclusiveMinimum === "number" ? s.exclusiveMinimum : s.exclusiveMinimum === true ? numberAt(s, "minimum", 0) : null;
	const below = typeof s.exclusiveMaximum === "number" ? s.exclusiveMaximum : s.exclusiveMaximum === true ? numberAt(s, "maximum", 0) : null;
	const bound = above ?? (typeof s.minimum === "number" ? s.minimum : null);
	const top = below ?? numberAt(s, "maximum", bound === null ? 100 : bound + 100 * step + 100);
	const low = bound ?? Math.min(0, top - 100 * step);
	const first = Math.ceil(low / step - 1e-9) + (above !== null && Math.abs(Math.ceil(low / step - 1e-9) * step - above) < step * 1e-9 ? 1 : 0);
	const last = Math.floor(top / step + 1e-9) - (below !== null && Math.abs(Math.floor(top / step + 1e-9) * step - below) < step * 1e-9 ? 1 : 0);
	if (last < first) return (low + top) / 2;
	const value = whole(first, Math.min(last, first + 1_000_000), random) * step;
	// 0.1 + 0.2 and its like would not be a multiple on paper
	return Number(value.toPrecision(12));
}

function makeText(s: JsonObject, random: Random): string {
	const made = typeof s.format === "string" ? FORMATS[s.format]?.(random) : undefined;
	let text = made ?? `${pick(WORDS, random)}-${whole(10, 99, random)}`;
	const least = numberAt(s, "minLength", 0);
	while (text.length < Math.min(least, 10_000)) text += `-${pick(WORDS, random)}`;
	return made === undefined ? text.slice(0, Math.max(least, numberAt(s, "maxLength", text.length))) : text;
}

/** A value of the shape of another: same keys and kinds, numbers of the same size, known values in their places. */
export function resembling(model: JsonValue, random: Random, known: JsonObject = {}, key: string | null = null): JsonValue {
	const given = key === null ? undefined : known[key];
	if (given !== undefined && typeof given === typeof model && !isObject(model) && !isArray(model)) return given;
	if (isArray(model)) return model.slice(0, 20).map(v => resembling(v, random, known, key));
	if (isObject(model)) return Object.fromEntries(Object.entries(model).map(([k, v]) => [k, resembling(v, random, known, k)]));
	if (typeof model === "number") return Number.isInteger(model) ? Math.round(model * (0.5 + random())) : Number((model * (0.5 + random())).toPrecision(4));
	// identifiers and codes keep their shape, so that later calls can use them
	if (typeof model === "string" && /\d/.test(model)) return model.replace(/\d/g, () => String(whole(0, 9, random)));
	return model;
}
