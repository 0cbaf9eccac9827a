import type { Draft } from "./draft";
import { type CallObject, callOf, JSON_NOTATION, type NamedCall, readMembers, skipSpace } from "./objects";

interface BareCall {
	readonly object: CallObject;
	readonly call: NamedCall;
}

/**
 * JSON objects with a name and arguments, wherever they stand in the text. `skip` gives, for the offset of a brace, the end of the stretch
 * to leave out (0 = read it). Linear: after a failed attempt the search goes on where it failed, as vLLM Llama3JsonToolParser does with raw_decode.
 */
export function bareCalls(text: string, skip: (at: number) => number = () => 0): readonly BareCall[] {
	const out: BareCall[] = [];
	for (let at = text.indexOf("{"); at >= 0; ) {
		const past = skip(at);
		if (past || text[skipSpace(text, at + 1)] !== '"') {
			at = text.indexOf("{", past || at + 1);
			continue;
		}
		const r = readMembers(text, at, JSON_NOTATION);
		if ("expected" in r) {
			at = text.indexOf("{", Math.max(r.at, at + 1));
			continue;
		}
		const object = { span: { from: at, to: r.end }, members: r.members };
		const call = callOf(object);
		if (!("code" in call) && call.argumentsSpan) out.push({ object, call });
		at = text.indexOf("{", r.end);
	}
	return out;
}

/** Reports JSON calls that stand outside all marks. */
export function findUntagged(draft: Draft): void {
	const taken = draft.blocks.map(b => b.span);
	let next = 0;
	const skip = (at: number): number => {
		while ((taken[next]?.to ?? at + 1) <= at) next++;
		const block = taken[next];
		return block && block.from <= at ? block.to : 0;
	};
	for (const { object, call } of bareCalls(draft.text, skip)) {
		const { span } = object;
		const index = draft.block(span, span, false);
		draft.recover(index, draft.broken(index, "untagged-call", span, { name: call.name }), call.name, call.arguments, span, call.argumentsSpan);
	}
}
