import { writeJson } from "../base/json";
import { pyStr } from "../base/python";
import { isArray, isObject, type JsonValue } from "../base/units";

/** Same JSON value: numbers by value (3 = 3.0, bigint too), `true` is no number, key order does not matter. NaN equals nothing. */
export function strictEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
	return deepEqual(a, b, (x, y) => typeof x === typeof y || (isNumeric(x) && isNumeric(y)));
}

/** Python's `==` on JSON values: as strictEqual, but True == 1 and False == 0. */
export function pythonEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
	return deepEqual(a, b, () => true);
}

const isNumeric = (v: JsonValue | undefined): boolean => typeof v === "number" || typeof v === "bigint";

function deepEqual(a: JsonValue | undefined, b: JsonValue | undefined, comparable: (a: JsonValue | undefined, b: JsonValue | undefined) => boolean): boolean {
	if (isArray(a) && isArray(b)) return a.length === b.length && a.every((v, i) => deepEqual(v, b[i], comparable));
	if (isObject(a) && isObject(b)) {
		const keys = Object.keys(a);
		return keys.length === Object.keys(b).length && keys.every(k => Object.hasOwn(b, k) && deepEqual(a[k], b[k], comparable));
	}
	if (a === b) return true;
	if (!comparable(a, b)) return false;
	const [x, y] = [plainNumber(a), plainNumber(b)];
	// == compares number with bigint by value, without rounding the bigint
	// biome-ignore lint/suspicious/noDoubleEquals: mixed number and bigint
	return x !== null && y !== null && x == y;
}

const plainNumber = (v: JsonValue | undefined): number | bigint | null => (typeof v === "boolean" ? Number(v) : typeof v === "number" || typeof v === "bigint" ? v : null);

/** Python's float(): what a text or number is worth, null when it is not a number. */
export function toFloat(v: JsonValue | undefined): number | null {
	if (typeof v === "number") return v;
	if (typeof v === "bigint" || typeof v === "boolean") return Number(v);
	if (typeof v !== "string" || v.length > 400) return null;
	const text = v.trim();
	return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : null;
}

/** Text of a long integer, exact; null for everything a double holds without loss. */
const longInteger = (v: JsonValue): string | null => {
	if (typeof v !== "bigint" && typeof v !== "string") return null;
	const text = String(v).trim();
	return text.length > 15 && text.length < 400 && /^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, "")).toString() : null;
};

const TRUE = new Set(["true", "1"]);
const FALSE = new Set(["false", "0"]);

/**
 * Loose equality of HierR (SLCA-GRPO rl/slca_grpo/reward_fn.py): null equals only null; trimmed lower-case string forms
 * (Python's str); |difference| < 1e-9 as floats; {true, 1} and {false, 0}; lists and objects by JSON with sorted keys.
 * One departure: integers too long for a double are compared digit by digit, so that neighbouring ids stay different.
 */
export function looseEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
	if (a === undefined || b === undefined) return false;
	if (a === null || b === null || a === b) return a === b;
	if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) < 1e-9 || (Number.isNaN(a) && Number.isNaN(b));
	const [s, t] = [form(a), form(b)];
	if (s === t) return true;
	const [long, other] = [longInteger(a), longInteger(b)];
	if (long !== null && other !== null) return long === other;
	const [x, y] = [toFloat(a), toFloat(b)];
	if (x !== null && y !== null && Math.abs(x - y) < 1e-9) return true;
	if ((TRUE.has(s) && TRUE.has(t)) || (FALSE.has(s) && FALSE.has(t))) return true;
	return typeof a === "object" && typeof b === "object" && writeJson(a, { sortKeys: true }) === writeJson(b, { sortKeys: true });
}

const form = (v: JsonValue): string => pyStr(v).trim().toLowerCase();
