import { compileSchema, type SchemaError, type Validate } from "../base/schema";
import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import type { Tool } from "../model/tool";

/** What is wrong with one parameter. */
export interface SchemaProblem {
	readonly code: "E06" | "E07" | "E08" | "E09" | "E10";
	/** From the arguments object down to the value; a missing or unknown key is its last step. */
	readonly path: JsonPath;
	/** Schema keyword that failed. */
	readonly keyword: string;
	/** What the schema says under it. */
	readonly wanted: JsonValue;
}

/** Type names of Python, Java and Gemini schemas in JSON Schema's words; a name that is not here puts no limit on the type. */
const TYPES: Readonly<Record<string, string>> = {
	...{ string: "string", str: "string", text: "string", char: "string" },
	...{ integer: "integer", int: "integer", long: "integer", short: "integer", byte: "integer" },
	...{ number: "number", float: "number", double: "number" },
	...{ boolean: "boolean", bool: "boolean" },
	...{ array: "array", list: "array", tuple: "array", set: "array", arraylist: "array" },
	...{ object: "object", dict: "object", hashmap: "object", map: "object" },
	null: "null",
};

/** Keywords whose value is a schema, a list of schemas or a table of schemas. */
const ONE = new Set(["items", "additionalProperties", "additionalItems", "not", "if", "then", "else", "contains", "propertyNames"]);
const MANY = new Set(["anyOf", "allOf", "oneOf", "prefixItems"]);
const TABLE = new Set(["properties", "patternProperties", "$defs", "definitions"]);
/** Keywords that say nothing about validity, or that refer to other documents. */
const DROPPED = new Set(["$schema", "$id", "description", "title", "examples", "example", "default", "format", "deprecated"]);

const typeOf = (v: JsonValue): JsonValue | undefined => (typeof v === "string" ? TYPES[v.toLowerCase()] : undefined);

/** A tool's schema as draft 7 understands it: foreign type names translated, notes and null-filled keywords taken out. */
function tidy(schema: JsonValue): JsonValue {
	if (!isObject(schema)) return schema;
	const out: Record<string, JsonValue> = {};
	for (const [key, value] of Object.entries(schema)) {
		if (DROPPED.has(key) || (value === null && key !== "const")) continue;
		if (key === "type") {
			const types = isArray(value) ? value.map(typeOf) : [typeOf(value)];
			if (types.length && types.every(t => t !== undefined)) out.type = isArray(value) ? (types as JsonValue[]) : (types[0] as JsonValue);
		} else if (key === "enum") {
			if (isArray(value) && value.length) out.enum = value;
		} else if (key === "required") {
			if (isArray(value)) out.required = value;
		} else if (TABLE.has(key)) {
			if (isObject(value)) out[key] = Object.fromEntries(Object.entries(value).flatMap(([k, v]) => (isObject(v) || typeof v === "boolean" ? [[k, tidy(v)]] : [])));
		} else if (MANY.has(key)) {
			if (isArray(value) && value.length) out[key] = value.map(tidy);
		} else if (ONE.has(key)) out[key] = isArray(value) ? value.map(tidy) : tidy(value);
		else out[key] = value;
	}
	return out;
}

export const propertiesOf = (tool: Tool): JsonObject => (isObject(tool.parameters?.properties) ? tool.parameters.properties : {});

const requiredOf = (tool: Tool): readonly string[] => (isArray(tool.parameters?.required) ? tool.parameters.required.filter(k => typeof k === "string") : []);

/** Of a call with more problems the first ones are told. */
export const MAX_PROBLEMS = 100;

/** What a call's arguments break of their tool's schema: missing required keys, then at most one problem per parameter. */
export function schemaProblems(tool: Tool, args: JsonValue): readonly SchemaProblem[] {
	const schema = tool.parameters;
	if (!schema || !isObject(args)) return [];
	const properties = propertiesOf(tool);
	const missing = requiredOf(tool).filter(k => !Object.hasOwn(args, k));
	const all = [
		...missing.map((k): SchemaProblem => ({ code: "E06", path: [k], keyword: "required", wanted: properties[k] ?? null })),
		...Object.entries(args).flatMap(([k, v]) => (Object.hasOwn(properties, k) ? (worst(schema, properties[k], k, v) ?? []) : unknown(schema, k))),
	];
	return all.slice(0, MAX_PROBLEMS);
}

/** An open object takes any key. */
const unknown = (schema: JsonObject, key: string): readonly SchemaProblem[] => {
	const { additionalProperties, patternProperties, properties } = schema;
	const open = additionalProperties === true || isObject(additionalProperties) || isObject(patternProperties) || !isObject(properties);
	return open ? [] : [{ code: "E07", path: [key], keyword: "properties", wanted: Object.keys(properties) }];
};

/** Rows of one prompt often share their schema objects: tidied and compiled once. */
const validators = new WeakMap<JsonObject, Validate>();

function validatorOf(root: JsonObject, property: JsonObject): Validate {
	const known = validators.get(property);
	if (known) return known;
	const shared: JsonObject = { ...(isObject(root.$defs) ? { $defs: root.$defs } : {}), ...(isObject(root.definitions) ? { definitions: root.definitions } : {}) };
	const made = compileSchema({ ...(tidy(shared) as JsonObject), ...(tidy(property) as JsonObject) }) ?? (() => []);
	validators.set(property, made);
	return made;
}

function worst(root: JsonObject, property: JsonValue | undefined, key: string, value: JsonValue): SchemaProblem | null {
	if (!isObject(property)) return null;
	const errors = validatorOf(root, property)(value);
	if (!errors.length) return null;
	const problems = errors.map(e => problemOf(e, errors, key));
	return ["E07", "E08", "E09", "E06", "E10"].flatMap(code => problems.filter(p => p.code === code))[0] ?? null;
}

/** Branches of a union all complain: what matters is whether any of them takes the value's type. */
function problemOf(e: SchemaError, all: readonly SchemaError[], key: string): SchemaProblem {
	const path = [key, ...e.path, ...(e.key === null ? [] : [e.key])];
	const union = all.find(o => o.keyword === "anyOf" || o.keyword === "oneOf");
	if (union) {
		const branches = all.filter(o => o !== union);
		const types = branches.length > 0 && branches.every(o => o.keyword === "type");
		return { code: types ? "E08" : "E10", path: [key, ...union.path], keyword: types ? "type" : union.keyword, wanted: types ? branches.flatMap(o => o.wanted) : union.wanted };
	}
	const code = ({ additionalProperties: "E07", type: "E08", enum: "E09", const: "E09", required: "E06" } as const)[e.keyword] ?? "E10";
	return { code, path, keyword: e.keyword, wanted: e.wanted };
}
