import { invariant } from "../base/assert";
import type { Estimator } from "./contract";
import { groupPreset as preset } from "./corners";
import { broadcast } from "./estimate";
import { groupAdvantages, PLAIN } from "./group";

const RAW = { ...PLAIN, single: "raw" } as const;
const TRL = { ...PLAIN, epsilon: 1e-4, missing: "ignore" } as const;
const SWIFT = { ...PLAIN, epsilon: 1e-4, missing: "zero" } as const;
const NONE = { ...PLAIN, single: "none" } as const;

/** One row per trainer, as its source was read or run (ALGORITHMS §2.2). */
const PRESETS = [
	preset("verl", [], "verl core_algos.py compute_grpo_outcome_advantage", RAW),
	preset("verl_vectorised", ["verl_vectorized"], "verl core_algos.py compute_grpo_vectorized_outcome_advantage", RAW),
	preset("verl_drgrpo", [], "verl core_algos.py, norm_adv_by_std_in_grpo=False", { ...RAW, divide: "none" }),
	preset("trl_group", ["trl"], "TRL grpo_trainer.py, scale_rewards=group", TRL),
	preset("trl_batch", [], "TRL grpo_trainer.py, scale_rewards=batch", { ...TRL, divide: "batch" }),
	preset("trl_none", [], "TRL grpo_trainer.py, scale_rewards=none", { ...TRL, divide: "none" }),
	preset("openrlhf", [], "OpenRLHF experience_maker.py, group_norm", { ...NONE, epsilon: 1e-9 }),
	preset("openrlhf_drgrpo", [], "OpenRLHF experience_maker.py, dr_grpo", { ...PLAIN, divide: "none" }),
	preset("slime", [], "slime ray/rollout.py, sample count = n · batch", NONE),
	preset("slime_pooled", [], "slime ray/rollout.py, sample count ≠ n · batch", { ...NONE, pooled: true }),
	preset("rllm", [], "rllm rl_algo.py", { ...RAW, ddof: 0 }),
	preset("nemo", ["nemo_loo"], "NeMo-RL advantage_estimator.py, leave-one-out baseline", { ...PLAIN, divide: "others", leaveOneOut: true }),
	preset("nemo_noloo", [], "NeMo-RL advantage_estimator.py, use_leave_one_out_baseline=False", PLAIN),
	preset("areal_group", ["areal"], "AReaL utils/data.py, group level", { ...PLAIN, epsilon: 1e-5 }),
	preset("roll_agentic", ["roll"], "ROLL agentic/utils.py", { ...PLAIN, flat: 1e-6 }),
	preset("swift", [], "ms-swift rl_core/advantage.py, scale_rewards=group", SWIFT),
	preset("swift_batch", [], "ms-swift rl_core/advantage.py, scale_rewards=batch", { ...SWIFT, divide: "batch" }),
	preset("swift_none", [], "ms-swift rl_core/advantage.py, scale_rewards=none", { ...SWIFT, divide: "none" }),
	preset("skyrl", [], "SkyRL ppo_utils.py", RAW),
	preset("skyrl_maxrl", [], "SkyRL ppo_utils.py, MAXRL", { ...PLAIN, divide: "mean" }),
	preset("prime_rl", [], "prime-rl: reward minus the group's mean", { ...PLAIN, divide: "none" }),
	preset("drgrpo_repo", ["drgrpo_repo_grpo"], "understand-r1-zero train_zero_math.py, mode grpo", { ...NONE, epsilon: 1e-8 }),
	preset("deepseekmath", [], "arXiv 2402.03300 (silent about ddof and groups of one)", { ...PLAIN, epsilon: 0 }),
] as const;

/** GRPO: rewards normalised within their group, one advantage for all learnable tokens of a rollout. */
export const grpo: Estimator = {
	id: "grpo",
	reach: "broadcast",
	presets: PRESETS,
	defaultPreset: "verl",
	estimate({ rewards, groups }, presetId, { normalise }) {
		const row = PRESETS.find(p => p.id === presetId);
		invariant(row, `grpo has no preset ${presetId}`);
		const corners = normalise ? row.group : { ...row.group, divide: "none" as const };
		return broadcast(groupAdvantages(rewards, groups, corners));
	},
};
