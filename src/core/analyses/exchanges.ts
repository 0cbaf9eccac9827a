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

/** What the tools answered, in order, each with where it begins. */
export function observationsOf(rollout: Rollout): readonly { readonly from: number; readonly text: string }[] {
	return rollout.segments.flatMap(s => {
		if (s.kind !== "observation" || s.to <= rollout.promptEnd) return [];
		// the chat template's header is no result
		const turn = rollout.turns.find(t => t.body.to > s.from && t.span.from < s.to);
		const from = turn && turn.body.from > s.from && turn.body.from < s.to ? turn.body.from : s.from;
		return results(rollout.text.slice(from, s.to)).flatMap(text => (text ? [{ from: s.from, text }] : []));
	});
}

/** Result of each call, in the calls' order; null = none. Results answer the calls before them in order. */
export function resultsOf(rollout: Rollout): readonly (string | null)[] {
	const out: (string | null)[] = rollout.calls.map(() => null);
	let waiting: number[] = [];
	let next = 0;
	let end = -1;
	for (const { from, text } of observationsOf(rollout)) {
		const before: number[] = [];
		for (; next < rollout.calls.length && (rollout.calls[next] as Call).span.to <= from; next++) before.push(next);
		// new calls after a result: what was still unanswered stays so
		if (before.length && end >= 0 && from !== end) waiting = [];
		waiting.push(...before);
		end = from;
		const call = waiting.shift();
		if (call !== undefined) out[call] = text;
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
