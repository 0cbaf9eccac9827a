import { type Locale, say, type Table } from "./words";

/** Descriptions of the rewards' options; the keys are the `description` codes of the option schemas. */
export const OPTION_WORDS: Table = {
	layered: { en: "Options of the layered reward", zh: "分层奖励的选项" },
	"layered.weights": { en: "Weight of each layer", zh: "各层的权重" },
	"layered.weights.format": { en: "Weight of the format", zh: "格式的权重" },
	"layered.weights.content": { en: "Weight of the calls' content", zh: "调用内容的权重" },
	"layered.weights.result": { en: "Weight of the task's result", zh: "任务结果的权重" },
	"layered.gate": { en: "Format score from which content and result count; 0 = always", zh: "格式得分达到此值后内容和结果才计分；0 表示始终计分" },
	"layered.tiers": {
		en: "literal: a wrong required parameter is worth nothing; monotone: one right required parameter still earns .3",
		zh: "literal：必填参数有错即不得分；monotone：有一个必填参数正确仍得 .3",
	},
	"layered.equal": { en: "Similarity from which a parameter counts as right", zh: "相似度达到此值的参数视为正确" },
	"layered.deviation": { en: "Mean similarity below which a call is worth nothing", zh: "平均相似度低于此值的调用不得分" },
	"layered.matching": {
		en: "How calls meet reference calls: best pairs in any order, in order, step by step, or greedily",
		zh: "调用与参考调用的配对方式：任意顺序最优、按顺序、逐步、或贪心",
	},
	"layered.ast": { en: "Schema conformance: shown beside the format, or counted as its fourth check", zh: "schema 符合度：仅显示，或作为格式的第四项计入" },
	"layered.pays": { en: "Segments each layer pays when advantages are segment-locked", zh: "按段锁定优势时，各层奖励付给哪些段" },
	"layered.pays.format": { en: "Segments the format pays", zh: "格式得分付给的段" },
	"layered.pays.content": { en: "Segments the content pays", zh: "内容得分付给的段" },
	"layered.pays.result": { en: "Segments the result pays", zh: "结果得分付给的段" },
	"partial-credit": { en: "Options of partial credit", zh: "部分得分的选项" },
	"partial-credit.weights": { en: "Weight of each part of a step", zh: "每一步各部分的权重" },
	"partial-credit.weights.name": { en: "Weight of the right tool", zh: "工具正确的权重" },
	"partial-credit.weights.key": { en: "Weight of shared parameter names", zh: "参数名重合的权重" },
	"partial-credit.weights.value": { en: "Weight of equal parameter values", zh: "参数值相等的权重" },
	"partial-credit.valueGated": { en: "Parameter names earn only as far as their values are right", zh: "参数名得分按参数值的正确比例折算" },
	"partial-credit.matching": {
		en: "How calls meet reference calls: best pairs in any order, in order, step by step, or greedily",
		zh: "调用与参考调用的配对方式：任意顺序最优、按顺序、逐步、或贪心",
	},
	hierr: { en: "Options of HierR", zh: "HierR 的选项" },
	"hierr.weights": { en: "Weights of process and summary", zh: "过程与总结的权重" },
	"hierr.weights.process": { en: "Weight of the process reward", zh: "过程奖励的权重" },
	"hierr.weights.summary": { en: "Weight of the judge's grade", zh: "裁判评分的权重" },
	"hierr.process": { en: "Weights inside the process reward", zh: "过程奖励内部的权重" },
	"hierr.process.format": { en: "Weight of valid blocks (F)", zh: "合法块的权重（F）" },
	"hierr.process.name": { en: "Weight of the tool names (N)", zh: "工具名的权重（N）" },
	"hierr.process.key": { en: "Weight of the parameter names (K)", zh: "参数名的权重（K）" },
	"hierr.process.value": { en: "Weight of the parameter values (V)", zh: "参数值的权重（V）" },
	"hierr.process.parallel": { en: "Weight of the first step's number of calls (P)", zh: "首步调用数的权重（P）" },
	"hierr.omission": { en: "Total when a call was due and none was made", zh: "应调用而未调用时的总分" },
	"hierr.shortReply": { en: "A reply shorter than this earns no summary reward", zh: "短于此长度的回复没有总结奖励" },
	"hierr.strict": {
		en: "Count parallel calls over the whole first turn, and give a right abstention the full process reward",
		zh: "并行调用按整个首轮计数，正确的不调用得满过程分",
	},
	recorded: { en: "Options of the recorded reward", zh: "记录奖励的选项" },
	"recorded.lanes": { en: "Components that pay the segments when advantages are segment-locked", zh: "按段锁定优势时，各段由哪个分量支付" },
	"recorded.lanes.tool": { en: "Component that pays the calls; empty = none", zh: "支付调用段的分量；留空表示无" },
	"recorded.lanes.summary": { en: "Component that pays the reply; empty = none", zh: "支付回复段的分量；留空表示无" },
};

/** A JSON value with every `description` code of an option schema put into words. */
export function describedSchema(schema: unknown, locale: Locale): unknown {
	if (Array.isArray(schema)) return schema.map(s => describedSchema(s, locale));
	if (typeof schema !== "object" || schema === null) return schema;
	return Object.fromEntries(
		Object.entries(schema).map(([key, value]) => [key, key === "description" && typeof value === "string" ? say(OPTION_WORDS, value, locale) : describedSchema(value, locale)]),
	);
}
