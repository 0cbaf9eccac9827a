import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { Role } from "../model/rollout";
import type { Tool } from "../model/tool";
import { type CallObject, readCallObjects } from "./callObjects";
import { newTranscript, type Transcript, type TranscriptWriter } from "./transcript";

const ROLES: Readonly<Record<string, Role>> = {
	system: "system",
	developer: "system",
	user: "user",
	human: "user",
	assistant: "assistant",
	gpt: "assistant",
	model: "assistant",
	bot: "assistant",
	agent: "assistant",
	ai: "assistant",
	function_call: "assistant",
	tool_call: "assistant",
	tool: "tool",
	function: "tool",
	observation: "tool",
	tool_response: "tool",
	ipython: "tool",
	environment: "tool",
	"tool-result": "tool",
};

/** Role of a message however it is spelt. */
export const roleOf = (name: JsonValue | undefined): Role => (typeof name === "string" ? (ROLES[name.toLowerCase()] ?? "other") : "other");

/** A list of messages with the place it has in the record. */
export interface Messages {
	readonly list: readonly JsonValue[];
	readonly path: JsonPath;
}

export interface ChatOptions {
	/** Number of leading messages that are the prompt; null = all before the first answer. */
	readonly prompt?: number | null;
	/** Which answers a loss can reach; default: all answers after the prompt without `weight: 0`. */
	readonly trained?: (index: number) => boolean;
	/** Tools, to tell null-filled argument keys from real ones. */
	readonly tools?: readonly Tool[] | null;
	/** Roles of this file's own, before the usual ones. */
	readonly role?: (message: JsonObject) => Role | null;
}

export interface ChatReading {
	readonly transcript: Transcript;
	readonly findings: readonly Finding[];
}

/**
 * Transcript of chat messages in any of the dialects of FORMATS §4: roles and `from`/`value`, text or a list of parts,
 * reasoning apart, calls as objects, tool results as role or as parts, Responses items. Odd messages become findings.
 */
export function readChat(messages: Messages, options: ChatOptions = {}): ChatReading {
	const t = newTranscript();
	const findings: Finding[] = [];
	const { list, path } = messages;
	const roles = list.map(m => (isObject(m) ? (options.role?.(m) ?? messageRole(m)) : "other"));
	const first = roles.indexOf("assistant");
	const prompt = options.prompt ?? (first < 0 ? list.length : first);
	for (let i = 0; i < list.length; i++) {
		if (i === prompt) t.endPrompt(roles[i] === "assistant");
		const m = list[i];
		if (!isObject(m)) {
			findings.push(finding("message-not-object", "warning", { number: i + 1 }, { path: [...path, i] }));
			continue;
		}
		const role = roles[i] as Role;
		const trained = i >= prompt && role === "assistant" && (options.trained?.(i) ?? (m.weight !== 0 && m.trainable !== false));
		if (role === "other") findings.push(finding("unknown-role", "warning", { role: String(m.role ?? m.from ?? "") }, { path: [...path, i] }));
		writeMessage(t, m, [...path, i], role, trained, options.tools ?? null, findings);
	}
	if (prompt >= list.length) t.endPrompt(true);
	return { transcript: t.done(), findings };
}

/** Role of a message: its `role` or `from`, or what its `type` says (Responses items). */
function messageRole(m: JsonObject): Role {
	if (m.type === "function_call" || m.type === "reasoning" || m.type === "custom_tool_call") return "assistant";
	if (m.type === "function_call_output" || m.type === "custom_tool_call_output") return "tool";
	const inner = isObject(m.message) ? m.message : null;
	return roleOf(m.role ?? m.from ?? inner?.role);
}

/** Items of one answer that stand as neighbours in the list: Responses items, and roles that hold one call each. */
const partOfAnswer = (m: JsonObject): boolean =>
	m.type === "function_call" || m.type === "reasoning" || m.type === "custom_tool_call" || m.role === "tool_call" || m.from === "function_call" || m.from === "tool_call";

