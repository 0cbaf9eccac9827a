import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { sequential, weights } from "../matching/assignment";
import { countItems } from "../matching/multiset";
import { decodePython } from "./benchmarkDecode";
import { standardize, type Verdict } from "./bfclChecker";
import { type Decoded, type DecodedCall, fromJson, isDict, isList, type PyDict, PyFloat, PyTuple, type PyType, type PyValue, pyEqual, pyType, show } from "./pyValues";

export interface AceQuestion {
	/** Function documents: {name, parameters | arguments}. */
	readonly functions: readonly JsonObject[];
	/** {name: {param: value}}; a repeated name has a suffix _1, _2 … */
	readonly answer: JsonObject;
	/** Exact values instead of substrings, integers and booleans compared too, no reference parameter left out: the gap is itself a report. */
	readonly strict: boolean;
	/** Agent categories compare strings exactly. */
	readonly agent: boolean;
}

const VALID: Verdict = { valid: true, errorType: null, data: {} };
const invalid = (errorType: string, data: Verdict["data"] = {}): Verdict => ({ valid: false, errorType, data });

/** Types of the schema; "enum" is a type no value has, so only the answer's own type lets a value pass. */
type AceType = PyType | "enum";
const TYPES: Readonly<Record<string, AceType>> = {
	string: "str",
	integer: "int",
	int: "int",
	number: "int",
	float: "float",
	boolean: "bool",
	array: "list",
	tuple: "list",
	list: "list",
	"list(string)": "list",
	"list(enum)": "list",
	objectArray: "list",
	dict: "dict",
	object: "dict",
	any: "str",
	enum: "enum",
};
const NESTED = new Set(["array", "tuple", "list(string)", "list(enum)", "object", "objectArray"]);

const object = (v: JsonValue | undefined): JsonObject => (isObject(v) ? v : {});
const own = (o: JsonObject, key: string): JsonValue | undefined => (Object.hasOwn(o, key) ? o[key] : undefined);
const asBoolean = (v: PyValue): PyValue => (v === "true" ? true : v === "false" ? false : v);
const standard = (v: PyValue): PyValue => (typeof v === "string" ? standardize(v) : v);
const text = (v: PyValue): string => (typeof v === "string" ? v : show(v));

interface TypeVerdict {
	readonly ok: boolean;
	/** The answer's own type lets it pass: no value rule of the schema's type applies. */
	readonly variable: boolean;
}

function checkType(given: PyValue, answer: PyValue, expected: AceType, inner: AceType | null): TypeVerdict {
	const answerType = answer === "" ? null : pyType(answer);
	const value = asBoolean(given);
	let ok = true;
	if (pyType(value) === expected) {
		const variable = answerType !== null && answerType !== expected;
		if (inner === null) return { ok: true, variable };
		const parts: readonly PyValue[] = isList(answer) ? answer : isDict(answer) ? [...answer.keys()] : typeof answer === "string" ? [...answer] : [];
		const items = isList(value) ? value : [];
		if (parts.some(p => !isList(p) || items.every(item => checkType(item, p, inner, null).ok))) return { ok: true, variable };
		ok = false;
	}
	if (answerType !== null && (pyType(value) === answerType || pyEqual(answer, value))) return { ok, variable: true };
	return { ok: false, variable: false };
}

function checkDict(value: PyValue, answer: PyValue): string | null {
	if (!isDict(value) || !isDict(answer) || value.size !== answer.size) return "value_error";
	for (const [key, given] of value) {
		const expected = answer.get(key);
		if (expected === undefined) return "value_error";
		const v = asBoolean(given);
		if (isDict(expected)) {
			const error = checkDict(v, expected);
			if (error) return error;
		} else if (!text(standard(v)).includes(text(standard(expected)))) return "value_error";
	}
	return null;
}

function checkValue(value: PyValue, answer: PyValue, type: string, expected: AceType, inner: AceType | null, agent: boolean): string | null {
	if (expected === "dict") return checkDict(value, answer);
	if (expected === "list" && inner === "dict") {
		const [values, answers] = [isList(value) ? value : [], isList(answer) ? answer : []];
		if (values.length !== answers.length) return type === "objectArray" ? "value_error:dict_items" : "value_error:list_dict_count";
		return values.map((v, i) => checkDict(v, answers[i] as PyValue)).find(e => e !== null) ?? null;
	}
	if (expected === "str") {
		const [given, wanted] = [standardize(text(value)), standardize(text(answer))];
		return (agent ? given === wanted : given.includes(wanted)) ? null : "value_error:string";
	}
	if (expected === "list") {
		const list = (v: PyValue): PyValue[] => (isList(v) ? v : []).map(standard);
		return pyEqual(list(value), list(answer)) ? null : "value_error:list/tuple";
	}
	return null;
}

/** Exact: strings after standardizing, everything else by Python's ==. */
function sameValue(value: PyValue, answer: PyValue): boolean {
	if (typeof value === "string" && typeof answer === "string") return standardize(value) === standardize(answer);
	if (isList(value) && isList(answer)) return value.length === answer.length && value.every((v, i) => sameValue(v, answer[i] as PyValue));
	if (isDict(value) && isDict(answer)) return value.size === answer.size && [...value].every(([k, v]) => answer.has(k) && sameValue(v, answer.get(k) as PyValue));
	return pyEqual(asBoolean(value), asBoolean(answer));
}

