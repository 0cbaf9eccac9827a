import { locate } from "../base/jsonLocate";
import { isArray, isObject, type JsonObject, type Span } from "../base/units";
import type { NamedArguments } from "../matching/similarity";
import type { Call, CallBlock, CallProblemCode } from "../model/call";
import type { Rollout } from "../model/rollout";
import { shifted } from "./build";

export interface ReadBlock {
	readonly block: CallBlock;
	/** Indices into Rollout.calls. */
	readonly calls: readonly number[];
	/** At least one call, each with a name and an arguments object, and nothing else in the body. */
	readonly wellFormed: boolean;
	/** What is wrong, when it is not well formed and the parser said so. */
	readonly problem: { readonly code: CallProblemCode; readonly span: Span } | null;
}

const ILL_FORMED: readonly CallProblemCode[] = ["bad-json", "not-a-call", "no-name", "arguments-not-object", "trailing-text"];

/** Marked blocks in order, with their calls and whether a reward function would accept them. */
export function readBlocks(rollout: Rollout): ReadBlock[] {
	const calls = new Map<number, number[]>();
	for (const [i, c] of rollout.calls.entries()) {
		const list = calls.get(c.block);
		if (list) list.push(i);
		else calls.set(c.block, [i]);
	}
	const problems = rollout.callProblems.filter(p => ILL_FORMED.includes(p.code)).sort((a, b) => a.span.from - b.span.from);
	return rollout.blocks.flatMap((block, i) => {
		if (!block.tagged) return [];
		const own = calls.get(i) ?? [];
		const problem = block.problem ?? firstInside(problems, block.span);
		const whole = own.every(k => hasArguments(rollout, rollout.calls[k]));
		return [{ block, calls: own, wellFormed: !problem && own.length > 0 && whole, problem }];
	});
}

/** First of some problems, sorted by place, that begins inside a span. */
function firstInside<T extends { readonly span: Span }>(sorted: readonly T[], span: Span): T | null {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((sorted[middle] as T).span.from < span.from) low = middle + 1;
		else high = middle;
	}
	const found = sorted[low];
	return found && found.span.from < span.to ? found : null;
}

/** In Hermes text a call without the key `arguments` is no call for a reward function. */
const hasArguments = (rollout: Rollout, call: Call | undefined): boolean =>
	call !== undefined && isObject(call.arguments) && (call.argumentsSpan !== null || call.origin === "object" || rollout.syntax !== "hermes");

/**
 * Why a reward that reads the response's text, its tags and line breaks, cannot judge this one: calls that the record holds as
 * objects stand in the text as we wrote them, not as the model did. Null when the text is the model's.
 */
export const textLacking = (rollout: Pick<Rollout, "objectCalls">): "calls-as-objects" | null => (rollout.objectCalls.length ? "calls-as-objects" : null);

/** Reference calls in one list, each with the number of its step; null when the file has no reference calls. */
export function referenceCalls(rollout: Rollout): (NamedArguments & { readonly block: number })[] | null {
	return rollout.reference?.calls?.flatMap((step, block) => step.map(c => ({ name: c.name, arguments: c.arguments, block }))) ?? null;
}

/** Number of the step each block belongs to: a new one begins with another turn or after an observation. */
export function stepsOf(rollout: Rollout): Int32Array {
	const out = new Int32Array(rollout.blocks.length);
	const observations = rollout.segments.filter(s => s.kind === "observation");
	let step = 0;
	let next = 0;
	for (let i = 1; i < out.length; i++) {
		const [before, now] = [rollout.blocks[i - 1] as CallBlock, rollout.blocks[i] as CallBlock];
		while (next < observations.length && (observations[next] as Span).to <= before.span.to) next++;
		const between = next < observations.length && (observations[next] as Span).from < now.span.from;
		if (between || before.turn !== now.turn) step++;
		out[i] = step;
	}
	return out;
}

const WORD = /[\p{L}\p{N}_]/u;
/** Arguments longer than this are shown as a whole: finding one value in them takes too long for a scan. */
const MAX_SEARCHED = 500_000;

/** Place of a parameter's value in the text; of its name where the syntax is not JSON; of the call when neither is found. */
export function parameterSpan(rollout: Rollout, call: Call, name: string): Span {
	const where = call.argumentsSpan ?? call.span;
	if (where.to - where.from > MAX_SEARCHED) return where;
	const slice = rollout.text.slice(where.from, where.to);
	const exact = call.argumentsSpan && locate(slice, [name]);
	if (exact) return shifted(exact, where.from);
	const at = slice.indexOf(name);
	const once = at >= 0 && slice.indexOf(name, at + 1) < 0;
	const whole = once && !WORD.test(slice[at - 1] ?? "") && !WORD.test(slice[at + name.length] ?? "");
	return whole ? { from: where.from + at, to: where.from + at + name.length } : where;
}

/** Schema of a tool's parameters; undefined = no such tool (or no tools known), null = named without schema. */
export const schemaOf = (rollout: Rollout, name: string): JsonObject | null | undefined => rollout.tools?.find(t => t.name === name)?.parameters;

/** Names a schema requires. */
export const requiredOf = (schema: JsonObject | null | undefined): string[] => (isArray(schema?.required) ? schema.required.filter((k): k is string => typeof k === "string") : []);

/** Does the response hold an observation? */
export const hasObservation = (rollout: Rollout): boolean => rollout.segments.some(s => s.kind === "observation" && s.to > rollout.promptEnd);

/** The final reply: what the policy wrote after the last observation, without reasoning and calls; trimmed. */
export function replyOf(rollout: Rollout): { readonly text: string; readonly span: Span } {
	let from = rollout.promptEnd;
	for (const s of rollout.segments) if (s.kind === "observation" && s.to > from) from = s.to;
	const holes = [...rollout.reasoning, ...rollout.blocks.map(b => b.span), ...rollout.segments.filter(s => !s.learnable)].sort((a, b) => a.from - b.from);
	const parts: Span[] = [];
	for (const hole of holes) {
		if (hole.from > from) parts.push({ from, to: hole.from });
		from = Math.max(from, hole.to);
	}
	parts.push({ from, to: rollout.text.length });
	const kept = parts.filter(p => rollout.text.slice(p.from, p.to).trim());
	const [first, last] = [kept[0], kept.at(-1)];
	if (!first || !last) return { text: "", span: { from: rollout.text.length, to: rollout.text.length } };
	return { text: kept.map(p => rollout.text.slice(p.from, p.to).trim()).join("\n"), span: { from: first.from, to: last.to } };
}
