import { readJsonAt, readJsonFast } from "../base/json";
import { remember } from "../base/remember";
import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import type { Tool } from "../model/tool";

/**
 * The tools of a list in any of the shapes writers use: OpenAI `{type, function}`, flat (Responses), bare
 * `{name, description, parameters}`, Anthropic `input_schema`, xLAM's parameter table, and each of them as JSON text.
 * Null when the value names no tool.
 */
export function readTools(value: JsonValue | undefined): Tool[] | null {
	if (typeof value === "string") {
		const r = readJsonFast(value);
		return r.ok && typeof r.value !== "string" ? readTools(r.value) : null;
	}
	const list = isArray(value) ? value : isObject(value) ? [value] : [];
	const tools = list.flatMap(v => readTool(v) ?? []);
	return tools.length ? tools : null;
}

/** One tool, null when the value is none. A bare name counts as a tool without schema. */
export function readTool(value: JsonValue): Tool | null {
	if (typeof value === "string") {
		const r = readJsonFast(value);
		return r.ok && isObject(r.value) ? readTool(r.value) : /^[\w.:/-]{1,128}$/.test(value) ? { name: value, description: null, parameters: null } : null;
	}
	if (!isObject(value)) return null;
	const o = isObject(value.function) ? value.function : value;
	if (typeof o.name !== "string" || o.name === "") return null;
	const given = o.parameters ?? o.input_schema ?? o.inputSchema ?? o.arguments;
	const schema = typeof given === "string" ? parsedObject(given) : isObject(given) ? given : null;
	return { name: o.name, description: typeof o.description === "string" ? o.description : null, parameters: schema && asSchema(schema) };
}

/** Names of Python types that data sets write in place of JSON Schema's. BFCL's `dict`, `float`, `tuple` … inside a real schema are left alone: its checker needs them. */
const TYPES: readonly (readonly [RegExp, string])[] = [
	[/^(str|string|text)/i, "string"],
	[/^(int|integer|long)/i, "integer"],
	[/^(float|number|double|decimal)/i, "number"],
	[/^bool/i, "boolean"],
	[/^(list|array|tuple|set|sequence)/i, "array"],
	[/^(dict|object|mapping)/i, "object"],
];
const looksLikeSchema = (o: JsonObject): boolean => isObject(o.properties) || (typeof o.type === "string" && /^(object|dict)$/.test(o.type)) || "$ref" in o || "anyOf" in o;

/** A parameter table `{p: {description, type: "str, optional", default}}` as a JSON schema; a schema as it is. */
function asSchema(o: JsonObject): JsonObject {
	if (looksLikeSchema(o)) return o;
	const properties: Record<string, JsonValue> = {};
	const required: string[] = [];
	for (const [name, spec] of Object.entries(o)) {
		if (typeof spec === "string") {
			// "Required. integer. The ID …": the plain-text documentation of some prompts
			const words = spec.replace(/^\s*Required\.\s*/i, "");
			properties[name] = typed(words, { description: spec });
			if (words !== spec) required.push(name);
		} else if (isObject(spec)) {
			const type = typeof spec.type === "string" ? spec.type : "";
			const { required: own, ...rest } = spec;
			properties[name] = typed(type, rest);
			if (own === true || (own === undefined && !("default" in spec) && !/optional/i.test(type))) required.push(name);
		}
	}
	return { type: "object", properties, required };
}

function typed(words: string, rest: JsonObject): JsonObject {
	const type = TYPES.find(([pattern]) => pattern.test(words))?.[1];
	const { type: _, ...others } = rest;
	return type === undefined ? others : { ...others, type };
}

const parsedObject = (text: string): JsonObject | null => {
	const r = readJsonFast(text);
	return r.ok && isObject(r.value) ? r.value : null;
};

/**
 * Tools that a prompt describes in its text: `<tools>` with one JSON object a line or a JSON list (Qwen, Hermes), a JSON
 * list after "You have access to the following functions:" (Llama), or plain text of `name: …` / `Parameters: {json}`
 * lines ("You have access to the following tools", "Available Tools"). Null when none is found. Linear in the text.
 */
export const toolsInText: (text: string) => readonly Tool[] | null = remember(text => {
	for (const find of [tagged, listed, documented]) {
		const part = find.cut(text);
		if (part !== null) return find.read(part);
	}
	return null;
}, 16);

interface Finder {
	/** The stretch that describes tools, null when this way of writing them does not occur. */
	cut(text: string): string | null;
	read(part: string): readonly Tool[] | null;
}

const tagged: Finder = {
	cut(text) {
		// "<tools></tools> XML tags" in the instruction is no description
		for (let at = text.indexOf("<tools>"); at >= 0; at = text.indexOf("<tools>", at + 7)) {
			const to = text.indexOf("</tools>", at);
			if (to < 0) return null;
			if (text.slice(at + 7, to).trim() !== "") return text.slice(at + 7, to);
		}
		return null;
	},
	read: remember(valuesIn, 16),
};

const LISTED = /(?:access to the following (?:functions|tools)|list of functions in JSON format|[Aa]vailable (?:functions|tools))[^\n[{]{0,200}\n{0,3}(?=[[{])/;
const listed: Finder = {
	cut(text) {
		const m = LISTED.exec(text);
		return m && text.slice(m.index + m[0].length);
	},
	read: remember(valuesIn, 16),
};

const DOCUMENTED = /You have access to the following tools:\n|Available Tools\*{0,2}\n/;
const documented: Finder = {
	cut(text) {
		const m = DOCUMENTED.exec(text);
		if (!m) return null;
		const rest = text.slice(m.index + m[0].length);
		const end = /\n(?:Use the following format:|\*\*Steps|Begin!|assistant\n|user\n)/.exec(rest);
		return end ? rest.slice(0, end.index) : rest;
	},
	read: remember(part => {
		const tools: Tool[] = [];
		const lines = part.split("\n");
		lines.forEach((line, i) => {
			if (!line.startsWith("Parameters:")) return;
			const before = lines[i - 1] ?? "";
			const two = /^(?:\d+\.\s*)?Name:\s*(.+)$/.exec(lines[i - 2] ?? "");
			const one = /^([A-Za-z_][\w.-]*):\s*(.*)$/.exec(before);
			const name = before.startsWith("Description:") ? two?.[1] : one?.[1];
			const description = before.startsWith("Description:") ? before.slice(12).trim() : (one?.[2] ?? null);
			const from = line.indexOf("{");
			const schema = from < 0 ? null : parsedObject(line.slice(from).trim());
			if (name !== undefined) tools.push({ name: name.trim(), description: description || null, parameters: schema && asSchema(schema) });
		});
		return tools.length ? tools : null;
	}, 16),
};

/** Tools of JSON values that follow each other; stops at the first thing that is none. */
function valuesIn(part: string): Tool[] | null {
	const tools: Tool[] = [];
	let at = 0;
	for (;;) {
		while (/[\s,]/.test(part[at] ?? "")) at++;
		if (part[at] !== "{" && part[at] !== "[") break;
		const r = readJsonAt(part, at);
		if ("at" in r) break;
		tools.push(...(readTools(r.value) ?? []));
		at = r.end;
	}
	return tools.length ? tools : null;
}
