import { isArray, isObject, type JsonValue } from "../base/units";

/**
 * Values as Python's checkers see them: an int is a number or bigint, a float is boxed, so that 2020 and 2020.0 have
 * different types while comparing equal; tuples and dicts are told from lists.
 */
export type PyValue = null | boolean | number | bigint | string | PyFloat | PyTuple | PyDict | readonly PyValue[];

export class PyFloat {
	constructor(readonly value: number) {}
}
export class PyTuple {
	constructor(readonly items: readonly PyValue[]) {}
}
/** Keys that are not text are marked, so that 1 is not "1". */
export type PyDict = ReadonlyMap<string, PyValue>;

export type PyType = "NoneType" | "bool" | "int" | "float" | "str" | "list" | "tuple" | "dict";

export const isDict = (v: PyValue | undefined): v is PyDict => v instanceof Map;
export const isList = (v: PyValue | undefined): v is readonly PyValue[] => Array.isArray(v);

/** Key of a dict; anything but text is marked. */
export const pyKey = (v: PyValue): string => (typeof v === "string" ? v : `\u0000${show(v)}`);

export function pyType(v: PyValue): PyType {
	if (v === null) return "NoneType";
	if (typeof v === "boolean") return "bool";
	if (typeof v === "number" || typeof v === "bigint") return "int";
	if (typeof v === "string") return "str";
	if (v instanceof PyFloat) return "float";
	if (v instanceof PyTuple) return "tuple";
	return isDict(v) ? "dict" : "list";
}

/** A JSON value; a number with a fraction is a float, a whole one an int (JSON text no longer says). */
export function fromJson(v: JsonValue): PyValue {
	if (isArray(v)) return v.map(fromJson);
	if (isObject(v)) return new Map(Object.entries(v).map(([k, x]) => [k, fromJson(x)]));
	return typeof v === "number" && !Number.isInteger(v) ? new PyFloat(v) : v;
}

const numeric = (v: PyValue): number | bigint | null =>
	v instanceof PyFloat ? v.value : typeof v === "boolean" ? Number(v) : typeof v === "number" || typeof v === "bigint" ? v : null;

/** Python's `==`. */
export function pyEqual(a: PyValue, b: PyValue): boolean {
	if (isList(a) && isList(b)) return a.length === b.length && a.every((v, i) => pyEqual(v, b[i] as PyValue));
	if (a instanceof PyTuple && b instanceof PyTuple) return pyEqual(a.items, b.items);
	if (isDict(a) && isDict(b)) {
		if (a.size !== b.size) return false;
		for (const [k, v] of a) if (!b.has(k) || !pyEqual(v, b.get(k) as PyValue)) return false;
		return true;
	}
	const [x, y] = [numeric(a), numeric(b)];
	// biome-ignore lint/suspicious/noDoubleEquals: mixed number and bigint
	if (x !== null && y !== null) return x == y;
	return a === b;
}

/** Python's `in` for a list. */
export const pyIn = (v: PyValue, list: readonly PyValue[]): boolean => list.some(x => pyEqual(v, x));

/** Python's repr, near enough to quote a value. */
export function show(v: PyValue): string {
	if (v === null) return "None";
	if (v === true) return "True";
	if (v === false) return "False";
	if (typeof v === "string") return `'${v}'`;
	if (v instanceof PyFloat) return Number.isInteger(v.value) ? `${v.value}.0` : String(v.value);
	if (v instanceof PyTuple) return `(${v.items.map(show).join(", ")}${v.items.length === 1 ? "," : ""})`;
	if (isList(v)) return `[${v.map(show).join(", ")}]`;
	if (isDict(v)) return `{${[...v].map(([k, x]) => `${k.startsWith("\u0000") ? k.slice(1) : show(k)}: ${show(x)}`).join(", ")}}`;
	return String(v);
}

/** One decoded call: a name and, usually, a dict of arguments. */
export interface DecodedCall {
	readonly name: string;
	readonly arguments: PyValue;
}

/** What a benchmark's decoder makes of a model's output: calls, nothing it can read, or something that is no list of calls. */
export type Decoded = { readonly ok: true; readonly calls: readonly DecodedCall[] } | { readonly ok: false; readonly reason: "failed" | "format" };

export type Language = "python" | "java" | "javascript";
