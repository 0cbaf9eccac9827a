import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { commonCount } from "../matching/multiset";
import { decodeFunctionCalls, decodePrompted } from "./benchmarkDecode";
import { convertForeign } from "./foreignTypes";
import { type Decoded, type DecodedCall, isDict, isList, type Language, type PyDict, PyFloat, PyTuple, type PyType, type PyValue, pyEqual, pyIn, pyType, show } from "./pyValues";
import { decodeFormat, type ReturnFormat } from "./returnFormats";

/** Verdict of the checker; `errorType` is its own name, null when valid. `data` names the parameter and what was expected. */
export interface Verdict {
	readonly valid: boolean;
	readonly errorType: string | null;
	readonly data: Readonly<Record<string, string | number>>;
}

export interface BfclQuestion {
	/** "simple_python", "live_parallel_multiple", "irrelevance" … decides language, count and order. */
	readonly category: string;
	/** Function documents: {name, parameters: {properties, required}}. */
	readonly functions: readonly JsonObject[];
	/** Ground truth: [{name: {param: [allowed values]}}] as readTypedJson reads it (a list's 1.0 asks for floats), or fromJson where the text is gone; null for (ir)relevance. */
	readonly answers: PyValue;
	/** Were dots in names replaced, because the model's API refuses them? */
	readonly underscoreToDot: boolean;
}

const VALID: Verdict = { valid: true, errorType: null, data: {} };
const invalid = (errorType: string, data: Verdict["data"] = {}): Verdict => ({ valid: false, errorType, data });

/** string.replace of [ ,./-_*^], lower case, ' → ". */
export const standardize = (text: string): string =>
	text
		.replace(/[ ,./\-_*^]/g, "")
		.toLowerCase()
		.replaceAll("'", '"');
const standard = (v: PyValue): PyValue => (typeof v === "string" ? standardize(v) : v);

const PYTHON_TYPES: Readonly<Record<string, PyType>> = { string: "str", integer: "int", float: "float", boolean: "bool", array: "list", tuple: "list", dict: "dict", any: "str" };
const JAVA_TYPES: Readonly<Record<string, PyType>> = {
	byte: "int",
	short: "int",
	integer: "int",
	float: "float",
	double: "float",
	long: "int",
	boolean: "bool",
	char: "str",
	Array: "list",
	ArrayList: "list",
	HashMap: "dict",
	Hashtable: "dict",
	Queue: "list",
	Stack: "list",
	String: "str",
	any: "str",
};
const SCRIPT_TYPES: Readonly<Record<string, PyType>> = { String: "str", integer: "int", float: "float", Bigint: "int", Boolean: "bool", dict: "dict", array: "list", any: "str" };
const TYPES: Readonly<Record<Language, Readonly<Record<string, PyType>>>> = { python: PYTHON_TYPES, java: JAVA_TYPES, javascript: SCRIPT_TYPES };
const NESTED: Readonly<Record<Language, readonly string[]>> = { python: ["array", "tuple"], java: ["Array", "ArrayList", "array"], javascript: ["Array", "ArrayList", "array"] };

const asList = (v: PyValue | undefined): readonly PyValue[] => (v === undefined ? [] : isList(v) ? v : [v]);
/** Type of the first allowed value that is not "", null when there is none. */
const typeOfAllowed = (allowed: readonly PyValue[]): PyType | null => {
	const first = allowed.find(a => a !== "");
	return first === undefined ? null : pyType(first);
};

interface TypeVerdict {
	readonly errorType: string | null;
	/** The value is a variable's name: compared as it is. */
	readonly variable: boolean;
}

/** One level of nesting, as the checker: an item list among the allowed values types the elements. */
function checkType(value: PyValue, allowed: readonly PyValue[], expected: PyType, inner: PyType | null): TypeVerdict {
	const allowedType = typeOfAllowed(allowed);
	const variable = allowedType !== null && allowedType !== expected;
	let nested = false;
	if (pyType(value) === expected) {
		if (inner === null) return { errorType: null, variable };
		const items = isList(value) ? value : [];
		if (allowed.some(a => !isList(a) || items.every(item => checkType(item, a, inner, null).errorType === null))) return { errorType: null, variable };
		nested = true;
	}
	if (allowedType !== null && pyType(value) === allowedType) return { errorType: nested ? "type_error:nested" : null, variable: true };
	return { errorType: "type_error:simple", variable: false };
}

function checkDict(value: PyDict, allowed: readonly PyValue[]): string | null {
	let error: string | null = "dict_checker:unclear";
	for (const answer of allowed) {
		if (!isDict(answer)) continue;
		error = checkOneDict(value, answer);
		if (error === null) return null;
	}
	return error;
}

