import type { SegmentKind } from "./segment";

/** One addend of a token's credit. The terms of a token sum to its credit (a test adds them up). */
export interface CreditTerm {
	/** "layer:format", "reward", "baseline", "masked", "locked:summary" … sentence in words/credit. */
	readonly id: string;
	readonly value: number;
	/** Values for the sentence: weight, score, mean, deviation. */
	readonly data: Readonly<Record<string, string | number>>;
}

/** Display tokens of one rollout, as columns. `from`/`to` are UTF-16 offsets into the rollout's text. */
export interface DisplayTokens {
	readonly from: Uint32Array;
	readonly to: Uint32Array;
	/** Index into SEGMENT_KINDS. */
	readonly kind: Uint8Array;
	/** 1 = a loss can reach this token. */
	readonly lossMask: Uint8Array;
	/** NaN = not in the file. */
	readonly logprob: Float32Array;
	/** "file": boundaries come from the file · "approximate": pseudo-tokens of ours. */
	readonly source: "file" | "approximate";
	/** Which of these each token of the file is; null when the file gives no places. */
	readonly seats: Uint32Array | null;
}

export const kindOf = (kinds: readonly SegmentKind[], index: number): SegmentKind => kinds[index] ?? "other";
