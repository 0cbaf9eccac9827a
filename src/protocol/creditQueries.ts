import type { ChangeKind } from "../core/model/comparison";
import type { Lane } from "../core/model/segment";

/** What may be asked about where a group's reward goes. Sentences are in the session's language; NaN = none. */
export interface CreditQueries {
	/** The group of a rollout under several estimators, each against the first; null when it has no group. */
	compare: { ask: { readonly row: number; readonly estimators: readonly string[] }; answer: CompareView | null };
	/** What a broadcast estimator pays a segment for what the other earned; null when the file cannot say. */
	leakage: { ask: { readonly row: number; readonly estimators: readonly string[] }; answer: LeakageView | null };
	/** Where the advantages in the file come from. */
	audit: { ask: null; answer: AuditView };
}

export interface CompareView {
	readonly estimators: readonly {
		readonly id: string;
		readonly label: string;
		readonly preset: string;
		/** Members that it moves. */
		readonly moved: number;
		/** Nobody is moved. */
		readonly dropped: boolean;
		/** Segments whose sign differs from the first estimator's. */
		readonly flips: number;
		/** What applied to the group, or what the file lacks. */
		readonly notes: readonly string[];
	}[];
	/** Rows of the group's members with their advantages, [estimator]. */
	readonly members: readonly {
		readonly row: number;
		readonly reward: number;
		readonly lanes: Readonly<Record<Lane, readonly number[]>>;
		readonly changes: readonly ChangeView[];
	}[];
	/** Which of the trainers' group filters keep the group. */
	readonly kept: readonly string[];
	/** What every method gives this rollout. */
	readonly reach: readonly ReachView[];
}

export interface ChangeView {
	readonly estimator: string;
	readonly lane: Lane;
	readonly from: number;
	readonly to: number;
	readonly kind: ChangeKind;
	readonly reason: string;
}

export interface ReachView {
	readonly id: string;
	readonly label: string;
	/** What pays the segment's tokens. */
	readonly pays: Readonly<Record<Lane, string>>;
	readonly advantage: Readonly<Record<Lane, number>>;
	readonly normaliser: string;
	readonly extra: string;
	/** What the file lacks for it; null = nothing. */
	readonly unknown: string | null;
}

export interface LeakageView {
	readonly broadcast: string;
	readonly locked: string;
	readonly rows: readonly number[];
	/** Figures of this group with their names, as shares or numbers. */
	readonly figures: readonly { readonly id: string; readonly label: string; readonly value: number; readonly share: boolean }[];
	/** Rows of the group. */
	readonly falseReward: readonly number[];
	readonly falsePunishment: readonly number[];
	/** What the whole file says. */
	readonly pooled: readonly string[];
}

export interface AuditView {
	readonly sentences: readonly string[];
	readonly candidates: readonly { readonly estimator: string; readonly preset: string; readonly matching: number; readonly compared: number; readonly maxAbsDiff: number }[];
	readonly mismatches: readonly { readonly row: number; readonly recorded: number; readonly recomputed: number; readonly unexplained: boolean }[];
}
