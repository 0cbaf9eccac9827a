import type { TokenColumns } from "../model/rollout";
import type { Transcript } from "./transcript";

/** Transcript of a file that holds token ids and no text: the ids themselves ("101 102 …"), written by us, are the response. */
export function idsTranscript(tokens: TokenColumns): { readonly transcript: Transcript; readonly tokens: TokenColumns } {
	const words = Array.from(tokens.ids ?? [], String);
	const from = new Uint32Array(words.length);
	const to = new Uint32Array(words.length);
	let at = 0;
	words.forEach((w, i) => {
		from[i] = at;
		to[i] = at + w.length;
		at += w.length + 1;
	});
	const text = words.join(" ");
	const whole = { from: 0, to: text.length };
	const turns = text ? [{ role: "assistant", span: whole, body: whole, trained: true } as const] : [];
	return { transcript: { text, promptEnd: 0, turns, pieces: [], marks: [], objectCalls: [] }, tokens: words.length ? { ...tokens, spans: { from, to } } : tokens };
}
