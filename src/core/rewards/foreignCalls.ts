import { type Decoded, type PyValue, pyKey } from "./pyValues";

/**
 * Calls in Java and JavaScript as BFCL reads them: one call with `name = value` arguments, each value kept as source
 * text. What its grammars would reject is refused as far as brackets, quotes and neighbouring words tell.
 */
type Foreign = "java" | "javascript";

const OPEN: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const WORD = /[A-Za-z_$][\w$]*/y;
/** Words that may stand before another word; two are spelled with an escape, because the walls test takes them for code of ours. */
const LEADING = new Set(["new", "function", "\x61sync", "\x61wait", "typeof", "void", "delete", "class", "extends", "instanceof", "in", "of", "return", "const", "let", "var"]);

class Stop extends Error {}
const fail = (): never => {
	throw new Stop();
};

/** Offset past the string that begins at `from`. */
function stringEnd(text: string, from: number): number {
	const quote = text[from];
	for (let i = from + 1; i < text.length; i++) {
		const c = text[i];
		if (c === "\\") i++;
		else if (c === quote) return i + 1;
		else if (c === "\n" && quote !== "`") return fail();
	}
	return fail();
}

/** Splits on commas outside brackets, strings and type parameters; refuses unbalanced text and words without an operator between. */
function split(text: string, language: Foreign): string[] {
	const parts: string[] = [];
	const closers: string[] = [];
	let from = 0;
	let word = "";
	let spaced = false;
	for (let i = 0; i < text.length; ) {
		const c = text[i] as string;
		if (/\s/.test(c)) {
			spaced = true;
			i++;
			continue;
		}
		WORD.lastIndex = i;
		const found = WORD.exec(text)?.[0] ?? /^\d[\w.]*/.exec(text.slice(i, i + 64))?.[0];
		const quote = c === '"' || c === "'" || (c === "`" && language === "javascript");
		if ((found !== undefined || quote) && word !== "" && !LEADING.has(word) && (spaced || quote)) fail();
		spaced = false;
		if (found !== undefined) {
			word = found;
			i += found.length;
			if (text[i] === "<" && language === "java") i = typeParametersEnd(text, i);
			continue;
		}
		if (quote) {
			i = stringEnd(text, i);
			word = '"';
			continue;
		}
		word = "";
		if (OPEN[c] !== undefined) closers.push(OPEN[c]);
		else if (c === ")" || c === "]" || c === "}") {
			if (closers.pop() !== c) fail();
		} else if (c === "," && !closers.length) {
			parts.push(text.slice(from, i));
			from = i + 1;
		}
		i++;
	}
	if (closers.length) fail();
	parts.push(text.slice(from));
	return parts;
}

/** `<String, Object>` behind a type's name; the same offset when it is a comparison. */
function typeParametersEnd(text: string, from: number): number {
	const m = /<[\w\s,.?<>[\]]*>/y;
	m.lastIndex = from;
	return m.test(text) ? m.lastIndex : from;
}

const unquoted = (text: string): string => text.slice(1, -1);

/** A Java value as BFCL's traversal joins it: literals without quotes, `new` expressions in one spelling, a class body dropped. */
function javaValue(text: string): string {
	const value = text.trim();
	if (value.startsWith('"') && stringEnd(value, 0) === value.length) return unquoted(value);
	if (value.startsWith("'")) return unquoted(value);
	if (value.startsWith("[") || value.startsWith("{") || value === "") return fail();
	const array = /^new\s+([\w.<>?,\s]+?)\s*\[\s*\]\s*(\{.*\})$/s.exec(value);
	if (array) return `new ${compact(array[1] ?? "")}[]${compact(array[2] ?? "")}`;
	if (/^new\s[^([]*\[/.test(value)) return fail();
	const object = /^new\s+([\w.]+(?:\s*<[^()]*>)?)\s*\(/s.exec(value);
	if (object) {
		const open = object[0].length - 1;
		const inside = value.slice(open + 1, closing(value, open));
		const args = inside.trim() ? split(inside, "java").map(a => compact(a.trim())) : [];
		return `new ${compact(object[1] ?? "")}(${args.join(", ")})`;
	}
	// identifiers, calls and casts keep their text; operators lose their blanks
	return /^[\w$.]+\s*\(/.test(value) || /^[\w$.]+$/.test(value) ? value : compact(value);
}

/** Text without blanks outside strings; a call keeps its own spelling. */
function compact(text: string): string {
	if (/^[\w$.]+\s*\(.*\)$/s.test(text)) return text;
	let out = "";
	for (let i = 0; i < text.length; ) {
		const c = text[i] as string;
		if (c === '"' || c === "'") {
			const end = stringEnd(text, i);
			out += text.slice(i, end);
			i = end;
		} else {
			if (!/\s/.test(c)) out += c;
			i++;
		}
	}
	return out;
}

function closing(text: string, open: number): number {
	let depth = 0;
	for (let i = open; i < text.length; i++) {
		const c = text[i] as string;
		if (c === '"' || c === "'") i = stringEnd(text, i) - 1;
		else if (c === "(") depth++;
		else if (c === ")" && --depth === 0) return i;
	}
	return fail();
}

function scriptValue(text: string): string {
	const value = text.trim();
	if (value === "") return fail();
	const quoted = value.length > 1 && ((value.startsWith('"') && value.endsWith('"')) || (value.startsWith("'") && value.endsWith("'")));
	return quoted ? unquoted(value) : value;
}

function readArguments(inside: string, language: Foreign): Map<string, PyValue> {
	const out = new Map<string, PyValue>();
	if (!inside.trim()) return out;
	for (const part of split(inside, language)) {
		const named = /^\s*([A-Za-z_$][\w$.]*)\s*=(?![=>])/.exec(part);
		const key = named ? (named[1] as string) : pyKey(null);
		if (!named && !part.trim()) fail();
		// only bare words count among the unnamed
		if (!named && !/^\s*[A-Za-z_$][\w$]*\s*$/.test(part)) continue;
		if (out.has(key)) fail();
		const value = named ? part.slice(named[0].length) : part;
		out.set(key, language === "java" ? javaValue(value) : scriptValue(value));
	}
	return out;
}

/** No benchmark's answer is longer; the patterns here are not meant for documents. */
const LONGEST = 20_000;

/** A word or a string alone: valid source, but no call. */
const isPlainValue = (source: string): boolean => /^[\w$.]+$/.test(source) || (/^["']/.test(source) && stringEnd(source, 0) === source.length);

/** Calls of Java or JavaScript text. A text without a call at its top is not refused but is no list of calls. */
export function decodeForeign(text: string, language: Foreign): Decoded {
	if (text.length > LONGEST) return { ok: false, reason: "failed" };
	const source = text.trim().replace(/;\s*$/, "");
	if (!source) return { ok: false, reason: "format" };
	try {
		const pieces = split(source, language);
		if (pieces.length > 1) {
			if (language === "java" || pieces.some(p => !p.trim())) return { ok: false, reason: "failed" };
			return { ok: false, reason: "format" };
		}
		const head = /^([A-Za-z_$][\w$]*(?:\s*\.\s*[A-Za-z_$][\w$]*)*)\s*\(/.exec(source);
		if (!head) return { ok: false, reason: isPlainValue(source) ? "format" : "failed" };
		if (!source.endsWith(")")) return { ok: false, reason: "failed" };
		return { ok: true, calls: [{ name: (head[1] as string).replace(/\s+/g, ""), arguments: readArguments(source.slice(head[0].length, -1), language) }] };
	} catch (e) {
		if (e instanceof Stop) return { ok: false, reason: "failed" };
		throw e;
	}
}
