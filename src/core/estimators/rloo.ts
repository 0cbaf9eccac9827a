import { invariant } from "../base/assert";
import type { Estimator } from "./contract";
import { groupPreset as preset } from "./corners";
import { broadcast } from "./estimate";
import { groupAdvantages, PLAIN } from "./group";
import { shifted, spreadOf } from "./standardise";

const LOO = { ...PLAIN, divide: "none", leaveOneOut: true } as const;
const SWIFT = { ...LOO, epsilon: 1e-4, missing: "zero" } as const;

const PRESETS = [
	preset("verl", [], "verl core_algos.py compute_rloo_outcome_advantage", { ...LOO, single: "raw" }),
	preset("verl_vectorised", ["verl_vectorized"], "verl core_algos.py compute_rloo_vectorized_outcome_advantage", LOO),
	preset("trl", [], "TRL rloo_trainer.py, normalize_advantages=False", { ...LOO, missing: "ignore" }),
	preset("trl_normalized", ["trl_normalised"], "TRL rloo_trainer.py, normalize_advantages=True", { ...LOO, missing: "ignore" }, [
		{ code: "standardised-batch", values: { epsilon: "1e-4" } },
	]),
	preset("openrlhf", [], "OpenRLHF experience_maker.py, rloo", { ...LOO, single: "none" }),
	preset("swift_group", ["swift"], "ms-swift rl_core/advantage.py, rloo, scale_rewards=group", { ...SWIFT, divide: "group" }),
	preset("swift_batch", [], "ms-swift rl_core/advantage.py, rloo, scale_rewards=batch", { ...SWIFT, divide: "batch" }),
	preset("swift_none", [], "ms-swift rl_core/advantage.py, rloo, scale_rewards=none", SWIFT),
] as const;

/** RLOO (arXiv 2402.14740): reward minus the mean of the other members, which is n/(n − 1) times the centred reward. */
export const rloo: Estimator = {
	id: "rloo",
	reach: "broadcast",
	presets: PRESETS,
	defaultPreset: "verl",
	estimate({ rewards, groups }, presetId) {
		const row = PRESETS.find(p => p.id === presetId);
		invariant(row, `rloo has no preset ${presetId}`);
		const plain = groupAdvantages(rewards, groups, row.group);
		if (row.id !== "trl_normalized") return broadcast(plain);
		// the rows it left out do not count here either
		const { mean, variance } = spreadOf(plain.advantages.map((a, i) => (Number.isFinite(rewards[i]) ? a : Number.NaN)));
		return broadcast(shifted(plain, mean, Math.sqrt(variance) + 1e-4));
	},
};
