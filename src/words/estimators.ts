import { type Locale, say, type Table, type Values } from "./words";

/** Titles, by estimator id. */
export const ESTIMATOR_TITLES = {
	grpo: { en: "GRPO — one advantage for the whole rollout", zh: "GRPO：整条 rollout 共用一个优势" },
	slca: { en: "SLCA-GRPO — tool calls and summary each have their own advantage", zh: "SLCA-GRPO：工具调用与总结各有各的优势" },
	rloo: { en: "RLOO — compared with the mean of the other members", zh: "RLOO：与组内其他成员的均值比较" },
	opo: { en: "OPO — compared with the length-weighted mean", zh: "OPO：与按长度加权的均值比较" },
	gpg: { en: "GPG — centred, weighted by the share of non-zero rewards", zh: "GPG：减均值，并按非零奖励的比例加权" },
	passk: { en: "Pass@k — only the best member earns", zh: "Pass@k：只有最好的成员得分" },
	gdpo: { en: "GDPO — each reward component normalised before the sum", zh: "GDPO：各奖励分量先分别归一化再求和" },
	reinforce_plus_plus: { en: "REINFORCE++ — returns whitened over the batch's tokens", zh: "REINFORCE++：回报在整个批次的 token 上白化" },
	remax: { en: "ReMax — compared with the greedy rollout", zh: "ReMax：与贪心解码的 rollout 比较" },
	gae: { en: "PPO — generalised advantage estimation with a critic", zh: "PPO：基于价值网络的广义优势估计" },
	toolpo: { en: "ToolPO — tool calls earn an advantage of their own on top", zh: "ToolPO：工具调用在整体优势之上另加一份" },
	rltr: { en: "RLTR — only the planner's tokens learn", zh: "RLTR：只训练规划部分的 token" },
	mtgrpo: { en: "MT-GRPO — the tool turn earns its reward on top of the outcome", zh: "MT-GRPO：工具轮次在结果优势之上另加该轮的优势" },
	gigpo: { en: "GiGPO — episode advantage plus advantage among equal states", zh: "GiGPO：整局优势加上相同状态间的步级优势" },
	steptool: { en: "StepTool — step scores through a critic", zh: "StepTool：逐步评分经价值网络传递" },
	prime: { en: "PRIME — implicit process reward and outcome, leave-one-out", zh: "PRIME：隐式过程奖励与结果奖励，留一基线" },
} as const satisfies Table;

/** What an estimator's input lacks, by `Estimate.unknown`. */
export const ESTIMATOR_UNKNOWN = {
	"needs-lengths": { en: "Needs the number of tokens of each response", zh: "需要每条回复的 token 数" },
	"needs-components": { en: "Needs the reward's components, not only the total", zh: "需要奖励的各个分量，只有总分不够" },
	"needs-lanes": { en: "Needs a reward for the tool segments", zh: "需要工具段的奖励" },
	"needs-tokens": { en: "Needs rewards and mask per token", zh: "需要逐 token 的奖励与掩码" },
	"needs-token-rewards": { en: "Needs a process reward per token", zh: "需要逐 token 的过程奖励" },
	"needs-values": { en: "Needs the critic's value per token", zh: "需要价值网络逐 token 的估值" },
	"reading-values": { en: "The critic’s values are still being read", zh: "仍在读取价值网络的估值" },
	"needs-places": { en: "Needs to know where each token stands in the text: name a tokenizer in the recipe", zh: "需要知道每个 token 在文本中的位置：请在配方中指定分词器" },
	"needs-step-scores": { en: "Needs a score per step", zh: "需要每一步的评分" },
	"needs-steps": { en: "Needs one row per step, with the state it starts from", zh: "需要逐步的数据以及每步的起始状态" },
	"needs-greedy": { en: "Needs the reward of the greedy rollout", zh: "需要贪心解码 rollout 的奖励" },
	"needs-group": { en: "Needs a group to compare this rollout with", zh: "需要可供比较的组：该 rollout 不属于任何组" },
	"needs-reward": { en: "Needs the reward of this rollout", zh: "需要该 rollout 的奖励" },
	"needs-all-rewards": { en: "Needs the reward of every member of the group", zh: "需要组内每个成员的奖励" },
	"needs-members": { en: "Needs more than one member with a reward in the group", zh: "需要组内有多个带奖励的成员" },
	"out-of-range": { en: "The rewards are too large for the differences between them to be computed", zh: "奖励数值过大，无法计算其差值" },
	"gives-none": { en: "This estimator gives the rollout no advantage", zh: "该估计器不给该 rollout 优势" },
} as const satisfies Table;

