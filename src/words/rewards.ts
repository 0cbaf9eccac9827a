import { BENCHMARK_WORDS } from "./benchmarks";
import { type Locale, say, type Table, type Values } from "./words";

/** Title of each reward. */
export const REWARD_TITLES = {
	layered: { en: "Layered: format, content, result", zh: "分层奖励：格式、内容、结果" },
	"partial-credit": { en: "Partial credit per step", zh: "逐步部分得分" },
	hierr: { en: "HierR (SLCA-GRPO)", zh: "HierR（SLCA-GRPO）" },
	recorded: { en: "As recorded in the file", zh: "文件中记录的奖励" },
	simrl: { en: "Sim-RL (STAR)", zh: "Sim-RL（STAR）" },
	toolrl: { en: "ToolRL", zh: "ToolRL" },
	toolpo: { en: "ToolPO (DeepAgent)", zh: "ToolPO（DeepAgent）" },
	rltr: { en: "RLTR", zh: "RLTR" },
	otc: { en: "OTC", zh: "OTC" },
	toolstar: { en: "Tool-Star", zh: "Tool-Star" },
	sdpo: { en: "SDPO tool use", zh: "SDPO 工具使用" },
	bfcl: { en: "BFCL checker", zh: "BFCL 检查器" },
	acebench: { en: "ACEBench checker", zh: "ACEBench 检查器" },
	tau2: { en: "τ²-bench", zh: "τ²-bench" },
	toucan: { en: "Toucan tool coverage", zh: "Toucan 工具覆盖" },
} satisfies Table;

/** One line on how each reward is made. */
export const REWARD_LINES = {
	layered: {
		en: "A weighted sum of format, content and task result; content and result count only once the format passes its gate. Each call is compared with its reference in four tiers.",
		zh: "格式、内容与任务结果的加权和；格式达到门槛后，内容和结果才计分。每个调用与参考调用比较，分为四档。",
	},
	"partial-credit": {
		en: "Each reference step earns a third for the tool, a third for its parameter names and a third for their values; nothing with the wrong tool.",
		zh: "每个参考步骤：工具正确得三分之一，参数名得三分之一，参数值得三分之一；工具错误则不得分。",
	},
	hierr: {
		en: "Process reward of the calls (format .10, names .25, keys .15, values .20, parallelism .30) plus a judge's grade of the reply; an omitted call costs 0.5.",
		zh: "调用的过程奖励（格式 .10、名称 .25、参数名 .15、参数值 .20、并行 .30）加上裁判对回复的评分；漏掉应做的调用扣 0.5。",
	},
	recorded: {
		en: "The reward and its components as the trainer wrote them; nothing is recomputed.",
		zh: "训练时写入文件的奖励及其分量，不做任何重新计算。",
	},
	simrl: {
		en: "A broken format costs 1. Otherwise the calls earn their similarity to the reference calls, or the reply its ROUGE-L with the reference reply.",
		zh: "格式错误扣 1 分；否则调用按与参考调用的相似度得分，或回复按与参考回复的 ROUGE-L 得分。",
	},
	toolrl: {
		en: "0 or 1 for the exact template, plus −3 to 3 for names, parameter names and exactly equal values.",
		zh: "完全符合模板得 1 分，否则 0 分；工具名、参数名和完全相等的参数值再得 −3 到 3 分。",
	},
	toolpo: {
		en: "Success of the task, plus one point for every correct call, plus a preference for memory folding that saves tokens.",
		zh: "任务成功得分，加上每个正确调用一分，再加上节省 token 的记忆折叠偏好。",
	},
	rltr: {
		en: "−1 for a broken format; otherwise the verifiers' votes on completeness, less .1 for every repeated and .2 for every illegal call.",
		zh: "格式错误得 −1；否则为验证器对完整性的投票均值，每个重复调用扣 .1，每个非法调用扣 .2。",
	},
	otc: { en: "A right answer earns more the fewer calls it took.", zh: "答案正确时，调用次数越少得分越高。" },
	toolstar: {
		en: "−1 for a broken format; otherwise the F1 of the boxed answer, and .1 more when search and code were both used.",
		zh: "格式错误得 −1；否则为 \\boxed 答案的 F1，同时用到搜索和代码再加 .1。",
	},
	sdpo: { en: "1 when the actions and all their inputs are those of the reference, else 0.", zh: "动作及其全部输入与参考一致得 1，否则 0。" },
	bfcl: {
		en: "1 when every call passes the benchmark's own checks of name, parameters, types and allowed values, else 0.",
		zh: "每个调用都通过基准自身的名称、参数、类型和允许值检查得 1，否则 0。",
	},
	acebench: {
		en: "1 when the calls pass the benchmark's checks, which let super-strings and any integer pass; the strict twin beside it does not.",
		zh: "调用通过基准检查得 1；基准会放过包含答案的更长字符串和任意整数，旁边的严格版本不会。",
	},
	tau2: {
		en: "The product of the parts in the task's basis: database state, communicated information, actions.",
		zh: "任务所列各部分的乘积：数据库状态、告知的信息、执行的操作。",
	},
	toucan: { en: "Share of the wanted tools that were called, and whether in order; names only.", zh: "应使用的工具被调用的比例，以及顺序是否正确；只看名称。" },
} satisfies Table;

