import type { Table } from "./words";

/** Titles and one sentence about each card of the Lab and each topic of `analyze`. */
export const LAB_CARD_WORDS = {
	sparsity: { en: "Reward sparsity", zh: "奖励稀疏度" },
	"sparsity:about": { en: "How often all steps are right, and how large a group must be to see both right and wrong.", zh: "各步全对的概率有多大，组要多大才能同时看到对与错。" },
	weights: { en: "Weight vote", zh: "权重投票" },
	"weights:about": {
		en: "Which behaviour wins under these weights, and which layer decides inside the groups of this file.",
		zh: "在这组权重下哪种行为胜出，以及在本文件的各组内由哪一层决定。",
	},
	whatif: { en: "What if", zh: "假设分析" },
	"whatif:about": {
		en: "Other weights on the stored scores: which groups come alive, whose push turns round.",
		zh: "用已存的分数换一组权重：哪些组恢复梯度，哪些 rollout 的推动方向反转。",
	},
	curriculum: { en: "Curriculum", zh: "课程学习" },
	"curriculum:about": { en: "What each rollout is worth as a sample for supervised training, phase by phase.", zh: "各阶段中每条 rollout 作为监督训练样本的价值。" },
	leakage: { en: "Leakage", zh: "信用泄漏" },
	"leakage:about": {
		en: "How far a broadcast advantage pays tool calls for what the summary earned, and the other way round.",
		zh: "整条共用的优势在多大程度上把总结挣得的信用付给了工具调用，反之亦然。",
	},
	filters: { en: "Group filters", zh: "组过滤" },
	"filters:about": { en: "Which groups the trainers' filters would keep, and what the update saves.", zh: "各训练框架的过滤规则会保留哪些组，更新阶段能省多少计算。" },
	evidence: { en: "Evidence judge", zh: "证据核对" },
	"evidence:about": {
		en: "What the open rollout's reply states, looked up in its tool results. Nothing leaves this machine.",
		zh: "在工具结果中核对当前 rollout 回复所陈述的内容，不会向外发送任何数据。",
	},
	distillation: { en: "Distillation", zh: "知识蒸馏" },
	"distillation:about": { en: "Where teacher and student differ, and which way the loss moves each token.", zh: "教师与学生在何处不同，损失把每个 token 推向何方。" },
	redundancy: { en: "Redundancy and cost", zh: "冗余与成本" },
	"redundancy:about": { en: "Calls that were for nothing, by tool and step, and what they cost.", zh: "白做的调用（按工具与步统计）及其成本。" },
	hacking: { en: "Reward hacking", zh: "奖励投机" },
	"hacking:about": { en: "Patterns that are worth a look: reward without the work.", zh: "值得留意的模式：没做事却拿到奖励。" },
} as const satisfies Table;

/** What a card needs and the file does not have, with what becomes impossible. */
export const LAB_LACKS = {
	"no-rollouts": { en: "The file has no rollouts yet.", zh: "文件中还没有 rollout。" },
	"no-reference": {
		en: "No reference calls: how often a step is right cannot be counted. Probabilities can be typed in.",
		zh: "没有参考调用，无法统计每一步的正确率；可以手动输入概率。",
	},
	"no-scores": { en: "No layer and no recorded component has a score: there is nothing to weigh.", zh: "没有任何一层或记录的奖励分量有分数，无从加权。" },
	"one-column": { en: "Only one layer has scores: weights cannot change the order.", zh: "只有一层有分数，改变权重不会改变排序。" },
	"no-groups": { en: "No groups: advantages compare the rollouts of one prompt.", zh: "没有分组：优势值需要比较同一提示词下的多条 rollout。" },
	"no-format": { en: "The reward has no format and content layers: choose the layered reward.", zh: "当前奖励没有格式层与内容层，请选择分层奖励。" },
	"no-content": { en: "Content is unknown (no reference calls): only wrong formats can be told apart.", zh: "内容得分未知（没有参考调用），只能区分格式错误的样本。" },
	"no-teacher": {
		en: "No top-k log-probabilities of a teacher and a student (keys teacher_top_logprobs and student_top_logprobs, position by position).",
		zh: "没有教师与学生逐位置的 top-k 对数概率（键 teacher_top_logprobs 与 student_top_logprobs）。",
	},
	"no-calls": { en: "No rollout calls a tool.", zh: "没有任何 rollout 调用工具。" },
	"no-rewards": { en: "No rollout has a reward.", zh: "没有任何 rollout 有奖励。" },
} as const satisfies Table;

