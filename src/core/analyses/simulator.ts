import { fingerprint } from "../base/hash";
import { readJsonFast, writeJson } from "../base/json";
import { pyRepr } from "../base/python";
import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { astDice } from "../matching/similarity";
import type { ReferenceCall } from "../model/call";
import type { Tool } from "../model/tool";
import { mersenneTwister } from "./mersenneTwister";
import { conforming, resembling } from "./template";

/** A call as the simulated server sees it. */
export type ServedCall = ReferenceCall;

/** What a server answered: recorded in a file, or earlier in the same session. */
export interface Exchange {
	readonly call: ServedCall;
	readonly observation: string;
}

/** Where an answer came from. "gate": refused by the schema · "replay": the same call was recorded · "nearest": a call like it was ·
 * "session": this session has asked it before · "schema" and "shape": made from the tool's output schema, or from what it answered elsewhere · "echo": nothing is known of the tool's answers. */
export type Origin = "gate" | "session" | "replay" | "nearest" | "schema" | "shape" | "echo" | "endpoint";

export interface Simulated {
	readonly observation: string;
	/** The answer says that the call failed. */
	readonly error: string | null;
	readonly origin: Origin;
	/** Likeness of the recorded call in [0,1]; NaN when none was used. */
	readonly likeness: number;
}

/** Name and canonical arguments: equal calls have equal signatures, whatever the order of their keys. */
export const signatureOf = (call: ServedCall): string => `${call.name}\u0000${writeJson(call.arguments, { sortKeys: true })}`;

/** Why a call is refused before anything runs; null when it is served (SLCA-GRPO toucan_vllm_tool.py, its sentences). */
export function gate(call: ServedCall, tool: Pick<Tool, "parameters"> | null): string | null {
	if (!tool) return `Tool '${call.name}' not found in the current available tools set.`;
	const required = isArray(tool.parameters?.required) ? tool.parameters.required : [];
	const given = isObject(call.arguments) ? call.arguments : {};
	const missing = required.filter(r => typeof r === "string" && !Object.hasOwn(given, r));
	return missing.length ? `Tool '${call.name}' missing required parameters: ${pyRepr(missing)}` : null;
}

/** Body of the last closed element; of an open one what follows its tag; null when there is none. */
function lastBody(text: string, tag: string): string | null {
	const open = `<${tag}>`;
	const close = text.lastIndexOf(`</${tag}>`);
	const from = close < 0 ? text.lastIndexOf(open) : text.lastIndexOf(open, close);
	if (from < 0) return null;
	return text.slice(from + open.length, close < 0 ? undefined : close);
}

/** What a model that plays the server meant to answer: without the tags around it. */
export function stripAnswer(text: string): string {
	let at = text;
	for (;;) {
		const inside = lastBody(at, "tool_response") ?? lastBody(at, "tool_call");
		if (inside === null) return at.trim();
		at = inside;
	}
}

/** Recorded answers, looked up by call. */
export interface Recording {
	/** Answers of each signature in file order. */
	readonly bySignature: ReadonlyMap<string, readonly string[]>;
	readonly byTool: ReadonlyMap<string, readonly Exchange[]>;
}

export function recordingOf(exchanges: Iterable<Exchange>): Recording {
	const bySignature = new Map<string, string[]>();
	const byTool = new Map<string, Exchange[]>();
	for (const e of exchanges) {
		const signature = signatureOf(e.call);
		const same = bySignature.get(signature);
		if (same) same.push(e.observation);
		else bySignature.set(signature, [e.observation]);
		const list = byTool.get(e.call.name);
		// one exchange for each different call is enough to find the nearest
		if (!list) byTool.set(e.call.name, [e]);
		else if (!same) list.push(e);
	}
	return { bySignature, byTool };
}

/** The recording without the answers to one call: how a call is answered that was never seen. */
export function withoutCall(recording: Recording, call: ServedCall): Recording {
	const signature = signatureOf(call);
	const others = (recording.byTool.get(call.name) ?? []).filter(e => signatureOf(e.call) !== signature);
	return { bySignature: new Map(), byTool: new Map([[call.name, others]]) };
}

/** Calls at least this alike have the same answer. */
export const LIKENESS = 0.9;
/** Recorded calls that are compared with one call. */
const MAX_COMPARED = 2000;

function nearest(call: ServedCall, recording: Recording): { readonly exchange: Exchange; readonly likeness: number } | null {
	let best: { exchange: Exchange; likeness: number } | null = null;
	for (const exchange of (recording.byTool.get(call.name) ?? []).slice(0, MAX_COMPARED)) {
		const likeness = astDice(call, exchange.call);
		if (!best || likeness > best.likeness) best = { exchange, likeness };
	}
	return best;
}

const WRITES = /^(set|create|update|delete|send|book|cancel|add|remove|post|put|write)/i;

/** A call that changes what later calls may see. */
export const isWrite = (call: ServedCall): boolean => WRITES.test(call.name);

const FAILED = /^\s*(?:error|exception|traceback)\b/i;
const ERROR_KEYS = ["error", "errors", "exception"] as const;

