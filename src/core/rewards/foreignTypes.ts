import { toFloat } from "../matching/equality";
import { PyFloat, type PyValue } from "./pyValues";
import { strip } from "./strip";

/**
 * Java and JavaScript source text to values, as BFCL's type converters: text that does not spell a value of the type
 * stays text, and so fails the type check.
 */
export const convertForeign = (text: string, type: string, inner: string | null, language: "java" | "javascript"): PyValue =>
	text.length > LONGEST ? text : language === "java" ? javaValue(text, type, inner) : scriptValue(text, type, inner);

/** Longer texts are not taken apart: the patterns below are meant for arguments, not for documents. */
const LONGEST = 10_000;

const whole = (digits: string): PyValue => {
	const n = Number(digits);
	return Number.isSafeInteger(n) ? n : BigInt(digits);
};

/** A value of unknown type: boolean, quoted text, number, else the text itself. */
function anyValue(text: string, quotes: string): PyValue {
	if (text === "true" || text === "false") return text === "true";
	const quote = text[0] ?? "";
	if (text.length > 1 && quotes.includes(quote) && text.endsWith(quote)) return text.slice(1, -1);
	if (/^[+-]?\d+$/.test(text)) return whole(text);
	const n = toFloat(text);
	return n === null ? text : new PyFloat(n);
}

function javaAny(text: string): PyValue {
	if (/^-?\d+[lL]$/.test(text)) return whole(text.slice(0, -1));
	if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[fF]$/.test(text)) return new PyFloat(Number(text.slice(0, -1)));
	return anyValue(text, '"');
}

function javaValue(text: string, type: string, inner: string | null): PyValue {
	switch (type) {
		case "byte":
		case "short":
		case "integer":
			return /^-?\d+$/.test(text) ? whole(text) : text;
		case "float":
			return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[fF]$/.test(text) ? new PyFloat(Number(text.slice(0, -1))) : text;
		case "double":
			return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? new PyFloat(Number(text)) : text;
		case "long":
			return /^-?\d+[lL]$/.test(text) ? whole(text.slice(0, -1)) : text;
		case "boolean":
			return text === "true" || text === "false" ? text === "true" : text;
		case "ArrayList":
			return javaList(text, inner);
		case "Array":
			return javaArray(text, inner);
		case "HashMap":
			return javaMap(text);
		default:
			return text;
	}
}

const javaItem = (text: string, inner: string | null): PyValue =>
	inner === "char" || inner === "String" ? text.slice(1, -1) : inner === null ? javaAny(text) : javaValue(text, inner, null);

function javaList(text: string, inner: string | null): PyValue {
	const listed = /new\s+ArrayList<\w*>\(Arrays\.asList\((.+?)\)\)/.exec(text);
	if (listed) return (listed[1] as string).split(",").map(e => javaItem(e.trim(), inner));
	const added = /new\s+ArrayList<\w*>\(\)\s*\{\{\s*(.+?)\s*\}\}/s.exec(text);
	if (added) return [...(added[1] as string).matchAll(/add\((.+?)\)/g)].map(m => javaItem((m[1] as string).trim(), inner));
	return /new\s+ArrayList<\w*>\(\)/.test(text) ? [] : text;
}

function javaArray(text: string, inner: string | null): PyValue {
	const found = /new\s+\w+\[\]\s*\{(.*?)\}/.exec(text);
	if (!found) return text;
	const items = (found[1] as string).split(",").flatMap(e => e.trim() || []);
	return items.map(e => (inner === null ? javaAny(e) : javaValue(e, inner, null)));
}

function javaMap(text: string): PyValue {
	const found = /new\s+HashMap<.*?>\s*\(\)\s*\{\s*\{?\s*(.*?)\s*\}?\s*\}/s.exec(text);
	if (found) return new Map([...(found[1] as string).matchAll(/put\("(.*?)",\s*(.*?)\)/g)].map(m => [m[1] as string, javaAny((m[2] as string).trim())]));
	return /new\s+HashMap<.*?>\s*\(\)/.test(text) ? new Map() : text;
}

function scriptValue(text: string, type: string, inner: string | null): PyValue {
	switch (type) {
		case "String": {
			const quote = text[0] ?? "";
			return (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : text;
		}
		case "integer":
			return /^-?\d+$/.test(text) ? whole(text) : text;
		case "float":
			return /^-?\d+(?:\.\d+)?$/.test(text) ? new PyFloat(Number(text)) : text;
		case "Bigint":
			return /^-?\d+n$/.test(text) ? whole(text.slice(0, -1)) : text;
		case "Boolean":
			return text === "true" || text === "false" ? text === "true" : text;
		case "array":
			return scriptArray(text.trim(), inner);
		case "dict":
			return scriptObject(text.trim());
		default:
			return text;
	}
}

const scriptAny = (text: string): PyValue => anyValue(text.trim(), "\"'");

function scriptArray(text: string, inner: string | null): PyValue {
	const closing = [...text.matchAll(/\]\s*[\])]/g)].at(-1);
	if (closing && /^(?:\[|new\s+Array\()\s*\[/.test(text)) {
		return [...text.slice(0, closing.index + closing[0].length).matchAll(/\[([^\]]*)\]/g)].map((m, i) => {
			const inside = (m[1] as string).trim();
			return (i === 0 && inside.startsWith("[") ? inside.slice(1) : inside).split(",").map(scriptAny);
		});
	}
	const flat = /^(?:\[(.*?)\]|new\s+Array\((.*?)\))/.exec(text);
	if (!flat) return text;
	const inside = (flat[1] ?? flat[2] ?? "").trim();
	if (!inside) return [];
	return inside.split(",").map(e => (inner === null ? scriptAny(e) : scriptValue(e.trim(), inner, null)));
}

function scriptObject(text: string): PyValue {
	if (text === "{}") return new Map();
	const found = /^\{(.*?)\}/.exec(text);
	if (!found) return text;
	const out = new Map<string, PyValue>();
	for (const m of (found[1] as string).matchAll(/([^:]+):\s*(.*?)(?:,\s*(?=[^,]+:)|$)/g)) {
		const [key, value] = [trimQuotes((m[1] as string).trim()), (m[2] as string).trim()];
		if (value.startsWith("[") && value.endsWith("]")) out.set(key, scriptArray(value, null));
		else if (value.startsWith("{") && value.endsWith("}")) out.set(key, scriptObject(value));
		else out.set(key, scriptAny(trimQuotes(value)));
	}
	return out;
}

const trimQuotes = (text: string): string => strip(text, "'\"");
