import { type Locale, say, type Table, type Values } from "./words";

/** Titles, by estimator id. */
export const ESTIMATOR_TITLES = {
	grpo: { en: "GRPO — one advantage for the whole rollout", zh: "GRPO：整条 rollout 共用一个优势" },
	slca: { en: "SLCA-GRPO — tool calls and summary each have their own advantage", zh: "SLCA-GRPO：工具调用与总结各有各的优势" },
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
	"leave-one-out": { en: "compared with the other members only", zh: "只与组内其他成员比较" },
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