export const SPARSITY_WORDS = {
	group: { en: "Groups of {G} are enough: {percent} % of them hold both right and wrong rollouts.", zh: "组大小取 {G} 即可：{percent}% 的组同时包含对与错的 rollout。" },
	dense: {
		en: "No group of up to 64 is useful half of the time. Pay every right step its part, or begin with easier tasks.",
		zh: "组大小到 64 仍有一半以上的组没有梯度。请按步给部分分，或先从更容易的任务开始。",
	},
	harder: { en: "Nearly all rollouts are right already: harder prompts teach more than larger groups.", zh: "几乎所有 rollout 都已答对：更难的提示词比更大的组更有用。" },
	never: { en: "No success at all: a reward for the whole task teaches nothing here.", zh: "一次成功都没有：只奖励整个任务在这里学不到东西。" },
	always: { en: "Every rollout is right: there is nothing left to learn from these prompts.", zh: "全部 rollout 都已答对：这些提示词已没有可学的内容。" },
	unknown: { en: "The chance of a success is not known.", zh: "成功概率未知。" },
	unusable: { en: "Below 1 %: a reward for the whole task is not usable. {advice}", zh: "低于 1%：只奖励整个任务不可用。{advice}" },
	caveat: {
		en: "Steps are taken as independent; real mistakes come in company, so the true chance is usually higher.",
		zh: "假设各步相互独立；实际错误往往成串出现，真实概率通常更高。",
	},
} as const satisfies Table;

export const BEHAVIOUR_WORDS = {
	all_correct: { en: "all correct", zh: "全部正确" },
	format_ok_args_wrong: { en: "format right, arguments wrong", zh: "格式正确，参数错误" },
	format_bad_args_ok: { en: "format wrong, arguments right", zh: "格式错误，参数正确" },
	format_only: { en: "format only", zh: "仅格式正确" },
	off_reference_success: { en: "success off the reference", zh: "偏离参考但成功" },
	content_without_result: { en: "content right, no result", zh: "内容正确，未达成结果" },
	nothing: { en: "nothing right", zh: "全部错误" },
} as const satisfies Table;

export const WEIGHT_WORDS = {
	"break-even": {
		en: "Content must weigh more than {ratio} × format before right arguments in a bad format beat a good format with wrong arguments.",
		zh: "内容权重须大于格式权重的 {ratio} 倍，“格式错、参数对”才会胜过“格式对、参数错”。",
	},
	gated: { en: "The gate is closed for rollouts with a bad format, so format wins at every weight.", zh: "格式错误时门控关闭，因此无论权重如何都是格式优先。" },
	"no-success": {
		en: "In {count} of {groups} groups no rollout has a result: there the result layer has no vote at any weight.",
		zh: "{groups} 个组中有 {count} 个没有任何 rollout 达成结果：无论权重多大，结果层在这些组里都没有投票权。",
	},
	outvoted: { en: "{layer} is outvoted in {count} groups: the total rewards what it punishes.", zh: "“{layer}”在 {count} 个组中被否决：总奖励鼓励了它所惩罚的行为。" },
	contradictory: { en: "These preferences contradict each other: no weights meet them all.", zh: "这些偏好相互矛盾：没有任何权重能同时满足。" },
	"no-preferences": { en: "Say which behaviour must beat which one.", zh: "请指出哪种行为应胜过哪种行为。" },
	"floors-too-high": { en: "The least weights add up to more than 1.", zh: "各权重下限之和超过 1。" },
	"too-many": { en: "Too many preferences to be fitted exactly.", zh: "偏好过多，无法精确求解。" },
	"no-failures": { en: "No rollout fails.", zh: "没有失败的 rollout。" },
} as const satisfies Table;

