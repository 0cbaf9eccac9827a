import type { JsonValue, Span } from "../base/units";

/** One tool call of the policy. Spans are UTF-16 offsets into the rollout's `text`. */
export interface Call {
	readonly name: string;
	/** An object in nearly all cases; as written when it is not. */
	readonly arguments: JsonValue;
	readonly span: Span;
	/** Where the arguments stand, when the syntax can tell. */
	readonly argumentsSpan: Span | null;
	/** Index into `Rollout.blocks`: calls of one block are parallel. */
	readonly block: number;
	/** `text`: parsed by its syntax · `object`: given as an object in the file · `recovered`: repaired by us, the serving parser returns nothing. */
	readonly origin: "text" | "object" | "recovered";
	/** Name the file gives the call, by which its result refers to it. */
	readonly id?: string;
}

/** A stretch the policy marked as tool call(s): one tag pair, one `Action:`, one object. */
export interface CallBlock {
	readonly span: Span;
	/** What stands inside the marks. */
	readonly body: Span;
	/** False when the call was found without its marks (bare JSON). */
	readonly tagged: boolean;
	/** Why the body yields no call, null when it does. */
	readonly problem: CallProblem | null;
	/** Number of the assistant turn it stands in. */
	readonly turn: number;
}

/** Something wrong with a call's text; `code` is one of the ids in words/problems. */
export interface CallProblem {
	readonly code: CallProblemCode;
	readonly span: Span;
	/** Values for the message: a name, a character, a position. */
	readonly data: Readonly<Record<string, string | number>>;
}

export type CallProblemCode =
	| "bad-json"
	| "unclosed-tag"
	| "stray-close-tag"
	| "not-a-call"
	| "no-name"
	| "arguments-not-object"
	| "unknown-tool"
	| "duplicate-key"
	| "unknown-parameter"
	| "trailing-text"
	| "call-inside-reasoning"
	| "untagged-call"
	| "unclosed-reasoning";

/** A reference call. */
export interface ReferenceCall {
	readonly name: string;
	readonly arguments: JsonValue;
}
