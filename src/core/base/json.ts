import type { JsonValue } from "./units";

/** Something Python's json writes or a broken writer leaves that JSON does not allow; the value is kept all the same. */
export interface JsonOddity {
	readonly code: "nan" | "duplicate-key" | "big-integer" | "lone-surrogate" | "control-character";
	/** Offset (UTF-16) in the text. */
	readonly at: number;
	readonly detail: string;
}

export type JsonReading =
	| { readonly ok: true; readonly value: JsonValue; readonly oddities: readonly JsonOddity[] }
	| { readonly ok: false; readonly at: number; readonly expected: string; readonly found: string };

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const CONSTANTS: readonly (readonly [string, JsonValue])[] = [
	["true", true],
	["false", false],
	["null", null],
	["NaN", Number.NaN],
	["Infinity", Number.POSITIVE_INFINITY],
	["-Infinity", Number.NEGATIVE_INFINITY],
];
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
/** Deeper nesting is refused with a reason: no recursion limit of the engine is ever met. */
export const MAX_DEPTH = 2000;

/** Not an Error: a stack trace for every broken line would cost more than reading it. */
class Stop {
	constructor(
		readonly at: number,
		readonly expected: string,
	) {}
}

/** Hand-written so that it keeps what JSON.parse loses: offsets, duplicate keys, digits beyond 2^53, NaN. Linear time. */
class Reader {
	at = 0;
	readonly oddities: JsonOddity[] = [];
	constructor(readonly text: string) {}

	space(): void {
		for (;;) {
			const c = this.text.charCodeAt(this.at);
			if (c === 32 || c === 10 || c === 13 || c === 9) this.at++;
			else return;
		}
	}

	value(depth: number): JsonValue {
		if (depth > MAX_DEPTH) throw new Stop(this.at, `at most ${MAX_DEPTH} levels`);
		this.space();
		const c = this.text[this.at];
		if (c === "{") return this.object(depth);
		if (c === "[") return this.array(depth);
		if (c === '"') return this.string();
		for (const [word, value] of CONSTANTS)
			if (this.text.startsWith(word, this.at)) {
				if (typeof value === "number") this.oddities.push({ code: "nan", at: this.at, detail: word });
				this.at += word.length;
				return value;
			}
		NUMBER.lastIndex = this.at;
		const m = NUMBER.exec(this.text);
		if (!m) throw new Stop(this.at, "a value");
		const from = this.at;
		this.at += m[0].length;
		const n = Number(m[0]);
		if (m[1] === undefined && m[2] === undefined && !Number.isSafeInteger(n)) {
			this.oddities.push({ code: "big-integer", at: from, detail: m[0] });
			return BigInt(m[0]);
		}
		return n;
	}

	object(depth: number): JsonValue {
		const out: Record<string, JsonValue> = {};
		this.at++;
		this.space();
		if (this.text[this.at] === "}") {
			this.at++;
			return out;
		}
		for (;;) {
			this.space();
			if (this.text[this.at] !== '"') throw new Stop(this.at, "a key in double quotes");
			const from = this.at;
			const key = this.string();
			this.space();
			if (this.text[this.at] !== ":") throw new Stop(this.at, '":"');
			this.at++;
			const value = this.value(depth + 1);
			if (Object.hasOwn(out, key)) this.oddities.push({ code: "duplicate-key", at: from, detail: key });
			// a key named __proto__ is data like any other
			if (key === "__proto__") Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true });
			else out[key] = value;
			this.space();
			const c = this.text[this.at];
			if (c === "}") {
				this.at++;
				return out;
			}
			if (c !== ",") throw new Stop(this.at, '"," or "}"');
			this.at++;
		}
	}

	array(depth: number): JsonValue {
		const out: JsonValue[] = [];
		this.at++;
		this.space();
		if (this.text[this.at] === "]") {
			this.at++;
			return out;
		}
		for (;;) {
			out.push(this.value(depth + 1));
			this.space();
			const c = this.text[this.at];
			if (c === "]") {
				this.at++;
				return out;
			}
			if (c !== ",") throw new Stop(this.at, '"," or "]"');
			this.at++;
		}
	}

	string(): string {
		const { text } = this;
		let out = "";
		let from = ++this.at;
		for (;;) {
			const c = text.charCodeAt(this.at);
			if (Number.isNaN(c)) throw new Stop(this.at, 'a closing "\\""');
			if (c === 34) {
				out += text.slice(from, this.at++);
				return out;
			}
			if (c < 32) {
				if (c === 10) throw new Stop(this.at, "no line break inside a string");
				this.oddities.push({ code: "control-character", at: this.at, detail: `U+${c.toString(16).padStart(4, "0").toUpperCase()}` });
			}
			if (c !== 92) {
				this.at++;
				continue;
			}
			out += text.slice(from, this.at);
			const e = text[this.at + 1] ?? "";
			if (e === "u") {
				const hex = text.slice(this.at + 2, this.at + 6);
				if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw new Stop(this.at, "four hexadecimal digits");
				const unit = Number.parseInt(hex, 16);
				if (unit >= 0xd800 && unit < 0xe000 && !this.paired(unit)) this.oddities.push({ code: "lone-surrogate", at: this.at, detail: `\\u${hex}` });
				out += String.fromCharCode(unit);
				this.at += 6;
			} else {
				const plain = ESCAPES[e];
				if (plain === undefined) throw new Stop(this.at, "a valid escape");
				out += plain;
				this.at += 2;
			}
			from = this.at;
		}
	}

	/** Does the \u escape at `at` belong to a surrogate pair of two escapes? */
	private paired(unit: number): boolean {
		const neighbour = unit < 0xdc00 ? this.text.slice(this.at + 6, this.at + 12) : this.text.slice(this.at - 6, this.at);
		return (unit < 0xdc00 ? /^\\u[dD][c-fC-F][0-9a-fA-F]{2}$/ : /^\\u[dD][89abAB][0-9a-fA-F]{2}$/).test(neighbour);
	}
}