/** Names of layers. A recorded component keeps the name the file gives it. */
export const LAYER_WORDS = {
	format: { en: "Format", zh: "格式" },
	overlong: { en: "Overlong punishment", zh: "超长惩罚" },
	content: { en: "Content", zh: "内容" },
	result: { en: "Result", zh: "结果" },
	name: { en: "Tool name", zh: "工具名" },
	key: { en: "Parameter names", zh: "参数名" },
	value: { en: "Parameter values", zh: "参数值" },
	process: { en: "Process (calls)", zh: "过程（调用）" },
	summary: { en: "Summary (reply)", zh: "总结（回复）" },
	omission: { en: "Omitted call", zh: "漏掉的调用" },
	"format-penalty": { en: "Format penalty", zh: "格式扣分" },
	calls: { en: "Calls", zh: "调用" },
	reply: { en: "Reply", zh: "回复" },
	correctness: { en: "Correctness", zh: "正确性" },
	length: { en: "Length of reasoning", zh: "推理长度" },
	success: { en: "Success", zh: "成功" },
	action: { en: "Correct calls", zh: "正确调用" },
	preference: { en: "Memory folding", zh: "记忆折叠" },
	completeness: { en: "Completeness", zh: "完整性" },
	repeats: { en: "Repeated calls", zh: "重复调用" },
	illegal: { en: "Illegal calls", zh: "非法调用" },
	thrift: { en: "Thrift", zh: "节省程度" },
	product: { en: "Product", zh: "乘积" },
	bonus: { en: "Both tools used", zh: "两种工具都用" },
	match: { en: "Match", zh: "匹配" },
	ast: { en: "Checker's verdict", zh: "检查器结论" },
	normal: { en: "Benchmark's verdict", zh: "基准结论" },
	strict: { en: "Strict verdict", zh: "严格结论" },
	DB: { en: "Database state", zh: "数据库状态" },
	COMMUNICATE: { en: "Information communicated", zh: "信息告知" },
	ACTION: { en: "Actions", zh: "操作" },
	ENV_ASSERTION: { en: "Environment assertions", zh: "环境断言" },
	NL_ASSERTION: { en: "Assertions in words", zh: "自然语言断言" },
	tools: { en: "Wanted tools used", zh: "应用工具" },
	order: { en: "Order", zh: "顺序" },
} satisfies Table;

