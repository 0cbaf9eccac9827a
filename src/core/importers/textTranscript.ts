import type { JsonPath } from "../base/units";
import type { Piece, Turn } from "../model/rollout";
import { promptTurns, responseTurns, type TextTurn } from "./templates";
import type { Transcript } from "./transcript";

/** A text of the record with its place. */
export interface TextAt {
	readonly text: string;
	readonly path: JsonPath;
}

/** A generation prompt: an answer's header with nothing, or only an opened reasoning block, behind it. */
const isOpening = (text: string, turn: TextTurn): boolean =>
	turn.role === "assistant" && /^\s*(?:<think>|<seed:think>|\[THINK\])?\s*$/.test(text.slice(turn.body, Math.min(turn.to, turn.body + 64))) && turn.to - turn.body < 64;

/**
 * Transcript of a rollout that the file holds as two texts: text = prompt + response, letter by letter, so that every
 * character has its place in the file. No turn straddles the two: the generation prompt at the prompt's end belongs to
 * the turn before it.
 */
export function readTexts(prompt: TextAt | null, response: TextAt | null): Transcript {
	const before = prompt?.text ?? "";
	const after = response?.text ?? "";
	const turns: Turn[] = [];
	const asTurn = (t: TextTurn, base: number, trained: boolean): Turn => ({
		role: t.role,
		span: { from: base + t.from, to: base + t.to },
		body: { from: base + t.body, to: base + Math.max(t.body, t.to) },
		trained: trained && t.role === "assistant",
	});
	const inPrompt = promptTurns(before);
	const last = inPrompt.at(-1);
	const opening = last && inPrompt.length > 1 && isOpening(before, last);
	for (const t of opening ? inPrompt.slice(0, -1) : inPrompt) turns.push(asTurn(t, 0, false));
	const tail = turns.at(-1);
	if (opening && tail) turns[turns.length - 1] = { ...tail, span: { from: tail.span.from, to: before.length } };
	for (const t of responseTurns(after, before)) turns.push(asTurn(t, before.length, true));

	const pieces: Piece[] = [];
	if (prompt && before) pieces.push({ from: 0, to: before.length, path: prompt.path, at: 0 });
	if (response && after) pieces.push({ from: before.length, to: before.length + after.length, path: response.path, at: 0 });
	return { text: before + after, promptEnd: before.length, turns, pieces, marks: [], objectCalls: [] };
}
