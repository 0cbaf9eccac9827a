import { writeJson } from "../base/json";
import { locate } from "../base/jsonLocate";
import { valueAt } from "../base/path";
import { pyRepr } from "../base/python";
import { isArray, type JsonPath, type JsonValue, type Span } from "../base/units";
import type { Call } from "../model/call";

/** Longest value a sentence quotes. */
const MAX_SHOWN = 120;

/** A value as a sentence quotes it: JSON, cut when long. */
export function shown(value: JsonValue | undefined): string {
	const text = writeJson(value);
	return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`;
}

/** Values of a list as a sentence names them: `a, b, c`. */
export const shownList = (value: JsonValue): string =>
	isArray(value) ? value.map(v => (typeof v === "string" ? v : shown(v))).join(", ") : typeof value === "string" ? value : shown(value);

/** `address.city`, `items[0].kg`. */
export const pathText = (path: JsonPath): string => path.map((step, i) => (typeof step === "number" ? `[${step}]` : i ? `.${step}` : step)).join("");

/** Where the tool's name stands in the call. */
export function nameSpan(text: string, call: Call): Span {
	return word(text, call.span, call.name) ?? call.span;
}

/**
 * Where the value at `path` of a call's arguments stands. Exact when the arguments are JSON; in other notations the first text
 * behind the key that reads as the value, else the key, else the arguments or the call.
 */
export function argumentSpan(text: string, call: Call, path: JsonPath): Span {
	return jsonPlace(text, call, path) ?? textPlace(text, call, path) ?? call.argumentsSpan ?? call.span;
}

/** Where the key at the end of `path` stands; the value when the key is not found. */
export function keySpan(text: string, call: Call, path: JsonPath): Span {
	const value = argumentSpan(text, call, path);
	const key = path.at(-1);
	if (typeof key !== "string") return value;
	const at = text.lastIndexOf(key, value.from);
	return at >= call.span.from && at <= value.from ? { from: at, to: at + key.length } : value;
}

function jsonPlace(text: string, call: Call, path: JsonPath): Span | null {
	if (call.argumentsSpan) return located(text, call.argumentsSpan, path);
	const open = text.indexOf("{", call.span.from);
	if (open < 0 || open >= call.span.to) return null;
	const object = { from: open, to: call.span.to };
	return located(text, object, ["arguments", ...path]) ?? located(text, object, ["parameters", ...path]);
}

function located(text: string, where: Span, path: JsonPath): Span | null {
	const span = locate(text.slice(where.from, where.to), path);
	return span && { from: where.from + span.from, to: where.from + span.to };
}

/** How far behind its key a value may begin, marks of the notation included. */
const MAX_GAP = 40;

function textPlace(text: string, call: Call, path: JsonPath): Span | null {
	const where = call.argumentsSpan ?? call.span;
	let key = null as Span | null;
	for (const step of path) if (typeof step === "string") key = word(text, { from: key?.to ?? where.from, to: where.to }, step) ?? key;
	if (!key) return null;
	const value = valueAt(call.arguments, path);
	if (value === undefined) return key;
	const near = { from: key.to, to: where.to };
	const written = [typeof value === "string" ? value : writeJson(value), pyRepr(value), writeJson(value)];
	return written.map(w => within(text, near, w)).find(s => s !== null && s.from - near.from <= MAX_GAP) ?? key;
}

/** The first place where `wanted` is not part of a longer word. */
function word(text: string, where: Span, wanted: string): Span | null {
	for (let s = within(text, where, wanted); s; s = within(text, { from: s.to, to: where.to }, wanted))
		if (!LETTER.test(text[s.from - 1] ?? "") && !LETTER.test(text[s.to] ?? "")) return s;
	return null;
}

const LETTER = /[\p{L}\p{N}_]/u;

function within(text: string, where: Span, wanted: string): Span | null {
	const at = wanted === "" ? -1 : text.indexOf(wanted, where.from);
	return at >= 0 && at + wanted.length <= where.to ? { from: at, to: at + wanted.length } : null;
}