/** What an answer says went wrong; null when it does not. */
export function errorIn(observation: string): string | null {
	const read = readJsonFast(observation);
	if (read.ok && isObject(read.value)) {
		const { value } = read;
		for (const key of ERROR_KEYS) if (value[key] !== undefined && value[key] !== null && value[key] !== false && value[key] !== "") return shown(value[key]);
		return value.success === false ? shown(value.message ?? "success: false") : null;
	}
	return FAILED.test(observation) || /^Tool '/.test(observation) ? observation.trim() : null;
}
const shown = (v: JsonValue | undefined): string => (typeof v === "string" ? v : writeJson(v));

/** What this session answered to the same call, when nothing was written since. */
function asked(call: ServedCall, history: readonly Exchange[]): string | null {
	const signature = signatureOf(call);
	for (let i = history.length - 1; i >= 0; i--) {
		const e = history[i] as Exchange;
		if (signatureOf(e.call) === signature) return isWrite(e.call) ? null : e.observation;
		if (isWrite(e.call)) return null;
	}
	return null;
}

/** What this session wrote about the thing a call asks for: arguments of writes that share a value with it, the latest last. */
function written(call: ServedCall, history: readonly Exchange[]): JsonObject {
	const own = isObject(call.arguments) ? call.arguments : {};
	const out: Record<string, JsonValue> = {};
	for (const { call: earlier } of history) {
		if (!isWrite(earlier) || !isObject(earlier.arguments)) continue;
		const args = earlier.arguments;
		if (Object.keys(own).some(k => /id$|name$|key$/i.test(k) && args[k] !== undefined && writeJson(args[k]) === writeJson(own[k]))) Object.assign(out, args);
	}
	return out;
}

export interface SimulatorSetup {
	/** null = no schema is known: nothing is gated. */
	readonly tools: readonly Tool[] | null;
	/** What arguments break of their tool's schema beyond what `gate` holds, as the server would say it; null = nothing. Absent = not held. */
	readonly misfit?: (tool: Tool, call: ServedCall) => string | null;
	/** Schema of a tool's answer, where one is known. */
	readonly outputs: ReadonlyMap<string, JsonObject>;
	readonly recording: Recording;
	/** "replay": recorded answers only · "template": made ones only · "auto": recorded where there are, else made. */
	readonly mode: "auto" | "replay" | "template";
}

const answered = (observation: string, origin: Origin, likeness = Number.NaN): Simulated => ({ observation, error: errorIn(observation), origin, likeness });

const refusal = (sentence: string): Simulated => ({ observation: sentence, error: sentence, origin: "gate", likeness: Number.NaN });

/** Answers one call as its server would. Pure: equal calls in equal histories have equal answers. */
export const simulate = (setup: SimulatorSetup, call: ServedCall, history: readonly Exchange[] = []): Simulated => recalled(setup, call, history) ?? template(setup, call, history);

/** The answer that needs no invention: of the schema's gate, of this session, of a recording; null when there is none. */
export function recalled(setup: SimulatorSetup, call: ServedCall, history: readonly Exchange[] = []): Simulated | null {
	const tool = setup.tools?.find(t => t.name === call.name) ?? null;
	const refused = setup.tools ? gate(call, tool) : null;
	if (refused !== null) return refusal(refused);
	const before = asked(call, history);
	if (before !== null) return answered(before, "session");
	if (setup.mode !== "template") {
		const same = setup.recording.bySignature.get(signatureOf(call))?.[0];
		// what the real server answered to this very call counts more than what its schema says
		if (same !== undefined) return answered(same, "replay", 1);
	}
	const misfit = tool && setup.misfit ? setup.misfit(tool, call) : null;
	if (misfit !== null) return refusal(misfit);
	if (setup.mode !== "template") {
		const near = nearest(call, setup.recording);
		if (near && near.likeness >= LIKENESS) return answered(near.exchange.observation, "nearest", near.likeness);
		if (setup.mode === "replay") {
			const none = `Tool '${call.name}' has no recorded answer for these arguments.`;
			return { observation: none, error: none, origin: "replay", likeness: near?.likeness ?? 0 };
		}
	}
	return null;
}

function template(setup: SimulatorSetup, call: ServedCall, history: readonly Exchange[]): Simulated {
	const random = mersenneTwister(Number.parseInt(fingerprint(signatureOf(call)).slice(0, 10), 32));
	const known: JsonObject = { ...(isObject(call.arguments) ? call.arguments : {}), ...written(call, history) };
	const schema = setup.outputs.get(call.name);
	if (schema) return answered(writeJson(conforming(schema, random, known)), "schema");
	const like = nearest(call, setup.recording)?.exchange.observation;
	const read = like === undefined ? null : readJsonFast(like);
	if (read?.ok && (isObject(read.value) || isArray(read.value))) return answered(writeJson(resembling(read.value, random, known)), "shape");
	return answered(writeJson({ status: "ok", tool: call.name, ...known }), "echo");
}
