import type { JsonValue, Span } from "../base/units";
import type { CallProblem } from "../model/call";
import type { Tool } from "../model/tool";

/** A call found in a text; offsets into that text. */
export interface SyntaxCall {
	readonly name: string;
	readonly arguments: JsonValue;
	readonly span: Span;
	readonly argumentsSpan: Span | null;
	/** Index into `SyntaxReading.blocks`. */
	readonly block: number;
}

export interface SyntaxBlock {
	readonly span: Span;
	readonly body: Span;
	readonly tagged: boolean;
	readonly problem: CallProblem | null;
}

/** A stretch of reasoning, marks included; `body` is what stands inside them. */
export interface Reasoning extends Span {
	readonly body: Span;
}

/** What one syntax makes of one assistant text. */
export interface SyntaxReading {
	/** What the serving parser of this syntax returns: a broken call is not in it. */
	readonly calls: readonly SyntaxCall[];
	/** What we could repair beside it. */
	readonly recovered: readonly (SyntaxCall & { readonly problem: CallProblem })[];
	readonly blocks: readonly SyntaxBlock[];
	readonly problems: readonly CallProblem[];
	readonly reasoning: readonly Reasoning[];
	/** Marks around blocks and headers of channels: neither call nor content. */
	readonly wrapping: readonly Span[];
	/** Opening and closing call marks outside reasoning. */
	readonly marksCount: { readonly open: number; readonly close: number };
}

export interface SyntaxContext {
	/** null = unknown; then no name is "unknown-tool" and text arguments stay strings. */
	readonly tools: readonly Tool[] | null;
}

export type Marks = readonly [open: string, close: string];

/** One tool-call text syntax: one file, one registry row, one test. */
export interface Syntax {
	/** Our id, also the name people serve with where there is one. */
	readonly id: string;
	/** Names vLLM and sglang give the same parser. */
	readonly aliases: readonly string[];
	/** Proper name, not translated: "Hermes, Qwen2.5/3". */
	readonly title: string;
	/** Opening and closing marks of its call blocks ("" = closed by the end of the text); what stands between them is never reasoning. */
	readonly marks: readonly Marks[];
	/** Offset of the first sure sign of this syntax in `text` (its reasoning blanked out), −1 when there is none. Linear time. */
	find(text: string): number;
	/** Never throws; linear in the text's length. */
	parse(text: string, context: SyntaxContext): SyntaxReading;
	/** A text and the calls it holds; the registry's contract test runs it. */
	readonly sample: { readonly text: string; readonly calls: readonly { readonly name: string; readonly arguments: JsonValue }[] };
}
