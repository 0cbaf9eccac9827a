import type { Estimate, EstimatorInput } from "../model/advantage";
import type { Spread } from "./standardise";

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
	/** It looks at what the rewards are the sum of. */
	readonly components?: boolean;
	/** For estimators of tokens whose column is a rollout's own but for the batch's whitening: files are then read rollout by rollout. */
	readonly tokenwise?: Tokenwise;
	/** Never throws on data. Throws on an unknown preset id (our fault: callers resolve through the registry). */
	estimate(input: EstimatorInput, preset: string, options: EstimatorOptions): Estimate;
}

/** One rollout's columns per token of its response. */
export interface TokenRow {
	/** 1 = written by the policy. */
	readonly mask: Uint8Array;
	/** Absent = the rollout's reward on its last token of mask 1. */
	readonly rewards: Float64Array | null;
	readonly values: Float64Array | null;
}

/** A rollout's column before whitening, in the parts that add up to it. */
export interface RawColumn {
	/** Codes of words/credit, each with its addend per token. */
	readonly parts: readonly { readonly id: string; readonly values: Float64Array }[];
	readonly total: Float64Array;
}

export interface Tokenwise {
	/** Null = the rollout lacks what is needed. Entries of masked tokens mean nothing to a loss. */
	raw(reward: number, tokens: TokenRow, preset: string, options: EstimatorOptions): RawColumn | null;
	/** A = (raw − mean)/divisor, from the spread of raw over the batch's tokens of mask 1; one token or none → 0. */
	divisor(preset: string, spread: Spread): number;
}

/** DAPO's soft overlong punishment (arXiv 2503.14476): a response that nears the limit loses reward. Lengths in tokens. */
export interface Overlong {
	readonly limit: number;
	/** Tokens before the limit over which the punishment grows from 0 to `factor`. */
	readonly buffer: number;
	readonly factor: number;
	/** Stop growing at the limit (paper, OpenRLHF) or not (verl). */
	readonly capped: boolean;
}

/** The loss's clip as a recipe says it; see `clipOf`. */
export interface ClipOptions {
	readonly preset?: "ppo" | "dapo" | "gspo";
	/** The ratio's range is [1 − low, 1 + high]. */
	readonly low?: number;
	readonly high?: number;
	/** Bound of the loss of negative advantages; null = none. */
	readonly dual?: number | null;
}

export interface EstimatorOptions {
	/** Weight of each lane after normalisation (SLCA's λ). */
	readonly laneWeights: { readonly tool: number; readonly summary: number };
	/** Divide by the deviation? (SLCA `norm`). */
	readonly normalise: boolean;
	/** Discount γ and trace decay λ of token returns; absent = the preset's. */
	readonly gamma?: number;
	readonly lambda?: number;
	/** DAPO's soft overlong punishment, added to rewards before broadcast estimators; what is not given is the paper's. Absent = none. */
	readonly overlong?: Partial<Overlong>;
	/** The loss's clip; it decides gradient weights, never advantages. Absent = PPO's. */
	readonly clip?: ClipOptions;
}

export const DEFAULT_ESTIMATOR_OPTIONS: EstimatorOptions = { laneWeights: { tool: 1, summary: 1 }, normalise: true };
