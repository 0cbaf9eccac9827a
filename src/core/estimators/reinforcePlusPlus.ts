import { invariant } from "../base/assert";
import type { EstimatorInput } from "../model/advantage";
import type { Corner, Estimator, EstimatorOptions, Preset } from "./contract";
import { broadcast, cannot, perToken } from "./estimate";
import { deferred, type GroupEstimate, groupAdvantages, PLAIN } from "./group";
import { onlyLearnable, rewardToGo, tokenRewards, whiten } from "./returns";
import { groupedLengths, shifted, spreadOf, tokenSpread, whiteningDivisor } from "./standardise";

interface Row extends Preset {
	readonly kind: "plain" | "reset" | "baseline" | "swift";
	/** Of kind swift: what the centred reward is divided by. */
	readonly divide: "group" | "batch" | "none";
}

const preset = (id: string, source: string, kind: Row["kind"], divide: Row["divide"], ...codes: string[]): Row => ({
	id,
	aliases: [],
	source,
	kind,
	divide,
	corners: codes.map((code): Corner => ({ code, values: code === "epsilon" ? { epsilon: "1e-4" } : {} })),
});

const PRESETS = [
	preset("verl", "verl core_algos.py compute_reinforce_plus_plus_outcome_advantage", "plain", "none", "no-baseline", "whitened"),
	preset("verl_old", "the same before 2026-02: returns are reset at masked tokens", "reset", "none", "no-baseline", "reset-at-masked", "whitened"),
	preset(
		"verl_baseline",
		"verl core_algos.py compute_reinforce_plus_plus_baseline_outcome_advantage",
		"baseline",
		"none",
		"not-divided",
		"single-raw",
		"missing-spread",
		"whitened",
	),
	preset("swift_group", "ms-swift rl_core/advantage.py, reinforce_plus_plus, scale_rewards=group", "swift", "group", "sample-deviation", "epsilon", "single-zero", "missing-zero"),
	preset("swift_batch", "ms-swift rl_core/advantage.py, reinforce_plus_plus, scale_rewards=batch", "swift", "batch", "centred-deviation", "epsilon", "single-zero", "missing-zero"),
	preset("swift_none", "ms-swift rl_core/advantage.py, reinforce_plus_plus, scale_rewards=none", "swift", "none", "not-divided", "single-zero", "missing-zero"),
] as const;

/** All rollouts of the batch whitened together, each counted once per learnable token. One token or none → 0. */
function overTokens(e: GroupEstimate, lengths: Float64Array): GroupEstimate {
	const of = tokenSpread(e.advantages, lengths);
	return shifted(e, of.mean, of.count > 1 ? whiteningDivisor(of) : 1);
}

/** Every rollout's raw reward: each is a group of its own, whose baseline is 0. */
function raw({ rewards, groups }: EstimatorInput): GroupEstimate {
	const n = rewards.length;
	const advantages = rewards.slice();
	for (let i = 0; i < n; i++) if ((groups[i] as number) < 0 || !Number.isFinite(rewards[i])) advantages[i] = Number.NaN;
	const one = (): Float64Array => new Float64Array(n).fill(1);
	return deferred(
		advantages,
		() => ({ reward: advantages, baseline: advantages.map(a => a * 0), divisor: one(), scale: one() }),
		() => [],
	);
}

function swift({ rewards, groups }: EstimatorInput, divide: Row["divide"]): GroupEstimate {
	const corners = { ...PLAIN, epsilon: 1e-4, missing: "zero" as const };
	if (divide !== "batch") return groupAdvantages(rewards, groups, { ...corners, divide });
	const centred = groupAdvantages(rewards, groups, { ...corners, divide: "none" });
	return shifted(centred, 0, Math.sqrt(spreadOf(centred.advantages).variance) + 1e-4);
}

/**
 * REINFORCE++ (arXiv 2501.03262): no group baseline; returns are whitened over the tokens of the batch. With outcome rewards
 * and γ = 1 every token of a rollout has the same return, so `lengths` suffice; token rewards, γ < 1 and the resets of older
 * verl need `tokens`.
 */
export const reinforcePlusPlus: Estimator = {
	id: "reinforce_plus_plus",
	reach: "broadcast",
	presets: PRESETS,
	defaultPreset: "verl",
	estimate(input, presetId, { gamma = 1 }: EstimatorOptions) {
		const row = PRESETS.find(p => p.id === presetId);
		invariant(row, `reinforce_plus_plus has no preset ${presetId}`);
		const { rewards, groups, lengths, tokens } = input;
		if (row.kind === "swift") return broadcast(swift(input, row.divide));
		if (row.kind !== "baseline" && tokens) {
			const returns = tokenRewards(rewards, tokens).map((r, i) => rewardToGo(r, tokens.mask[i] as Uint8Array, gamma, row.kind === "plain"));
			return perToken(onlyLearnable(whiten(returns, tokens.mask), tokens.mask));
		}
		if (row.kind === "reset" || gamma !== 1) return cannot(rewards.length, "needs-tokens");
		if (!lengths) return cannot(rewards.length, "needs-lengths");
		const start = row.kind === "baseline" ? groupAdvantages(rewards, groups, { ...PLAIN, divide: "none", single: "raw" }) : raw(input);
		return broadcast(overTokens(start, groupedLengths(lengths, groups)));
	},
};
