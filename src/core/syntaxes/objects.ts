import { type JsonOddity, readJsonAt } from "../base/json";
import { parsePythonLiteral } from "../base/python";
import type { JsonValue, Span } from "../base/units";
import type { CallProblemCode } from "../model/call";

export interface Failure {
	readonly at: number;
	readonly expected: string;
}
interface Value {
	readonly value: JsonValue;
	readonly end: number;
	readonly oddities: readonly JsonOddity[];
}

/** A way to write values: JSON as Python's json.loads takes it, or a Python literal. */
export interface Notation {
	readonly trailingComma: boolean;
	read(text: string, at: number): Value | Failure;
}

export const JSON_NOTATION: Notation = {
	trailingComma: false,
	read(text, at) {
		const r = readJsonAt(text, at);
		if ("expected" in r) return r;
		const control = r.oddities.find(o => o.code === "control-character");
		return control ? { at: control.at, expected: `no ${control.detail} inside a string` } : r;
	},
};

const PYTHON_NOTATION: Notation = {
	trailingComma: true,
	read(text, at) {
		const r = parsePythonLiteral(text, at);
		return r.ok ? { value: r.value, end: r.end, oddities: [] } : { at: r.at, expected: r.expected };
	},
};

/** Python data write their dicts with single quotes; everything else is read as JSON, as serving parsers do. */
export function notationOf(text: string, from: number): Notation {
	const quote = /[{[\s]{0,50}(['"])/y;
	quote.lastIndex = from;
	return quote.exec(text)?.[1] === "'" ? PYTHON_NOTATION : JSON_NOTATION;
}

export interface Member {
	readonly key: string;
	readonly keyAt: number;
	readonly value: JsonValue;
	readonly span: Span;
}

/** Offset of the first character from `at` on that is not white space. */
export function skipSpace(text: string, at: number): number {
	let i = at;
	for (;;) {
		const c = text.charCodeAt(i);
		if (c === 32 || (c >= 9 && c <= 13) || c === 0xa0 || c === 0xfeff) i++;
		else return i;
	}
}

/** The span without white space at its ends. */
export function trimSpan(text: string, span: Span): Span {
	const from = Math.min(skipSpace(text, span.from), span.to);
	let to = span.to;
	while (to > from && /\s/.test(text[to - 1] ?? "")) to--;
	return { from, to };
}

/** Reads what stands between brackets: `each` reads one item and returns its end. Linear: nothing is read twice. */
function items(text: string, at: number, close: string, trailingComma: boolean, each: (at: number) => number | Failure): number | Failure {
	let i = skipSpace(text, at + 1);
	if (text[i] === close) return i + 1;
	for (;;) {
		const end = each(i);
		if (typeof end !== "number") return end;
		i = skipSpace(text, end);
		if (text[i] === close) return i + 1;
		if (text[i] !== ",") return { at: i, expected: `"," or "${close}"` };
		i = skipSpace(text, i + 1);
		if (trailingComma && text[i] === close) return i + 1;
	}
}

/** Members of the object that begins at `at` ("{"), each with the place of its value. */
export function readMembers(text: string, at: number, notation: Notation): { readonly members: readonly Member[]; readonly end: number } | Failure {
	if (text[at] !== "{") return { at, expected: '"{"' };
	const members: Member[] = [];
	const end = items(text, at, "}", notation.trailingComma, keyAt => {
		const key = notation.read(text, keyAt);
		if ("expected" in key || typeof key.value !== "string") return { at: "expected" in key ? key.at : keyAt, expected: "a key in double quotes" };
		const colon = skipSpace(text, key.end);
		if (text[colon] !== ":") return { at: colon, expected: '":"' };
		const from = skipSpace(text, colon + 1);
		const value = notation.read(text, from);
		if ("expected" in value) return value;
		members.push({ key: key.value, keyAt, value: value.value, span: { from, to: value.end } });
		return value.end;
	});
	return typeof end === "number" ? { members, end } : end;
}

/** One object of a call block. */
export interface CallObject {
	readonly span: Span;
	readonly members: readonly Member[];
}

/**
 * Objects that a body holds: one, a list of them, or several one after the other; `text` ends where the body does. `end` is behind the last one;
 * the caller decides whether text may follow.
 */
export function readObjects(text: string, from: number, notation: Notation): { readonly objects: readonly CallObject[]; readonly end: number } | Failure {
	const objects: CallObject[] = [];
	const one = (at: number): number | Failure => {
		const r = readMembers(text, at, notation);
		if ("expected" in r) return r;
		objects.push({ span: { from: at, to: r.end }, members: r.members });
		return r.end;
	};
	let at = skipSpace(text, from);
	let end = at;
	if (text[at] === "[") {
		const r = items(text, at, "]", notation.trailingComma, one);
		return typeof r === "number" ? { objects, end: r } : r;
	}
	do {
		const r = one(at);
		if (typeof r !== "number") return r;
		end = r;
		at = skipSpace(text, end);
	} while (text[at] === "{");
	return { objects, end };
}

/** Names of the keys a syntax uses; the first that is there counts. */
export interface CallKeys {
	readonly name: readonly string[];
	readonly arguments: readonly string[];
}
export const CALL_KEYS: CallKeys = { name: ["name"], arguments: ["arguments", "parameters"] };

export interface NamedCall {
	readonly name: string;
	readonly arguments: JsonValue;
	readonly argumentsSpan: Span | null;
	/** Key that is there twice: the last one counts, as in json.loads. */
	readonly duplicate: Member | null;
}

const last = (members: readonly Member[], keys: readonly string[]): Member | undefined => {
	for (const key of keys) {
		const m = members.findLast(x => x.key === key);
		if (m) return m;
	}
	return undefined;
};

/** The call an object states, or why it is none. Without arguments: null value, null span. */
export function callOf(object: CallObject, keys: CallKeys = CALL_KEYS): NamedCall | { readonly code: CallProblemCode; readonly span: Span } {
	const { members } = object;
	const name = last(members, keys.name);
	const args = last(members, keys.arguments);
	if (!name) return { code: args ? "no-name" : "not-a-call", span: object.span };
	if (typeof name.value !== "string" || !name.value) return { code: "no-name", span: name.span };
	const seen = new Set<string>();
	let duplicate: Member | null = null;
	for (const m of members) {
		if (seen.has(m.key)) duplicate ??= m;
		seen.add(m.key);
	}
	return { name: name.value, arguments: args ? args.value : null, argumentsSpan: args ? args.span : null, duplicate };
}
