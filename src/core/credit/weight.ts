/** How a trainer sums token losses into one: what a token's advantage is multiplied by before it moves the policy (ALGORITHMS §5). */
export const AGGREGATIONS = ["token-mean", "token-sum", "seq-mean-token-mean", "seq-mean-token-sum", "seq-mean-token-sum-norm", "trl-grpo", "trl-dr_grpo"] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** Those that divide by the length the trainer allows a response: its setting, not the longest response of a batch. */
export const BY_LENGTH: readonly Aggregation[] = ["seq-mean-token-sum-norm", "trl-dr_grpo"];

/** What of a batch the coefficients depend on. */
export interface BatchSizes {
	/** Learnable tokens of all rollouts. */
	readonly tokens: number;
	readonly rollouts: number;
	/** Rollouts with a learnable token: verl's mean counts only those, TRL's all. */
	readonly learning: number;
}

export function batchSizes(lengths: ArrayLike<number>): BatchSizes {
	let tokens = 0;
	let learning = 0;
	for (let i = 0; i < lengths.length; i++) {
		tokens += lengths[i] as number;
		if ((lengths[i] as number) > 0) learning++;
	}
	return { tokens, rollouts: lengths.length, learning };
}

/**
 * Coefficient c of each learnable token of a rollout with `length` of them: loss = Σ c·ℓ. `longest` = padded length T for
 * seq-mean-token-sum-norm, max_completion_length for trl-dr_grpo; the others do not look at it.
 */
export function tokenCoefficient(how: Aggregation, length: number, batch: BatchSizes, longest: number): number {
	switch (how) {
		case "token-mean":
			return 1 / batch.tokens;
		case "token-sum":
			return 1;
		case "seq-mean-token-mean":
			return 1 / (batch.learning * (length + 1e-8));
		case "seq-mean-token-sum":
			return 1 / batch.learning;
		case "seq-mean-token-sum-norm":
			return 1 / (batch.learning * longest);
		case "trl-grpo":
			return 1 / (batch.rollouts * Math.max(1, length));
		case "trl-dr_grpo":
			return 1 / (batch.rollouts * longest);
	}
}

/** Gradient weight per token, c·A: credit where a loss reaches, NaN elsewhere. */
export const weighted = (credit: Float32Array, coefficient: number): Float32Array => credit.map(a => a * coefficient);
