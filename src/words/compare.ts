import { type Locale, say, type Table, type Values } from "./words";

/** Why an advantage is not what the first estimator gave, by ReasonCode. */
export const REASON_WORDS = {
	unknown: { en: "{lacks}", zh: "{lacks}" },
	"no-segment": { en: "The rollout has no such segment", zh: "该 rollout 没有这种段" },
	"no-advantage": { en: "This estimator gives it no advantage", zh: "该估计器不给出优势" },
	"had-none": { en: "The first estimator gives it none", zh: "前一个估计器不给出优势" },
	guard: { en: "A due call was omitted, or the total is negative: the segment is paid {reward} instead", zh: "该调用而未调用，或总奖励为负：该段改按 {reward} 计" },
	"own-constant": {
		en: "Its own reward {own} is the same in the whole group, so it says nothing; the total {total} against {mean} did",
		zh: "该段自身的奖励 {own} 在组内全部相同，没有信号；起作用的是总奖励 {total}（均值 {mean}）",
	},
	"own-single": { en: "No other member has this segment to compare it with", zh: "组内没有其他成员具有这种段可供比较" },
	"own-reward": {
		en: "Paid by its own reward {own} against {ownMean}, no longer by the total {total} against {mean}",
		zh: "按该段自身的奖励 {own}（均值 {ownMean}）计，不再按总奖励 {total}（均值 {mean}）计",
	},
	"total-constant": {
		en: "All totals are {total}, so the group taught nothing; its own reward {own} differs from the mean {ownMean}",
		zh: "总奖励全为 {total}，整组没有信号；该段自身的奖励 {own} 与均值 {ownMean} 不同",
	},
	"whole-reward": {
		en: "Paid by the total {total} against {mean}, no longer by its own reward {own} against {ownMean}",
		zh: "按总奖励 {total}（均值 {mean}）计，不再按该段自身的奖励 {own}（均值 {ownMean}）计",
	},
	"pays-nothing": { en: "This estimator pays only other members of the group", zh: "该估计器只给组内其他成员优势" },
	"not-trained": { en: "This method does not train the segment", zh: "该方法不训练这一段" },
	adds: { en: "The calls' own advantage comes on top: {more}", zh: "另加调用自身的优势：{more}" },
	"other-reward": { en: "Reward {from} becomes {to}", zh: "奖励由 {from} 变为 {to}" },
	normaliser: {
		en: "Another baseline ({fromBaseline} → {toBaseline}) and another divisor ({fromDivisor} → {toDivisor})",
		zh: "基线不同（{fromBaseline} → {toBaseline}），除数也不同（{fromDivisor} → {toDivisor}）",
	},
	baseline: { en: "Another baseline: {fromBaseline} → {toBaseline}", zh: "基线不同：{fromBaseline} → {toBaseline}" },
	divisor: { en: "Another divisor: {fromDivisor} → {toDivisor}", zh: "除数不同：{fromDivisor} → {toDivisor}" },
	scale: { en: "Another factor: {fromScale} → {toScale}", zh: "系数不同：{fromScale} → {toScale}" },
	"per-token": { en: "Each token has its own advantage here: this is their mean", zh: "此处每个 token 各有优势值，所示为均值" },
	"no-split": { en: "Normalised in parts: no single baseline and divisor stand behind it", zh: "分部分归一化，没有单一的基线和除数" },
} as const satisfies Table;

const short = (v: string | number): string | number => (typeof v === "number" && Number.isFinite(v) ? Number(v.toPrecision(4)) : v);

export const reasonSentence = (reason: { readonly code: string; readonly data: Values }, locale: Locale, more: Values = {}): string =>
	say(REASON_WORDS, reason.code, locale, { ...Object.fromEntries(Object.entries(reason.data).map(([k, v]) => [k, short(v)])), ...more });

/** Which reward reaches a segment, what normalises it and what it costs beyond the rollouts, by the codes of core/analyses/reach. */
export const REACH_WORDS = {
	total: { en: "total", zh: "总奖励" },
	"tool-reward": { en: "the calls' reward only", zh: "仅调用的奖励" },
	"summary-reward": { en: "the reply's reward only", zh: "仅回复的奖励" },
	best: { en: "lead of the best", zh: "最优者的领先值" },
	components: { en: "each component", zh: "各个分量" },
	"later-rewards": { en: "rewards that follow", zh: "其后的奖励" },
	"success-and-action": { en: "success + calls", zh: "成功 + 调用" },
	success: { en: "success", zh: "成功" },
	completeness: { en: "completeness − penalties", zh: "完整性 − 惩罚" },
	none: { en: "nothing", zh: "无" },
	"outcome-and-turn": { en: "outcome + first turn", zh: "结果 + 首轮" },
	outcome: { en: "outcome", zh: "结果" },
	"episode-and-step": { en: "episode + step", zh: "整局 + 单步" },
	"later-steps": { en: "scores of later steps", zh: "后续步骤的评分" },
	"process-and-outcome": { en: "implicit process + outcome", zh: "隐式过程 + 结果" },
	"group-deviation": { en: "group deviation", zh: "组标准差" },
	"segment-deviation": { en: "deviation per segment", zh: "各段标准差" },
	"mean-of-others": { en: "mean of the others", zh: "其他成员的均值" },
	"length-mean": { en: "length-weighted mean", zh: "按长度加权的均值" },
	mean: { en: "mean only", zh: "仅均值" },
	"component-deviation": { en: "deviation per component", zh: "各分量标准差" },
	whitening: { en: "whitening", zh: "白化" },
	greedy: { en: "greedy rollout", zh: "贪心 rollout" },
	critic: { en: "critic", zh: "价值网络" },
	nothing: { en: "–", zh: "–" },
	"greedy-rollout": { en: "one greedy rollout", zh: "一条贪心 rollout" },
	"judge-votes": { en: "judge calls", zh: "裁判调用" },
	"turn-reward": { en: "a reward for the turn", zh: "该轮的奖励" },
	"repeated-states": { en: "repeated states", zh: "重复出现的状态" },
	"step-judge": { en: "a step judge", zh: "逐步裁判" },
	"process-model": { en: "an online process model", zh: "在线过程模型" },
} as const satisfies Table;

/** Figures of leakage in one group. */
export const LEAKAGE_FIGURES = {
	against: { en: "tool tokens pushed against their own reward", zh: "推动方向与自身奖励相反的工具 token" },
	phantom: { en: "tool tokens moved though their own reward says nothing", zh: "自身奖励无信号却被推动的工具 token" },
	missed: { en: "tool tokens not moved though their own reward says something", zh: "自身奖励有信号却未被推动的工具 token" },
	l1: { en: "advantage moved per tool token", zh: "每个工具 token 被挪动的优势" },
	cosine: { en: "agreement in direction (cosine)", zh: "方向一致性（余弦）" },
	kappa: { en: "κ: correlation with the calls' own advantage", zh: "κ：与调用自身优势的相关系数" },
	noise: { en: "share of noise", zh: "噪声占比" },
	snr: { en: "signal to noise", zh: "信噪比" },
	effective: { en: "effective group size", zh: "有效组大小" },
	summaryShare: { en: "share of the push that falls on summary tokens", zh: "落在总结 token 上的推动量占比" },
} as const satisfies Table;
