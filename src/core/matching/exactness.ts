import { isArray, isObject, type JsonValue } from "../base/units";

const WORDS = new Set(["true", "false", "yes", "no", "on", "off", "null", "none", "nil", "nan"]);
/** Longer texts are prose. */
const MAX_CODE = 200;

/** Formats of JSON schema whose texts mean what they spell. */
const EXACT_FORMATS = new Set([
	"date",
	"time",
	"date-time",
	"duration",
	"uuid",
	"email",
	"idn-email",
	"uri",
	"uri-reference",
	"iri",
	"hostname",
	"ipv4",
	"ipv6",
	"regex",
	"json-pointer",
]);
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i;

/** A schema that leaves no room for another wording: a choice, a constant, a pattern, an exact format, or no text at all. */
function demandsExact(schema: JsonValue | undefined): boolean {
	if (!isObject(schema)) return false;
	if (isArray(schema.enum) || "const" in schema || typeof schema.pattern === "string") return true;
	if (typeof schema.format === "string" && EXACT_FORMATS.has(schema.format)) return true;
	const types = isArray(schema.type) ? schema.type : schema.type === undefined ? ["string"] : [schema.type];
	if (!types.includes("string")) return true;
	const choices = isArray(schema.anyOf) ? schema.anyOf : isArray(schema.oneOf) ? schema.oneOf : [];
	return choices.length > 0 && choices.every(demandsExact);
}

/** Scripts that put no spaces between words: one "word" of them is a sentence. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const UNSPACED_DATE = /^[\d年月日号时時点分秒:：./-]+$/u;

/** One word that names a thing instead of describing it: with a digit, an underscore, @ or a slash in it, in capitals, or with a dot or capital inside. */
const isCode = (word: string): boolean =>
	UNSPACED.test(word)
		? UNSPACED_DATE.test(word)
		: /[\d_@/\\:#]/.test(word) || /^\p{Lu}{2,}$/u.test(word) || /\p{L}\.\p{L}/u.test(word) || /\p{Ll}\p{Lu}/u.test(word) || /^[a-z]{2,3}-[A-Z]{2}$/.test(word);

const DATE_WORD = /^(?:[\d:/.,+-]+(?:st|nd|rd|th|am|pm|z)?,?|am|pm|utc|gmt|of|at)$/i;

/** A date or a time in several words: "3 May 2026", "10:30 pm". */
const isDate = (words: readonly string[]): boolean =>
	words.length <= 6 && words.some(w => /\d/.test(w)) && words.every(w => DATE_WORD.test(w) || MONTH.test(w.replace(/[.,]$/, "")));

/** A number with its unit: "12.50 USD", "€ 12", "5 km". */
const isQuantity = (words: readonly string[]): boolean => words.length === 2 && words.some(w => /^[\d.,]+$/.test(w)) && words.some(w => /^(?:\p{L}{1,4}|\p{Sc}|%)$/u.test(w));

/**
 * Must these values be equal to be right, whatever a model finds alike? True of numbers, booleans, null, lists and objects; of
 * texts that a schema restricts (enum, const, pattern, format); and of texts that are a number, a date, a time, a truth value,
 * an id, a code, an address or a path.
 */
export function comparesExactly(value: JsonValue, schema?: JsonValue): boolean {
	if (typeof value !== "string" || demandsExact(schema)) return true;
	const text = value.trim();
	if (!text || text.length > MAX_CODE) return !text;
	if (WORDS.has(text.toLowerCase())) return true;
	const words = text.split(/\s+/);
	if (words.length === 1) return isCode(text) || !/\p{L}/u.test(text);
	return !/\p{L}/u.test(text) || isDate(words) || isQuantity(words);
}

/** Numbers, and names of days and months, which a model takes for one another. In capitals: "may" and "march" are words too. */
const FIGURES = new RegExp(
	[
		"\\d+(?:[.,]\\d+)*",
		"\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\\b",
		"\\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\\b",
		"\\b(?:today|tonight|tomorrow|yesterday)\\b",
		"(?:星期|周)[一二三四五六日天]",
		"[今明后昨前]天",
	].join("|"),
	"g",
);
const figuresIn = (text: string): string =>
	(text.match(FIGURES) ?? [])
		.map(n => n.replaceAll(",", ""))
		.sort()
		.join(" ");

/** Are two texts to be compared exactly: because one of them is such a value, or because both name numbers or days and not the same ones? */
export function pairComparesExactly(a: string, b: string, schema?: JsonValue): boolean {
	if (comparesExactly(a, schema) || comparesExactly(b, schema)) return true;
	const [x, y] = [figuresIn(a), figuresIn(b)];
	return x !== "" && y !== "" && x !== y;
}
