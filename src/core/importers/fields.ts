import { writeJson } from "../base/json";
import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";

/** Small readers of values that people's writers spell in several ways. None throws. */

export const asText = (v: JsonValue | undefined): string | null => (typeof v === "string" ? v : null);
export const asObject = (v: JsonValue | undefined): JsonObject | null => (isObject(v) ? v : null);
export const asList = (v: JsonValue | undefined): readonly JsonValue[] | null => (isArray(v) ? v : null);

/** A list all of whose elements are objects, and that is not empty. */
export const isObjectList = (v: JsonValue | undefined): v is readonly JsonObject[] => isArray(v) && v.length > 0 && v.every(isObject);

/** A number however it is spelt: number, big integer, true/false as 1/0, list of length one. NaN when it is none. Text is not read as a number. */
export function asNumber(v: JsonValue | undefined): number {
	if (typeof v === "number") return v;
	if (typeof v === "bigint") return Number(v);
	if (typeof v === "boolean") return v ? 1 : 0;
	if (isArray(v) && v.length === 1) return asNumber(v[0]);
	return Number.NaN;
}

const NUMBER_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Number of a text that Python's `default=str` wrote ("0.5", "True", "nan", "None" → NaN); null when the text is no number. */
export function numberText(text: string): number | null {
	if (text.length > 40) return null;
	if (text === "True" || text === "False") return text === "True" ? 1 : 0;
	if (text === "nan" || text === "NaN" || text === "None") return Number.NaN;
	if (/^[+-]?inf$/.test(text)) return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	return NUMBER_TEXT.test(text) ? Number(text) : null;
}

/** A step: a number, a number as text ("12"), null otherwise. */
export function asStep(v: JsonValue | undefined): number | null {
	const n = typeof v === "string" ? (numberText(v) ?? Number.NaN) : asNumber(v);
	return Number.isFinite(n) ? n : null;
}

/** Training step of a row under the first of the keys that holds something; what stands there and is no step becomes a finding. */
export function readStep(row: JsonObject, keys: readonly string[], findings: Finding[]): number | null {
	const key = keys.find(k => row[k] !== undefined && row[k] !== null && row[k] !== "");
	if (key === undefined) return null;
	const value = row[key] ?? null;
	const step = asStep(value);
	// NaN, or its text, is how a table writes "none"
	const none = Number.isNaN(typeof value === "string" ? numberText(value) : value);
	if (step === null && !none) findings.push(finding("step-not-number", "warning", { key, value: shortly(value) }, { path: [key] }));
	return step;
}

/** Longest value that a sentence repeats. */
const MAX_SHOWN = 60;
function shortly(value: JsonValue): string {
	const text = writeJson(value);
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** An id as text; numbers and big integers as their digits. */
export const asId = (v: JsonValue | undefined): string | null => (typeof v === "string" && v !== "" ? v : typeof v === "number" || typeof v === "bigint" ? String(v) : null);

/** Value at a dotted path ("reward_model.ground_truth", "messages.0.content"); a key that contains dots itself wins. */
export function valueAt(record: JsonValue | undefined, dotted: string): JsonValue | undefined {
	let v = record;
	if (isObject(v) && Object.hasOwn(v, dotted)) return v[dotted];
	for (const step of dotted.split(".")) {
		if (isObject(v)) v = Object.hasOwn(v, step) ? v[step] : undefined;
		else if (isArray(v)) v = v[Number(step)];
		else return undefined;
	}
	return v;
}

/** The record without the named keys. */
export function without(record: JsonObject, keys: readonly string[]): JsonObject {
	const out: Record<string, JsonValue> = {};
	for (const key of Object.keys(record)) if (!keys.includes(key)) out[key] = record[key] as JsonValue;
	return out;
}

const CUT = new Set(["length", "max_tokens", "max_length", "max_output_tokens", "truncated", "incomplete", "max_completion_tokens", "context_length_exceeded"]);

/** Was the response cut off by a limit? From the keys writers use; null when none of them is there. */
export function truncatedOf(record: JsonObject): boolean | null {
	for (const key of ["is_truncated", "truncated"]) if (typeof record[key] === "boolean") return record[key] as boolean;
	for (const key of ["stop_reason", "finish_reason", "stop_condition", "termination_reason"]) {
		const v = record[key];
		if (typeof v === "string" && v !== "") return CUT.has(v.toLowerCase());
	}
	const { status } = record;
	return typeof status === "string" && (CUT.has(status) || status === "completed") ? CUT.has(status) : null;
}
