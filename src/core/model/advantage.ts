import type { Lane } from "./segment";

/** Everything an estimator may look at. One entry per rollout unless said otherwise; NaN = none. */
export interface EstimatorInput {
	/** Scalar reward per rollout. */
	readonly rewards: Float64Array;
	/** Dense group number per rollout, −1 = no group. */
	readonly groups: Int32Array;
	/** Learnable tokens per rollout; null when not known. */
	readonly lengths: Float64Array | null;
	/** Reward per lane; NaN = the rollout has no such segment or no reward for it. Null when the recipe's reward has no lanes. */
	readonly lanes: Readonly<Record<Lane, Float64Array>> | null;
	/** 1 where the rollout has a learnable segment of the lane, whatever its reward; null with `lanes`. */
	readonly present: Readonly<Record<Lane, Uint8Array>> | null;
	/** 1 where a call was due and none was made. */
	readonly omitted: Uint8Array | null;
	/** KL in the reward (already negative), summed over the tokens of each lane; absent = no KL in the reward. */
	readonly laneKl?: Readonly<Record<Lane, Float64Array>>;
	/** Reward components: values[k] [B] and their weights; absent = one reward only. For estimators that normalise each (GDPO). */
	readonly components?: { readonly values: readonly Float64Array[]; readonly weights: readonly number[] };
	/** Reward of the greedy rollout of the same prompt (ReMax). */
	readonly greedy?: Float64Array;
	/** Rows that are steps of trajectories (GiGPO): reward of the step and number of the state it started from, −1 = none. */
	readonly steps?: { readonly rewards: Float64Array; readonly anchors: Int32Array };
	/** Columns per token of the response, for estimators that work on tokens. */
	readonly tokens?: TokenBatch;
}

/** One array per rollout, one entry per token of its response. */
export interface TokenBatch {
	/** 1 = written by the policy. */
	readonly mask: readonly Uint8Array[];
	/** Absent = the rollout's reward on its last token of mask 1. */
	readonly rewards?: readonly Float64Array[];
	/** What the critic expected. */
	readonly values?: readonly Float64Array[];
	/** Score of each step, in order (StepTool). */
	readonly stepScores?: readonly Float64Array[];
}

/** Mean and deviation an estimator used for one group, for the explanation. */
export interface GroupStatistics {
	readonly size: number;
	/** Members with a usable reward. */
	readonly usable: number;
	readonly mean: number;
	readonly deviation: number;
	/** What the centred reward was divided by (1 = not divided). */
	readonly denominator: number;
	/** Code of words/estimators when a corner applied: "constant", "flat", "single", "nan", "leave-one-out", "pooled", "epsilon-sensitive", "overflow". */
	readonly corner: string | null;
}

export interface Estimate {
	/** Per rollout; NaN = none. For segment-locked estimators null: there is no single advantage. */
	readonly advantages: Float64Array | null;
	/** Per rollout and lane; NaN where the lane is absent. Null for broadcast estimators. */
	readonly lanes: Readonly<Record<Lane, Float64Array>> | null;
	/** Mean that was subtracted and divisor that was applied per rollout: A = scale·(R − baseline)/divisor. One pair per lane for locked estimators. */
	readonly parts: EstimateParts | null;
	readonly laneParts: Readonly<Record<Lane, EstimateParts | null>> | null;
	readonly groups: readonly GroupStatistics[];
	/** The same per lane for locked estimators, whose `groups` is then empty. */
	readonly laneGroups: Readonly<Record<Lane, readonly GroupStatistics[]>> | null;
	/** Per rollout and token of its response, NaN where mask is 0; for estimators whose advantage changes from token to token. */
	readonly tokens?: readonly Float64Array[];
	/** Code of words/estimators: what the input lacks, so that there is no advantage at all. */
	readonly unknown?: string;
}

/** A_i = scale_i · (R_i − baseline_i) / divisor_i, so that any linear split of R_i splits A_i. */
export interface EstimateParts {
	readonly reward: Float64Array;
	readonly baseline: Float64Array;
	readonly divisor: Float64Array;
	readonly scale: Float64Array;
}
