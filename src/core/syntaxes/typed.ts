import { readJson } from "../base/json";
import { parsePythonLiteral } from "../base/python";
import { isArray, isObject, type JsonValue } from "../base/units";
import type { SyntaxContext } from "./contract";

type SchemaType = "string" | "integer" | "number" | "boolean" | "object" | "array" | "null";

/** Spellings of a type in tool schemas (JSON schema, BFCL, Python hints), by prefix. */
const PREFIXES: readonly (readonly [RegExp, SchemaType])[] = [
	[/^(str|text|char|varchar|enum|any$)/, "string"],
	[/^(int|uint|long|short|unsigned)/, "integer"],
	[/^(num|float|double|decimal)/, "number"],
	[/^(bool|binary)/, "boolean"],
	[/^(arr|list|tuple|set)/, "array"],
	[/^(obj|dict|map)/, "object"],
	[/^(null|none)/, "null"],
];

/** Types that a parameter's schema allows; empty when it says none. Unions (a list of types, anyOf, oneOf) are joined. */
export function typesOf(schema: JsonValue | undefined): ReadonlySet<SchemaType> {
	const out = new Set<SchemaType>();
	if (!isObject(schema)) return out;
	const { type } = schema;
	for (const t of isArray(type) ? type : [type]) {
		const name = typeof t === "string" ? t.trim().toLowerCase() : "";
		const known = PREFIXES.find(([prefix]) => prefix.test(name));
		if (known) out.add(known[1]);
	}
	for (const union of [schema.anyOf, schema.oneOf]) if (isArray(union)) for (const s of union) for (const t of typesOf(s)) out.add(t);
	return out;
}

/** Parameters of a tool by name; null when the tool or its schema is unknown. */
export function parametersOf(context: SyntaxContext, tool: string): Readonly<Record<string, JsonValue>> | null {
	const properties = context.tools?.find(t => t.name === tool)?.parameters?.properties;
	return isObject(properties) ? properties : null;
}

/** Schema of one parameter, own keys only. */
export const schemaOf = (parameters: Readonly<Record<string, JsonValue>> | null, key: string): JsonValue | undefined =>
	parameters && Object.hasOwn(parameters, key) ? parameters[key] : undefined;

/** JSON, else a Python literal, else undefined. */
function literal(text: string): JsonValue | undefined {
	const json = readJson(text);
	if (json.ok) return json.value;
	const python = parsePythonLiteral(text);
	return python.ok && text.slice(python.end).trim() === "" ? python.value : undefined;
}

/** The value a text states as JSON or Python literal; the text itself when it is neither. */
export const looseValue = (text: string): JsonValue => literal(text.trim()) ?? (/^\s*(null|None)\s*$/.test(text) ? null : text);

const fits: Readonly<Record<"object" | "array", (v: JsonValue | undefined) => boolean>> = { object: isObject, array: isArray };

/**
 * The text of an argument as its schema wants it: "5" is 5 for an integer, "True" true for a boolean, JSON or a Python literal a list or
 * an object. Without types, and where the text does not fit them, it stays text (vLLM and sglang do the same for Qwen3-Coder).
 */
export function castText(text: string, types: ReadonlySet<SchemaType>): JsonValue {
	if (!types.size) return text;
	const plain = text.trim();
	const word = plain.toLowerCase();
	if ((word === "null" || word === "none") && (types.has("null") || !types.has("string"))) return null;
	if (types.has("integer") && /^[+-]?\d+$/.test(plain)) return integer(plain);
	if (types.has("number") && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(plain)) return /^[+-]?\d+$/.test(plain) ? integer(plain) : Number(plain);
	if (types.has("boolean") && (word === "true" || word === "false")) return word === "true";
	for (const type of ["object", "array"] as const)
		if (types.has(type)) {
			const value = literal(plain);
			if (value !== undefined && fits[type](value)) return value;
		}
	return text;
}

const integer = (digits: string): number | bigint => {
	const n = Number(digits);
	return Number.isSafeInteger(n) ? n : BigInt(digits.replace("+", ""));
};
