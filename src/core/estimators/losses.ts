/** Policy losses and KL estimators per token (ALGORITHMS §5). */

/** Range of the clipped ratio: [1 − low, 1 + high]; `dual` bounds the loss of negative advantages, null = no bound. */
export interface Clip {
	readonly low: number;
	readonly high: number;
	readonly dual: number | null;
}

/** Defaults of PPO and GRPO; DAPO's clip-higher is { ...PPO_CLIP, high: 0.28 }. */
export const PPO_CLIP: Clip = { low: 0.2, high: 0.2, dual: 3 };
/** As verl's GSPO. */
export const GSPO_CLIP: Clip = { low: 3e-4, high: 4e-4, dual: null };

const clamp = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, x));

/** Ratio of the policies, exp(log π − log π_old), the exponent clamped to ±20. */
export const policyRatio = (logp: number, oldLogp: number): number => Math.exp(clamp(logp - oldLogp, -20, 20));

export interface TokenLoss {
	readonly loss: number;
	/** Which bound is in force, null = none: no gradient flows through a clipped token. */
	readonly clipped: "ratio" | "dual" | null;
}

/** PPO's clipped surrogate of one token with dual clip, as verl compute_policy_loss. */
export function policyLoss(advantage: number, ratio: number, { low, high, dual }: Clip): TokenLoss {
	const free = -advantage * ratio;
	const bound = -advantage * clamp(ratio, 1 - low, 1 + high);
	const loss = Math.max(free, bound);
	if (advantage < 0 && dual !== null && loss > -advantage * dual) return { loss: -advantage * dual, clipped: "dual" };
	return { loss, clipped: bound > free ? "ratio" : null };
}

/** GSPO's ratio of a whole rollout: exp of the mean log-ratio over its tokens of mask 1. NaN when there is none. */
export function sequenceRatio(logp: ArrayLike<number>, oldLogp: ArrayLike<number>, mask: Uint8Array): number {
	let sum = 0;
	let n = 0;
	for (let t = 0; t < mask.length; t++) {
		if (!mask[t]) continue;
		sum += (logp[t] as number) - (oldLogp[t] as number);
		n++;
	}
	return Math.exp(Math.min(sum / n, 10));
}

/** Estimators of KL(π‖π_ref) from one token, d = log π − log π_ref; k3 as verl low_var_kl with its clamps. */
export const KL = {
	k1: (d: number): number => d,
	abs: (d: number): number => Math.abs(d),
	k2: (d: number): number => (d * d) / 2,
	k3: (d: number): number => {
		const back = clamp(-d, -20, 20);
		return clamp(Math.exp(back) - back - 1, -10, 10);
	},
} as const;
