import type { HelpTable, Phrase, Table } from "./words";

/** Sentences of findings about groups (G) and of screens (H), by code. */
export const SCREEN_WORDS: Table = {
	G01: {
		en: "The components of the {size} rewards of this group differ and cancel out: the group gives no gradient ({group}).",
		zh: "该组 {size} 个奖励的各分量不同却相互抵消，因此没有梯度（{group}）。",
	},
	G02: {
		en: "The layer {layer} gives all {count} scored rollouts the same score, {value}: it teaches nothing here.",
		zh: "{layer} 层给全部 {count} 条已评分 rollout 的得分都是 {value}，在此不提供任何信号。",
	},
	G03: {
		en: "The layer {layer} never pays: no rollout opens its gate ({gate}), though {count} of them score above 0 in it.",
		zh: "{layer} 层从未计分：没有 rollout 通过其门控（{gate}），而其中 {count} 条在该层的得分大于 0。",
	},
	G04: {
		en: "The {size} rewards of this group differ by rounding only; an estimator that divides by their deviation makes advantages of it ({group}).",
		zh: "该组 {size} 个奖励只有舍入误差之差；除以标准差的估计器会由此产生优势（{group}）。",
	},
	G05: {
		en: "{count} of {groups} groups have no spread, while their means differ: the reward tells prompts apart, not the rollouts of one prompt.",
		zh: "{groups} 个组中有 {count} 个组内没有差异，而组间均值不同：奖励区分的是提示词，而不是同一提示词的各条 rollout。",
	},
	H01: {
		en: "Worth a look: {count} of {of} rollouts ({share} %) have nearly all names and keys right and at most half of the values. Rows {rows}",
		zh: "值得一看：{of} 条中有 {count} 条（{share}%）的名称和键几乎全对，而取值至多对一半。序号 {rows}",
	},
	H02: {
		en: "Worth a look: {count} of {of} rollouts ({share} %) repeat themselves: more than {limit} of their 4-grams were there before. Rows {rows}",
		zh: "值得一看：{of} 条中有 {count} 条（{share}%）自我重复：重复的 4-gram 占比超过 {limit}。序号 {rows}",
	},
	H03: {
		en: "Worth a look: {count} of {of} summaries ({share} %) are copied from tool results by more than {limit}. Rows {rows}",
		zh: "值得一看：{of} 个总结中有 {count} 个（{share}%）超过 {limit} 的内容抄自工具结果。序号 {rows}",
	},
	H04: {
		en: "Worth a look: after tool results {count} of {of} rollouts ({share} %) say less than {limit} characters to the user. Rows {rows}",
		zh: "值得一看：得到工具结果后，{of} 条中有 {count} 条（{share}%）给用户的回复不足 {limit} 个字符。序号 {rows}",
	},
	H05: {
		en: "Worth a look: {count} of {of} rollouts ({share} %) write calls inside their reasoning. Rows {rows}",
		zh: "值得一看：{of} 条中有 {count} 条（{share}%）在推理内写调用。序号 {rows}",
	},
	H06: {
		en: "Worth a look: within {groups} groups the longer rollout earns more (mean correlation {correlation}).",
		zh: "值得一看：在 {groups} 个组内，越长的 rollout 奖励越高（平均相关系数 {correlation}）。",
	},
	H07: {
		en: "Worth a look: over {count} rollouts the reward hardly goes with success (correlation {correlation}).",
		zh: "值得一看：{count} 条 rollout 的奖励与是否成功几乎无关（相关系数 {correlation}）。",
	},
	H08: {
		en: "Worth a look: this failed rollout earns {reward}, row {other} of its group succeeded and earns {otherReward}.",
		zh: "值得一看：这条失败的 rollout 得到 {reward}，同组成功的第 {other} 条只得到 {otherReward}。",
	},
	H09: {
		en: "Worth a look: over the last {steps} steps the format score stands at {level} and content does not grow (slope {slope}).",
		zh: "值得一看：最近 {steps} 步格式得分停在 {level}，而内容得分没有增长（斜率 {slope}）。",
	},
	H10: {
		en: "Worth a look: over {steps} steps rollouts became {growth} times as long and the reward moved by {gain}.",
		zh: "值得一看：{steps} 步内 rollout 变为原来的 {growth} 倍长，奖励只变化了 {gain}。",
	},
	H11: {
		en: "Worth a look: the share of rollouts that omit a call they should make rose over the last 3 steps, to {last}.",
		zh: "值得一看：最近 3 步中，该调用而未调用的 rollout 占比持续上升，达到 {last}。",
	},
	H12: {
		en: "Worth a look: over the last {steps} steps the share of needless calls rises by {slope} a step, to {last}, and content does not grow (slope {contentSlope}).",
		zh: "值得一看：最近 {steps} 步中，多余调用的占比每步上升 {slope}，达到 {last}，而内容得分没有增长（斜率 {contentSlope}）。",
	},
	H13: {
		en: "Worth a look: over the last {steps} steps the judge gives its best grade to {share} % of the replies, while success stands at {success} (slope {slope}).",
		zh: "值得一看：最近 {steps} 步中，裁判给 {share}% 的回复打了最高分，而成功率停在 {success}（斜率 {slope}）。",
	},
};

