import type { HelpTable } from "./words";

/** Faults in what is trained. */
export const MASK_HELP = {
	M01: {
		title: { en: "Advantage on a masked token", zh: "被掩码 token 带有优势" },
		means: {
			en: "Tokens outside the loss mask carry an advantage. It is harmless only while the loss applies the mask.",
			zh: "损失掩码之外的 token 带有优势值，只有损失函数应用掩码时才无害。",
		},
		found: { en: "The file's advantages against its mask, above 1e-9.", zh: "比对文件中的优势与掩码，阈值 1e-9。" },
	},
	M02: {
		title: { en: "Tool result is trained", zh: "工具结果参与训练" },
		means: { en: "The mask lets the loss reach text that the policy did not write.", zh: "掩码使损失作用到并非策略写出的文本。" },
		found: {
			en: "Tokens that lie whole inside a tool result and are trained; without token boundaries, when more tokens are trained than the policy can have written.",
			zh: "完全位于工具结果内却参与训练的 token；若没有 token 边界，则看可训练的 token 数是否超过策略可能写出的数量。",
		},
	},
	M03: {
		title: { en: "Nothing is trained", zh: "没有内容参与训练" },
		means: { en: "The mask leaves out every token of the rollout.", zh: "掩码排除了该 rollout 的全部 token。" },
		found: { en: "The mask is 0 throughout, though the policy wrote something.", zh: "掩码全为 0，而策略写出了内容。" },
	},
	M04: {
		title: { en: "Values missing on trained tokens", zh: "可训练 token 缺少数值" },
		means: { en: "Trained tokens have no advantage or log-probability: the arrays do not line up.", zh: "可训练的 token 没有优势或对数概率，说明各数组没有对齐。" },
		found: { en: "Null or NaN in a column where the mask is 1.", zh: "掩码为 1 处的列值为 null 或 NaN。" },
	},
	M05: {
		title: { en: "Text after the end mark", zh: "结束标记之后还有文本" },
		means: { en: "The policy ended its turn and text goes on; what follows is trained.", zh: "策略已结束本轮，其后仍有文本且参与训练。" },
		found: { en: "A known end mark inside the policy's turn, followed by text that is no other end mark.", zh: "策略轮次内出现已知的结束标记，其后的文本不是另一个结束标记。" },
	},
	M06: {
		title: { en: "Tool result inside the policy's turn", zh: "策略轮次内的工具结果" },
		means: { en: "A trainer that masks by role trains this result; it may also be made up by the policy.", zh: "按角色做掩码的训练框架会训练到该结果；它也可能是策略自己编造的。" },
		found: { en: "Where the file's other tool results have turns of their own.", zh: "文件中其他工具结果都有单独轮次时报告。" },
	},
	M07: {
		title: { en: "Special tokens stripped", zh: "特殊 token 被丢弃" },
		means: {
			en: "The text was decoded with special tokens skipped: where turns begin is inferred, and formats that need tags score 0.",
			zh: "文本解码时丢弃了特殊 token：轮次边界靠推断，依赖标签的格式会得 0 分。",
		},
		found: { en: "Several turns in one text without a mark of any chat template, beside token ids.", zh: "同一文本含多个轮次，却没有任何对话模板标记，且文件含 token id。" },
	},
	M08: {
		title: { en: "Cut inside a call", zh: "在调用中间截断" },
		means: { en: "The response ended by the length limit while a call was being written.", zh: "回复在书写调用时因长度上限而结束。" },
		found: {
			en: "The last call is never closed, nothing follows, and the file does not say that the response was complete.",
			zh: "最后一次调用没有结束标记，其后无内容，且文件未注明回复完整。",
		},
	},
	M09: {
		title: { en: "Tokens change when tokenised again", zh: "重新分词后 token 不同" },
		means: { en: "A trainer that tokenises the text again trains on tokens the policy never sampled.", zh: "若训练框架重新分词，就会训练策略从未采样过的 token。" },
		found: { en: "With a tokenizer only: the text's tokens against those of the file.", zh: "仅在指定分词器时：将文本的 token 与文件中的比较。" },
	},
	M10: {
		title: { en: "Return starts anew at masked tokens", zh: "回报在掩码处清零" },
		means: { en: "Under the estimator in force the reward never reaches what stands before a tool result.", zh: "在所用估计器下，奖励传不到工具结果之前的内容。" },
		found: { en: "REINFORCE++ as older trainers computed it, on rollouts with tool results.", zh: "旧版训练框架计算的 REINFORCE++，且 rollout 含工具结果。" },
	},
	"tokens-not-placed": {
		title: { en: "Token ids do not make this text", zh: "token id 与文本不符" },
		means: {
			en: "The recipe names another tokenizer than the trainer's, or the text was changed after sampling. Credit falls back on pieces of the text.",
			zh: "配方指定的分词器与训练时不同，或文本在采样后被改动。信用改按文本切分显示。",
		},
		found: { en: "With a tokenizer only: more than 2 % of the ids cannot be found in the text.", zh: "仅在指定分词器时：超过 2% 的 id 在文本中找不到。" },
	},
} as const satisfies HelpTable;
