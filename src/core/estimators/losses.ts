import type { ClipOptions } from "./contract";

/** Policy losses and KL estimators per token (ALGORITHMS §5). */

/** Range of the clipped ratio: [1 − low, 1 + high]; `dual` bounds the loss of negative advantages, null = no bound. */
export interface Clip {
	readonly low: number;
	readonly high: number;
	readonly dual: number | null;
}

/** Defaults of PPO and GRPO. */
export const PPO_CLIP: Clip = { low: 0.2, high: 0.2, dual: 3 };
/** As verl's GSPO. */
export const GSPO_CLIP: Clip = { low: 3e-4, high: 4e-4, dual: null };

/** A clip with what its ratio is of: each token, or the whole rollout for all of its tokens (GSPO). */
export interface ClipRule extends Clip {
	readonly per: "token" | "sequence";
}

/** Clips a recipe may name. "dapo": clip-higher (arXiv 2503.14476) with verl's default dual clip, which the paper does not have. */
export const CLIPS: Readonly<Record<NonNullable<ClipOptions["preset"]>, ClipRule>> = {
	ppo: { ...PPO_CLIP, per: "token" },
	dapo: { ...PPO_CLIP, high: 0.28, per: "token" },
	gspo: { ...GSPO_CLIP, per: "sequence" },
};

/** The rule that a recipe's options say; what they leave out is the preset's, and PPO's where none is named. */
export function clipOf(options: ClipOptions | undefined): ClipRule & { readonly id: string } {
	const { preset = "ppo", ...own } = options ?? {};
	return { id: preset, ...CLIPS[preset], ...own };
}

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

/** Which bound stops a token: no gradient flows through it. "low" and "high" are ends of the ratio's range, null = none. */
export function boundInForce(advantage: number, ratio: number, clip: Clip): "low" | "high" | "dual" | null {
	const { clipped } = policyLoss(advantage, ratio, clip);
	return clipped === "ratio" ? (ratio > 1 ? "high" : "low") : clipped;
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

/** The ratio that the clip looks at, per token of mask 1; NaN on the others and where a log-probability is missing. */
export function ratiosOf(logp: ArrayLike<number>, oldLogp: ArrayLike<number>, mask: Uint8Array, per: ClipRule["per"]): Float64Array {
	const whole = per === "sequence" ? sequenceRatio(logp, oldLogp, mask) : 0;
	return Float64Array.from(mask, (m, t) => (m ? (per === "sequence" ? whole : policyRatio(logp[t] as number, oldLogp[t] as number)) : Number.NaN));
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
