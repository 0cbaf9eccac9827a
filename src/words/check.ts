import type { Table } from "./words";

/** Sentences of `check` and `evaluate` on the command line. */
export const CHECK_WORDS = {
	"command:check": { en: "What is wrong with the rollouts, each at its place, as text, JSON or SARIF", zh: "列出 rollout 的问题及其位置，可输出文本、JSON 或 SARIF" },
	"command:evaluate": { en: "Verdicts of a benchmark's own checker on a model's results", zh: "用基准自己的检查器判定模型结果" },
	"option:report": { en: "how to tell it: text, json or sarif (2.1.0)", zh: "输出形式：text、json 或 sarif（2.1.0）" },
	"option:failOn": { en: "end with status 1 at or above: error (as without it), warning, info or never", zh: "达到该级别时以状态 1 结束：error（默认）、warning、info 或 never" },
	"option:benchmark": { en: "bfcl, acebench, tau2 or toucan", zh: "bfcl、acebench、tau2 或 toucan" },
	"option:data": { en: "the benchmark's questions (an object a line, or a list)", zh: "基准的题目文件（每行一个对象，或一个列表）" },
	"option:answers": { en: "the right answers, where they stand in a file of their own", zh: "参考答案文件（若单独存放）" },
	"option:category": { en: "category of the questions; without it, by the ids", zh: "题目类别；省略时由 id 推断" },
	"option:mode": { en: "prompt: results are text (as without it) · fc: results are function calls", zh: "prompt：结果为文本（默认）· fc：结果为函数调用" },
	"option:underscoreToDot": { en: "dots in names were replaced by underscores, as some APIs need", zh: "名称中的点已替换为下划线（部分 API 的要求）" },
	"more-of-code": { en: "{count} more {code}; --full lists them", zh: "另有 {count} 处 {code}，--full 可全部列出" },
	"severity:error": { en: "error", zh: "错误" },
	"severity:warning": { en: "warning", zh: "警告" },
	"severity:info": { en: "info", zh: "提示" },
	"column:count": { en: "count", zh: "数量" },
	"column:severity": { en: "severity", zh: "级别" },
	"column:code": { en: "code", zh: "代码" },
	"column:meaning": { en: "meaning", zh: "含义" },
	"findings-total": {
		en: "errors: {errors} · warnings: {warnings} · infos: {infos} · files: {files}",
		zh: "错误 {errors} · 警告 {warnings} · 提示 {infos} · 文件 {files} 个",
	},
	"nothing-found": { en: "Nothing was found. Files: {files}", zh: "没有发现问题。文件 {files} 个" },
	"column:verdicts": { en: "results", zh: "结果数" },
	"column:error-type": { en: "error type", zh: "错误类型" },
	"evaluate:summary": { en: "valid: {valid} of {total} ({share} %)", zh: "通过 {valid} / {total}（{share}%）" },
	"evaluate:undecided": { en: "not decided: {count}", zh: "未判定 {count}" },
	"evaluate:missing": { en: "{count} not decided: {why}", zh: "{count} 个未判定：{why}" },
	"evaluate:valid": { en: "valid", zh: "通过" },
	"evaluate:no-question": { en: "{path}: no question has the id {id}", zh: "{path}：没有 id 为 {id} 的题目" },
	"evaluate:needs-environment": {
		en: "this category is decided by running its environment, which is not done here",
		zh: "该类别需运行其环境才能判定，此处不支持",
	},
	"evaluate:bfcl-multi-turn": {
		en: "multi-turn is decided by the state of BFCL's API objects after each turn; the results hold calls, not that state, and no environment is run here",
		zh: "多轮类别按每轮之后 BFCL 的 API 对象状态判定；结果中只有调用，没有状态，此处不运行环境",
	},
	"evaluate:bfcl-agentic": {
		en: "memory and web search are decided by the last message after BFCL's tools have run; no environment is run here",
		zh: "记忆与网页搜索类别按 BFCL 工具运行之后的最后一条消息判定，此处不运行环境",
	},
	"evaluate:ace-agent": {
		en: "agent categories are decided by the states of ACEBench's environment, which is not run here",
		zh: "agent 类别按 ACEBench 环境的状态判定，此处不运行环境",
	},
	"evaluate:ace-special": {
		en: "special categories are decided by phrases in a dialogue with ACEBench's simulated user, which is not held here",
		zh: "special 类别按与 ACEBench 模拟用户对话中的语句判定，此处不进行对话",
	},
	"evaluate:not-text": { en: "the result is no text, or its question has no answer to check it against", zh: "结果不是文本，或题目没有可核对的答案" },
	"evaluate:no-id": { en: "a result needs an id", zh: "每个结果需要 id" },
	"unknown-benchmark": { en: "There is no benchmark {id}. Known: {ids}", zh: "没有基准 {id}。可选：{ids}" },
	"near-benchmark": { en: "There is no benchmark {id}. Did you mean {ids}?", zh: "没有基准 {id}。是否想用 {ids}？" },
} as const satisfies Table;
