import { valueAt } from "../base/path";
import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import { looseEqual } from "../matching/equality";
import { lexicalSimilarity } from "../matching/similarity";
import type { Call } from "../model/call";
import { type Finding, finding } from "../model/finding";
import { type Context, contextOf } from "./context";
import type { Check, StepCall, Subject } from "./contract";
import { MAX_PROBLEMS, propertiesOf } from "./parameterSchema";
import { argumentSpan, pathText, shown } from "./place";

/** Longer strings are told apart without a similarity. */
const MAX_COMPARED = 2000;
/** A longer string, or one of several lines, is composed by the policy (code, a message): that it stands nowhere else says nothing. */
const MAX_QUOTED = 200;

/**
 * E11 MADE_UP_VALUE: a value that stands nowhere in the prompt or the earlier tool results; an error when the reference is known
 * and differs, a warning when there is none (it may follow by arithmetic), nothing when it equals the reference.
 * E12 VALUE_MISMATCH: not loosely equal to the paired reference call's value.
 * One parameter gets at most one of E07–E12.
 */
export const values: Check = {
	id: "values",
	mistakes: [
		{ code: "E11", name: "MADE_UP_VALUE", cause: "value" },
		{ code: "E12", name: "VALUE_MISMATCH", cause: "value" },
	],
	run(subject) {
		let context: Context | null | undefined;
		const lazily = (): Context | null => (context === undefined ? (context = contextOf(subject.rollout)) : context);
		return subject.calls.flatMap((call, i) => (subject.unknownTool[i] || (subject.duplicateOf[i] as number) >= 0 ? [] : ofCall(subject, lazily, call, i)));
	},
};

function ofCall(subject: Subject, context: () => Context | null, call: Call, index: number): readonly Finding[] {
	if (!isObject(call.arguments)) return [];
	const tool = subject.tools?.get(call.name);
	const properties = tool ? propertiesOf(tool) : {};
	const problems = subject.schema[index] ?? [];
	if (problems.length >= MAX_PROBLEMS) return [];
	const reported = new Set(problems.map(p => p.path[0]));
	const reference = referenceOf(subject, index, call.name);
	const { text } = subject.rollout;
	const out: Finding[] = [];
	for (const [key, value] of Object.entries(call.arguments)) {
		if (reported.has(key)) continue;
		if (out.length >= MAX_PROBLEMS) return out;
		const wanted = reference && Object.hasOwn(reference.arguments, key) ? reference.arguments[key] : undefined;
		if (wanted !== undefined && isRight(value, wanted, reference?.allowed?.[key])) continue;
		const data = { call: index, tool: call.name, parameter: key, actual: shown(value), ...(wanted === undefined ? {} : { expected: shown(wanted) }) };
		const made = madeUp(value, properties[key], [key], v => context()?.supports(v, call.span.from) ?? true);
		if (made) {
			const leaf = { ...data, parameter: pathText(made), actual: shown(valueAt(call.arguments, made)), ...(wanted === undefined ? { variant: "unsupported" } : {}) };
			out.push(finding("E11", wanted === undefined ? "warning" : "error", leaf, { span: argumentSpan(text, call, made) }));
		} else if (wanted !== undefined) out.push(finding("E12", "warning", { ...data, ...similarity(value, wanted) }, { span: argumentSpan(text, call, [key]) }));
	}
	const missing = Object.keys(reference?.arguments ?? {}).filter(k => !Object.hasOwn(call.arguments as JsonObject, k) && !reported.has(k));
	for (const k of missing.slice(0, MAX_PROBLEMS))
		out.push(
			finding(
				"E12",
				"warning",
				{ call: index, tool: call.name, parameter: k, variant: "missing", expected: shown(reference?.arguments[k]) },
				{ span: argumentSpan(text, call, []) },
			),
		);
	return out;
}

/** The reference call of the same name that a call is paired with, when its arguments are an object. */
function referenceOf({ references, pairs }: Subject, index: number, name: string): (StepCall & { readonly arguments: JsonObject }) | null {
	const paired: StepCall | undefined = references?.[pairs[index] as number];
	return paired?.name === name && isObject(paired.arguments) ? { ...paired, arguments: paired.arguments } : null;
}

function isRight(value: JsonValue, wanted: JsonValue, allowed: JsonValue | undefined): boolean {
	return looseEqual(value, wanted) || (isArray(allowed) && allowed.some(a => looseEqual(value, a)));
}

/** Path of the first value inside that is derivable from nothing; null when all are. Booleans, null, enum values and defaults need no source. */
function madeUp(value: JsonValue, schema: JsonValue | undefined, path: JsonPath, supported: (v: string | number | bigint) => boolean): JsonPath | null {
	const s: JsonObject = isObject(schema) ? schema : {};
	if (value === null || typeof value === "boolean" || isArray(s.enum) || (s.default !== undefined && looseEqual(value, s.default))) return null;
	if (isArray(value)) return first(value.map((v, i) => [v, s.items, i]));
	if (isObject(value)) return first(Object.entries(value).map(([k, v]) => [v, isObject(s.properties) ? s.properties[k] : undefined, k]));
	if (typeof value === "string" && (value.length > MAX_QUOTED || value.includes("\n"))) return null;
	return supported(value) ? null : path;

	function first(inside: readonly (readonly [JsonValue, JsonValue | undefined, string | number])[]): JsonPath | null {
		for (const [v, inner, step] of inside) {
			const found = madeUp(v, inner, [...path, step], supported);
			if (found) return found;
		}
		return null;
	}
}

function similarity(a: JsonValue, b: JsonValue): Readonly<Record<string, string | number>> {
	if (typeof a !== "string" || typeof b !== "string" || a.length > MAX_COMPARED || b.length > MAX_COMPARED) return {};
	return { variant: "similar", similarity: Math.round(lexicalSimilarity(a, b) * 100) / 100, measure: "lexical" };
}