/** Classes of samples and why a sample has the weight it has. */
export const SAMPLE_WORDS = {
	all_correct: { en: "all correct", zh: "全部正确" },
	grey: { en: "grey: content right, no result", zh: "灰色：内容正确，未达成结果" },
	format_only: { en: "format only", zh: "仅格式正确" },
	all_wrong: { en: "all wrong", zh: "全部错误" },
	off_reference_success: { en: "success off the reference", zh: "偏离参考但成功" },
	"grey-mined": { en: "grey: matches the reference well and yet misses the label", zh: "灰色：与参考高度相似却未命中标签" },
	"not-in-phase": { en: "not in this phase", zh: "不属于本阶段" },
	"no-weight": { en: "its class has weight 0", zh: "所属类别权重为 0" },
	dropped: { en: "its task is too hard: three evaluations in a row below 30 %", zh: "任务过难：连续三次评估低于 30%" },
	unscored: { en: "format or content is unknown", zh: "格式或内容得分未知" },
	"review-off-reference": {
		en: "{count} rollouts succeed off the reference: look whether they are another right way before they are trained on.",
		zh: "{count} 条 rollout 偏离参考却成功：用于训练前请确认它们是否也是正确做法。",
	},
	"nothing-kept": { en: "No sample is left in this phase.", zh: "本阶段没有剩余样本。" },
	"one-step": { en: "One evaluated step only: too hard tasks cannot be told.", zh: "只有一个评估步，无法判断哪些任务过难。" },
	"result-unknown": { en: "The result is unknown for {count} rollouts; they count as not met.", zh: "{count} 条 rollout 的结果未知，按未达成处理。" },
} as const satisfies Table;

export const FILTER_WORDS = {
	dapo: { en: "DAPO (verl)", zh: "DAPO（verl）" },
	star: { en: "STAR", zh: "STAR" },
	prime: { en: "PRIME", zh: "PRIME" },
	slime: { en: "slime", zh: "slime" },
	openrlhf: { en: "OpenRLHF", zh: "OpenRLHF" },
	unscored: { en: "a member has no reward", zh: "有成员缺少奖励" },
	single: { en: "one member only", zh: "只有一个成员" },
	"all-equal": { en: "all rewards are equal", zh: "奖励全部相同" },
	"too-easy": { en: "mean reward too high", zh: "平均奖励过高" },
	"too-hard": { en: "mean reward too low", zh: "平均奖励过低" },
	noise: { en: "outside the filter's bounds", zh: "超出过滤范围" },
	scale: {
		en: "STAR, PRIME and OpenRLHF expect rewards from 0 to 1; here they go from {low} to {high}, so their bounds on the mean say little.",
		zh: "STAR、PRIME 与 OpenRLHF 的规则假定奖励在 0 到 1 之间；此处为 {low} 到 {high}，其均值界限参考意义有限。",
	},
	note: {
		en: "Saved is the update of dropped groups; they have been generated all the same. Trainers that fill the batch again generate more.",
		zh: "节省的是被丢弃组的更新计算；这些组已经生成，若训练框架补满批次还会生成更多。",
	},
} as const satisfies Table;

/** Why a call was for nothing, and what the screens find. */
export const REDUNDANCY_WORDS = {
	duplicate: { en: "the same call again", zh: "重复相同的调用" },
	superseded: { en: "its result was not used, a later call's was", zh: "结果未被使用，由后续调用取代" },
	afterAnswer: { en: "the answer was known already", zh: "答案已经得到" },
	unmatched: { en: "the reference has no such call", zh: "参考中没有对应的调用" },
	unusedResult: { en: "result unused (a hint, not counted)", zh: "结果未被使用（仅提示，不计入）" },
	consecutiveRepeat: { en: "repeated at once (counted above)", zh: "紧接着重复（已计入上面）" },
	nothing: { en: "None of the patterns was found.", zh: "未发现这些模式。" },
	"proves-nothing": { en: "None of these proves anything; each is a place to look.", zh: "以上均非定论，只是值得查看之处。" },
} as const satisfies Table;