/** Why a score is not known, with what would make it known. */
export const UNKNOWN_WORDS = {
	"no-reference": {
		en: "The file has no reference calls. Join them with a reference file to score this layer.",
		zh: "文件中没有参考调用。用参考答案文件关联后才能评这一层。",
	},
	"no-outcome": {
		en: "Neither an outcome nor a reference answer is known. Name the outcome's key or a rule for the result in the recipe, or join reference answers.",
		zh: "既没有任务结果，也没有参考答案。请在配方中指定结果所在的键或结果规则，或关联参考答案。",
	},
	"answer-not-comparable": {
		en: "The reference answer is prose or an object; comparing texts cannot tell whether the reply is right.",
		zh: "参考答案是长文本或对象，仅靠文本比较无法判断回复是否正确。",
	},
	"rule-no-value": { en: "The record holds nothing where the recipe's rule for the result looks.", zh: "记录中没有配方结果规则所查的值。" },
	"rule-value": { en: "What the recipe's rule found is neither true or false nor a number from 0 to 1.", zh: "配方规则找到的值既不是真假，也不是 0 到 1 的数。" },
	"rule-no-reference": { en: "The recipe's rule compares with the reference answer, and there is none.", zh: "配方规则要与参考答案比较，但没有参考答案。" },
	"no-judge": { en: "No judge has graded this reply. Name the grade's key in the recipe.", zh: "没有裁判给这条回复评分。请在配方中指定评分所在的键。" },
	"no-call-no-reference": {
		en: "No call was made, and nothing says whether one was due.",
		zh: "没有发出调用，也没有信息表明是否应该调用。",
	},
	"gate-unknown": { en: "The format is unknown, so nobody can tell whether its gate is open.", zh: "格式得分未知，因此无法判断门槛是否通过。" },
	"calls-as-objects": {
		en: "The file holds the calls as objects, not the text the model wrote, and this reward judges that text's template.",
		zh: "文件以对象保存调用，没有模型写出的原文，而该奖励要按原文的模板判断。",
	},
	"not-applicable": { en: "This part does not apply to this rollout and has no weight.", zh: "这一部分不适用于这条 rollout，权重为零。" },
	"no-votes": { en: "The record has neither verifier votes nor an outcome.", zh: "记录中既没有验证器投票，也没有任务结果。" },
	"no-tools": { en: "The file names no tools. Give tool schemas to check the calls against.", zh: "文件没有列出工具。请提供工具 schema 以检查调用。" },
	"needs-environment": {
		en: "Only the environment can tell, and the file does not record its verdict.",
		zh: "只有环境才能判断，而文件没有记录其结论。",
	},
	"bfcl-multi-turn": {
		en: "BFCL decides this by the state of its API objects after each turn. The file holds the calls, not that state: run BFCL's environment and name the key of its verdict in the recipe.",
		zh: "BFCL 按每轮之后 API 对象的状态判定。文件只有调用，没有状态：请运行 BFCL 的环境，并在配方中指定其结论所在的键。",
	},
	"bfcl-agentic": {
		en: "BFCL decides this by the last message after its memory or search tools have run. The file's steps are not that run: run BFCL's environment and name the key of its verdict in the recipe.",
		zh: "BFCL 按记忆或搜索工具运行之后的最后一条消息判定。文件中的步骤不是这次运行：请运行 BFCL 的环境，并在配方中指定其结论所在的键。",
	},
	"not-recorded": { en: "The file has no value of this component for this rollout.", zh: "文件中这条 rollout 没有该分量的值。" },
} satisfies Table;

/**
 * Sentences of checks. A key "id:verdict" goes before "id". Values: what the check holds in its data, and {expected},
 * {actual}, {score}.
 */