function checkOneDict(value: PyDict, answer: PyDict): string | null {
	let error: string | null = null;
	for (const [key, v] of value) {
		if (!answer.has(key)) error = "value_error:dict_key";
		else if (!pyIn(standard(v), asList(answer.get(key)).map(standard))) error = "value_error:dict_value";
		if (error) break;
	}
	for (const [key, options] of answer) if (!value.has(key) && !asList(options).includes("")) return "value_error:dict_key";
	return error;
}

function checkListOfDicts(value: readonly PyValue[], allowed: readonly PyValue[]): string | null {
	let error: string | null = "list_dict_checker:unclear";
	for (const answer of allowed) {
		const items = typeof answer === "string" ? [...answer] : asList(answer);
		if (items.length !== value.length) {
			error = "value_error:list_dict_count";
			continue;
		}
		error = null;
		for (const [i, item] of value.entries()) {
			error = isDict(item) ? checkDict(item, [items[i] as PyValue]) : "dict_checker:unclear";
			if (error) break;
		}
		if (error === null) return null;
	}
	return error;
}

/** Allowed lists with their strings standardized; a text counts as the list of its characters. */
const standardLists = (allowed: readonly PyValue[]): PyValue[] => allowed.map(a => (typeof a === "string" ? [...a] : isList(a) ? a : []).map(standard));

function checkValue(value: PyValue, allowed: readonly PyValue[], expected: PyType, inner: PyType | null, variable: boolean): string | null {
	if (!variable) {
		if (expected === "dict") return isDict(value) ? checkDict(value, allowed) : "dict_checker:unclear";
		if (expected === "list" && inner === "dict") return checkListOfDicts(asList(value), allowed);
		if (expected === "str") return pyIn(standard(value), allowed.filter(a => typeof a === "string").map(standard)) ? null : "value_error:string";
		if (expected === "list") return standardLists(allowed).some(a => pyEqual(a, asList(value).map(standard))) ? null : "value_error:list/tuple";
	}
	return pyIn(value, allowed) ? null : "value_error:others";
}

const object = (v: JsonValue | undefined): JsonObject => (isObject(v) ? v : {});

function checkParameter(name: string, given: PyValue, schema: JsonObject, allowed: readonly PyValue[], language: Language): Verdict {
	const type = typeof schema.type === "string" ? schema.type : "string";
	const expected = TYPES[language][type] ?? "str";
	const innerName = NESTED[language].includes(type) ? object(schema.items).type : undefined;
	const inner = typeof innerName === "string" ? (TYPES[language][innerName] ?? "str") : null;
	const wrongType = { name, expected: type, actual: show(given) };
	let value = given;
	if (language !== "python") {
		if (typeof value !== "string") return invalid(language === "java" ? "type_error:java" : "type_error:js", wrongType);
		value = convertForeign(value, type, typeof innerName === "string" ? innerName : null, language);
	} else {
		if (type === "tuple" && value instanceof PyTuple) value = value.items;
		if (type === "float" && (typeof value === "number" || typeof value === "bigint")) value = new PyFloat(Number(value));
	}
	const typed = checkType(value, allowed, expected, inner);
	if (typed.errorType) return invalid(typed.errorType, wrongType);
	const error = checkValue(value, allowed, expected, inner, typed.variable);
	return error ? invalid(error, { name, expected: show(allowed), actual: show(value) }) : VALID;
}

/** One call against one answer {name: {param: [allowed]}} and its function document. */
export function checkCall(call: DecodedCall, functionDoc: JsonObject, answer: PyDict, language: Language, underscoreToDot: boolean): Verdict {
	const answers = dict([...answer.values()][0]);
	const parameters = object(functionDoc.parameters);
	const properties = object(parameters.properties);
	const documented = typeof functionDoc.name === "string" ? functionDoc.name : "";
	const name = underscoreToDot ? documented.replaceAll(".", "_") : documented;
	if (call.name !== name) return invalid("simple_function_checker:wrong_func_name", { expected: name, actual: call.name });
	const given = dict(call.arguments);
	for (const required of isArray(parameters.required) ? parameters.required : []) {
		if (typeof required === "string" && !given.has(required)) return invalid("simple_function_checker:missing_required", { name: required });
	}
	for (const [key, value] of given) {
		const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
		const allowed = answers.get(key);
		if (schema === undefined || allowed === undefined) return invalid("simple_function_checker:unexpected_param", { name: key });
		const verdict = checkParameter(key, value, object(schema), asList(allowed), language);
		if (!verdict.valid) return verdict;
	}
	for (const [key, allowed] of answers) if (!given.has(key) && !asList(allowed).includes("")) return invalid("simple_function_checker:missing_optional", { name: key });
	return VALID;
}

const dict = (v: PyValue | undefined): PyDict => (isDict(v) ? v : new Map());
const answersOf = (v: PyValue): PyDict[] => (isList(v) ? v.filter(isDict) : []);
const nameOf = (answer: PyDict): string => [...answer.keys()][0] ?? "";