/** Corners of a preset; `cornersSentence` joins them. */
const CORNERS = {
	pooled: { en: "the whole batch is one group", zh: "整个批次视为一组" },
	"leave-one-out": { en: "baseline is the mean of the other members", zh: "基线为组内其他成员的均值" },
	"not-divided": { en: "not divided by a deviation", zh: "不除以标准差" },
	"divide-mean": { en: "divided by the group's mean", zh: "除以组均值" },
	"divide-batch": { en: "sample deviation of the whole batch", zh: "整个批次的样本标准差" },
	"divide-others": { en: "sample deviation of the other members, undivided when it is 0", zh: "其他成员的样本标准差，为 0 时不除" },
	"sample-deviation": { en: "sample deviation", zh: "样本标准差（除以 n−1）" },
	"population-deviation": { en: "population deviation", zh: "总体标准差（除以 n）" },
	epsilon: { en: "ε {epsilon}", zh: "ε = {epsilon}" },
	flat: { en: "0 when the deviation is at most {flat}", zh: "标准差不超过 {flat} 时优势为 0" },
	"single-zero": { en: "a group of one gets 0", zh: "单成员组优势为 0" },
	"single-raw": { en: "a group of one keeps its raw reward", zh: "单成员组保留原始奖励" },
	"single-none": { en: "a group of one has no advantage", zh: "单成员组没有优势值" },
	"missing-spread": { en: "one missing reward leaves the whole group without", zh: "缺一个奖励则全组都没有优势" },
	"missing-absent": { en: "members without a reward are left out", zh: "没有奖励的成员不参与" },
	"missing-ignore": { en: "members without a reward are left out and get 0", zh: "没有奖励的成员不参与统计，优势为 0" },
	"standardised-batch": { en: "then standardised over the batch, ε {epsilon}", zh: "再在批次内标准化，ε = {epsilon}" },
	"centred-deviation": { en: "sample deviation of the batch's centred rewards", zh: "批次内去均值奖励的样本标准差" },
	"times-share": { en: "times rollouts ÷ rollouts with a non-zero reward", zh: "乘以 rollout 数 ÷ 奖励非零的 rollout 数" },
	"length-baseline": { en: "baseline is the mean weighted by response length", zh: "基线为按回复长度加权的均值" },
	"best-of-two": { en: "the best member earns its lead over the second, all others 0", zh: "最好的成员得到对第二名的领先值，其余为 0" },
	"each-component": { en: "each component on its own, then the weighted sum", zh: "各分量分别归一化，再加权求和" },
	"no-baseline": { en: "no group baseline", zh: "没有组基线" },
	"reset-at-masked": { en: "returns start anew at masked tokens", zh: "回报在被掩码的 token 处清零" },
	whitened: { en: "whitened over the batch's learnable tokens", zh: "在批次的可学习 token 上白化" },
	"whitened-biased": { en: "whitened over the batch's learnable tokens with the population variance", zh: "在批次的可学习 token 上白化（总体方差）" },
	"greedy-baseline": { en: "baseline is the greedy rollout's reward", zh: "基线为贪心解码 rollout 的奖励" },
	gae: { en: "γ {gamma}, λ {lambda}", zh: "γ = {gamma}，λ = {lambda}" },
	"masked-skip": { en: "masked tokens are skipped", zh: "跳过被掩码的 token" },
	"masked-zero": { en: "masked tokens count as value 0", zh: "被掩码的 token 按价值 0 计" },
	"masked-none": { en: "the mask is ignored", zh: "不考虑掩码" },
	"tool-adds": { en: "tool tokens get the calls' advantage on top", zh: "工具 token 另加调用的优势" },
	"planner-only": { en: "summary tokens get 0", zh: "总结 token 的优势为 0" },
	"first-turn-adds": { en: "tokens before the first tool result get the turn's advantage on top", zh: "首个工具结果之前的 token 另加该轮的优势" },
	"step-adds": { en: "plus the advantage among steps from the same state", zh: "加上同一状态各步之间的优势" },
	"step-weights": { en: "step j of n counts n − 1 − j times, the last 0", zh: "n 步中的第 j 步乘以 n − 1 − j，最后一步为 0" },
	"process-and-outcome": { en: "process reward on all tokens, outcome on the last", zh: "过程奖励作用于全部 token，结果奖励作用于最后一个" },
	"overlong-capped": {
		en: "rewards less the overlong punishment (limit {limit}, buffer {buffer}, at most {factor})",
		zh: "奖励扣除超长惩罚（上限 {limit}，缓冲 {buffer}，最多扣 {factor}）",
	},
	"overlong-growing": {
		en: "rewards less the overlong punishment (limit {limit}, buffer {buffer}, {factor} at the limit and growing)",
		zh: "奖励扣除超长惩罚（上限 {limit}，缓冲 {buffer}，上限处扣 {factor}，之后继续增大）",
	},
	"missing-zero": { en: "a missing reward counts as 0", zh: "缺失的奖励按 0 计" },
} as const satisfies Table;

