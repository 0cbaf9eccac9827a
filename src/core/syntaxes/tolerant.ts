import { MAX_DEPTH } from "../base/json";
import { parsePythonLiteral } from "../base/python";
import type { JsonValue } from "../base/units";
import { skipSpace } from "./objects";

const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”", "‘": "’" };
const WORD = /[^\s,:{}[\]"']+/y;
const KEY = /[^\s,:={}[\]"']+/y;

/** Reads what a careless writer meant: every step moves on, nothing fails. */
class Tolerant {
	at = 0;
	constructor(readonly text: string) {}

	private peek(): string {
		this.at = skipSpace(this.text, this.at);
		return this.text[this.at] ?? "";
	}

	value(depth: number): JsonValue {
		const c = this.peek();
		if (depth > MAX_DEPTH) {
			this.at = this.text.length;
			return null;
		}
		if (c === "{") return this.object(depth);
		if (c === "[" || c === "(") return this.array(depth, c === "[" ? "]" : ")");
		if (CLOSERS[c]) return this.string();
		return this.bare();
	}

	/** A closing bracket may be missing, a comma too; a doubled opening brace counts once. */
	object(depth: number): JsonValue {
		const entries: [string, JsonValue][] = [];
		this.at++;
		for (let c = this.peek(); c !== "" && c !== "}"; c = this.peek()) {
			if (c === "," || c === ":") this.at++;
			else if (c === "]" || c === ")") break;
			else if (c === "{" || c === "[") {
				const inner = this.value(depth + 1);
				if (!entries.length && typeof inner === "object" && inner !== null && !Array.isArray(inner)) entries.push(...Object.entries(inner));
			} else {
				const key = CLOSERS[c] ? this.string(true) : String(this.bare(KEY));
				if (this.peek() === ":" || this.text[this.at] === "=") this.at++;
				const next = this.peek();
				entries.push([key, next === "," || next === "}" || next === "" ? null : this.value(depth + 1)]);
			}
		}
		if (this.text[this.at] === "}") this.at++;
		return Object.fromEntries(entries);
	}

	array(depth: number, close: string): JsonValue {
		const out: JsonValue[] = [];
		this.at++;
		for (let c = this.peek(); c !== "" && c !== close; c = this.peek()) {
			if (c === "," || c === ":") this.at++;
			else if (c === "}" || c === "]" || c === ")") break;
			else out.push(this.value(depth + 1));
		}
		if (this.text[this.at] === close) this.at++;
		return out;
	}

	/** A quote ends the string only where one may end: in front of a comma, a colon, a bracket or the end. */
	string(key = false): string {
		const close = CLOSERS[this.text[this.at] ?? ""] ?? '"';
		let out = "";
		this.at++;
		for (;;) {
			const c = this.text[this.at];
			if (c === undefined) return out;
			if (c === "\\") {
				out += this.escape();
				continue;
			}
			this.at++;
			if (c === close) {
				const next = this.text[skipSpace(this.text, this.at)] ?? "";
				if (next === "" || (key ? next === ":" || next === "=" || next === "," : next === "," || next === "}" || next === "]" || next === ")" || next === ";")) return out;
			}
			out += c;
		}
	}

	private escape(): string {
		const length = this.text[this.at + 1] === "u" ? 6 : this.text[this.at + 1] === "x" ? 4 : 2;
		const raw = this.text.slice(this.at, this.at + length);
		this.at += length;
		if (raw === "\\/") return "/";
		const read = parsePythonLiteral(`"${raw}"`);
		return read.ok && typeof read.value === "string" ? read.value : raw;
	}

	/** A word of a language, a number, or text without quotes. */
	bare(pattern = WORD): JsonValue {
		pattern.lastIndex = this.at;
		const word = pattern.exec(this.text)?.[0];
		if (word === undefined) {
			this.at++;
			return null;
		}
		this.at += word.length;
		const read = parsePythonLiteral(word);
		if (read.ok && read.end === word.length) return read.value;
		return word === "undefined" ? null : word;
	}
}

/**
 * Values that a broken text holds, one after the other, as far as they can be made out: missing brackets, quotes and commas are supplied,
 * Python's words and quotes are understood, text between values is skipped. Linear time; never throws.
 */
export function readTolerant(text: string): readonly JsonValue[] {
	const out: JsonValue[] = [];
	const reader = new Tolerant(text);
	const start = /[{[]/g;
	for (let m = start.exec(text); m; m = start.exec(text)) {
		reader.at = m.index;
		out.push(reader.value(0));
		start.lastIndex = Math.max(reader.at, m.index + 1);
	}
	return out;
}
