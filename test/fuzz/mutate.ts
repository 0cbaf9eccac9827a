import fc from "fast-check";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../src/core/base/units";

/** Fragments that have broken readers of JSON, of tool calls and of Python before. */
export const FRAGMENTS = [
	..."{}[]\",:\\'<>|()=`\n\t\u0000\u2028\ufeff\ud800",
	"\\u0000",
	"\\ud83d",
	"NaN",
	"-Infinity",
	"null",
	"true",
	"1e999",
	"-0",
	"12345678901234567890123",
	'""',
	'"__proto__"',
	'"constructor"',
	"[[[[[[[[",
	"{}{}",
	"<think>",
	"</think>",
	"<tool_call>",
	"</tool_call>",
	"<tool_response>",
	'{"name": "f", "arguments": {}}',
	"[f(a=1)]",
	"<|im_start|>assistant\n",
	"\nassistant\n",
	"\nuser\n",
	"<tools>",
	"```",
] as const;

interface Cut {
	readonly at: number;
	readonly length: number;
	readonly put: string;
}

const cuts: fc.Arbitrary<readonly Cut[]> = fc.array(
	fc.record({
		at: fc.double({ min: 0, max: 1, noNaN: true }),
		length: fc.oneof(fc.nat(3), fc.nat(400)),
		put: fc.oneof(fc.constant(""), fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 6 })),
	}),
	{ minLength: 1, maxLength: 5 },
);

/** One of the texts with stretches of it cut out or replaced: what a torn write, a bad escape or a foreign writer leaves. */
export const mutatedText = (texts: readonly string[]): fc.Arbitrary<string> =>
	fc.tuple(fc.constantFrom(...texts), cuts).map(([text, all]) => {
		let out = text;
		for (const { at, length, put } of all) {
			const from = Math.floor(at * out.length);
			out = out.slice(0, from) + put + out.slice(from + length);
		}
		return out;
	});

/** Values that stand where no writer meant them to. */
const STRANGE: readonly JsonValue[] = [
	null,
	true,
	0,
	-1,
	1.5,
	1e308,
	Number.NaN,
	Number.POSITIVE_INFINITY,
	2n ** 70n,
	"",
	"[]",
	"{}",
	'"',
	"null",
	"x",
	[],
	{},
	[[]],
	[null],
	[1],
	["x"],
	[{}],
	{ a: 1 },
	{ role: "assistant", content: null },
	{ name: "f", arguments: "{" },
];

const strange: fc.Arbitrary<JsonValue> = fc.oneof(fc.constantFrom(...STRANGE), fc.constantFrom<JsonValue>(...FRAGMENTS), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>);

/** Places of a value: every key and element, from the root down. */
function places(value: JsonValue, path: readonly (string | number)[], out: (readonly (string | number)[])[]): void {
	if (out.length > 400) return;
	out.push(path);
	// of a long list the ends tell enough
	if (isArray(value)) for (const [i, v] of value.entries()) (i < 4 || i > value.length - 3) && places(v, [...path, i], out);
	else if (isObject(value)) for (const [k, v] of Object.entries(value)) places(v, [...path, k], out);
}

type Change = "set" | "drop" | "twice" | "wrap";

function changed(value: JsonValue, path: readonly (string | number)[], how: Change, put: JsonValue): JsonValue {
	const [step, ...rest] = path;
	if (step === undefined) return how === "wrap" ? [value] : how === "set" ? put : value;
	if (isArray(value)) {
		const i = Number(step);
		if (rest.length || how === "set" || how === "wrap") return value.map((v, k) => (k === i ? changed(v, rest, how, put) : v));
		return how === "drop" ? value.filter((_, k) => k !== i) : [...value, value[i] ?? null];
	}
	if (!isObject(value)) return value;
	const own: JsonObject = value;
	const out = Object.fromEntries(Object.entries(own).map(([k, v]) => [k, k === step && (rest.length || how === "set" || how === "wrap") ? changed(v, rest, how, put) : v]));
	if (rest.length || how === "set" || how === "wrap") return out;
	if (how === "drop") delete out[String(step)];
	else out[`${step}_2`] = own[String(step)] ?? null;
	return out;
}

/** One of the records with values replaced, dropped, doubled or wrapped at any depth: still JSON, no longer what a reader expects. */
export function mutatedValue(records: readonly JsonValue[]): fc.Arbitrary<JsonValue> {
	const spots = records.map(r => {
		const out: (readonly (string | number)[])[] = [];
		places(r, [], out);
		return out;
	});
	const change = fc.record({
		spot: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
		how: fc.constantFrom<Change>("set", "set", "drop", "twice", "wrap"),
		put: strange,
	});
	return fc.tuple(fc.nat(records.length - 1), fc.array(change, { minLength: 1, maxLength: 4 })).map(([at, all]) => {
		let out = records[at] as JsonValue;
		const known = spots[at] ?? [];
		for (const { spot, how, put } of all) out = changed(out, known[Math.floor(spot * known.length)] ?? [], how, put);
		return out;
	});
}

/** A record with one value at any depth replaced by each strange one, dropped, doubled, or put into a list: all there are. */
export function* allChanges(record: JsonValue): Generator<JsonValue> {
	const spots: (readonly (string | number)[])[] = [];
	places(record, [], spots);
	for (const spot of spots) {
		for (const put of STRANGE) yield changed(record, spot, "set", put);
		for (const how of ["drop", "twice", "wrap"] as const) yield changed(record, spot, how, null);
	}
}
