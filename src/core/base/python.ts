import { MAX_DEPTH } from "./json";
import type { JsonValue } from "./units";

export type PythonReading =
	| { readonly ok: true; readonly value: JsonValue; readonly end: number }
	| {
			readonly ok: false;
			/** Offset (UTF-16) of what cannot be read. */
			readonly at: number;
			readonly expected: string;
	  };

/** Thrown inside the reader only; no Error, because a stack trace costs more than the reading. */
class Stop {
	constructor(
		readonly at: number,
		readonly expected: string,
	) {}
}

const WORDS: Readonly<Record<string, JsonValue>> = {
	True: true,
	False: false,
	None: null,
	true: true,
	false: false,
	null: null,
	nan: Number.NaN,
	NaN: Number.NaN,
	inf: Number.POSITIVE_INFINITY,
	Infinity: Number.POSITIVE_INFINITY,
};
const WORD = /[A-Za-z_]\w*/y;
const INTEGER = /0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+/y;
const NUMBER = /(?:\d(?:_?\d)*)?(\.(?:\d(?:_?\d)*)?)?([eE][+-]?\d(?:_?\d)*)?([jJ])?/y;
/** Prefix and opening quote of a string. */
const QUOTE = /([rRuUbB]|[rR][bB]|[bB][rR])?('''|"""|'|")/y;
const SIMPLE: Readonly<Record<string, string>> = { "\\": "\\", "'": "'", '"': '"', a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "\n": "" };

class Reader {
	at = 0;
	constructor(readonly text: string) {}

	private match(pattern: RegExp): RegExpExecArray | null {
		pattern.lastIndex = this.at;
		return pattern.exec(this.text);
	}

	space(): void {
		for (;;) {
			const c = this.text.charCodeAt(this.at);
			if (c === 32 || (c >= 9 && c <= 13)) this.at++;
			else return;
		}
	}

	value(depth: number): JsonValue {
		if (depth > MAX_DEPTH) throw new Stop(this.at, `at most ${MAX_DEPTH} levels`);
		this.space();
		const c = this.text[this.at] ?? "";
		if (c === "{") return this.braces(depth);
		if (c === "[") return this.items("]", depth);
		if (c === "(") return this.parentheses(depth);
		const quote = this.match(QUOTE);
		if (quote) return this.strings(quote);
		if (c === "-" || c === "+" || c === "." || (c >= "0" && c <= "9")) return this.number();
		const word = this.match(WORD)?.[0];
		const value = word === undefined || !Object.hasOwn(WORDS, word) ? undefined : WORDS[word];
		if (word === undefined || value === undefined) throw new Stop(this.at, "a value");
		this.at += word.length;
		return value;
	}

	/** Values after an opening bracket, up to `close`; a trailing comma is fine. */
	items(close: string, depth: number): JsonValue[] {
		const out: JsonValue[] = [];
		this.at++;
		this.space();
		while (this.text[this.at] !== close) {
			out.push(this.value(depth + 1));
			this.separator(close);
		}
		this.at++;
		return out;
	}

	/** Steps over a comma, or stands at `close`. */
	private separator(close: string): void {
		this.space();
		const c = this.text[this.at];
		if (c === close) return;
		if (c !== ",") throw new Stop(this.at, `"," or "${close}"`);
		this.at++;
		this.space();
	}

	/** `(1)` is 1, `(1,)` and `()` are tuples: lists to us. */
	parentheses(depth: number): JsonValue {
		const from = this.at;
		const items = this.items(")", depth);
		if (items.length !== 1) return items;
		let i = this.at - 2;
		while (i > from && /\s/.test(this.text[i] ?? "")) i--;
		return this.text[i] === "," ? items : (items[0] ?? null);
	}

	/** A dict, or a set, which becomes a list. */
	braces(depth: number): JsonValue {
		const dict: Record<string, JsonValue> = {};
		const set: JsonValue[] = [];
		this.at++;
		this.space();
		while (this.text[this.at] !== "}") {
			const key = this.value(depth + 1);
			this.space();
			if (this.text[this.at] === ":") {
				if (set.length) throw new Stop(this.at, '"," or "}"');
				this.at++;
				Object.defineProperty(dict, pyStr(key), { value: this.value(depth + 1), enumerable: true, configurable: true, writable: true });
			} else {
				if (Object.keys(dict).length) throw new Stop(this.at, '":"');
				set.push(key);
			}
			this.separator("}");
		}
		this.at++;
		return set.length ? set : dict;
	}

	number(): JsonValue {
		const from = this.at;
		const negative = this.text[from] === "-";
		if (negative || this.text[from] === "+") this.at++;
		this.space();
		const special = this.match(WORD)?.[0];
		if (special !== undefined && (special === "inf" || special === "nan" || special === "Infinity" || special === "NaN")) {
			this.at += special.length;
			const n = WORDS[special] as number;
			return negative ? -n : n;
		}
		const radix = this.match(INTEGER)?.[0];
		if (radix !== undefined) {
			this.at += radix.length;
			return integer(radix.replaceAll("_", ""), negative);
		}
		const m = this.match(NUMBER);
		const digits = m?.[0] ?? "";
		if (!/\d/.test(digits[0] === "." ? digits.slice(1, 2) : digits.slice(0, 1))) throw new Stop(from, "a value");
		this.at += digits.length;
		if (m?.[3]) return this.text.slice(from, this.at);
		const imaginary = this.imaginaryPart();
		if (imaginary > 0) {
			this.at = imaginary;
			return this.text.slice(from, imaginary);
		}
		const plain = digits.replaceAll("_", "");
		if (m?.[1] === undefined && m?.[2] === undefined) return integer(plain, negative);
		return negative ? -Number(plain) : Number(plain);
	}

	/** End of the `+2j` behind a real part, 0 when there is none: complex numbers stay text. */
	private imaginaryPart(): number {
		const m = /[ \t]*[+-][ \t]*(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[jJ]/y;
		m.lastIndex = this.at;
		return m.test(this.text) ? m.lastIndex : 0;
	}

	/** One string literal and those that follow it: Python joins them. */
	strings(first: RegExpExecArray): string {
		let out = "";
		for (let quote: RegExpExecArray | null = first; quote; quote = this.match(QUOTE)) {
			this.at += quote[0].length;
			out += this.string(quote[2] as string, /r/i.test(quote[1] ?? ""));
			const end = this.at;
			this.space();
			if (!this.match(QUOTE)) {
				this.at = end;
				break;
			}
		}
		return out;
	}

	private string(close: string, raw: boolean): string {
		const { text } = this;
		const code = close.charCodeAt(0);
		const long = close.length === 3;
		let out = "";
		let from = this.at;
		for (;;) {
			const c = text.charCodeAt(this.at);
			if (Number.isNaN(c)) throw new Stop(this.at, `a closing ${close}`);
			if (c === code && (!long || text.startsWith(close, this.at))) {
				out += text.slice(from, this.at);
				this.at += close.length;
				return out;
			}
			if (c === 10 && !long) throw new Stop(this.at, "no line break inside a string");
			if (c !== 92) {
				this.at++;
				continue;
			}
			if (raw) {
				this.at += 2;
				continue;
			}
			out += text.slice(from, this.at);
			out += this.escape();
			from = this.at;
		}
	}

	private escape(): string {
		const { text, at } = this;
		const c = text[at + 1] ?? "";
		const simple = SIMPLE[c];
		if (simple !== undefined) {
			this.at += 2;
			return simple;
		}
		const octal = /[0-7]{1,3}/y;
		octal.lastIndex = at + 1;
		const o = octal.exec(text)?.[0];
		if (o !== undefined) {
			this.at += 1 + o.length;
			return String.fromCharCode(Number.parseInt(o, 8));
		}
		const length = c === "x" ? 2 : c === "u" ? 4 : c === "U" ? 8 : 0;
		if (length) {
			const hex = text.slice(at + 2, at + 2 + length);
			const n = hex.length === length && /^[\da-fA-F]+$/.test(hex) ? Number.parseInt(hex, 16) : Number.NaN;
			if (!(n <= 0x10ffff)) throw new Stop(at, `${length} hexadecimal digits`);
			this.at += 2 + length;
			return String.fromCodePoint(n);
		}
		// Python keeps an escape it does not know as it is written
		this.at += 2;
		return `\\${c}`;
	}
}

const integer = (digits: string, negative: boolean): number | bigint => {
	const n = Number(digits);
	if (Number.isSafeInteger(n)) return negative && n !== 0 ? -n : n;
	return negative ? -BigInt(digits) : BigInt(digits);
};

/**
 * Reads the Python literal (what `ast.literal_eval` takes, plus JSON's true/false/null and nan/inf of a repr) that begins at
 * `from`; other text may follow. Tuples and sets become lists, bytes text, complex numbers their own spelling, keys text.
 * Never throws; linear in what it reads.
 */
export function parsePythonLiteral(text: string, from = 0): PythonReading {
	const r = new Reader(text);
	r.at = from;
	try {
		const value = r.value(0);
		return { ok: true, value, end: r.at };
	} catch (e) {
		if (e instanceof Stop) return { ok: false, at: e.at, expected: e.expected };
		throw e;
	}
}

/** A float as Python's repr writes it; whole numbers without ".0", for a JSON 3.0 and 3 are one number here. */
function number(n: number): string {
	if (Number.isNaN(n)) return "nan";
	if (!Number.isFinite(n)) return n > 0 ? "inf" : "-inf";
	if (n === 0) return Object.is(n, -0) ? "-0.0" : "0";
	const [mantissa = "", exponent = "0"] = n.toExponential().split("e");
	const e = Number(exponent);
	if (e >= -4 && e < 16) return String(n);
	return `${mantissa}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, "0")}`;
}

const ESCAPED: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function quoted(s: string): string {
	const quote = s.includes("'") && !s.includes('"') ? '"' : "'";
	const body = s.replace(/[\\'"]|(?! )[\p{C}\p{Z}]/gu, c => {
		if (c === "'" || c === '"') return c === quote ? `\\${c}` : c;
		const plain = ESCAPED[c];
		if (plain !== undefined) return plain;
		const n = c.codePointAt(0) ?? 0;
		const hex = n.toString(16);
		return n < 0x100 ? `\\x${hex.padStart(2, "0")}` : n < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
	});
	return quote + body + quote;
}

/** Python's `repr(value)` of a JSON value: True/None, 'text', [1, 2], {'a': 1}. */
export function pyRepr(value: JsonValue): string {
	if (value === null) return "None";
	if (value === true) return "True";
	if (value === false) return "False";
	if (typeof value === "number") return number(value);
	if (typeof value === "bigint") return value.toString();
	if (typeof value === "string") return quoted(value);
	if (Array.isArray(value)) return `[${value.map(pyRepr).join(", ")}]`;
	return `{${Object.entries(value)
		.map(([k, v]) => `${quoted(k)}: ${pyRepr(v)}`)
		.join(", ")}}`;
}

/** Python's `str(value)`: text as it is, everything else as its repr. */
export const pyStr = (value: JsonValue): string => (typeof value === "string" ? value : pyRepr(value));
