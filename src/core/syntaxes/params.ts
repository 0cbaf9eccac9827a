import type { JsonValue, Span } from "../base/units";
import type { Draft } from "./draft";
import type { TagCall } from "./tags";

export interface Entry {
	readonly key: string;
	readonly value: JsonValue;
	/** Where the value stands. */
	readonly span: Span;
}

/** An arguments object of entries; the last of equal keys counts and the first of them is reported. */
export function argumentsOf(draft: Draft, entries: readonly Entry[]): JsonValue {
	const seen = new Set<string>();
	for (const { key, span } of entries) {
		if (seen.has(key)) draft.problem("duplicate-key", span, { key });
		seen.add(key);
	}
	return Object.fromEntries(entries.map(e => [e.key, e.value]));
}

/** Adds a call written as elements; one without a name breaks its block, one that is not closed is kept and reported. */
export function addTagCall(draft: Draft, block: number, call: TagCall, entries: readonly Entry[], closing: string): void {
	if (call.name === null) {
		draft.broken(block, "no-name", call.span);
		return;
	}
	if (!call.closed) draft.problem("unclosed-tag", { from: call.span.from, to: call.body.from }, { tag: closing.replace("/", "") });
	draft.call(block, call.name, argumentsOf(draft, entries), call.span, call.body);
}
