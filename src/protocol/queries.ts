import type { Span } from "../core/base/units";
import type { CreditTerm } from "../core/model/credit";
import type { Severity } from "../core/model/finding";
import type { CallMatch, Layer } from "../core/model/reward";
import type { Role } from "../core/model/rollout";
import type { Lane, SegmentKind } from "../core/model/segment";

/** What a door may ask a session. Plain data; NaN travels as NaN (structured clone). Messages are made from this table. */
export interface Queries {
	/** The file as a whole; cheap, asked again after every "changed" notice. */
	file: { ask: null; answer: FileView };
	/** Display rows [from, to) of the table in its current order. */
	rows: { ask: { readonly from: number; readonly to: number }; answer: { readonly total: number; readonly items: readonly TableItem[] } };
	/** Changes order and filter; answers the new number of display rows and whether the search is complete. */
	arrange: { ask: Arrangement; answer: { readonly total: number; readonly matching: number } };
	/** Changes how rollouts are scored or credited. */
	setup: { ask: Partial<Setup>; answer: FileView };
	/** Holds up scoring in the background, or lets it go on. */
	pause: { ask: { readonly paused: boolean }; answer: FileView };
	look: { ask: { readonly row: number }; answer: RolloutView };
	/** The terms that add up to one token's credit under the current setup or a named estimator. */
	explain: {
		ask: { readonly row: number; readonly token: number; readonly estimator: string };
		answer: { readonly credit: number; readonly terms: readonly CreditTerm[]; readonly weight?: GradientWeight };
	};
	/** Display row of a rollout in the current order; −1 when filtered out. */
	whereIs: { ask: { readonly row: number }; answer: { readonly index: number } };
	/** Next degenerate group after (before) a display row; null when there is none. */
	nextDegenerate: { ask: { readonly index: number; readonly back: boolean }; answer: { readonly index: number; readonly row: number } | null };
	/** The training steps of the file or run, ascending, rollouts without a step last. */
	steps: { ask: null; answer: StepsView };
	/** What the first record holds, for a person to say which key is which; answered also when the file has no known shape. */
	shape: { ask: null; answer: ShapeView };
	/** Reads the file anew as rows of text whose keys were named. */
	mapping: { ask: { readonly keys: Readonly<Partial<Record<MappedKey, string>>> }; answer: FileView };
	copy: { ask: { readonly row: number; readonly as: "json" | "markdown" }; answer: { readonly text: string } };
	/** Place in the file of an offset of the rollout's text (null = the record). Lines and columns are 1-based. */
	place: { ask: { readonly row: number; readonly offset: number | null }; answer: { readonly line: number; readonly column: number; readonly file?: string } };
	/** What is wrong: the file's findings [from, to), errors first, of each severity the first ones in file order; or all those of one line. */
	findings: { ask: { readonly from: number; readonly to: number } | { readonly line: number }; answer: FindingsView };
	/** The rollouts of a line of the file, by their numbers; none when the line holds no rollout or is not read yet. With `reasons` the line is read again. */
	card: { ask: { readonly line: number; readonly reasons?: boolean }; answer: readonly CardView[] };
}

/** "changed": file, rows and the open rollout may differ now: ask again. */
export type Notice = "changed";

