import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { Role } from "../model/rollout";
import type { Tool } from "../model/tool";
import { type CallList, type CallObject, readCallList, resultId } from "./callObjects";
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

/** A message with the place it has in the record. */
export interface ChatItem {
	readonly message: JsonValue;
	readonly path: JsonPath;
	/** Place of the text when the record holds it without a message around it (a prompt, a system text). */
	readonly textPath?: JsonPath;
	/** Reasoning and calls that the record keeps outside of the message. */
	readonly reasoning?: TextAt;
	readonly calls?: readonly CallObject[];
}

export const chatItems = (list: readonly JsonValue[], path: JsonPath): ChatItem[] => list.map((message, i) => ({ message, path: [...path, i] }));
/** A text of the record as a message. */
export const textItem = (role: string, text: string, path: JsonPath): ChatItem => ({ message: { role, content: text }, path, textPath: path });

export interface ChatOptions {
	/** Number of leading messages that are the prompt; default: all before the first answer. */
	readonly prompt?: number;
	/** Which answers a loss can reach; default: all answers after the prompt but those with `weight: 0` or `trainable: false`. */
	readonly trained?: (index: number) => boolean;
	/** Tools, to tell null-filled argument keys from real ones. */
	readonly tools?: readonly Tool[] | null;
	/** Replaces a text that only refers to another one (inspect's attachments). */
	readonly resolve?: (text: TextAt) => TextAt;
}

/** A text of the record with its place. */
export interface TextAt {
	readonly text: string;
	readonly path: JsonPath;
}

export interface ChatReading {
	readonly transcript: Transcript;
	readonly findings: readonly Finding[];
	/** Number of the transcript's turn each message opened or joined; −1 = left out. */
	readonly turnOf: readonly number[];
}

/**
 * Transcript of chat messages in any of the dialects of FORMATS §4: roles and `from`/`value`, text or a list of parts,
 * reasoning apart, calls as objects, tool results as role or as parts, Responses items. Odd messages become findings.
 */
