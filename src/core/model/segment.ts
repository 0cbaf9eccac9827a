import type { Span } from "../base/units";

export const SEGMENT_KINDS = ["system", "user", "reasoning", "narration", "call", "observation", "summary", "other"] as const;
export type SegmentKind = (typeof SEGMENT_KINDS)[number];

/** Segments of a rollout cover its text without gap or overlap. */
export interface Segment extends Span {
	readonly kind: SegmentKind;
	/** Was this text produced by the policy, so that a loss can reach it? False for system, user, observation and chat-template headers. */
	readonly learnable: boolean;
}

/** Which component's advantage pays a segment when advantages are segment-locked (SLCA: tool = process reward, summary = reply reward). */
export const LANES = ["tool", "summary"] as const;
export type Lane = (typeof LANES)[number];

export interface Segmentation {
	readonly segments: readonly Segment[];
	/** Name of the tag that was never closed, e.g. "tool_call". */
	readonly truncated: string | null;
	/** Codes of `words/segmenters` worth showing, e.g. "call-labelled-summary". */
	readonly warnings: readonly string[];
}
