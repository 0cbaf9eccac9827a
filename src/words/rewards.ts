import { CHECK_WORDS } from "./rewardChecks";
import { type Locale, say, type Table, type Values } from "./words";

/** Title of each reward. */
export const REWARD_WORDS = {
	layered: { en: "Layered: format, content, result", zh: "分层奖励：格式、内容、结果" },
	"partial-credit": { en: "Partial credit per step", zh: "逐步部分得分" },
	hierr: { en: "HierR (SLCA-GRPO)", zh: "HierR（SLCA-GRPO）" },
	recorded: { en: "As recorded in the file", zh: "文件中记录的奖励" },
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
} satisfies Table;

/** Names of layers. A recorded component keeps the name the file gives it. */
export const LAYER_WORDS = {
	format: { en: "Format", zh: "格式" },
	content: { en: "Content", zh: "内容" },
	result: { en: "Result", zh: "结果" },
	name: { en: "Tool name", zh: "工具名" },
	key: { en: "Parameter names", zh: "参数名" },
	value: { en: "Parameter values", zh: "参数值" },
	process: { en: "Process (calls)", zh: "过程（调用）" },
	summary: { en: "Summary (reply)", zh: "总结（回复）" },
	omission: { en: "Omitted call", zh: "漏掉的调用" },
} satisfies Table;

/** Why a score is not known, with what would make it known. */
export const UNKNOWN_WORDS = {
	"no-reference": {
		en: "The file has no reference calls. Join them with a reference file to score this layer.",
		zh: "文件中没有参考调用。用参考答案文件关联后才能评这一层。",
	},
	"no-outcome": {
		en: "Neither an outcome nor a reference answer is known. Name the outcome's key in the recipe, or join reference answers.",
		zh: "既没有任务结果，也没有参考答案。请在配方中指定结果所在的键，或关联参考答案。",
	},
	"answer-not-comparable": {
		en: "The reference answer is prose or an object; comparing texts cannot tell whether the reply is right.",
		zh: "参考答案是长文本或对象，仅靠文本比较无法判断回复是否正确。",
	},
	"no-judge": { en: "No judge has graded this reply. Name the grade's key in the recipe.", zh: "没有裁判给这条回复评分。请在配方中指定评分所在的键。" },
	"no-call-no-reference": {
		en: "No call was made, and nothing says whether one was due.",
		zh: "没有发出调用，也没有信息表明是否应该调用。",
	},
	"gate-unknown": { en: "The format is unknown, so nobody can tell whether its gate is open.", zh: "格式得分未知，因此无法判断门槛是否通过。" },
	"not-recorded": { en: "The file has no value of this component for this rollout.", zh: "文件中这条 rollout 没有该分量的值。" },
} satisfies Table;

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
