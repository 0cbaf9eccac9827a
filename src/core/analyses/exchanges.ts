import type { Call } from "../model/call";
import type { Rollout } from "../model/rollout";
import type { Exchange } from "./simulator";

/** Insides of an element that is the whole text, else the text. */
function unwrapped(text: string): string {
	const t = text.trim();
	const open = /^<([A-Za-z][\w-]{0,40})>/.exec(t);
	const close = open && `</${open[1]}>`;
	return open && close && t.endsWith(close) ? t.slice(open[0].length, t.length - close.length).trim() : t;
}

/** Bodies of `<tool_response>` elements; the whole text when it has none. */
function results(text: string): readonly string[] {
	const [open, close] = ["<tool_response>", "</tool_response>"];
	const out: string[] = [];
	for (let at = text.indexOf(open); at >= 0; ) {
		const from = at + open.length;
		const end = text.indexOf(close, from);
		out.push(text.slice(from, end < 0 ? undefined : end).trim());
		at = end < 0 ? -1 : text.indexOf(open, end);
	}
	return out.length ? out : [unwrapped(text)];
}

/** What a tool answered: where it begins, and the id of the call that the file says it answers. */
export interface Observation {
	readonly from: number;
	readonly text: string;
	readonly answers: string | null;
}

/** What the tools answered, in order. A result of a tool's turn or element may be empty; white space elsewhere is none. */
export function observationsOf(rollout: Rollout): readonly Observation[] {
	return rollout.segments.flatMap(s => {
		if (s.kind !== "observation" || s.to <= rollout.promptEnd) return [];
		// the chat template's headers, its own and that of the next turn, are no result
		const turn = rollout.turns.find(t => t.body.to >= s.from && t.span.to > s.from && t.span.from < s.to);
		const from = Math.max(s.from, turn?.body.from ?? s.from);
		const body = rollout.text.slice(from, Math.max(from, Math.min(s.to, turn?.body.to ?? s.to)));
		const stated = turn?.role === "tool" || body.includes("<tool_response>");
		return results(body).flatMap(text => (text || stated ? [{ from: s.from, text, answers: turn?.answers ?? null }] : []));
	});
}

/** The call a result names: of the latest block with that id the first call without a result; null = none is left, or none has it. */
function named(rollout: Rollout, before: number, id: string, taken: readonly (string | null)[]): number | null {
	const { calls } = rollout;
	const last = calls.findLastIndex((c, i) => i < before && c.id === id);
	const found = calls.findIndex((c, i) => i < before && c.id === id && c.block === calls[last]?.block && taken[i] === null);
	return found < 0 ? null : found;
}

/**
 * Result of each call, in the calls' order; null = none. A result that names its call answers that one and no other;
 * the rest answer the calls before them in order.
 */
export function resultsOf(rollout: Rollout): readonly (string | null)[] {
	const out: (string | null)[] = rollout.calls.map(() => null);
	const withIds = rollout.calls.some(c => c.id !== undefined);
	let waiting: number[] = [];
	let next = 0;
	let end = -1;
	for (const { from, text, answers } of observationsOf(rollout)) {
		const before: number[] = [];
		for (; next < rollout.calls.length && (rollout.calls[next] as Call).span.to <= from; next++) before.push(next);
		// new calls after a result: what was still unanswered stays so
		if (before.length && end >= 0 && from !== end) waiting = [];
		waiting.push(...before);
		end = from;
		// beside calls with ids, one without may still be what a result of unknown id answers
		const call = answers === null || !withIds ? waiting[0] : (named(rollout, next, answers, out) ?? waiting.find(i => rollout.calls[i]?.id === undefined));
		if (call === undefined) continue;
		waiting = waiting.filter(i => i !== call);
		out[call] = text;
	}
	return out;
}

/** Each call with what it was answered; calls without a result are left out. */
export function exchangesOf(rollout: Rollout): readonly Exchange[] {
	return resultsOf(rollout).flatMap((observation, i) => {
		const call = rollout.calls[i];
		return call && observation !== null ? [{ call: { name: call.name, arguments: call.arguments }, observation }] : [];
	});
}
