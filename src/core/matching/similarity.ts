import { writeJson } from "../base/json";
import { pyStr } from "../base/python";
import { isArray, isObject, type JsonValue } from "../base/units";
import { pythonEqual } from "./equality";
import { ROUGE_SCORE, type RougeOptions, rougeL } from "./rouge";

/** Longer texts are compared by their beginnings. */
const MAX_CHARACTERS = 20_000;

/** Characters of STX + lower(trim(text)) + ETX, numbered from 1 in `numbers`: small numbers make small grams. */
function codes(text: string, numbers: Map<number, number>): number[] {
	const out: number[] = [];
	const add = (point: number): void => {
		let n = numbers.get(point);
		if (n === undefined) {
			n = numbers.size + 1;
			numbers.set(point, n);
		}
		out.push(n);
	};
	const plain = text.trim().slice(0, MAX_CHARACTERS).toLowerCase();
	add(2);
	for (let i = 0; i < plain.length; i++) {
		const point = plain.codePointAt(i) as number;
		if (point > 0xffff) i++;
		add(point);
	}
	add(3);
	return out;
}

/** Counts of 1- to 3-grams; a gram is one number in base `base`, 0 standing for "none". */
function grams(chars: readonly number[], base: number): Map<number, number> {
	const counts = new Map<number, number>();
	for (let i = 0; i < chars.length; i++) {
		let gram = 0;
		for (let n = 0; n < 3 && i + n < chars.length; n++) {
			gram = gram * base + (chars[i + n] as number);
			counts.set(gram, (counts.get(gram) ?? 0) + 1);
		}
	}
	return counts;
}

/**
 * Cosine of character 1- to 3-gram counts: the offline stand-in for an embedding, shown as "lexical" because it
 * compares spelling, not meaning. Both empty 1, one empty 0. Only the first 20 000 characters count.
 */
export function lexicalSimilarity(a: string, b: string): number {
	const [empty, other] = [a.trim() === "", b.trim() === ""];
	if (empty || other) return empty && other ? 1 : 0;
	if (a === b) return 1;
	const numbers = new Map<number, number>();
	const [left, right] = [codes(a, numbers), codes(b, numbers)];
	const [x, y] = [grams(left, numbers.size + 1), grams(right, numbers.size + 1)];
	let dot = 0;
	let xx = 0;
	let yy = 0;
	for (const [gram, n] of x) {
		dot += n * (y.get(gram) ?? 0);
		xx += n * n;
	}
	for (const n of y.values()) yy += n * n;
	return dot / Math.sqrt(xx * yy);
}

export interface NamedArguments {
	readonly name: string;
	readonly arguments: JsonValue;
}

/** Facts of a call: its name; key, type and (of leaves) value of every path. */
function facts(call: NamedArguments): Map<string, number> {
	const out = new Map<string, number>();
	const add = (...parts: string[]): void => {
		const fact = parts.join("\u0000");
		out.set(fact, (out.get(fact) ?? 0) + 1);
	};
	const visit = (value: JsonValue, path: string): void => {
		if (path) {
			add("key", path);
			add("type", path, isArray(value) ? "array" : value === null ? "null" : typeof value === "bigint" ? "number" : typeof value);
		}
		if (isArray(value)) for (const [i, v] of value.entries()) visit(v, path ? `${path}/${i}` : String(i));
		else if (isObject(value)) for (const [k, v] of Object.entries(value)) visit(v, path ? `${path}/${k}` : k);
		else add("val", path, writeJson(value));
	};
	add("name", call.name);
	visit(call.arguments, "");
	return out;
}

/** Dice coefficient of the two calls' facts (names, keys, types, values; nested paths) in [0,1]. A missing call scores 0. */
export function astDice(a: NamedArguments | null, b: NamedArguments | null): number {
	if (!a || !b) return a === b ? 1 : 0;
	// most calls of a trained policy are the reference: then all facts are shared
	if (a.name === b.name && identical(a.arguments, b.arguments)) return 1;
	const [x, y] = [facts(a), facts(b)];
	let common = 0;
	let size = 0;
	for (const [fact, n] of x) {
		common += Math.min(n, y.get(fact) ?? 0);
		size += n;
	}
	for (const n of y.values()) size += n;
	return (2 * common) / size;
}

/** The same values of the same types in the same order of keys; false does not say that they differ. */
function identical(a: JsonValue, b: JsonValue): boolean {
	if (a === b) return true;
	if (isArray(a)) return isArray(b) && a.length === b.length && a.every((v, i) => identical(v, b[i] as JsonValue));
	if (!isObject(a) || !isObject(b)) return false;
	const keys = Object.keys(a);
	return keys.length === Object.keys(b).length && keys.every(k => Object.hasOwn(b, k) && identical(a[k] as JsonValue, b[k] as JsonValue));
}

const isPlain = (v: JsonValue): boolean => typeof v === "number" || typeof v === "bigint" || typeof v === "boolean";

/** STAR's similarity of two argument values: strings by equality, then ROUGE-L; numbers and booleans by Python's ==; anything else by Python's str. */
export function valueSimilarity(a: JsonValue, b: JsonValue, options: RougeOptions = ROUGE_SCORE): number {
	if (typeof a === "string" && typeof b === "string") return a === b ? 1 : rougeL(a, b, options);
	if (isPlain(a) && isPlain(b)) return pythonEqual(a, b) ? 1 : 0;
	return pyStr(a) === pyStr(b) ? 1 : 0;
}

/** STAR's similarity of two argument objects: Σ over shared keys / number of all keys; no key at all scores 1. Anything but an object has no keys. */
export function argumentsSimilarity(a: JsonValue, b: JsonValue, options: RougeOptions = ROUGE_SCORE): number {
	const [x, y] = [isObject(a) ? a : {}, isObject(b) ? b : {}];
	const keys = new Set([...Object.keys(x), ...Object.keys(y)]);
	if (!keys.size) return 1;
	let sum = 0;
	for (const k of keys) {
		const [v, w] = [Object.hasOwn(x, k) ? x[k] : undefined, Object.hasOwn(y, k) ? y[k] : undefined];
		if (v !== undefined && w !== undefined) sum += valueSimilarity(v, w, options);
	}
	return sum / keys.size;
}