/** Reads one JSON text the way Python writes it (NaN, ±Infinity), keeping every oddity with its offset. Never throws. */
export function readJson(text: string): JsonReading {
	const r = new Reader(text);
	try {
		const value = r.value(0);
		r.space();
		if (r.at < text.length) return { ok: false, at: r.at, expected: "the end", found: found(text, r.at) };
		return { ok: true, value, oddities: r.oddities };
	} catch (e) {
		if (e instanceof Stop) return { ok: false, at: e.at, expected: e.expected, found: found(text, e.at) };
		throw e;
	}
}

const found = (text: string, at: number): string => (at >= text.length ? "the end" : JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)));

/** Reads a JSON value that begins at `from` and may be followed by other text. Null when none begins there. */
export function readJsonAt(
	text: string,
	from: number,
): { readonly value: JsonValue; readonly end: number; readonly oddities: readonly JsonOddity[] } | { readonly at: number; readonly expected: string } {
	const r = new Reader(text);
	r.at = from;
	try {
		const value = r.value(0);
		return { value, end: r.at, oddities: r.oddities };
	} catch (e) {
		if (e instanceof Stop) return { at: e.at, expected: e.expected };
		throw e;
	}
}

/** Sixteen digits of an integer. Digits alone are common: Python writes 0.7333333333333333. */
const LONG_INTEGER = /(?:^|[\s:,[])-?\d{16,}(?:[\s,\]}]|$)/;

/** Does a parsed value hold a number from 2^53 on, which may have lost digits? Quicker than to look for one in the text. Throws where it nests too deep. */
function doubtful(value: unknown, depth: number): boolean {
	if (depth > MAX_DEPTH) throw new RangeError(`more than ${MAX_DEPTH} levels`);
	if (typeof value === "number") return value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER;
	if (typeof value !== "object" || value === null) return false;
	if (Array.isArray(value)) {
		for (let i = 0; i < value.length; i++) if (doubtful(value[i], depth + 1)) return true;
		return false;
	}
	for (const key in value) if (doubtful((value as Record<string, unknown>)[key], depth + 1)) return true;
	return false;
}

/** Same value as readJson, by the engine's own parser where that loses nothing; oddities only where it had to step aside. */
export function readJsonFast(text: string): JsonReading {
	try {
		const value = JSON.parse(text) as JsonValue;
		if (!doubtful(value, 0) || !LONG_INTEGER.test(text)) return { ok: true, value, oddities: [] };
	} catch {
		// NaN, a torn line, deep nesting: the careful reader says which
	}
	return readJson(text);
}

/** JSON text of a value; bigint as digits, NaN and ±Infinity as null (JSON has no word for them). */
export function writeJson(value: JsonValue | undefined, options: { readonly sortKeys?: boolean; readonly indent?: number; readonly spaced?: boolean } = {}): string {
	const { sortKeys = false, indent = 0, spaced = false } = options;
	// the engine's own writer gives the same but for long integers, which it refuses
	if (value !== undefined && !sortKeys && !indent && !spaced)
		try {
			return JSON.stringify(value);
		} catch {
			// a bigint somewhere inside
		}
	const write = (v: JsonValue | undefined, pad: string): string => {
		if (v === undefined || v === null) return "null";
		if (typeof v === "bigint") return v.toString();
		if (typeof v === "number") return Number.isFinite(v) ? JSON.stringify(v) : "null";
		if (typeof v !== "object") return JSON.stringify(v);
		const inner = indent ? `${pad}${" ".repeat(indent)}` : "";
		const [open, sep, close] = indent ? [`\n${inner}`, `,\n${inner}`, `\n${pad}`] : ["", spaced ? ", " : ",", ""];
		if (Array.isArray(v)) return v.length ? `[${open}${v.map(x => write(x, inner)).join(sep)}${close}]` : "[]";
		const o = v as Readonly<Record<string, JsonValue>>;
		const keys = Object.keys(o);
		if (sortKeys) keys.sort();
		return keys.length ? `{${open}${keys.map(k => `${JSON.stringify(k)}:${indent || spaced ? " " : ""}${write(o[k], inner)}`).join(sep)}${close}}` : "{}";
	};
	return write(value, "");
}
