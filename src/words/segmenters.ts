import type { Table } from "./words";

/** Names of segment kinds. */
export const SEGMENT_KIND_WORDS = {
	system: { en: "system", zh: "系统" },
	user: { en: "user", zh: "用户" },
	reasoning: { en: "reasoning", zh: "推理" },
	narration: { en: "narration", zh: "过程说明" },
	call: { en: "tool call", zh: "工具调用" },
	observation: { en: "tool result", zh: "工具结果" },
	summary: { en: "summary", zh: "总结" },
	other: { en: "other", zh: "其他" },
} as const satisfies Table;

export const LANE_WORDS = {
	tool: { en: "tool", zh: "工具" },
	summary: { en: "summary", zh: "总结" },
} as const satisfies Table;

export const LANE_MODE_WORDS = {
	fine: { en: "Each segment its own lane; reasoning goes with the next action", zh: "各段分道，推理归入下一个动作" },
	"two-segment": { en: "All before the last tool result is tool, the rest summary", zh: "最后一个工具结果之前归工具，其余归总结" },
} as const satisfies Table;

/** Titles, by segmenter id, and "auto". */
export const SEGMENTER_TITLES = {
	auto: { en: "Automatic", zh: "自动" },
	messages: { en: "Messages: what the file states, then the tags", zh: "按消息：先看文件标明的角色，再看标签" },
	tags: { en: "Tags in the text", zh: "按文本中的标签" },
	positional: { en: "Positional: the last learnable run is the summary (SLCA's paper)", zh: "按位置：最后一段可学习文本为总结（SLCA 论文）" },
} as const satisfies Table;

/** `Segmentation.warnings`. */
export const SEGMENT_WARNINGS = {
	"call-labelled-summary": {
		en: "The last learnable run contains a tool call, yet is labelled summary: its tokens get the summary's credit",
		zh: "最后一段可学习文本里有工具调用，却被标为总结：这些 token 得到的是总结的信用",
	},
	"reasoning-labelled-summary": { en: "Reasoning before the final answer counts as summary", zh: "最终回答之前的推理按总结计" },
	"no-learnable-text": { en: "No text in this rollout was produced by the policy: no loss reaches it", zh: "这条 rollout 中没有策略生成的文本，损失不会作用于任何 token" },
} as const satisfies Table;
