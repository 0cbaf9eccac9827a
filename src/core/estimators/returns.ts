import type { TokenBatch } from "../model/advantage";
import { type Spread, tokenSpread, whiteningDivisor } from "./standardise";

/**
 * What happens to tokens the policy did not write: verl skips them (the next token is the next one of mask 1), OpenRLHF takes
 * them as reward and value 0 and lets the recursion run through, TRL's PPO ignores the mask.
 */
export type Masked = "skip" | "zero" | "none";

/**
 * Generalised advantage estimation of one rollout: δ_t = r_t + γV_{t+1} − V_t, Â_t = δ_t + γλÂ_{t+1}; returns = Â + V.
 * rewards, values, mask [T]; entries where mask is 0 mean nothing to a loss. As verl compute_gae_advantage_return without its
 * whitening (skip), OpenRLHF get_advantages_and_returns (zero), TRL ppo_trainer.py (none).
 */
export function gae(
	rewards: Float64Array,
	values: Float64Array,
	mask: Uint8Array,
	gamma: number,
	lambda: number,
	masked: Masked,
): { readonly advantages: Float64Array; readonly returns: Float64Array } {
	const advantages = new Float64Array(rewards.length);
	const returns = new Float64Array(rewards.length);
	let nextValue = 0;
	let next = 0;
	for (let t = rewards.length - 1; t >= 0; t--) {
		const zeroed = masked === "zero" && !mask[t];
		const value = zeroed ? 0 : (values[t] as number);
		const reward = zeroed ? 0 : (rewards[t] as number);
		const step = reward + gamma * nextValue - value + gamma * lambda * next;
		if (masked !== "skip" || mask[t]) {
			next = step;
			nextValue = value;
		}
		advantages[t] = next;
		returns[t] = next + value;
	}
	return { advantages, returns };
}

/**
 * Discounted reward to go. `carry`: past tokens of mask 0 the return is carried over (verl since 2026-02) and they have 0
 * themselves; else it is reset to 0 there (older verl), so that a reward after an observation never reaches the call before it.
 */
export function rewardToGo(rewards: Float64Array, mask: Uint8Array, gamma: number, carry: boolean): Float64Array {
	const out = new Float64Array(rewards.length);
	let running = 0;
	for (let t = rewards.length - 1; t >= 0; t--) {
		if (carry && !mask[t]) continue;
		running = (rewards[t] as number) + gamma * running;
		out[t] = running;
		if (!mask[t]) running = 0;
	}
	return out;
}

/** Masked whitening over all tokens of a batch: (x − mean)/√(variance + 1e-8), unbiased, over mask 1 (as verl masked_whiten); one token or none → 0. */
export function whiten(values: readonly Float64Array[], mask: readonly Uint8Array[]): readonly Float64Array[] {
	const of = tokenSpread(flat(values), flat(mask));
	const by = whiteningDivisor(of);
	return values.map(row => row.map(v => (of.count > 1 ? (v - of.mean) / by : 0)));
}

/** Divisor of `whitenBiased`. */
export const biasedDivisor = ({ variance, count }: Spread): number => Math.sqrt(Math.max((variance * (count - 1)) / count, 1e-8));

/** As `whiten`, but biased variance floored at 1e-8 (OpenRLHF's normalisation of a whole batch). */
export function whitenBiased(values: readonly Float64Array[], mask: readonly Uint8Array[]): readonly Float64Array[] {
	const of = tokenSpread(flat(values), flat(mask));
	const by = biasedDivisor(of);
	return values.map(row => row.map(v => (of.count > 1 ? (v - of.mean) / by : 0)));
}

function flat(rows: readonly ArrayLike<number>[]): Float64Array {
	const out = new Float64Array(rows.reduce((n, r) => n + r.length, 0));
	let at = 0;
	for (const row of rows) {
		out.set(row, at);
		at += row.length;
	}
	return out;
}

/** NaN where no loss reaches: a masked token has no advantage, whatever the tensor holds. */
export const onlyLearnable = (values: readonly Float64Array[], mask: readonly Uint8Array[]): readonly Float64Array[] =>
	values.map((row, i) => row.map((v, t) => (mask[i]?.[t] ? v + 0 : Number.NaN)));

/** Rewards per token: the file's, or each rollout's reward on its last token of mask 1. */
export function tokenRewards(rewards: Float64Array, { mask, rewards: given }: TokenBatch): readonly Float64Array[] {
	if (given) return given;
	return mask.map((m, i) => atEnd(rewards[i] as number, m));
}

/** A rollout's reward on its last token of mask 1. */
export function atEnd(reward: number, mask: Uint8Array): Float64Array {
	const row = new Float64Array(mask.length);
	const last = mask.lastIndexOf(1);
	if (last >= 0) row[last] = reward;
	return row;
}
