import type { Table } from "./words";

/** Sentences of `audit` and of its card. */
export const AUDIT_WORDS = {
	title: { en: "The trainer's own advantages", zh: "训练框架写入的优势" },
	nothing: { en: "The file records no advantage, so there is nothing to compare.", zh: "文件没有记录优势，无从比较。" },
	"varies-by-token": {
		en: "The file records no single advantage per rollout: what it holds differs from token to token.",
		zh: "文件没有为每条 rollout 记录单一的优势：其中的数值随 token 变化。",
	},
	explained: {
		en: "All {count} recorded advantages are those of {estimator} · {preset}; the largest difference is {most}.",
		zh: "记录的 {count} 个优势全部与 {estimator} · {preset} 一致，最大差异为 {most}。",
	},
	partly: {
		en: "{matching} of {count} recorded advantages are those of {estimator} · {preset}; the largest difference is {most}.",
		zh: "记录的 {count} 个优势中有 {matching} 个与 {estimator} · {preset} 一致，最大差异为 {most}。",
	},
	equals: { en: "On this file the same as {names}.", zh: "在此文件上与 {names} 结果相同。" },
	unexplained: { en: "No variant gives the recorded number of row {rows}.", zh: "没有任何变体能给出序号 {rows} 的记录值。" },
	"tokens-explained": {
		en: "Token by token: all {count} advantages in {rollouts} rollouts are those of {estimator} · {preset}; the largest difference is {most}.",
		zh: "逐 token 比对：{rollouts} 条 rollout 中的 {count} 个优势全部与 {estimator} · {preset} 一致，最大差异为 {most}。",
	},
	"tokens-partly": {
		en: "Token by token: {matching} of {count} advantages in {rollouts} rollouts are those of {estimator} · {preset}; the largest difference is {most}.",
		zh: "逐 token 比对：{rollouts} 条 rollout 的 {count} 个优势中有 {matching} 个与 {estimator} · {preset} 一致，最大差异为 {most}。",
	},
	"tokens-no-candidate": { en: "Token by token: no variant gives these tokens an advantage.", zh: "逐 token 比对：没有任何变体能为这些 token 给出优势。" },
	"tokens-first": {
		en: "{rollouts} rollouts differ. The first is row {row} from token {token} of its response on: {recorded} recorded, {recomputed} recomputed; {differing} of its tokens differ.",
		zh: "有 {rollouts} 条 rollout 不一致。第一条是序号 {row}，从回复的第 {token} 个 token 起：记录为 {recorded}，重新计算为 {recomputed}；共有 {differing} 个 token 不同。",
	},
	"tokens-masked": {
		en: "In {rollouts} rollouts masked tokens carry an advantage, first in row {row}: {count} tokens from token {first} on ({value}).",
		zh: "有 {rollouts} 条 rollout 的被掩码 token 带有优势，第一条是序号 {row}：从第 {first} 个 token 起共 {count} 个（{value}）。",
	},
	"tokens-unfit": {
		en: "In {rollouts} rollouts the loss mask does not fit the tokens, first in row {row}: which of them are trained is unknown, so they are not compared.",
		zh: "有 {rollouts} 条 rollout 的损失掩码与 token 数目不符，第一条是序号 {row}：不知道哪些 token 参与训练，故未比对。",
	},
	"tokens-read": { en: "Only the first {read} of {rows} rollouts were held against their tokens.", zh: "{rows} 条 rollout 中仅逐 token 比对了前 {read} 条。" },
	"no-candidate": { en: "No variant gives any of these rollouts an advantage.", zh: "没有任何变体能为这些 rollout 给出优势。" },
	"basis:recorded": { en: "computed from the recorded reward", zh: "基于记录的奖励" },
	"basis:recomputed": { en: "computed from the recomputed reward", zh: "基于重新计算的奖励" },
	"column:variant": { en: "variant", zh: "变体" },
	"column:matching": { en: "matching", zh: "一致" },
	"column:most": { en: "largest difference", zh: "最大差异" },
	"column:mean": { en: "mean difference", zh: "平均差异" },
	"column:row": { en: "row", zh: "序号" },
	"column:recorded": { en: "recorded", zh: "记录" },
	"column:recomputed": { en: "recomputed", zh: "重新计算" },
	"column:difference": { en: "difference", zh: "差异" },
	more: { en: "and {count} more", zh: "另有 {count} 条" },
} as const satisfies Table;

/** Sentences of leakage over a file. */
export const LEAKAGE_WORDS = {
	title: { en: "Leakage, {broadcast} against {locked}", zh: "信用泄漏，{broadcast} 对照 {locked}" },
	nothing: { en: "Leakage needs groups in which two rollouts or more have a reward for both segments.", zh: "计算泄漏需要组内至少有两条 rollout 的两个段都有奖励。" },
	pooled: {
		en: "{who}: correlation of tool credit with the summary's reward {correlation}, {partial} with the tool's own reward held fixed (p = {p}, {points} rollouts)",
		zh: "{who}：工具信用与总结奖励的相关系数为 {correlation}；固定工具自身奖励后为 {partial}（p = {p}，{points} 条 rollout）",
	},
	recorded: { en: "as recorded", zh: "文件记录" },
	"left-out": {
		en: "{used} of {rollouts} rollouts have both segments in a group to compare and count here; left out: {reasons}",
		zh: "{rollouts} 条 rollout 中有 {used} 条两个段俱全且组内可比，计入统计；未计入：{reasons}",
	},
	"left:no-tool": { en: "{count} without a tool segment", zh: "{count} 条没有工具段" },
	"left:no-summary": { en: "{count} without a summary", zh: "{count} 条没有总结段" },
	"left:no-reward": { en: "{count} without a reward for one of the segments", zh: "{count} 条缺少某一段的奖励" },
	"left:no-advantage": { en: "{count} without an advantage", zh: "{count} 条没有优势" },
	"left:alone": { en: "{count} with no other such rollout in the group", zh: "{count} 条在组内没有其他可比的 rollout" },
	"left:sampled": { en: "{count} by sampling, as the file is large", zh: "{count} 条因文件过大而被抽样略去" },
	"column:group": { en: "group", zh: "组" },
	"column:against": { en: "tool against", zh: "工具反向" },
	"column:phantom": { en: "tool phantom", zh: "工具幻影" },
	"column:missed": { en: "tool missed", zh: "工具遗漏" },
	"column:kappa": { en: "κ", zh: "κ" },
	"column:noise": { en: "noise", zh: "噪声" },
	"column:effective": { en: "effective size", zh: "有效组大小" },
	"column:wrong": { en: "rows wrongly rewarded / punished", zh: "误奖 / 误罚的行号" },
} as const satisfies Table;