/** "sample deviation, ε 1e-6, a group of one keeps its raw reward". */
export const cornersSentence = (corners: readonly { readonly code: string; readonly values: Values }[], locale: Locale): string =>
	corners.map(c => say(CORNERS, c.code, locale, c.values)).join(locale === "zh-cn" ? "，" : ", ");

/** Notes on one group's statistics, by `GroupStatistics.corner`. */
export const STATISTIC_NOTES = {
	constant: { en: "all rewards are equal: no signal", zh: "奖励全部相同，没有信号" },
	flat: { en: "the deviation is below the trainer's threshold: no signal", zh: "标准差低于训练框架的阈值，视为没有信号" },
	single: { en: "only one member with a reward", zh: "只有一个成员有奖励" },
	nan: { en: "a member without a reward leaves the group without advantages", zh: "有成员缺少奖励，全组没有优势值" },
	overflow: { en: "the rewards are too large for the differences between them to be computed", zh: "奖励数值过大，无法计算其差值" },
	"leave-one-out": { en: "compared with the other members only", zh: "只与组内其他成员比较" },
	"epsilon-sensitive": { en: "the spread is so small that ε damps it: presets differ here", zh: "离散程度极小，ε 明显压低了优势：不同预设在此结果不同" },
	pooled: { en: "statistics of the whole batch", zh: "使用整个批次的统计量" },
} as const satisfies Table;

/** Why a group teaches nothing, by code of `degenerateOf`. */
export const DEGENERATE = {
	"all-equal": { en: "All rewards are equal: no gradient", zh: "奖励全部相同，没有梯度" },
	"all-right": { en: "All members are right: no gradient", zh: "全部答对，没有梯度" },
	"all-wrong": { en: "All members are wrong: no gradient", zh: "全部答错，没有梯度" },
	single: { en: "Only one scored member: nothing to compare with", zh: "只有一个成员有奖励，无从比较" },
	unscored: { en: "No member has a reward", zh: "没有任何成员有奖励" },
	"components-cancel": { en: "Reward components differ but cancel out in the total: no gradient", zh: "各奖励分量不同，但总和相互抵消，没有梯度" },
	noise: { en: "Rewards differ only by rounding", zh: "奖励之差仅为舍入误差" },
} as const satisfies Table;
