/** A rollout's number in its file, 0-based, in file order. */
export type Row = number & { readonly __unit: "row" };

export const row = (n: number): Row => n as Row;

/** Half-open range of UTF-16 offsets. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

export const span = (from: number, to: number): Span => ({ from, to });

/** Any JSON value as we keep it: integers beyond 2^53 stay exact as bigint; NaN and ±Infinity (Python's json) stay numbers. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
	readonly [key: string]: JsonValue;
}

/** Way from a record's root to a value inside it. */
export type JsonPath = readonly (string | number)[];

export const isObject = (v: JsonValue | undefined): v is JsonObject => typeof v === "object" && v !== null && !Array.isArray(v);
export const isArray = (v: JsonValue | undefined): v is readonly JsonValue[] => Array.isArray(v);
