import { writeJson } from "../base/json";
import type { JsonPath, Span } from "../base/units";
import type { Mark, ObjectCall, Piece, Role, Turn } from "../model/rollout";
import type { CallObject } from "./callObjects";

/** A rollout's text with everything the file says about its parts. */
export interface Transcript {
	readonly text: string;
	readonly promptEnd: number;
	readonly turns: readonly Turn[];
	readonly pieces: readonly Piece[];
	readonly marks: readonly Mark[];
	readonly objectCalls: readonly ObjectCall[];
}

/**
 * Writes a transcript from messages, part by part. What the file holds is copied with its path (`copy`), what it holds as
 * an object is written in Hermes form (`<tool_call>\n{json}\n</tool_call>`) and marked. Every turn after the first begins
 * with a header line ("\nuser\n"). No turn straddles the end of the prompt: the header of the first answer belongs to the
 * last turn of the prompt, as a chat template's generation prompt does.
 */
export interface TranscriptWriter {
	/** Opens a turn. `join`: goes on with the open turn when it has the same role and training (parts of one answer). */
	turn(role: Role, trained: boolean, join?: boolean): void;
	/** Names the call that the open turn is the result of. */
	answers(id: string | null): void;
	/** Verbatim text of the record; `at` = offset in the record's string. */
	copy(text: string, path: JsonPath, at?: number): void;
	/** Text of ours. */
	say(text: string): void;
	/** A line break, unless the open turn's body is empty or ends with one. */
	freshLine(): void;
	/** `<think>` block of a text that the file keeps apart. */
	reasoning(text: string, path: JsonPath): void;
	calls(calls: readonly CallObject[]): void;
	/** Marks the open turn's body, so far, as what a tool answered. */
	observation(): void;
	/** Ends the prompt; `answered` false when what follows is not an answer of the policy. */
	endPrompt(answered: boolean): void;
	/** Number of the open turn. */
	turnNumber(): number;
	done(): Transcript;
}

export function newTranscript(): TranscriptWriter {
	const out: string[] = [];
	const turns: Turn[] = [];
	const pieces: Piece[] = [];
	const marks: Mark[] = [];
	const objectCalls: ObjectCall[] = [];
	let length = 0;
	let last = "";
	let promptEnd: number | null = null;
	let headed = false;
	let blocks = 0;
	let block = -1;
	let open: { role: Role; trained: boolean; from: number; body: number; bodyEnd: number | null; answers: string | null } | null = null;

	const write = (text: string): Span => {
		const from = length;
		if (text !== "") {
			out.push(text);
			length += text.length;
			last = text[text.length - 1] as string;
		}
		return { from, to: length };
	};
	const close = (): void => {
		if (open) {
			const { role, trained, answers } = open;
			turns.push({ role, span: { from: open.from, to: length }, body: { from: open.body, to: open.bodyEnd ?? length }, trained, ...(answers === null ? {} : { answers }) });
		}
		open = null;
	};

	const writer: TranscriptWriter = {
		turn(role, trained, join = false) {
			if (join && open?.role === role && open.trained === trained) return;
			close();
			const from = length;
			// the answer's header was written with the end of the prompt
			if (headed && role === "assistant") headed = false;
			else write(length ? `\n${role}\n` : promptEnd === null ? `${role}\n` : "");
			open = { role, trained, from, body: length, bodyEnd: null, answers: null };
			block = -1;
		},
		answers(id) {
			if (open) open.answers = id;
		},
		copy(text, path, at = 0) {
			if (text === "") return;
			const span = write(text);
			pieces.push({ ...span, path, at });
		},
		say(text) {
			write(text);
		},
		freshLine() {
			if (open && length > open.body && last !== "\n") write("\n");
		},
		reasoning(text, path) {
			writer.freshLine();
			const from = write("<think>\n").from;
			writer.copy(text, path);
			marks.push({ kind: "reasoning", from, to: write("\n</think>\n\n").to - 2 });
		},
		calls(calls) {
			if (calls.length && block < 0) block = blocks++;
			for (const call of calls) {
				writer.freshLine();
				const from = write(`<tool_call>\n{"name": ${JSON.stringify(call.name)}, "arguments": `).from;
				const args = length;
				if (call.verbatim) writer.copy(call.verbatim.text, call.verbatim.path);
				else write(writeJson(call.arguments, { spaced: true }));
				const argumentsSpan = { from: args, to: length };
				const span = { from, to: write("}\n</tool_call>").to };
				marks.push({ kind: "call", ...span });
				const problem = call.broken ? ({ code: "bad-json", span: argumentsSpan, data: { name: call.name, ...call.broken } } as const) : null;
				// calls of the prompt's history, and of a user, are text of the environment
				if (promptEnd === null || open?.role !== "assistant") continue;
				const id = call.id === null ? {} : { id: call.id };
				objectCalls.push({ name: call.name, arguments: call.arguments, span, turn: turns.length, block, problem, ...id });
			}
		},
		observation() {
			if (open && length > open.body) marks.push({ kind: "observation", from: open.body, to: length });
		},
		endPrompt(answered) {
			if (promptEnd !== null) return;
			if (open && answered) {
				open.bodyEnd = length;
				write("\nassistant\n");
				headed = true;
			}
			close();
			promptEnd = length;
		},
		turnNumber: () => turns.length,
		done() {
			if (promptEnd === null) writer.endPrompt(true);
			close();
			return { text: out.join(""), promptEnd: promptEnd ?? length, turns, pieces, marks, objectCalls };
		},
	};
	return writer;
}