function checkParameter(name: string, given: PyValue, schema: JsonObject, answer: PyValue, question: AceQuestion): Verdict {
	const type = typeof schema.type === "string" ? schema.type : "string";
	const expected = TYPES[type] ?? "str";
	const item = object(schema.items).type;
	const inner = !NESTED.has(type) ? null : (TYPES[typeof item === "string" ? item : type.includes("string") ? "string" : type.includes("enum") ? "enum" : "dict"] ?? "str");
	const value = given instanceof PyTuple && type === "tuple" ? given.items : type === "float" && typeof given === "number" ? new PyFloat(given) : given;
	const data = { name, expected: show(answer), actual: show(value) };
	const typed = checkType(value, answer, expected, inner);
	if (!typed.ok) return invalid("type_error", { name, expected: type, actual: show(value) });
	const error = typed.variable ? null : checkValue(value, answer, type, expected, inner, question.agent);
	if (error) return invalid(error, data);
	return question.strict && !sameValue(value, answer) ? invalid("value_error:strict", data) : VALID;
}

function checkCall(call: DecodedCall, doc: JsonObject, answer: JsonObject, question: AceQuestion): Verdict {
	const given: PyDict = isDict(call.arguments) ? call.arguments : new Map();
	const parameters = object(doc.parameters ?? doc.arguments);
	const properties = object(parameters.properties);
	const documented = Object.keys(parameters).length > 0;
	if (!given.size && !documented) return VALID;
	if (!given.size || !documented) return invalid("wrong_param", { name: call.name });
	if (!Object.keys(answer).length) return Object.keys(properties).length ? invalid("wrong_param", { name: call.name }) : VALID;
	if (doc.name !== call.name) return invalid("wrong_function_name", { expected: String(doc.name), actual: call.name });
	for (const required of isArray(parameters.required) ? parameters.required : [])
		if (typeof required === "string" && !given.has(required)) return invalid("lack_args", { name: required });
	for (const [key, value] of given) {
		const [schema, wanted] = [own(properties, key), own(answer, key)];
		if (schema === undefined || wanted === undefined) return invalid("addition_args", { name: key });
		const verdict = checkParameter(key, value, object(schema), fromJson(wanted), question);
		if (!verdict.valid) return verdict;
	}
	const missing = question.strict ? Object.keys(answer).find(k => !given.has(k)) : undefined;
	return missing === undefined ? VALID : invalid("lack_args", { name: missing });
}

/**
 * ACEBench's normal_checker (model_eval/checker.py): as many calls as answers, the same names, and for every answer some
 * call that passes; calls may be used twice. The error is that of the last call tried.
 */
export function checkAceCalls(calls: readonly DecodedCall[], question: AceQuestion): Verdict {
	const keys = Object.keys(question.answer);
	if (calls.length !== keys.length) return invalid("wrong functions number", { expected: keys.length, actual: calls.length });
	const names = keys.map(k => k.replace(/_\d+$/, ""));
	const [made, wanted] = [countItems(calls.map(c => c.name)), countItems(names)];
	const odd = [...made.keys(), ...wanted.keys()].find(n => made.get(n) !== wanted.get(n));
	if (odd !== undefined) return invalid("function_mismatch", { name: odd, expected: wanted.get(odd) ?? 0, actual: made.get(odd) ?? 0 });
	for (const [i, key] of keys.entries()) {
		const doc = question.functions.find(f => typeof f.name === "string" && key.includes(f.name)) ?? {};
		let verdict = VALID;
		for (const call of calls) {
			verdict = call.name === names[i] ? checkCall(call, doc, object(question.answer[key]), question) : invalid("simple_function_checker:unclear", { name: call.name });
			if (verdict.valid) break;
		}
		if (!verdict.valid) return verdict;
	}
	return VALID;
}

/** Checks one model text of a normal category: what stands between the first [ and the last ] is read as Python calls. Several alternative answers may be given. */
export function checkAce(result: string, question: Omit<AceQuestion, "answer"> & { readonly answers: JsonValue }): Verdict {
	const [from, to] = [result.indexOf("["), result.lastIndexOf("]")];
	const decoded: Decoded = from >= 0 && to > from ? decodePython(result.slice(from, to + 1)) : { ok: false, reason: "failed" };
	if (!decoded.ok) return invalid("wrong_output_format");
	const alternatives = (isArray(question.answers) ? question.answers : [question.answers]).filter(isObject);
	const verdicts = alternatives.map(answer => checkAceCalls(decoded.calls, { ...question, answer }));
	return verdicts.find(v => v.valid) ?? verdicts[0] ?? invalid("wrong functions number");
}

/** Share of milestones met by a scan of the calls that never goes back. */
export function milestoneAccuracy(process: readonly string[], milestones: readonly string[]): number {
	if (!milestones.length) return 1;
	const met = sequential(weights(process.length, milestones.length, (i, j) => Number(process[i] === milestones[j])));
	return met.filter(j => j >= 0).length / milestones.length;
}

/** Overall accuracy: .2676 special + .578 normal + .1545 agent, to three decimals (evaluation_helper.py). */
export const aceSummary = (special: number, normal: number, agent: number): number => Math.round(1000 * (0.2676 * special + 0.578 * normal + 0.1545 * agent)) / 1000;