export const CHECK_WORDS: Table = {
	...BENCHMARK_WORDS,

	// format
	"format-json": { en: "{failed} of {count} marked blocks are no call", zh: "{count} 个标记块中有 {failed} 个不是合法调用" },
	"format-json:pass": { en: "Every marked body is a call", zh: "每个标记内都是合法调用" },
	"format-name": { en: "{failed} of {count} calls name a tool that does not exist", zh: "{count} 个调用中有 {failed} 个调用了不存在的工具" },
	"format-name:pass": { en: "Every called tool exists", zh: "每个被调用的工具都存在" },
	"format-name:unknown": { en: "Whether the called tools exist is unknown: the file names no tools", zh: "无法判断工具是否存在：文件没有列出工具" },
	"format-tag": { en: "Call marks are missing or do not pair up", zh: "调用标记缺失或不成对" },
	"format-tag:pass": { en: "Call marks are present and pair up", zh: "调用标记齐全且成对" },
	"format-schema": { en: "Not every call keeps the schema of a known tool (errors: {count})", zh: "并非每个调用都符合已知工具的 schema（错误 {count} 处）" },
	"format-schema:pass": { en: "Arguments keep the tools' schemas", zh: "参数符合工具 schema" },
	"format-schema:unknown": { en: "Schema conformance is unknown: a called tool has no schema", zh: "无法判断是否符合 schema：被调用的工具没有 schema" },
	"body-is-call": { en: "This block is not a call with a name and an arguments object", zh: "这一块不是带有名称和参数对象的调用" },
	"body-is-call:pass": { en: "This block is a call", zh: "这一块是合法调用" },
	"tool-known": { en: "There is no tool {name}", zh: "没有名为 {name} 的工具" },
	"tool-known:pass": { en: "Tool {name} exists", zh: "工具 {name} 存在" },
	"tool-known:unknown": { en: "Whether tool {name} exists is unknown: the file names no tools", zh: "无法判断工具 {name} 是否存在：文件没有列出工具" },
	"marks-present": { en: "No call mark outside reasoning", zh: "推理之外没有调用标记" },
	"marks-present:pass": { en: "There are call marks", zh: "有调用标记" },
	"marks-balanced": { en: "{open} opening marks, {close} closing marks", zh: "开始标记 {open} 个，结束标记 {close} 个" },
	"schema-unknown-parameter": { en: "{tool} has no parameter {name}", zh: "{tool} 没有参数 {name}" },
	"schema-missing-parameter": { en: "{tool} requires {name}", zh: "{tool} 必须有参数 {name}" },
	"schema-wrong-type": { en: "{name} should be of type {expected}, is {actual}", zh: "{name} 的类型应为 {expected}，实际是 {actual}" },
	"no-call-expected": { en: "A plain reply was right, but a call was made", zh: "应当直接回复，却发出了调用" },
	"no-call-expected:pass": { en: "A plain reply, as the reference wants", zh: "与参考一致：直接回复" },

	// calls
	"tier-equivalent": { en: "{name}: every parameter agrees ({score})", zh: "{name}：所有参数一致（{score}）" },
	"tier-core": { en: "{name}: the required parameters are right, others differ ({score})", zh: "{name}：必填参数正确，其他参数有差异（{score}）" },
	"tier-partial": { en: "{name}: partly right ({score})", zh: "{name}：部分正确（{score}）" },
	"tier-wrong": { en: "{name}: required parameters are wrong or too much differs ({score})", zh: "{name}：必填参数错误或偏差过大（{score}）" },
	"required-unknown": { en: "Which parameters of {name} are required is unknown: it has no schema", zh: "{name} 没有 schema，无法判断哪些参数必填" },
	"paired-hungarian": { en: "Calls and reference calls paired at best, in any order", zh: "调用与参考调用按最优配对，不计顺序" },
	"paired-aligned": { en: "Calls and reference calls paired at best, in order", zh: "调用与参考调用按顺序最优配对" },
	"paired-steps": { en: "Calls and reference calls paired step by step, in any order within a step", zh: "调用与参考调用逐步配对，步内不计顺序" },
	"paired-greedy-predicted": { en: "Each call took the best reference call still free", zh: "每个调用依次取最合适的空闲参考调用" },
	"paired-greedy-reference": { en: "Each reference call took the best call still free", zh: "每个参考调用依次取最合适的空闲调用" },
	"paired-first-fit": { en: "Each reference call took the first equal call still free", zh: "每个参考调用取第一个相同的空闲调用" },
	"paired-sequential": { en: "Each reference call took the next equal call; calls passed over do not come back", zh: "每个参考调用取下一个相同的调用，跳过的不再使用" },
	"call-right-name": { en: "{name} is the right tool", zh: "{name} 是正确的工具" },
	"call-wrong-name": { en: "{expected} was expected, {actual} was called", zh: "应调用 {expected}，实际调用了 {actual}" },
	"call-missing": { en: "{name} was expected, nothing was called for it", zh: "应调用 {name}，但没有对应的调用" },
	"call-extra": { en: "{name} was called, the reference has no such call", zh: "调用了 {name}，参考中没有对应的调用" },
	"no-call-needed": { en: "No call was due and none was made", zh: "无需调用，也没有调用" },
	"omitted-call": { en: "{due} calls were due, none was made", zh: "应有 {due} 个调用，一个也没有" },
	"param-equal": { en: "{name} agrees: {actual}", zh: "{name} 一致：{actual}" },
	"param-similar": { en: "{name}: expected {expected}, got {actual} ({by} similarity {similarity})", zh: "{name}：应为 {expected}，实际是 {actual}（{by} 相似度 {similarity}）" },
	"param-different": { en: "{name}: expected {expected}, got {actual}", zh: "{name}：应为 {expected}，实际是 {actual}" },
	"param-missing": { en: "{name} is missing: expected {expected}", zh: "缺少 {name}：应为 {expected}" },
	"param-extra": { en: "{name} is not in the reference: {actual}", zh: "参考中没有 {name}：{actual}" },
	"keys-shared": { en: "{name}: share of parameter names in common {score}", zh: "{name}：参数名重合比例 {score}" },
	"values-equal": { en: "{name}: share of reference values that agree {score}", zh: "{name}：参考值一致的比例 {score}" },

	// HierR
	"hierr-format": { en: "F: valid blocks {score} (weight {weight})", zh: "F：合法块比例 {score}（权重 {weight}）" },
	"hierr-name": { en: "N: F1 of the tool names {score} (weight {weight})", zh: "N：工具名 F1 {score}（权重 {weight}）" },
	"hierr-key": { en: "K: parameter names in common {score} (weight {weight})", zh: "K：参数名重合度 {score}（权重 {weight}）" },
	"hierr-value": { en: "V: values that agree {score} (weight {weight})", zh: "V：参数值一致度 {score}（权重 {weight}）" },
	"hierr-parallel": { en: "P: {actual} calls at first, {expected} expected (weight {weight})", zh: "P：首次发出 {actual} 个调用，应为 {expected} 个（权重 {weight}）" },
	"block-valid": { en: "This block is not a valid call", zh: "这一块不是合法调用" },
	"block-valid:pass": { en: "Valid block: {names}", zh: "合法块：{names}" },
	"block-unknown-tool": { en: "This block calls a tool that does not exist: {names}", zh: "这一块调用了不存在的工具：{names}" },
	"tools-unknown": { en: "The file names no tools, so a made-up tool cannot be noticed", zh: "文件没有列出工具，因此无法发现虚构的工具" },
	"summary-no-observation": { en: "No tool answered, so the reply earns nothing", zh: "没有工具返回结果，回复不得分" },
	"summary-short-reply": { en: "The reply has {length} characters, at least {least} are needed", zh: "回复只有 {length} 个字符，至少需要 {least} 个" },
	"summary-judge": { en: "The judge's grade is {grade} of 5", zh: "裁判评分 {grade}（满分 5）" },
	"summary-judge:unknown": { en: "No judge has graded this reply", zh: "没有裁判给这条回复评分" },

	// published rewards
	"simrl-one-think": { en: "{actual} openings of <think>, exactly one <think>…</think> is wanted", zh: "有 {actual} 个 <think>，应恰好有一对 <think>…</think>" },
	"simrl-one-think:unknown": {
		en: "Whether there is one <think>…</think> is unknown: the file holds the calls as objects, not the text the model wrote",
		zh: "无法判断是否恰有一对 <think>…</think>：文件以对象保存调用，没有模型写出的原文",
	},
	"simrl-one-think:pass": { en: "One <think>…</think>", zh: "恰好一对 <think>…</think>" },
	"simrl-call": { en: "{name}: similarity to its reference {score}", zh: "{name}：与参考调用的相似度 {score}" },
	"simrl-reply": { en: "ROUGE-L of the reply with the reference {score}", zh: "回复与参考的 ROUGE-L {score}" },
	"toolrl-template": { en: "The text does not follow the template {expected}", zh: "文本不符合模板 {expected}" },
	"toolrl-template:pass": { en: "The text follows the template", zh: "文本符合模板" },
	"toolrl-no-reference-call": { en: "The reference calls nothing, so correctness is 0 by definition", zh: "参考没有调用，按定义正确性为 0" },
	"toolrl-unreadable": {
		en: "The calls cannot be read, one JSON object with name and parameters a line is wanted",
		zh: "无法读取调用：每行应是一个含 name 和 parameters 的 JSON 对象",
	},
	"toolrl-not-equal": { en: "The calls are not exactly the reference", zh: "调用与参考不完全相同" },
	"toolrl-names": { en: "Overlap of the tool names {score}", zh: "工具名重合度 {score}" },
	"toolrl-call": { en: "{name}: {earned} of {most} points", zh: "{name}：{earned} / {most} 分" },
	"call-met": { en: "{name} was called as wanted", zh: "{name} 已按要求调用" },
	"call-not-met": { en: "No call does what {name} {expected} asks for", zh: "没有调用满足 {name} {expected}" },
	"fold-preference": { en: "{direct} tokens without folding, {fold} with it", zh: "不折叠 {direct} 个 token，折叠后 {fold} 个" },
	"rltr-votes": { en: "Votes on completeness: {actual}", zh: "完整性投票：{actual}" },
	"repeated-call": { en: "{name} repeats the call before it", zh: "{name} 与前一个调用完全相同" },
	"otc-calls": { en: "{calls} calls earn {score}", zh: "{calls} 个调用得 {score}" },
	"toolstar-think": { en: "<think> and </think> are missing or do not pair up", zh: "<think> 与 </think> 缺失或不成对" },
	"toolstar-think:unknown": {
		en: "Whether <think> and </think> pair up is unknown: the file holds the calls as objects, not the text the model wrote",
		zh: "无法判断 <think> 与 </think> 是否成对：文件以对象保存调用，没有模型写出的原文",
	},
	"toolstar-think:pass": { en: "<think> and </think> pair up", zh: "<think> 与 </think> 成对" },
	"toolstar-answer": { en: "There must be exactly one <answer>…</answer>", zh: "必须恰好有一个 <answer>…</answer>" },
	"toolstar-answer:pass": { en: "One <answer>…</answer>", zh: "恰好一个 <answer>…</answer>" },
	"toolstar-order": { en: "A search or python block is not followed by its result", zh: "有 search 或 python 块后面没有相应的 result" },
	"toolstar-order:unknown": {
		en: "Whether results follow the search and python blocks is unknown: the file holds the calls as objects, not the text the model wrote",
		zh: "无法判断 search 和 python 块后是否有 result：文件以对象保存调用，没有模型写出的原文",
	},
	"toolstar-order:pass": { en: "Every search and python block is followed by its result", zh: "每个 search 和 python 块后都有 result" },
	"toolstar-boxed": { en: "The answer has no \\boxed{…}", zh: "答案中没有 \\boxed{…}" },
	"toolstar-boxed:pass": { en: "The answer is boxed", zh: "答案在 \\boxed 中" },
	"answer-f1": { en: "F1 of {actual} with {expected}: {score}", zh: "{actual} 与 {expected} 的 F1：{score}" },
	"both-tools": { en: "Search and code were not both used", zh: "没有同时用到搜索和代码" },
	"both-tools:unknown": {
		en: "Whether search and code were both used is unknown: the file holds the calls as objects, not the text the model wrote",
		zh: "无法判断是否同时用到搜索和代码：文件以对象保存调用，没有模型写出的原文",
	},
	"both-tools:pass": { en: "Search and code were both used", zh: "搜索和代码都用到了" },
	"tool-used": { en: "{expected} was used: {actual}", zh: "用到了 {expected}：{actual}" },
	"tool-not-used": { en: "{expected} was not used", zh: "没有用到 {expected}" },
	"tools-in-order": { en: "Wanted order {expected}, called {actual}", zh: "应有顺序 {expected}，实际为 {actual}" },
	"info-communicated": { en: "{info} was not told to the user", zh: "没有把 {info} 告知用户" },
	"info-communicated:pass": { en: "{info} was told to the user", zh: "已把 {info} 告知用户" },
	"part-recorded": { en: "The file records {actual}", zh: "文件记录为 {actual}" },
	"ended-early": { en: "The run ended early ({reason}), which is 0", zh: "运行提前结束（{reason}），得 0 分" },
	"sdpo-actions": { en: "Actions: expected {expected}, got {actual}", zh: "动作：应为 {expected}，实际是 {actual}" },
	"sdpo-actions:pass": { en: "The actions are those of the reference: {actual}", zh: "动作与参考一致：{actual}" },
	"sdpo-inputs": { en: "Inputs: expected {expected}, got {actual}", zh: "输入：应为 {expected}，实际是 {actual}" },
	"sdpo-inputs:pass": { en: "The inputs are those of the reference", zh: "输入与参考一致" },

	// result
	"outcome-recorded": { en: "The file says {actual} ({key})", zh: "文件记录为 {actual}（{key}）" },
	"answer-exact": { en: "The reply is the reference answer", zh: "回复就是参考答案" },
	"answer-numeric": { en: "The reply is the same number: {expected}", zh: "回复是同一个数：{expected}" },
	"answer-loose": { en: "The reply is the reference answer but for case and spaces", zh: "除大小写和空白外，回复与参考答案相同" },
	"answer-contained": { en: "The reply holds the reference answer {expected}", zh: "回复包含参考答案 {expected}" },
	"answer-set": { en: "The reply holds the same values as the reference answer", zh: "回复与参考答案包含相同的值" },
	"answer-different": { en: "The reply does not hold the reference answer {expected}", zh: "回复不包含参考答案 {expected}" },
	"rule-pattern": { en: "The recipe's pattern {expected} is not found in {actual}", zh: "在 {actual} 中找不到配方中的正则表达式 {expected}" },
	"rule-pattern:pass": { en: "The recipe's pattern {expected} is found: {actual}", zh: "符合配方中的正则表达式 {expected}：{actual}" },
	"rule-equal": { en: "The recipe's rule wants {expected}, found {actual}", zh: "配方规则要求 {expected}，实际是 {actual}" },
	"rule-equal:pass": { en: "The recipe's rule is met: {actual}", zh: "符合配方规则：{actual}" },
	"rule-similar": {
		en: "{by} similarity {similarity} with {expected}, the recipe's rule wants at least {least}",
		zh: "与 {expected} 的 {by} 相似度为 {similarity}，配方规则要求至少 {least}",
	},
	"rule-similar:pass": { en: "Similar enough to {expected} ({by} similarity {similarity})", zh: "与 {expected} 足够相似（{by} 相似度 {similarity}）" },
	"rule-value": { en: "The recipe's rule takes {path} as the result: {actual}", zh: "配方规则以 {path} 为结果：{actual}" },
	"rule-no-json": {
		en: "The recipe's rule looks for {expected} in the answer's JSON, and the answer holds none",
		zh: "配方规则要在答案的 JSON 中查找 {expected}，但答案中没有 JSON",
	},
	"rule-no-value": { en: "The answer's JSON has nothing at {path}, where the recipe's rule looks", zh: "答案的 JSON 中没有配方规则所查的 {path}" },
	"rule-no-value:unknown": { en: "The record has nothing at {path}, where the recipe's rule looks", zh: "记录中没有配方规则所查的 {path}" },
	"rule-no-reference": { en: "The recipe's rule compares with the reference answer, and there is none", zh: "配方规则要与参考答案比较，但没有参考答案" },
	"answer-not-comparable": { en: "The reply and the reference answer cannot be compared as texts", zh: "回复与参考答案无法按文本比较" },
};

/** What a sentence of a check is made of; a model `Check` has all of it. */
interface CheckFacts {
	readonly id: string;
	readonly verdict: string;
	readonly score: number;
	readonly expected: string | null;
	readonly actual: string | null;
	readonly data: Values;
}

const shown = (value: string | number): string | number => (typeof value === "number" && !Number.isInteger(value) ? Number(value.toFixed(3)) : value);

/** One sentence for a check: the one of its verdict ("id:fail") when there is one, else the one of its id. */
export function checkSentence(check: CheckFacts, locale: Locale): string {
	const values: Record<string, string | number> = { score: shown(check.score), expected: check.expected ?? "–", actual: check.actual ?? "–" };
	for (const [k, v] of Object.entries(check.data)) values[k] = shown(v);
	const exact = `${check.id}:${check.verdict}`;
	return say(CHECK_WORDS, exact in CHECK_WORDS ? exact : check.id, locale, values);
}
