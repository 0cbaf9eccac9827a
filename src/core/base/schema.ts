import { Ajv, type ErrorObject } from "ajv";
import { writeJson } from "./json";
import { safePattern } from "./patterns";
import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "./units";

/** One way in which a value does not meet its schema. */
export interface SchemaError {
	/** JSON Schema keyword that failed: "type", "enum", "required", "additionalProperties", "pattern", … */
	readonly keyword: string;
	/** Place of the value in what was validated; of the object when a key is missing or too many. */
	readonly path: JsonPath;
	/** Key that is missing or not known, for "required" and "additionalProperties". */
	readonly key: string | null;
	/** What the schema says under the keyword; for "additionalProperties" the keys it knows. */
	readonly wanted: JsonValue;
}

/** All errors of a value, in the schema's order; [] = valid. */
export type Validate = (value: JsonValue) => readonly SchemaError[];

/** Rows often carry schemas of their own, so compiled ones are kept by their text; the oldest half goes when this many are kept. */
const MAX_KEPT = 2000;

const kept = new Map<string, Validate | null>();

/**
 * Compiles a JSON schema (draft 7); null when it is not one. Never throws. Formats (`date`, `email` …) are annotations: they
 * are not checked. Integers beyond 2^53 are compared as doubles.
 */
export function compileSchema(schema: JsonObject): Validate | null {
	const text = writeJson(schema, { sortKeys: true });
	const known = kept.get(text);
	if (known !== undefined) return known;
	if (kept.size >= MAX_KEPT) for (const key of [...kept.keys()].slice(0, MAX_KEPT / 2)) kept.delete(key);
	const made = compile(text);
	kept.set(text, made);
	return made;
}

function compile(text: string): Validate | null {
	const schema = JSON.parse(text) as JsonObject;
	try {
		const validate = ajv.compile(schema);
		return value => {
			const plain = hasBigInt(value) ? toDoubles(value) : value;
			try {
				return validate(plain) ? [] : (validate.errors ?? []).map(e => errorOf(e, plain));
			} catch (e) {
				// {"$ref": "#"} means itself without end: no value breaks it, since it never says anything
				if (e instanceof RangeError) return [];
				throw e;
			}
		};
	} catch {
		return null;
	} finally {
		// it would keep every schema it ever saw, and refuse the next one with the same $id
		ajv.removeSchema(schema);
	}
}

function errorOf(e: ErrorObject, root: JsonValue): SchemaError {
	const params = e.params as Readonly<Record<string, JsonValue>>;
	const key = params.missingProperty ?? params.additionalProperty;
	const known = params.additionalProperty === undefined ? undefined : (e.parentSchema?.properties as JsonObject | undefined);
	return {
		keyword: e.keyword,
		path: pathOf(e.instancePath, root),
		key: typeof key === "string" ? key : null,
		wanted: known ? Object.keys(known) : ((e.schema as JsonValue | undefined) ?? null),
	};
}

/** JSON pointer as a path; whether a step is a number or a key depends on what it points into. */
function pathOf(pointer: string, root: JsonValue): JsonPath {
	let at: JsonValue | undefined = root;
	return pointer
		.split("/")
		.slice(1)
		.map(raw => {
			const step = raw.replaceAll("~1", "/").replaceAll("~0", "~");
			if (isArray(at)) {
				at = at[Number(step)];
				return Number(step);
			}
			at = isObject(at) ? at[step] : undefined;
			return step;
		});
}

function hasBigInt(value: JsonValue): boolean {
	if (typeof value !== "object" || value === null) return typeof value === "bigint";
	return isArray(value) ? value.some(hasBigInt) : Object.values(value).some(hasBigInt);
}

function toDoubles(value: JsonValue): JsonValue {
	if (typeof value === "bigint") return Number(value);
	if (isArray(value)) return value.map(toDoubles);
	return isObject(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, toDoubles(v)])) : value;
}

/** Patterns come from the file; two of one schema are told apart by their text. */
const patient = Object.assign((pattern: string, flags: string) => ({ ...safePattern(pattern, flags), toString: () => `/${pattern}/${flags}` }), { code: "patient" });

const ajv = new Ajv({ strict: false, allErrors: true, verbose: true, logger: false, validateFormats: false, code: { regExp: patient } });
