import { invariant } from "../base/assert";
import type { Estimator, Preset, Tokenwise } from "./contract";
import { cannot, perToken } from "./estimate";
import { atEnd, biasedDivisor, gae as kernel, type Masked, onlyLearnable, tokenRewards, whiten, whitenBiased } from "./returns";
import { whiteningDivisor } from "./standardise";

interface Row extends Preset {
	readonly masked: Masked;
	readonly lambda: number;
	readonly whiten: typeof whiten;
}

const row = (id: string, source: string, masked: Masked, lambda: number, how: "whitened" | "whitened-biased"): Row => ({
	id,
	aliases: [],
	source,
	masked,
	lambda,
	whiten: how === "whitened" ? whiten : whitenBiased,
	corners: [
		{ code: "gae", values: { gamma: 1, lambda } },
		{ code: `masked-${masked}`, values: {} },
		{ code: how, values: {} },
	],
});

const PRESETS = [
	row("verl", "verl core_algos.py compute_gae_advantage_return", "skip", 1, "whitened"),
	row("openrlhf", "OpenRLHF experience_maker.py get_advantages_and_returns", "zero", 1, "whitened-biased"),
	row("trl", "TRL ppo_trainer.py", "none", 0.95, "whitened"),
] as const;

const presetOf = (id: string): Row => {
	const preset = PRESETS.find(p => p.id === id);
	invariant(preset, `gae has no preset ${id}`);
	return preset;
};

/** The recursion is linear in rewards and values, so that each has its own share of an advantage. */
const tokenwise: Tokenwise = {
	raw(reward, { mask, rewards, values }, presetId, { gamma = 1, lambda }) {
		const { lambda: own, masked } = presetOf(presetId);
		if (!values) return null;
		const column = (r: Float64Array, v: Float64Array): Float64Array => kernel(r, v, mask, gamma, lambda ?? own, masked).advantages;
		const given = rewards ?? atEnd(reward, mask);
		const none = new Float64Array(mask.length);
		const parts = [
			{ id: "rewards-to-come", values: column(given, none) },
			{ id: "critic", values: column(none, values) },
		];
		return { parts, total: column(given, values) };
	},
	divisor: (presetId, spread) => (presetOf(presetId).whiten === whitenBiased ? biasedDivisor(spread) : whiteningDivisor(spread)),
};

/** PPO's generalised advantage estimation. Needs a critic's values per token. */
export const gae: Estimator = {
	id: "gae",
	reach: "token",
	presets: PRESETS,
	defaultPreset: "verl",
	tokenwise,
	estimate({ rewards, tokens }, presetId, { gamma = 1, lambda }) {
		const preset = presetOf(presetId);
		const { values } = tokens ?? {};
		if (!tokens || !values) return cannot(rewards.length, "needs-values");
		const { mask } = tokens;
		const raw = tokenRewards(rewards, tokens).map((r, i) => kernel(r, values[i] as Float64Array, mask[i] as Uint8Array, gamma, lambda ?? preset.lambda, preset.masked).advantages);
		return perToken(onlyLearnable(preset.whiten(raw, mask), mask));
	},
};