function writeMessage(t: TranscriptWriter, outer: JsonObject, outerPath: JsonPath, role: Role, trained: boolean, tools: readonly Tool[] | null, findings: Finding[]): void {
	// ART and OpenAI choices wrap the message
	const wrapped = isObject(outer.message) && !("role" in outer) && !("content" in outer);
	const m = wrapped ? (outer.message as JsonObject) : outer;
	const path = wrapped ? [...outerPath, "message"] : outerPath;
	t.turn(role, trained, partOfAnswer(m) || m.type === "message");

	const content = textParts(m, path);
	const written = content.some(p => p.kind === "text" && p.text.includes("<tool_call>"));
	for (const key of ["reasoning_content", "reasoning", "thinking", "thought"]) {
		const v = m[key];
		if (typeof v !== "string" || v === "" || role !== "assistant") continue;
		if (!content.some(p => p.kind === "text" && p.text.includes("</think>"))) t.reasoning(v, [...path, key]);
		break;
	}
	let results = 0;
	for (const part of content) {
		if (part.kind === "text") {
			if (part.text !== "") t.freshLine();
			t.copy(part.text, part.path);
		} else if (part.kind === "reasoning") t.reasoning(part.text, part.path);
		else if (part.kind === "calls") t.calls(part.calls.map(c => withoutFill(c, tools)));
		else if (part.kind === "note") {
			t.freshLine();
			t.say(`[${part.note}]`);
		} else {
			// Anthropic: results come as parts of a user turn, each becomes a turn of the tool
			t.turn("tool", false);
			for (const p of part.parts) t.copy(p.text, p.path);
			t.observation();
			results++;
		}
	}
	const calls = [...readCallObjects(m.tool_calls, [...path, "tool_calls"]), ...(isObject(m.function_call) ? readCallObjects(m.function_call, [...path, "function_call"]) : [])];
	if (calls.length && written) findings.push(finding("calls-twice", "info", { count: calls.length }, { path: [...path, "tool_calls"] }));
	else t.calls(calls.map(c => withoutFill(c, tools)));
	if (role === "tool" && !results) t.observation();
}

type Part =
	| { readonly kind: "text"; readonly text: string; readonly path: JsonPath }
	| { readonly kind: "reasoning"; readonly text: string; readonly path: JsonPath }
	| { readonly kind: "calls"; readonly calls: readonly CallObject[] }
	| { readonly kind: "result"; readonly parts: readonly { readonly text: string; readonly path: JsonPath }[] }
	| { readonly kind: "note"; readonly note: string };

/** The parts of a message's content in order. */
function textParts(m: JsonObject, path: JsonPath): Part[] {
	if (m.type === "function_call" || m.type === "custom_tool_call") return [{ kind: "calls", calls: readCallObjects(m, path) }];
	if (m.type === "function_call_output" || m.type === "custom_tool_call_output") return contentParts(m.output, [...path, "output"]);
	if (m.type === "reasoning" && !("role" in m)) {
		const inner = [...contentParts(m.summary, [...path, "summary"]), ...contentParts(m.content, [...path, "content"])];
		return inner.map(p => (p.kind === "text" ? { ...p, kind: "reasoning" } : p));
	}
	const key = "content" in m ? "content" : "value" in m ? "value" : "text";
	const value = m[key];
	if (m.role === "tool_call" || m.from === "function_call" || m.from === "tool_call") {
		const calls = readCallObjects(value, [...path, key]);
		if (calls.length) return [{ kind: "calls", calls }];
	}
	return contentParts(value, [...path, key]);
}

function contentParts(value: JsonValue | undefined, path: JsonPath): Part[] {
	if (value === undefined || value === null) return [];
	if (typeof value === "string") return [{ kind: "text", text: value, path }];
	if (isArray(value)) return value.flatMap((v, i) => contentParts(v, [...path, i]));
	if (!isObject(value)) return [{ kind: "note", note: String(value) }];
	const { type } = value;
	if (type === "tool_use" || type === "function_call" || type === "tool_call") return [{ kind: "calls", calls: readCallObjects(value, path) }];
	if (type === "tool_result" || type === "tool_response") {
		const parts = contentParts(value.content ?? value.output, [...path, "content" in value ? "content" : "output"]);
		return [{ kind: "result", parts: parts.flatMap(p => (p.kind === "text" ? [{ text: p.text, path: p.path }] : [])) }];
	}
	for (const key of ["thinking", "reasoning"]) if (typeof value[key] === "string") return [{ kind: "reasoning", text: value[key], path: [...path, key] }];
	for (const key of ["text", "refusal"]) if (typeof value[key] === "string") return [{ kind: "text", text: value[key], path: [...path, key] }];
	if (typeof type === "string") return [{ kind: "note", note: type.replace(/_url$|^input_/g, "") }];
	return "content" in value ? contentParts(value.content, [...path, "content"]) : [];
}

/** Parquet round trips add every argument key of every tool with null: keys the tool's own schema does not know and that hold null go. */
function withoutFill(call: CallObject, tools: readonly Tool[] | null): CallObject {
	if (call.verbatim || !isObject(call.arguments)) return call;
	const properties = tools?.find(x => x.name === call.name)?.parameters?.properties;
	if (!isObject(properties)) return call;
	const keys = Object.keys(call.arguments);
	const kept = keys.filter(k => (call.arguments as JsonObject)[k] !== null || k in properties);
	return kept.length === keys.length ? call : { ...call, arguments: Object.fromEntries(kept.map(k => [k, (call.arguments as JsonObject)[k] as JsonValue])) };
}
