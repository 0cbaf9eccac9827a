import type { JsonObject, JsonPath, JsonValue, Span } from "../base/units";
import type { Call, CallBlock, CallProblem, ReferenceCall } from "./call";
import type { Finding } from "./finding";
import type { Segment } from "./segment";
import type { Tool } from "./tool";

export type Role = "system" | "user" | "assistant" | "tool" | "other";

/** A turn of the transcript. `span` includes the chat-template header ("\nuser\n"), `body` does not. Turns cover the text in order, without gap. */
export interface Turn {
	readonly role: Role;
	readonly span: Span;
	readonly body: Span;
	/** False for turns of the prompt; null when the file does not say. Only `assistant` turns can be true. */
	readonly trained: boolean;
	/** Turns of a tool: id of the call this is the result of, where the file names it. */
	readonly answers?: string;
}

/**
 * A stretch of the rollout's text that is a copy of a JSON string in the record: text[from, to) equals the string at
 * `path`, from its offset `at` (UTF-16, decoded). Stretches without a piece were written by us (rendered calls).
 */
export interface Piece extends Span {
	readonly path: JsonPath;
	readonly at: number;
}

/** A stretch whose kind the file itself states (reasoning_content, tool_calls objects, role=tool). */
export interface Mark extends Span {
	readonly kind: "reasoning" | "call" | "observation";
}

/** A call that the file gives as an object, with its place in the rendered text. */
export interface ObjectCall {
	readonly name: string;
	readonly arguments: JsonValue;
	readonly span: Span;
	readonly turn: number;
	/** Calls of one message share a block. */
	readonly block: number;
	/** Set when `arguments` was a string that is not JSON: it is kept as written. */
	readonly problem: CallProblem | null;
	/** Name the file gives the call; absent = it gives none. */
	readonly id?: string;
}

/** What the file says. NaN = not in the file. */
export interface Recorded {
	readonly reward: number;
	/** Reward components in file order; NaN where a row has none. */
	readonly components: Readonly<Record<string, number>>;
	/** One advantage for the whole rollout, when the trainer wrote one. */
	readonly advantage: number;
}

/** The right answer, as far as the file gives one. */
export interface Reference {
	/** Steps in order, parallel calls inside; null = the file has no reference calls; [] = the reference is "no call". */
	readonly calls: readonly (readonly ReferenceCall[])[] | null;
	/** Final answer or reply, null when the file gives none. */
	readonly answer: JsonValue;
	/** Path of the key it came from, for display ("gts", "reward_model.ground_truth"). */
	readonly source: string;
}

/** Token-level columns as the file gives them; every array has one entry per token of the response unless null. */
export interface TokenColumns {
	readonly count: number;
	/** Offsets into the rollout's text; null when the file has ids only and no tokenizer was named. */
	readonly spans: { readonly from: Uint32Array; readonly to: Uint32Array } | null;
	readonly ids: Int32Array | null;
	readonly lossMask: Uint8Array | null;
	/** The record has a mask that does not fit its tokens: which of them are trained is not known, and not to be guessed. */
	readonly maskUnfit?: true;
	readonly logprobs: Float64Array | null;
	/** As written: what a trainer put on masked tokens stands there too. */
	readonly advantages: Float64Array | null;
	/** The trainer writes a rollout's one advantage on all tokens, masked ones too, and leaves the masking to its loss. */
	readonly filled?: boolean;
	/** What the critic expected; absent or null = not in the file. */
	readonly values?: Float64Array | null;
	/** Reward of each token as the trainer used it, its KL included. */
	readonly rewards?: Float64Array | null;
	/** Log-probabilities that the loss's ratio is made of; absent = the file does not hold both. See `Update`. */
	readonly update?: Update;
}

/** Natural logs, NaN = missing: of the policy that the trainer's loss divides by, and of the policy at the update. */
export interface Update {
	readonly old: Float64Array;
	readonly now: Float64Array;
}

/** One attempt as an importer hands it over: no call parsed yet, nothing judged. */
export interface ImportedRollout {
	readonly id: string | null;
	/** Key that names its group within the file and step; null = no group, never an invented one. */
	readonly group: string | null;
	readonly step: number | null;
	readonly text: string;
	/** Where the response begins; text before it is the prompt. */
	readonly promptEnd: number;
	readonly turns: readonly Turn[];
	readonly pieces: readonly Piece[];
	readonly marks: readonly Mark[];
	readonly objectCalls: readonly ObjectCall[];
	/** null = the file names no tools. */
	readonly tools: readonly Tool[] | null;
	readonly reference: Reference | null;
	readonly recorded: Recorded;
	readonly tokens: TokenColumns | null;
	/** Was the response cut off by the length limit? null = the file does not say. */
	readonly truncated: boolean | null;
	/** The record's other keys, for recipes (judge grade, outcome) and display. */
	readonly extras: JsonObject;
	/** The whole record, for a recipe's rule; absent when the rollout was not read from one. */
	readonly record?: JsonValue;
	readonly findings: readonly Finding[];
}

/** One attempt, parsed: what rewards, checks and views read. Made from a record, used, dropped. */
export interface Rollout extends ImportedRollout {
	/** Id of the syntax that found the calls; null when there are none. */
	readonly syntax: string | null;
	/** What the serving parser would return, in order. Calls inside reasoning are not calls. */
	readonly calls: readonly Call[];
	/** Calls we repaired; the serving parser returns nothing for them. */
	readonly recovered: readonly Call[];
	readonly blocks: readonly CallBlock[];
	/** Opening and closing call marks outside reasoning. */
	readonly marksCount: { readonly open: number; readonly close: number };
	readonly callProblems: readonly CallProblem[];
	readonly reasoning: readonly Span[];
	readonly segments: readonly Segment[];
	readonly segmentWarnings: readonly string[];
	/** Tag that was never closed. */
	readonly unclosed: string | null;
}

/** The response: everything after the prompt. */
export const responseOf = (r: Pick<ImportedRollout, "text" | "promptEnd">): string => r.text.slice(r.promptEnd);