/** Same number of calls, any order: each answer takes the first call still free that passes (no search, so a perfect matching can be missed). */
function checkParallel(calls: readonly DecodedCall[], question: BfclQuestion, language: Language): Verdict {
	const answers = answersOf(question.answers);
	if (calls.length !== answers.length) return invalid("parallel_function_checker_no_order:wrong_count", { expected: answers.length, actual: calls.length });
	const taken = new Set<number>();
	for (const [i, answer] of answers.entries()) {
		const wanted = nameOf(answer);
		const doc = question.functions.find(f => f.name === wanted);
		const found = doc ? calls.findIndex((c, k) => !taken.has(k) && checkCall(c, doc, answer, language, question.underscoreToDot).valid) : -1;
		if (found < 0) return invalid("parallel_function_checker_no_order:cannot_find_match", { index: i, name: wanted });
		taken.add(found);
	}
	return VALID;
}

export const languageOf = (category: string): Language => (category.includes("javascript") ? "javascript" : category.includes("java") ? "java" : "python");

/** BFCL's ast_checker on decoded calls (gorilla bfcl_eval/eval_checker/ast_eval/ast_checker.py). */
export function checkCalls(calls: readonly DecodedCall[], question: BfclQuestion): Verdict {
	const { category, functions, underscoreToDot } = question;
	const language = languageOf(category);
	if (category.includes("parallel")) return checkParallel(calls, question, language);
	const answers = answersOf(question.answers);
	const multiple = category.includes("multiple");
	const [answer, call] = [answers[0], calls[0]];
	if (calls.length !== (multiple ? answers.length : 1) || !answer || !call) {
		return invalid(multiple ? "multiple_function_checker:wrong_count" : "simple_function_checker:wrong_count", { expected: multiple ? answers.length : 1, actual: calls.length });
	}
	const doc = multiple ? functions.find(f => f.name === nameOf(answer)) : functions[0];
	return doc ? checkCall(call, doc, answer, language, underscoreToDot) : invalid("simple_function_checker:wrong_func_name", { expected: nameOf(answer), actual: call.name });
}

/** Irrelevance is right without a call, relevance with one. */
export function checkRelevance(category: string, decoded: Decoded): Verdict {
	const called = decoded.ok && decoded.calls.length > 0;
	if (category.includes("irrelevance")) return called ? invalid("irrelevance_error:decoder_success") : VALID;
	return called ? VALID : invalid("relevance_error:decoder_failed");
}

function decodeResult(result: JsonValue, mode: "prompt" | "fc", language: Language, format: { readonly format: ReturnFormat; readonly tagged: boolean } | null): Decoded {
	if (mode === "fc") return decodeFunctionCalls(result);
	if (typeof result !== "string") return { ok: false, reason: "failed" };
	return format ? decodeFormat(result, format.format, format.tagged) : decodePrompted(result, language);
}

export interface BfclResult extends Verdict {
	/** What the decoder read; null when it could not. */
	readonly calls: readonly DecodedCall[] | null;
}

/**
 * Checks one model result as bfcl_eval does: decodes it (prompt: text, fc: [{name: "<json>"}]) and compares it with the
 * allowed answers. Single-turn categories, live or not, in Python, Java and JavaScript; (ir)relevance needs no answers.
 * `format` names another return format than Python calls, as in the format-sensitivity questions.
 */
export function checkBfcl(result: JsonValue, question: BfclQuestion, mode: "prompt" | "fc", format?: { readonly format: ReturnFormat; readonly tagged: boolean }): BfclResult {
	const relevance = question.category.includes("relevance");
	const language = relevance ? "python" : languageOf(question.category);
	const decoded = decodeResult(result, mode, language, format ?? null);
	const calls = decoded.ok ? decoded.calls : null;
	if (relevance) return { ...checkRelevance(question.category, decoded), calls };
	if (!decoded.ok) return { ...invalid(decoded.reason === "failed" ? "ast_decoder:decoder_failed" : "ast_decoder:decoder_wrong_output_format"), calls };
	return { ...checkCalls(decoded.calls, question), calls };
}

/** Is every gold execution result among the model's (as multisets)? BFCL multi-turn's response check. */
export const containsResponses = (gold: readonly string[], model: readonly string[]): boolean => commonCount(gold, model) === gold.length;

/** V4's overall: .10 non-live + .10 live + .10 irrelevance + .30 multi-turn + .40 agentic. */
export const bfclOverall = (s: { readonly nonLive: number; readonly live: number; readonly irrelevance: number; readonly multiTurn: number; readonly agentic: number }): number =>
	0.1 * s.nonLive + 0.1 * s.live + 0.1 * s.irrelevance + 0.3 * s.multiTurn + 0.4 * s.agentic;