export interface Arrangement {
	/** Column id, or "file" for the file's own order (groups together). */
	readonly sort: SortKey;
	readonly descending: boolean;
	/** Case-insensitive text that the rollout's text, id, group or call names must contain; "" = all. */
	readonly text: string;
	readonly only: "all" | "degenerate" | "findings";
	/** Only rollouts of this step; null = those that have none; absent = all. */
	readonly step?: number | null;
}
export const SORT_KEYS = ["file", "group", "reward", "advantage", "tokens", "findings", "step", "deviation"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Parts of a rollout that a person may name keys for. */
export const MAPPED_KEYS = ["prompt", "response", "reward", "group", "step"] as const;
export type MappedKey = (typeof MAPPED_KEYS)[number];
export interface ShapeView {
	/** Dotted paths of the first record, each with its value there, shortened. */
	readonly keys: readonly { readonly path: string; readonly example: string }[];
	/** Which of them have a usual name. */
	readonly guess: Readonly<Partial<Record<MappedKey, string>>>;
}

export interface StepView {
	/** null = rollouts without a step. */
	readonly step: number | null;
	readonly rollouts: number;
	/** Mean of the known rewards. */
	readonly mean: number;
	readonly groups: number;
	/** Groups whose rewards differ. */
	readonly useful: number;
}
export interface StepsView {
	/** Which rewards the means are of. */
	readonly basis: "recorded" | "recomputed";
	readonly steps: readonly StepView[];
}

/** The switchable part of the recipe. */
export interface Setup {
	readonly reward: string;
	/** Option of `layered`: how content tiers fall. */
	readonly tiers: "literal" | "monotone";
	readonly basis: "auto" | "recorded" | "recomputed";
	readonly estimator: string;
	readonly preset: string;
	readonly segmenter: string;
	readonly lanes: "fine" | "two-segment";
}

export interface Choice {
	readonly id: string;
	/** Ready to show, in the session's language. */
	readonly label: string;
	readonly detail: string;
}

export interface FileView {
	readonly name: string;
	readonly path: string;
	/** Size in bytes. */
	readonly bytes: number;
	readonly format: string | null;
	readonly formatTitle: string;
	readonly subtype: string | null;
	readonly confidence: number;
	readonly container: string;
	readonly records: number;
	readonly rollouts: number;
	readonly groups: number;
	readonly degenerateGroups: number;
	/** Sentence that says which key groups came from. */
	readonly groupKey: string;
	readonly has: Readonly<Record<Signal, boolean>>;
	/** What the file lacks and what becomes impossible, as sentences. */
	readonly missing: readonly { readonly signal: string; readonly disables: string }[];
	readonly problems: readonly ProblemView[];
	/** When several files are open as one run. */
	readonly run?: { readonly files: number };
	readonly scan: ScanView;
	/** Reads of the file fail since …: a sentence, null when all is well. */
	readonly trouble: string | null;
	/** What happened to the file since it was opened (it was replaced, cut), as a sentence. */
	readonly notice?: string | null;
	readonly setup: Setup;
	/** Basis that "auto" came to. */
	readonly basis: "recorded" | "recomputed";
	readonly choices: {
		readonly rewards: readonly Choice[];
		readonly estimators: readonly Choice[];
		readonly presets: Readonly<Record<string, readonly Choice[]>>;
		readonly segmenters: readonly Choice[];
	};
	/** Layer ids of the current reward, in order. */
	readonly layers: readonly { readonly id: string; readonly label: string }[];
	/** Names of recorded reward components. */
	readonly components: readonly string[];
	/** 99th percentile of |advantage| in the file under the current setup: where the colour scale is clamped. */
	readonly scale: number;
}

export const SIGNALS = ["messages", "tokens", "logprobs", "lossMask", "advantages", "values", "reward", "components", "reference", "tools"] as const;
export type Signal = (typeof SIGNALS)[number];

export interface ScanView {
	readonly state: "waiting" | "scanning" | "done" | "failed";
	readonly bytesDone: number;
	readonly bytesTotal: number;
	readonly rows: number;
	/** Rows whose reward was computed; the others are known by the index only. */
	readonly scored?: number;
	/** Held up by the user. */
	readonly paused?: boolean;
	/** Seconds left by the rate so far; NaN = not known. */
	readonly secondsLeft: number;
}

/** A finding with its sentence and its place in the file. */
export interface ProblemView {
	readonly code: string;
	readonly severity: Severity;
	readonly message: string;
	/** 1-based; null when it is about the whole file. */
	readonly line: number | null;
	readonly column: number | null;
	/** In the rollout's text; null outside a rollout. */
	readonly span: Span | null;
	/** In a run: the file that `line` counts in, below the run's folder. */
	readonly file?: string;
}

export type TableItem =
	| {
			readonly kind: "group";
			/** Group key as the file writes it; null = rollouts without a group. */
			readonly group: string | null;
			readonly step: number | null;
			readonly size: number;
			readonly mean: number;
			readonly deviation: number;
			readonly degenerate: string | null;
			/** Sentence for `degenerate`. */
			readonly degenerateText: string;
	  }
	| {
			readonly kind: "rollout";
			readonly row: number;
			readonly id: string | null;
			readonly group: string | null;
			readonly step: number | null;
			/** Number within its group, 1-based. */
			readonly member: number;
			readonly recorded: number;
			readonly total: number;
			readonly known: number;
			/** Score per layer, in FileView.layers order. */
			readonly layers: readonly number[];
			/** Broadcast advantage; NaN when the estimator is segment-locked. */
			readonly advantage: number;
			readonly lanes: Readonly<Record<Lane, number>> | null;
			readonly tokens: number;
			readonly calls: number;
			readonly findings: number;
			/** Worst severity. */
			readonly severity: Severity | null;
			/** Not read yet: what the index knows stands in the columns, the rest comes. */
			readonly waiting?: boolean;
	  };

/** How hard one token is pushed: `value` is the product of the factors. Absent where no loss reaches or no advantage is known. */
export interface GradientWeight {
	readonly value: number;
	readonly factors: readonly CreditTerm[];
}

/** One rollout in depth. Token columns travel as typed arrays, moved not copied. */
export interface RolloutView {
	readonly row: number;
	readonly id: string | null;
	readonly group: string | null;
	readonly step: number | null;
	readonly line: number;
	/** In a run: the file that `line` counts in, below the run's folder. */
	readonly file?: string;
	readonly text: string;
	readonly promptEnd: number;
	readonly turns: readonly { readonly role: Role; readonly from: number; readonly to: number }[];
	readonly segments: readonly { readonly kind: SegmentKind; readonly from: number; readonly to: number; readonly lane: Lane | null; readonly learnable: boolean }[];
	readonly segmentWarnings: readonly string[];
	readonly syntax: string | null;
	readonly calls: readonly CallView[];
	readonly tokens: {
		readonly from: Uint32Array;
		readonly to: Uint32Array;
		/** Index into SEGMENT_KINDS. */
		readonly kind: Uint8Array;
		readonly lossMask: Uint8Array;
		readonly logprob: Float32Array;
		readonly approximate: boolean;
	};
	/** Credit per token and estimator id ("grpo", "slca"): what each algorithm would give, under this setup's presets. */
	readonly credit: Readonly<Record<string, Float32Array>>;
	/** Where colours clamp, per estimator. */
	readonly scale: Readonly<Record<string, number>>;
	readonly score: ScoreView;
	readonly recorded: { readonly reward: number; readonly components: Readonly<Record<string, number>>; readonly advantage: number };
	/** Advantage of this rollout per estimator, with the sentences that explain it. */
	readonly advantages: readonly AdvantageView[];
	readonly findings: readonly ProblemView[];
	readonly reference: { readonly source: string; readonly text: string } | null;
}

export interface CallView {
	readonly name: string;
	readonly span: Span;
	readonly argumentsText: string;
	readonly origin: "text" | "object" | "recovered";
}

export interface ScoreView {
	readonly reward: string;
	readonly rewardLabel: string;
	readonly source: string;
	readonly total: number;
	readonly known: number;
	readonly omitted: boolean;
	readonly layers: readonly (Omit<Layer, "checks"> & {
		readonly label: string;
		readonly unknownText: string | null;
		readonly checks: readonly CheckView[];
	})[];
	readonly lanes: Readonly<Record<Lane, number>>;
	readonly matches: readonly CallMatch[];
}

export interface CheckView {
	readonly id: string;
	readonly verdict: "pass" | "fail" | "partial" | "unknown";
	readonly score: number;
	readonly sentence: string;
	readonly expected: string | null;
	readonly actual: string | null;
	readonly span: Span | null;
}

export interface AdvantageView {
	readonly estimator: string;
	readonly label: string;
	readonly preset: string;
	/** The preset's corners in words. */
	readonly corners: string;
	/** Why this rollout has no advantage: what the file, its group or itself lacks. Code of words/estimators. */
	readonly unknown?: { readonly code: string; readonly sentence: string } | null;
	readonly advantage: number;
	readonly lanes: Readonly<Record<Lane, number>> | null;
	/** Group statistics used: one per lane for locked estimators. */
	readonly statistics: readonly {
		readonly of: "reward" | Lane;
		readonly reward: number;
		readonly baseline: number;
		readonly divisor: number;
		/** The advantage is scale · (reward − baseline) ÷ divisor. */
		readonly scale: number;
		readonly size: number;
		readonly note: string | null;
	}[];
}

/** Where something stands in the file; lines and columns (UTF-16) are 1-based, the end is exclusive. */
export interface FilePlace {
	readonly line: number;
	readonly column: number;
	readonly endLine: number;
	readonly endColumn: number;
}

/** A finding for lists, squiggles and reports. */
export interface FindingView extends ProblemView {
	/** null when it is about a record that holds no rollout, about a group or about the file. */
	readonly row: number | null;
	/** null when it is about the whole file. */
	readonly place: FilePlace | null;
	readonly expected: string | null;
	readonly actual: string | null;
	/** Places that explain it, with a sentence each. */
	readonly related: readonly { readonly place: FilePlace; readonly message: string }[];
	/** The reference call it is measured against, as JSON text; null when there is none. */
	readonly reference: string | null;
	/** The call as it should have been, as JSON text; null when that is not known. */
	readonly repaired: string | null;
}

export interface FindingsView {
	readonly items: readonly FindingView[];
	/** How many of each code there are, most serious first, then most frequent; empty when one line was asked about. */
	readonly counts: readonly { readonly code: string; readonly severity: Severity; readonly count: number }[];
	/** Number of items that can be asked for; the counts may tell of more. */
	readonly total: number;
	/** False while the file is still being read. */
	readonly complete: boolean;
}

/** One rollout in numbers. */
export interface CardView {
	readonly row: number;
	readonly group: string | null;
	readonly step: number | null;
	readonly recorded: number;
	readonly reward: string;
	readonly total: number;
	readonly known: number;
	readonly layers: readonly {
		readonly id: string;
		readonly label: string;
		readonly score: number;
		readonly contribution: number;
		/** What failed, was met in part or is unknown; absent or null = nothing, or not asked for. */
		readonly reason?: string | null;
	}[];
	readonly estimator: string;
	readonly advantage: number;
	readonly lanes: Readonly<Record<Lane, number>> | null;
	/** Why there is no advantage, as a sentence; absent or null = there is one. */
	readonly lacks?: string | null;
	readonly findings: number;
	/** Worst severity. */
	readonly severity: Severity | null;
}
