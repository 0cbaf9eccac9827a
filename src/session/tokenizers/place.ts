import { firstDrift, placeTokens } from "../../core/credit/tokenPlaces";
import { type Finding, finding } from "../../core/model/finding";
import type { ImportedRollout, Rollout } from "../../core/model/rollout";
import type { Tokens } from "./registry";

const DECODER = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/** The rollout with its tokens laid over its text; as it was when it has no ids, has places, or its text is not what the ids say. */
export function withPlaces(imported: ImportedRollout, tokenizer: Tokens): ImportedRollout {
	const { tokens } = imported;
	if (!tokens?.ids || tokens.spans) return imported;
	const pieces = tokenizer.pieces(tokens.ids);
	const place = (start: number) => placeTokens(pieces, imported.text, start, utf8 => DECODER.decode(utf8));
	// a mask that trains nothing does not tell where the response begins
	const found = place(imported.promptEnd) ?? (imported.promptEnd > 0 ? place(0) : null);
	if (found) return { ...imported, tokens: { ...tokens, spans: { from: found.from, to: found.to } } };
	return { ...imported, findings: [...imported.findings, finding("tokens-not-placed", "warning", { tokenizer: tokenizer.name, count: tokens.count })] };
}

/** Longest text that is tokenised again. */
const MOST = 200_000;

/** M09: does the tokenizer make the same tokens of the text again? Only where the ids are the response's from its first to its last character. */
export function drift(rollout: Rollout, tokenizer: Tokens): Finding | null {
	const { tokens, text, promptEnd } = rollout;
	if (!tokens?.ids || !tokens.spans || text.length - promptEnd > MOST) return null;
	const pieces = tokenizer.pieces(tokens.ids);
	const { from, to } = tokens.spans;
	// stretches of tokens that cover the text without gap or special token, each compared by itself
	for (let first = 0; first < tokens.count; ) {
		let end = first;
		while (end < tokens.count && !pieces[end]?.special && (end === first || from[end] === to[end - 1])) end++;
		const again = end > first ? tokenizer.encode(text.slice(from[first], to[end - 1])) : null;
		const at = again && firstDrift(tokens.ids.subarray(first, end), again);
		if (again && at !== null) {
			const index = first + at;
			const show = (id: number | undefined): string => (id === undefined ? "–" : String(id));
			const span = index < tokens.count ? { from: from[index] as number, to: to[index] as number } : null;
			return finding("M09", "warning", { first: index, recorded: show(tokens.ids[index]), again: show(again[at]) }, { span });
		}
		first = Math.max(end, first + 1);
	}
	return null;
}
