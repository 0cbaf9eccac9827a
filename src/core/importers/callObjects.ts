import { readJson, readJsonFast } from "../base/json";
import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";

/** A call as a file gives it, whatever its shape. */
export interface CallObject {
	readonly id: string | null;
	readonly name: string;
	/** An object where the file's text can be read as one; as written otherwise. */
	readonly arguments: JsonValue;
	/** Where the arguments stand as a JSON text that can be copied letter by letter; null when they are an object or nested in another string. */
	readonly verbatim: { readonly text: string; readonly path: JsonPath } | null;
	/** Where the arguments' text stops being JSON, as a finding's sentence says it; null when it is JSON, or no text. */
	readonly broken: { readonly expected: string; readonly found: string } | null;
	/** Who called, where the file says (τ² lets users call too). */
	readonly requestor: string | null;
}

/** Keys under which the arguments stand, in order of trust: OpenAI, ToolRL/Llama, Anthropic, τ. */
const ARGUMENTS = ["arguments", "parameters", "input", "kwargs", "args", "Action_Input", "action_input"];
const NAMES = ["name", "function_name", "tool_name", "Action", "action", "api_name", "tool"];

/**
 * One call in any of the shapes writers use: OpenAI (`function: {name, arguments}`, arguments as JSON text or object),
 * flat `{name, arguments}`, an element that is itself JSON text, `{function: "name", arguments}` (inspect),
 * `{type: "tool_use", input}` (Anthropic), `{type: "function_call", call_id}` (Responses), `{function_name}` (ATIF),
 * `{tool_name, parameters}` (Cohere), `{name, kwargs}` (τ), `{Action, Action_Input}` (ReAct data) and, when `bare`,
 * `{fname: JSON}` (BFCL). Null when the value is no call.
 */
export function readCallObject(value: JsonValue, path: JsonPath, bare = false): CallObject | null {
	if (typeof value === "string") {
		const inner = parsed(value);
		const call = inner === undefined || typeof inner === "string" ? null : readCallObject(inner, path, bare);
		return call && { ...call, verbatim: null };
	}
	if (!isObject(value)) return null;
	const id = idOf(value, CALL_IDS);
	const requestor = textOf(value, ["requestor"]);
	if (isObject(value.function) && typeof value.function.name === "string") return withArguments(id, value.function.name, value.function, [...path, "function"], requestor);
	if (typeof value.function === "string") return withArguments(id, value.function, value, path, requestor);
	const name = textOf(value, NAMES);
	if (name !== null) return withArguments(id, name, value, path, requestor);
	const keys = Object.keys(value);
	const only = keys[0];
	if (bare && keys.length === 1 && only !== undefined) return { id, name: only, requestor, ...readArguments(value[only], [...path, only]) };
	return null;
}

/** What a list of calls holds. */
export interface CallList {
	readonly calls: readonly CallObject[];
	/** Places of what stands among the calls and is none. Nothing, an empty list and an empty text are no call and no mistake. */
	readonly odd: readonly JsonPath[];
}

/** All calls of a list, of a JSON text that holds a list, or of one object. What is no call is left out, with its place. */
export function readCallList(value: JsonValue | undefined, path: JsonPath, bare = false): CallList {
	if (value === undefined || value === null || value === "") return { calls: [], odd: [] };
	if (typeof value === "string") {
		const inner = parsed(value);
		if (inner === undefined || typeof inner === "string") return { calls: [], odd: [path] };
		const { calls, odd } = readCallList(inner, path, bare);
		// a place inside of a text is the text's
		return { calls: calls.map(c => ({ ...c, verbatim: null })), odd: odd.map(() => path) };
	}
	if (isArray(value)) {
		const parts = value.map((v, i): CallList => {
			if (isArray(v)) return readCallList(v, [...path, i], bare);
			const call = readCallObject(v, [...path, i], bare);
			return call ? { calls: [call], odd: [] } : { calls: [], odd: [[...path, i]] };
		});
		return { calls: parts.flatMap(p => p.calls), odd: parts.flatMap(p => p.odd) };
	}
	const call = readCallObject(value, path, bare);
	return call ? { calls: [call], odd: [] } : { calls: [], odd: [path] };
}

/** The calls of `readCallList` alone. */
export const readCallObjects = (value: JsonValue | undefined, path: JsonPath, bare = false): readonly CallObject[] => readCallList(value, path, bare).calls;

function withArguments(id: string | null, name: string, holder: JsonObject, path: JsonPath, requestor: string | null): CallObject {
	const key = ARGUMENTS.find(k => Object.hasOwn(holder, k));
	return { id, name, requestor, ...(key === undefined ? { arguments: {}, verbatim: null, broken: null } : readArguments(holder[key], [...path, key])) };
}

/** Arguments as an object. Empty text and null are `{}`; a text that holds a text that holds JSON is read twice; what is not JSON stays as written. */
function readArguments(value: JsonValue | undefined, path: JsonPath): Pick<CallObject, "arguments" | "verbatim" | "broken"> {
	if (value === undefined || value === null) return { arguments: {}, verbatim: null, broken: null };
	if (typeof value !== "string") return { arguments: value, verbatim: null, broken: null };
	if (value.trim() === "") return { arguments: {}, verbatim: null, broken: null };
	const once = parsed(value);
	if (once === undefined) return { arguments: value, verbatim: null, broken: failure(value) };
	if (typeof once !== "string") return { arguments: once, verbatim: { text: value, path }, broken: null };
	const twice = parsed(once);
	return twice === undefined ? { arguments: once, verbatim: null, broken: failure(once) } : { arguments: twice, verbatim: null, broken: null };
}

/** How a text fails to be JSON. */
function failure(text: string): CallObject["broken"] {
	const r = readJson(text);
	return r.ok ? null : { expected: r.expected, found: r.found };
}

const parsed = (text: string): JsonValue | undefined => {
	const r = readJsonFast(text);
	return r.ok ? r.value : undefined;
};

/** Keys under which a call has its name, in order of trust: Responses items have an `id` of their own beside the call's. */
const CALL_IDS = ["call_id", "tool_call_id", "id"];
/** Keys under which a result names its call: OpenAI, Anthropic, Responses, ATIF. */
const RESULT_IDS = ["tool_call_id", "tool_use_id", "call_id", "source_call_id"];

const idOf = (o: JsonObject, keys: readonly string[]): string | null => {
	const id = keys.map(k => o[k]).find(v => (typeof v === "string" && v !== "") || typeof v === "number" || typeof v === "bigint");
	return id === undefined ? null : String(id);
};

/** Id of the call that a result answers; null when it names none. */
export const resultId = (result: JsonObject): string | null => idOf(result, RESULT_IDS);

const textOf = (o: JsonObject, keys: readonly string[]): string | null => {
	for (const key of keys) {
		const v = o[key];
		if (typeof v === "string" && v !== "") return v;
	}
	return null;
};