const SCREEN: Phrase = {
	en: "A statistic over the whole file with a limit of ours; the rows that crossed it are named. It proves nothing by itself.",
	zh: "对整个文件的统计量，阈值由本工具设定，并列出超过阈值的序号。它本身不能证明任何事情。",
};
const STEPS: Phrase = {
	en: "A trend over the steps of the file, from four steps on. Files of a single step show none. It proves nothing by itself.",
	zh: "文件内各步的趋势，至少需要四步；单步文件不会报告。它本身不能证明任何事情。",
};

/** What groups, rewards and whole files show. */
export const SCREEN_HELP = {
	G01: {
		title: { en: "Components cancel out", zh: "奖励分量相互抵消" },
		means: {
			en: "The rollouts of a group differ in what they did well, but their totals are equal, so group-relative advantages are all zero.",
			zh: "组内各 rollout 的长处不同，但总分相等，组内相对优势全为零。",
		},
		found: { en: "The totals are constant and at least one layer's contribution is not.", zh: "总分恒定，而至少一层的贡献不恒定。" },
	},
	G02: {
		title: { en: "Dead scorer", zh: "失效的评分项" },
		means: {
			en: "A layer scores every rollout alike. A scorer that broke looks like this; so does one whose goal is reached everywhere (then it is told as information).",
			zh: "某层对所有 rollout 打分相同。评分器损坏时会这样；目标已全部达到时也会这样（此时仅作提示）。",
		},
		found: { en: "From 16 scored rollouts on; layers of weight 0 are left out.", zh: "至少 16 条已评分 rollout；权重为 0 的层不计。" },
	},
	G03: {
		title: { en: "Threshold out of reach", zh: "无法达到的门控" },
		means: {
			en: "A layer pays only above a gate that no rollout reaches: its score has no influence on training.",
			zh: "某层只在通过门控后计分，而没有 rollout 通过，该层对训练没有影响。",
		},
		found: { en: "From 16 rollouts on: every contribution of the layer is 0 and some of its scores are not.", zh: "至少 16 条 rollout：该层贡献全为 0，而部分得分不为 0。" },
	},
	G04: {
		title: { en: "Floating-point noise", zh: "浮点误差" },
		means: {
			en: "The rewards of a group are equal up to rounding. Divided by their tiny deviation they become advantages of full size.",
			zh: "组内奖励除舍入误差外完全相等，除以极小的标准差后会变成正常大小的优势。",
		},
		found: { en: "The spread is below 1e-12 of the rewards and not 0.", zh: "差异不足奖励的 1e-12，但不为 0。" },
	},
	G05: {
		title: { en: "No spread within groups", zh: "组内没有差异" },
		means: {
			en: "Nearly all groups are constant while groups differ from each other: the reward depends on the prompt only. Group-relative training learns nothing from it.",
			zh: "几乎所有组内奖励恒定，而组间不同：奖励只取决于提示词，组内相对的训练学不到东西。",
		},
		found: { en: "At least 4 groups of several rollouts; 90 % of them without spread.", zh: "至少 4 个多成员的组，其中 90% 组内没有差异。" },
	},
	H01: {
		title: { en: "Partial-credit farming", zh: "刷取部分得分" },
		means: { en: "Names and keys are right, values are not: the cheapest part of a partial-credit reward.", zh: "名称和键正确而取值错误：这是部分得分奖励中最容易拿到的部分。" },
		found: SCREEN,
	},
	H02: { title: { en: "Repetition", zh: "重复" }, means: { en: "The policy writes the same words again and again.", zh: "策略反复写出相同的内容。" }, found: SCREEN },
	H03: {
		title: { en: "Copied observation", zh: "照抄工具结果" },
		means: {
			en: "The reply is the tool's result over again. A judge may like it; a user asked for an answer.",
			zh: "回复只是把工具结果再抄一遍。评判模型可能满意，但用户要的是答案。",
		},
		found: SCREEN,
	},
	H04: {
		title: { en: "Empty or very short reply", zh: "回复为空或过短" },
		means: { en: "Tools were called and answered, and the user is told next to nothing.", zh: "工具已调用并返回结果，却几乎没有告诉用户任何内容。" },
		found: SCREEN,
	},
	H05: {
		title: { en: "Calls smuggled into the reasoning", zh: "推理中夹带调用" },
		means: {
			en: "Calls inside the reasoning are not made, but a scorer that searches the whole text counts them.",
			zh: "推理中的调用不会执行，但在全文中搜索的评分器会将其计入。",
		},
		found: SCREEN,
	},
	H06: { title: { en: "Length pays", zh: "越长奖励越高" }, means: { en: "Within groups, reward goes with length.", zh: "组内奖励与长度相关。" }, found: SCREEN },
	H07: {
		title: { en: "Reward and success part ways", zh: "奖励与成功脱节" },
		means: { en: "What is rewarded is hardly what was wanted: the reward does not go with the outcome the file records.", zh: "奖励与文件记录的结果几乎无关，所奖励的并非所求。" },
		found: SCREEN,
	},
	H08: {
		title: { en: "A failure earns more than a success", zh: "失败的奖励高于成功" },
		means: { en: "Within one group a failed rollout is pushed up and a successful one down.", zh: "同一组内，失败的 rollout 被推高，成功的被压低。" },
		found: SCREEN,
	},
	H09: {
		title: { en: "Format learnt, content not", zh: "格式已学会，内容停滞" },
		means: { en: "The format score is at its top and content stands still.", zh: "格式得分已到顶，而内容得分停滞。" },
		found: STEPS,
	},
	H10: {
		title: { en: "Longer for nothing", zh: "变长而无收益" },
		means: { en: "Rollouts grow from step to step, the reward does not.", zh: "rollout 逐步变长，奖励却没有提高。" },
		found: STEPS,
	},
	H11: {
		title: { en: "Calls are omitted ever more often", zh: "漏调用越来越多" },
		means: { en: "The policy learns to answer without its tools.", zh: "策略正在学会不用工具直接作答。" },
		found: {
			en: "Over the last three steps the share of rollouts that should have called and did not rises each time. It proves nothing by itself.",
			zh: "最近三步中，该调用而未调用的占比逐步上升。它本身不能证明任何事情。",
		},
	},
	H12: {
		title: { en: "Ever more needless calls", zh: "多余调用越来越多" },
		means: {
			en: "Calls that repeat others, come after the answer is known or meet nothing in the reference become more from step to step, and the content score does not gain by it.",
			zh: "重复的、已知答案之后的或参考中没有的调用逐步增多，而内容得分没有因此提高。",
		},
		found: {
			en: "From four steps on, over the last four: the share of needless calls rises by more than .02 a step and the content score by less than .01. It proves nothing by itself.",
			zh: "至少四步，取最近四步：多余调用的占比每步上升超过 .02，而内容得分每步上升不足 .01。它本身不能证明任何事情。",
		},
	},
	H13: {
		title: { en: "Judge saturated", zh: "裁判评分饱和" },
		means: {
			en: "The judge gives nearly every reply its best grade and cannot tell rollouts apart any more, although tasks still fail.",
			zh: "裁判几乎给每条回复最高分，已无法区分 rollout，而任务仍有失败。",
		},
		found: {
			en: "From four steps on, over the last four: more than 95 % best grades, success below 95 % and moving by less than .01 a step. Files without grades or outcomes show none. It proves nothing by itself.",
			zh: "至少四步，取最近四步：最高分超过 95%，成功率低于 95% 且每步变化不足 .01。没有评分或结果的文件不会报告。它本身不能证明任何事情。",
		},
	},
} as const satisfies HelpTable;
