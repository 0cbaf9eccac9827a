import type { JsonValue, Span } from "../base/units";
import type { Finding } from "./finding";
import type { Lane } from "./segment";

/** How a check ended: `unknown` is never shown or counted as a failure. */
export type Verdict = "pass" | "fail" | "partial" | "unknown";

/** The smallest step of a score a person can verify: what was expected, what was there, where. */
export interface Check {
	/** Stable id; its sentence is in words/rewards. */
	readonly id: string;
	readonly verdict: Verdict;
	/** Score in [0,1] usually; NaN = unknown. */
	readonly score: number;
	readonly expected: string | null;
	readonly actual: string | null;
	/** Place in the rollout's text. */
	readonly span: Span | null;
	/** Values for the sentence (a tool's name, a parameter, a similarity and its kind). */
	readonly data: Readonly<Record<string, string | number>>;
	/** Said beside the score: however it ended, it cost nothing. Absent = it may count. */
	readonly free?: true;
}

export interface Layer {
	/** "format", "content", "result", "process", … */
	readonly id: string;
	/** NaN = unknown. */
	readonly score: number;
	readonly weight: number;
	/** Score of the gating layer below which this layer pays nothing; null = no gate. */
	readonly gate: number | null;
	/** False when the gate closed this layer. */
	readonly open: boolean;
	/** What it adds to the total: weight · score when open, 0 when closed, NaN when unknown. */
	readonly contribution: number;
	/** Lanes its contribution pays when advantages are segment-locked. */
	readonly pays: readonly Lane[];
	readonly checks: readonly Check[];
	/** Code of words/rewards that says why the score is unknown; null when known. */
	readonly unknown: string | null;
}

export interface ParamMatch {
	readonly name: string;
	readonly verdict: "equal" | "similar" | "different" | "missing" | "extra";
	readonly expected: JsonValue | undefined;
	readonly actual: JsonValue | undefined;
	/** In [0,1]; NaN when there is nothing to compare. */
	readonly similarity: number;
	/** What these two texts were compared by, when the similarity does not compare all texts alike. */
	readonly by?: string;
}

/** Pairing of a predicted call with a reference call. */
export interface CallMatch {
	/** Index into Rollout.calls. */
	readonly call: number;
	/** Index into the flattened reference calls; null = unpaired. */
	readonly reference: number | null;
	readonly similarity: number;
	readonly params: readonly ParamMatch[];
}

/** What a reward says about one rollout. */
export interface Score {
	/** NaN = a layer that counts is unknown, so the total is. */
	readonly total: number;
	/** Sum of what is known, for display as "0.76 + ?". */
	readonly known: number;
	readonly layers: readonly Layer[];
	/** Reward per lane for segment-locked estimators; NaN = that lane has no reward (absent). */
	readonly lanes: Readonly<Record<Lane, number>>;
	/** A call was due and none was made (SLCA's guard). */
	readonly omitted: boolean;
	readonly matches: readonly CallMatch[];
	/** Reference calls no predicted call was paired with (flattened indices). */
	readonly missed: readonly number[];
	readonly findings: readonly Finding[];
}
