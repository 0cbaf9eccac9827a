import type { Piece, Turn } from "../model/rollout";
import type { TextAt } from "./chat";
import { readPrompt, responseTurns, type TextTurn } from "./templates";
import type { Transcript } from "./transcript";

/** A generation prompt: an answer's header with nothing, or only an opened reasoning block, behind it. */
const isOpening = (text: string, turn: TextTurn): boolean =>
	turn.role === "assistant" && turn.to - turn.body < 64 && /^\s*(?:<think>|<seed:think>|\[THINK\])?\s*$/.test(text.slice(turn.body, turn.to));

type Texts = TextAt | null | readonly TextAt[];
const listOf = (texts: Texts): readonly TextAt[] => (texts === null ? [] : "text" in texts ? [texts] : texts);

/**
 * Transcript of a rollout that the file holds as texts: text = prompt + response, letter by letter, so that every
 * character has its place in the file. No turn straddles the two: the generation prompt at the prompt's end belongs to
 * the turn before it.
 */
export function readTexts(prompt: Texts, response: Texts): Transcript {
	const pieces: Piece[] = [];
	let length = 0;
	const add = (part: TextAt): string => {
		if (part.text !== "") pieces.push({ from: length, to: length + part.text.length, path: part.path, at: 0 });
		length += part.text.length;
		return part.text;
	};
	const before = listOf(prompt).map(add).join("");
	const after = listOf(response).map(add).join("");
	return { text: before + after, promptEnd: before.length, turns: turnsOf(before, after), pieces, marks: [], objectCalls: [] };
}

function turnsOf(before: string, after: string): Turn[] {
	const turns: Turn[] = [];
	const asTurn = (t: TextTurn, base: number, trained: boolean): Turn => ({
		role: t.role,
		span: { from: base + t.from, to: base + t.to },
		body: { from: base + t.body, to: base + Math.max(t.body, t.to) },
		trained: trained && t.role === "assistant",
	});
	const prompt = readPrompt(before);
	const inPrompt = prompt.turns;
	const last = inPrompt.at(-1);
	const opening = last !== undefined && inPrompt.length > 1 && isOpening(before, last);
	for (const t of opening ? inPrompt.slice(0, -1) : inPrompt) turns.push(asTurn(t, 0, false));
	const tail = turns.at(-1);
	if (opening && tail) turns[turns.length - 1] = { ...tail, span: { from: tail.span.from, to: before.length } };
	for (const t of responseTurns(after, prompt)) turns.push(asTurn(t, before.length, true));
	return turns;
}

/**
 * The same texts with the prompt ending where the first answer begins, for files whose own split is off (AReaL counts
 * tool results as prompt). Null when the texts show no turns, or the split is right already.
 */
export function resplit(transcript: Transcript): Transcript | null {
	const { text, promptEnd } = transcript;
	const first = readPrompt(text).turns.find(t => t.role === "assistant");
	if (!first || first.body >= promptEnd) return null;
	return { ...transcript, promptEnd: first.body, turns: turnsOf(text.slice(0, first.body), text.slice(first.body)) };
}
