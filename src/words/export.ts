import type { Table } from "./words";

/** Sentences of `export` and of the reports it writes. */
export const EXPORT_WORDS = {
	"needs-places": {
		en: "Segment-locked advantages need to know where each token stands in the text: name a tokenizer in the recipe",
		zh: "按段计算的优势需要知道每个 token 在文本中的位置：请在配方中指定分词器",
	},
	"needs-values": { en: "The critic’s values per token are not in the file", zh: "文件中没有价值网络逐 token 的估值" },
	"needs-mask": {
		en: "Which tokens are trained is unknown: the file has tokens without a loss mask that fits them",
		zh: "不知道哪些 token 参与训练：文件有 token，却没有与之对应的损失掩码",
	},
	"no-advantage": {
		en: "The estimator gives them none: their reward, or what else it needs, is unknown",
		zh: "估计器没有给出优势：它们的奖励或其他所需信息未知",
	},
	"without-tokens": { en: "{count} rollouts have no advantage per token. {reason}.", zh: "有 {count} 条 rollout 没有逐 token 的优势。{reason}。" },
	title: { en: "Rewards and advantages of {file}", zh: "{file} 的奖励与优势" },
	made: { en: "{format} · rollouts: {rollouts} · groups: {groups} · {estimator}", zh: "{format} · rollout {rollouts} 条 · 组 {groups} 个 · {estimator}" },
	groups: { en: "Groups", zh: "组" },
	rollouts: { en: "Rollouts", zh: "Rollout" },
	credit: { en: "Where the advantage goes", zh: "优势落在哪里" },
	"credit-note": {
		en: "Blue text is pushed up, orange text is pushed down, pale text is not trained. {count} of {all} rollouts are shown.",
		zh: "蓝底文本被推高，橙底文本被压低，浅色文本不参与训练。共 {all} 条，显示 {count} 条。",
	},
	"column:group": { en: "group", zh: "组" },
	"column:step": { en: "step", zh: "步" },
	"column:size": { en: "size", zh: "大小" },
	"column:mean": { en: "mean", zh: "均值" },
	"column:deviation": { en: "deviation", zh: "标准差" },
	"column:gradient": { en: "gradient", zh: "梯度" },
	"column:row": { en: "row", zh: "序号" },
	"column:line": { en: "line", zh: "行" },
	"column:id": { en: "id", zh: "id" },
	"column:recorded": { en: "recorded", zh: "记录" },
	"column:total": { en: "recomputed", zh: "重新计算" },
	"column:advantage": { en: "advantage", zh: "优势" },
	"column:advantage-tool": { en: "tool advantage", zh: "工具优势" },
	"column:advantage-summary": { en: "summary advantage", zh: "总结优势" },
	"column:tokens": { en: "tokens", zh: "token" },
	"column:calls": { en: "calls", zh: "调用" },
	"column:findings": { en: "findings", zh: "问题" },
	learns: { en: "yes", zh: "有" },
} as const satisfies Table;