export function readChat(items: readonly ChatItem[], options: ChatOptions = {}): ChatReading {
	const t = newTranscript();
	const findings: Finding[] = [];
	const turnOf: number[] = [];
	const roles = items.map(({ message }) => (isObject(message) ? messageRole(message) : "other"));
	const first = roles.indexOf("assistant");
	const prompt = options.prompt ?? (first < 0 ? items.length : first);
	items.forEach((item, i) => {
		if (i === prompt) t.endPrompt(roles[i] === "assistant");
		const { message, path } = item;
		if (!isObject(message)) {
			findings.push(finding("message-not-object", "warning", { number: i + 1 }, { path }));
			turnOf.push(-1);
			return;
		}
		const role = roles[i] as Role;
		const trained = i >= prompt && role === "assistant" && (options.trained?.(i) ?? (message.weight !== 0 && message.trainable !== false));
		if (role === "other") findings.push(finding("unknown-role", "warning", { role: String(message.role ?? message.from ?? "") }, { path }));
		writeMessage(t, item, message, role, trained, options, findings);
		turnOf.push(t.turnNumber());
	});
	if (prompt >= items.length) t.endPrompt(true);
	return { transcript: t.done(), findings, turnOf };
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
	m.type === "function_call" ||
	m.type === "reasoning" ||
	(m.type === "message" && roleOf(m.role) === "assistant") ||
	m.type === "custom_tool_call" ||
	m.role === "tool_call" ||
	m.from === "function_call" ||
	m.from === "tool_call";

function writeMessage(t: TranscriptWriter, item: ChatItem, outer: JsonObject, role: Role, trained: boolean, options: ChatOptions, findings: Finding[]): void {
	// ART and OpenAI choices wrap the message
	const wrapped = isObject(outer.message) && !("role" in outer) && !("content" in outer);
	const m = wrapped ? (outer.message as JsonObject) : outer;
	const path = wrapped ? [...item.path, "message"] : item.path;
	const tools = options.tools ?? null;
	const content = contentOf(m, path, item.textPath);
	// a user turn that only carries results is the tool's
	if (content[0]?.kind !== "result") {
		t.turn(role, trained, partOfAnswer(m));
		if (role === "tool") t.answers(resultId(m));
	}
	const copy = (part: TextAt): void => {
		const { text, path: place } = options.resolve?.(part) ?? part;
		t.copy(text, place);
	};
	const key = ["reasoning_content", "reasoning", "thinking", "thought"].find(k => typeof m[k] === "string" && m[k] !== "");
	const reasoning = item.reasoning ?? (key === undefined ? undefined : { text: m[key] as string, path: [...path, key] });
	if (reasoning && role === "assistant" && !content.some(p => p.kind === "text" && p.text.includes("</think>"))) t.reasoning(reasoning.text, reasoning.path);
	const kept = ({ calls, odd }: CallList): readonly CallObject[] => {
		for (const place of odd) findings.push(finding("call-not-read", "warning", {}, { path: place }));
		return calls;
	};
	let results = 0;
	for (const part of content) {
		if (part.kind === "text") {
			if (part.text !== "") t.freshLine();
			copy(part);
		} else if (part.kind === "reasoning") t.reasoning(part.text, part.path);
		else if (part.kind === "calls") t.calls(kept(part.list).map(c => withoutFill(c, tools)));
		else if (part.kind === "note") {
			t.freshLine();
			t.say(`[${part.note}]`);
		} else {
			// Anthropic: results come as parts of a user turn, each becomes a turn of the tool
			t.turn("tool", false);
			t.answers(part.answers);
			part.parts.forEach(copy);
			t.observation();
			results++;
		}
	}
	const calls = [...(item.calls ?? []), ...kept(readCallList(m.tool_calls, [...path, "tool_calls"])), ...kept(readCallList(m.function_call, [...path, "function_call"]))];
	const written = content.some(p => p.kind === "text" && p.text.includes("<tool_call>"));
	if (calls.length && written) findings.push(finding("calls-twice", "info", { count: calls.length }, { path: [...path, "tool_calls"] }));
	else t.calls(calls.map(c => withoutFill(c, tools)));
	if (role === "tool" && !results) t.observation();
}

type Part =
	| { readonly kind: "text"; readonly text: string; readonly path: JsonPath }
	| { readonly kind: "reasoning"; readonly text: string; readonly path: JsonPath }
	| { readonly kind: "calls"; readonly list: CallList }
	| { readonly kind: "result"; readonly answers: string | null; readonly parts: readonly TextAt[] }
	| { readonly kind: "note"; readonly note: string };

/** The parts of a message's content in order. */
function contentOf(m: JsonObject, path: JsonPath, textPath: JsonPath | undefined): Part[] {
	if (textPath) return contentParts(m.content, textPath);
	if (m.type === "function_call" || m.type === "custom_tool_call") return [{ kind: "calls", list: readCallList(m, path) }];
	if (m.type === "function_call_output" || m.type === "custom_tool_call_output") return contentParts(m.output, [...path, "output"]);
	if (m.type === "reasoning" && !("role" in m)) {
		const inner = [...contentParts(m.summary, [...path, "summary"]), ...contentParts(m.content, [...path, "content"])];
		return inner.map(p => (p.kind === "text" ? { ...p, kind: "reasoning" } : p));
	}
	const key = "content" in m ? "content" : "value" in m ? "value" : "text";
	const value = m[key];
	if (m.role === "tool_call" || m.from === "function_call" || m.from === "tool_call") {
		const list = readCallList(value, [...path, key]);
		if (list.calls.length) return [{ kind: "calls", list }];
	}
	return contentParts(value, [...path, key]);
}

function contentParts(value: JsonValue | undefined, path: JsonPath): Part[] {
	if (value === undefined || value === null) return [];
	if (typeof value === "string") return [{ kind: "text", text: value, path }];
	if (isArray(value)) return value.flatMap((v, i) => contentParts(v, [...path, i]));
	if (!isObject(value)) return [{ kind: "note", note: String(value) }];
	const { type } = value;
	if (type === "tool_use" || type === "function_call" || type === "tool_call") return [{ kind: "calls", list: readCallList(value, path) }];
	if (type === "tool_result" || type === "tool_response") {
		const parts = contentParts(value.content ?? value.output, [...path, "content" in value ? "content" : "output"]);
		return [{ kind: "result", answers: resultId(value), parts: parts.flatMap(p => (p.kind === "text" ? [{ text: p.text, path: p.path }] : [])) }];
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
