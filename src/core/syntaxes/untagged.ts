import type { Draft } from "./draft";
import { callOf, JSON_NOTATION, readMembers } from "./objects";

const START = /\{\s*"(?:name|arguments|parameters)"\s*:/g;

/**
 * Reports JSON objects with a name and arguments that stand outside all marks. Linear: after a failed attempt the search goes on
 * where it failed.
 */
export function findUntagged(draft: Draft): void {
	const { text } = draft;
	const taken = draft.blocks.map(b => b.span);
	const start = new RegExp(START);
	let next = 0;
	for (let m = start.exec(text); m; m = start.exec(text)) {
		while (taken[next] && (taken[next]?.to ?? 0) <= m.index) next++;
		const block = taken[next];
		if (block && block.from <= m.index) {
			start.lastIndex = block.to;
			continue;
		}
		const r = readMembers(text, m.index, JSON_NOTATION);
		if ("expected" in r) {
			start.lastIndex = Math.max(r.at, m.index + 1);
			continue;
		}
		start.lastIndex = r.end;
		const span = { from: m.index, to: r.end };
		const call = callOf({ span, members: r.members });
		if ("code" in call || !call.argumentsSpan) continue;
		const index = draft.block(span, span, false);
		draft.recover(index, draft.broken(index, "untagged-call", span, { name: call.name }), call.name, call.arguments, span, call.argumentsSpan);
	}
}
