import type { Estimate, EstimatorInput } from "../model/advantage";

/** The corners in which trainers differ; a table of these rows is a preset list. See ALGORITHMS §2.2. */
export interface Preset {
	readonly id: string;
	/** Other spellings that are accepted. */
	readonly aliases: readonly string[];
	/** "verl core_algos.py compute_grpo_outcome_advantage". */
	readonly source: string;
	/** What the preset does, as codes of words/estimators; see `describePreset`. */
	readonly corners: readonly Corner[];
}

/** One corner in words: "sample deviation", "ε 1e-6", "a group of one keeps its raw reward". */
export interface Corner {
	readonly code: string;
	readonly values: Readonly<Record<string, string | number>>;
}

/** One estimator: one file, one registry row, one test. */
export interface Estimator {
	readonly id: string;
	/** "broadcast": one advantage for all learnable tokens · "locked": one per lane · "token": one per token. */
	readonly reach: "broadcast" | "locked" | "token";
	readonly presets: readonly Preset[];
	readonly defaultPreset: string;
	/** Never throws on data. Throws on an unknown preset id (our fault: callers resolve through the registry). */
	estimate(input: EstimatorInput, preset: string, options: EstimatorOptions): Estimate;
}

export interface EstimatorOptions {
	/** Weight of each lane after normalisation (SLCA's λ). */
	readonly laneWeights: { readonly tool: number; readonly summary: number };
	/** Divide by the deviation? (SLCA `norm`). */
	readonly normalise: boolean;
	/** Discount γ and trace decay λ of token returns; absent = the preset's. */
	readonly gamma?: number;
	readonly lambda?: number;
}

export const DEFAULT_ESTIMATOR_OPTIONS: EstimatorOptions = { laneWeights: { tool: 1, summary: 1 }, normalise: true };