export const DISTILLATION_WORDS = {
	approximate: {
		en: "{count} positions are approximate: a token of the teacher is not in the student's list and counts with its least probability.",
		zh: "{count} 个位置为近似值：教师的某个 token 不在学生的列表中，按其最小概率计。",
	},
	"no-tokens": { en: "The row does not say which token stands where, so no push can be shown.", zh: "该行没有写明各位置的 token，无法显示推动方向。" },
	"no-logprobs": { en: "Row {row} has no top-k log-probabilities of teacher and student, position by position.", zh: "序号 {row} 的行没有教师与学生逐位置的 top-k 对数概率。" },
} as const satisfies Table;

export const CLAIM_WORDS = {
	number: { en: "number", zh: "数字" },
	identifier: { en: "id", zh: "编号" },
	name: { en: "name", zh: "名称" },
	quote: { en: "quotation", zh: "引文" },
} as const satisfies Table;

/** Reasons of the evidence judge and of judges that could not answer. */
export const JUDGE_WORDS = {
	empty: { en: "The reply is empty.", zh: "回复为空。" },
	"too-short": { en: "The reply is too short to say anything.", zh: "回复过短，没有内容。" },
	"too-long": { en: "The tool results are too long to be searched.", zh: "工具结果过长，未作检索。" },
	"no-observations": { en: "No tool was called: there is nothing to check the reply against.", zh: "没有工具结果，无从核对回复。" },
	"nothing-to-check": { en: "The reply states no number, id, name or quotation that could be looked up.", zh: "回复中没有可核对的数字、编号、名称或引文。" },
	"other-language": { en: "The reply is not in the language of the question.", zh: "回复与问题的语言不一致。" },
	evidence: { en: "Numbers, ids and names looked up in the tool results.", zh: "已在工具结果中核对数字、编号与名称。" },
	"not-recorded": { en: "The file records no grade.", zh: "文件中没有记录评分。" },
	"no-summary": { en: "The rollout has no final reply.", zh: "rollout 没有最终回复。" },
	refused: { en: "The endpoint refused: {detail}", zh: "端点拒绝：{detail}" },
	"rate-limited": { en: "The model asks to wait longer than is allowed.", zh: "模型要求的等待时间超出限制。" },
	timeout: { en: "The model did not answer in time.", zh: "模型未按时响应。" },
	unreachable: { en: "The model cannot be reached: {detail}", zh: "无法连接模型：{detail}" },
	"not-json": { en: "The endpoint's answer is not JSON.", zh: "端点的响应不是 JSON。" },
	"no-grade": { en: "The judge's answer holds no grade from 1 to 5.", zh: "裁判的回答中没有 1 到 5 的评分。" },
	cancelled: { en: "Cancelled.", zh: "已取消。" },
	budget: { en: "The budget is used up.", zh: "预算已用完。" },
	untrusted: { en: "Not in a workspace that is not trusted.", zh: "工作区不受信任，未发送。" },
	"no-url": { en: "The recipe names no endpoint and model, or one that is neither https nor on this machine.", zh: "配方未写明端点与模型，或端点既非 https 也不在本机。" },
	"no-key": { en: "The environment variable {name} that should hold the key is empty.", zh: "应存放密钥的环境变量 {name} 为空。" },
	model: { en: "{detail}", zh: "{detail}" },
	"not-asked": { en: "The recipe asks for no judge: set judge.id to evidence or endpoint.", zh: "配方未指定裁判：请将 judge.id 设为 evidence 或 endpoint。" },
	"no-answer": { en: "The endpoint's answer holds no text.", zh: "端点的响应中没有文本。" },
	"no-consent": { en: "VS Code was not allowed to use this model for Reward Inspector.", zh: "未获准让 Reward Inspector 使用该模型。" },
	blocked: { en: "The model refuses because a limit is reached: {detail}", zh: "模型因达到限额而拒绝：{detail}" },
	gone: { en: "The model is not there any more.", zh: "该模型已不可用。" },
	recorded: { en: "The record has a grade.", zh: "记录中已有评分。" },
	"too-large": { en: "The endpoint's answer is too large.", zh: "端点的响应过大。" },
} as const satisfies Table;
