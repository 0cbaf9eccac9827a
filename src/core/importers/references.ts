import { readJsonAt, readJsonFast } from "../base/json";
import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import type { ReferenceCall } from "../model/call";
import type { Reference } from "../model/rollout";
import { readCallObject } from "./callObjects";
import { valueAt } from "./fields";

/** Where writers keep the right answer, in order of trust. */
const KEYS = [
	"gts",
	"reward_model.ground_truth",
	"label",
	"solution",
	"answer",
	"info",
	"ground_truth",
	"target",
	"task.data",
	"env_extras.reward_spec.ground_truth",
	"env_extras.reward_model.ground_truth",
	"expected_answer",
	"expected_answers",
] as const;

/** The reference of a record: the first of the usual keys that holds something. Null when none does. */
export function referenceOf(record: JsonObject, keys: readonly string[] = KEYS): Reference | null {
	for (const key of keys) {
		const reference = readReference(valueAt(record, key), key);
		if (reference) return reference;
	}
	return null;
}

/**
 * A reference from the value of one key. Reference calls are read from SLCA's `gold_tool_calls` (steps of parallel calls),
 * ToolRL's target text, lists of calls in any shape, BFCL's `[{f: {param: [allowed values]}}]` (the first allowed value
 * stands for the parameter; `answer` keeps the whole), and each of them as JSON text. Everything else is a plain answer.
 */
export function readReference(value: JsonValue | undefined, source: string): Reference | null {
	if (value === undefined || value === null || value === "" || (isArray(value) && !value.length && source === "info")) return null;
	if (typeof value === "string") {
		const target = readTargetText(value);
		if (target) return { ...target, source };
		const first = value.trimStart()[0];
		const r = first === "[" || first === "{" ? readJsonFast(value) : null;
		if (!r?.ok) return { calls: null, answer: value, source };
		const inner = readReference(r.value, source);
		return inner && inner.calls !== null ? inner : { calls: null, answer: isObject(r.value) ? r.value : value, source };
	}
	if (isObject(value)) {
		if (!Object.keys(value).length) return null;
		if ("gold_tool_calls" in value) {
			const inner = readReference(value.gold_tool_calls, source);
			return { calls: inner?.calls ?? null, answer: value.answer ?? value.final_answer ?? value.reference_answer ?? null, source };
		}
		for (const key of ["ground_truth", "target"]) if (key in value) return readReference(value[key], source);
		if (isArray(value.actions) || isArray(value.tool_calls)) {
			const steps = stepsOf((value.actions ?? value.tool_calls) as readonly JsonValue[], true);
			return { calls: steps, answer: value.outputs ?? value.answer ?? null, source };
		}
		const one = readCallObject(value, []);
		return one && ("arguments" in value || "parameters" in value)
			? { calls: [[{ name: one.name, arguments: one.arguments }]], answer: null, source }
			: { calls: null, answer: value, source };
	}
	if (isArray(value)) {
		const alternatives = alternativesOf(value);
		if (alternatives) return { calls: [alternatives], answer: value, source };
		const steps = stepsOf(value, false);
		return steps ? { calls: steps, answer: null, source } : { calls: null, answer: value, source };
	}
	return { calls: null, answer: value, source };
}

/** Schemas and names that an SLCA ground truth carries beside its calls; undefined when it has none. */
export function toolsInReference(value: JsonValue | undefined): JsonValue | undefined {
	const o = typeof value === "string" && value.includes("tool_schemas") ? asParsed(value) : value;
	return isObject(o) ? (o.tool_schemas ?? o.allowed_tools) : undefined;
}

const asParsed = (text: string): JsonValue | undefined => {
	const r = readJsonFast(text);
	return r.ok ? r.value : undefined;
};

/**
 * Steps of parallel calls. `[[…], […]]`: outer = steps. A flat list is one step of parallel calls, except ReAct's
 * `{Action, Action_Input}` and a task's `actions`, which are made one after the other. Null when an element is no call.
 */
function stepsOf(list: readonly JsonValue[], sequential: boolean): (readonly ReferenceCall[])[] | null {
	if (!list.length) return [];
	if (list.every(isArray)) {
		const steps = list.map(step => callsOf(step));
		return steps.every(s => s !== null) ? steps.filter(s => s !== null) : null;
	}
	const calls = callsOf(list);
	if (!calls) return null;
	return sequential || list.some(v => isObject(v) && "Action" in v) ? calls.map(c => [c]) : [calls];
}

function callsOf(list: readonly JsonValue[]): ReferenceCall[] | null {
	const calls: ReferenceCall[] = [];
	for (const v of list) {
		const call = typeof v === "string" && !v.trimStart().startsWith("{") ? null : readCallObject(v, []);
		if (!call) return null;
		calls.push({ name: call.name, arguments: call.arguments });
	}
	return calls;
}

/** BFCL: every element is `{name: {param: [allowed values]}}`. */
function alternativesOf(list: readonly JsonValue[]): ReferenceCall[] | null {
	const calls: ReferenceCall[] = [];
	for (const v of list) {
		const keys = isObject(v) ? Object.keys(v) : [];
		const name = keys[0];
		const params = isObject(v) && name !== undefined ? v[name] : undefined;
		if (keys.length !== 1 || name === undefined || !isObject(params) || !Object.values(params).every(isArray)) return null;
		const args: Record<string, JsonValue> = {};
		for (const [key, allowed] of Object.entries(params)) {
			const first = (allowed as readonly JsonValue[]).find(a => a !== "");
			if (first !== undefined && (allowed as readonly JsonValue[])[0] !== "") args[key] = first;
		}
		calls.push({ name, arguments: args });
	}
	return calls.length ? calls : null;
}

/** ToolRL: the target is a whole model text. Calls are JSON values inside `<tool_call>`; a `<response>` alone means "no call". */
function readTargetText(text: string): Pick<Reference, "calls" | "answer"> | null {
	const from = text.indexOf("<tool_call>");
	const reply = between(text, "<response>", "</response>");
	if (from < 0) return reply === null ? null : { calls: [], answer: reply.trim() };
	const calls: ReferenceCall[] = [];
	for (let open = from; open >= 0; open = text.indexOf("<tool_call>", open + 11)) {
		const close = text.indexOf("</tool_call>", open);
		const body = text.slice(open + 11, close < 0 ? text.length : close);
		for (let at = 0; at < body.length; ) {
			if (body[at] !== "{" && body[at] !== "[") {
				at++;
				continue;
			}
			const r = readJsonAt(body, at);
			if ("at" in r) return null;
			const found = callsOf(isArray(r.value) ? r.value : [r.value]);
			if (!found) return null;
			calls.push(...found);
			at = r.end;
		}
	}
	return calls.length ? { calls: [calls], answer: reply === null ? null : reply.trim() } : null;
}

function between(text: string, open: string, close: string): string | null {
	const from = text.indexOf(open);
	const to = from < 0 ? -1 : text.indexOf(close, from);
	return to < 0 ? null : text.slice(from + open.length, to);
}
