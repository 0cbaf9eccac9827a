import type { HelpTable, Phrase } from "./words";

const READING: Phrase = { en: "While the line is read.", zh: "读取该行时发现。" };
const CAREFULLY: Phrase = { en: "While the line is read, for lines up to 4 MB.", zh: "读取该行时发现，仅限 4 MB 以内的行。" };
const SHAPE: Phrase = { en: "While the record is turned into a rollout by its format.", zh: "按格式将记录转换为 rollout 时发现。" };
const TOKENS: Phrase = { en: "While token columns are joined with the text. Nothing is shifted or filled in.", zh: "将 token 列与文本对齐时发现；不作移位或填补。" };

/** What is odd about a record of the file. */
export const RECORD_HELP = {
	"not-json": {
		title: { en: "Line is not JSON", zh: "该行不是 JSON" },
		means: { en: "The line cannot be read, so its rollout is missing from every figure.", zh: "该行无法读取，其 rollout 不计入任何数值。" },
		found: { en: "The place is the first character that does not fit.", zh: "位置是第一个不合法的字符。" },
	},
	"torn-line": {
		title: { en: "Last line not complete", zh: "最后一行不完整" },
		means: { en: "The trainer is still writing, or stopped in the middle of a line.", zh: "训练框架仍在写入，或在行中间停止。" },
		found: { en: "The last line has no line end and breaks off where more JSON was due.", zh: "最后一行没有换行符，且 JSON 在中途截断。" },
	},
	"not-an-object": {
		title: { en: "Record is no object", zh: "记录不是对象" },
		means: { en: "The line is JSON, but not an object: there is no rollout in it.", zh: "该行是 JSON，但不是对象，不含 rollout。" },
		found: READING,
	},
	"placeholder-row": {
		title: { en: "Placeholder row", zh: "占位行" },
		means: { en: "NeMo-Gym writes such rows to keep numbers of rows aligned.", zh: "NeMo-Gym 用这类行保持行号对齐。" },
		found: { en: "The line begins with <PLACEHOLDER.", zh: "该行以 <PLACEHOLDER 开头。" },
	},
	"line-too-long": {
		title: { en: "Line too long", zh: "行过长" },
		means: { en: "The line is longer than a text can be in memory; it is left out.", zh: "该行超过内存中文本的长度上限，已略过。" },
		found: { en: "Lines above 500 MB.", zh: "超过 500 MB 的行。" },
	},
	nan: {
		title: { en: "NaN or Infinity", zh: "NaN 或 Infinity" },
		means: {
			en: "Python's json module writes these words; strict readers refuse the whole line. They count as no value.",
			zh: "Python 的 json 模块会写出这些词，严格的解析器会拒绝整行。此处按“没有值”处理。",
		},
		found: READING,
	},
	"duplicate-key": {
		title: { en: "Key given twice", zh: "键重复" },
		means: { en: "An object of the record names a key twice; readers keep the last value.", zh: "记录的对象中同一个键出现两次，读取时保留最后一个。" },
		found: CAREFULLY,
	},
	"big-integer": {
		title: { en: "Integer beyond 2^53", zh: "整数超出 2^53" },
		means: { en: "JavaScript and many tools round it; here it is kept digit by digit, so that ids stay ids.", zh: "JavaScript 及许多工具会将其舍入；此处逐位保留，避免 id 改变。" },
		found: READING,
	},
	"lone-surrogate": {
		title: { en: "Half a character", zh: "半个字符" },
		means: {
			en: "A text was cut in the middle of a character (an emoji, a rare CJK character); writing it as UTF-8 fails.",
			zh: "文本在字符中间被截断（如表情或生僻字），写成 UTF-8 时会失败。",
		},
		found: CAREFULLY,
	},
	"control-character": {
		title: { en: "Unescaped control character", zh: "未转义的控制字符" },
		means: { en: "JSON wants control characters escaped; strict readers refuse the line.", zh: "JSON 要求转义控制字符，严格的解析器会拒绝该行。" },
		found: READING,
	},
	"bad-utf8": {
		title: { en: "Bytes that are not UTF-8", zh: "字节不是 UTF-8" },
		means: {
			en: "Some bytes form no character and are shown as �. The text that was trained on may have been another one.",
			zh: "部分字节不构成字符，显示为 �；实际训练的文本可能不同。",
		},
		found: READING,
	},
	bom: {
		title: { en: "Byte order mark", zh: "字节顺序标记" },
		means: { en: "The file begins with a byte order mark; it is skipped, other readers may stumble over it.", zh: "文件以 BOM 开头，已跳过；其他工具可能因此出错。" },
		found: READING,
	},
	"no-text": {
		title: { en: "No text in the record", zh: "记录中没有文本" },
		means: { en: "None of the keys that hold text in this format is there.", zh: "该格式存放文本的键都不存在。" },
		found: SHAPE,
	},
	"no-messages": {
		title: { en: "No messages", zh: "没有消息" },
		means: { en: "The record has no list of messages, so there is no transcript.", zh: "记录中没有消息列表，因而没有对话文本。" },
		found: SHAPE,
	},
	"no-response": {
		title: { en: "Prompt without response", zh: "有提示无回复" },
		means: { en: "The record holds a prompt and nothing the policy wrote.", zh: "记录只有提示，没有策略写出的内容。" },
		found: SHAPE,
	},
	"message-not-object": {
		title: { en: "Message is no object", zh: "消息不是对象" },
		means: { en: "One of the messages is no object; it is left out of the transcript.", zh: "某条消息不是对象，已从对话中略过。" },
		found: SHAPE,
	},
	"call-not-read": {
		title: { en: "Call cannot be read", zh: "调用无法读取" },
		means: {
			en: "An entry of a message's calls is no object that names a tool: null, a number, a name that is not text. It is left out; the message's other calls count.",
			zh: "消息的某个调用项不是带有工具名的对象（如 null、数字，或名称不是文本）。该项被略过，该消息的其他调用照常计入。",
		},
		found: SHAPE,
	},
	"unknown-role": {
		title: { en: "Unknown role", zh: "未知角色" },
		means: {
			en: "A message has a role that this format does not know. Its text is shown and never counted as the policy's.",
			zh: "消息的角色不属于该格式；其文本会显示，但不计为策略输出。",
		},
		found: SHAPE,
	},
	"calls-twice": {
		title: { en: "Calls in the text and as objects", zh: "调用既在文本中又是对象" },
		means: { en: "A message holds its calls twice. The text is what the policy wrote, so it is read.", zh: "消息中调用出现两份；文本才是策略写出的内容，因此以文本为准。" },
		found: SHAPE,
	},
	"reward-not-finite": {
		title: { en: "Reward is not finite", zh: "奖励不是有限数" },
		means: {
			en: "The recorded reward is NaN or infinite. One such reward makes a whole group's advantages NaN in most trainers.",
			zh: "记录的奖励为 NaN 或无穷。多数训练框架中，一个这样的奖励会使整组优势变为 NaN。",
		},
		found: SHAPE,
	},
	"reward-not-number": {
		title: { en: "Reward is no number", zh: "奖励不是数字" },
		means: { en: "The key of the reward holds something else; the rollout counts as unscored.", zh: "奖励键中不是数字，该 rollout 按未评分处理。" },
		found: SHAPE,
	},
	"step-not-number": {
		title: { en: "Step is no number", zh: "训练步不是数字" },
		means: {
			en: "What stands where the format keeps the training step is no number. The rollout has no step: its group and the axis of steps leave the value out.",
			zh: "该格式存放训练步的位置上不是数字。该 rollout 没有步数，分组与步轴都不使用此值。",
		},
		found: SHAPE,
	},
	"number-as-text": {
		title: { en: "Number written as text", zh: "数字写成了文本" },
		means: { en: "A number of NumPy or Torch went through default=str; it is read as the number.", zh: "NumPy 或 Torch 数值经 default=str 写成文本，此处按数字读取。" },
		found: SHAPE,
	},
	"later-sequence": {
		title: { en: "Later sequence of a rollout", zh: "rollout 的后续序列" },
		means: {
			en: "The agent compacted its context, and the trainer wrote each sequence as a row: a group counts such a rollout several times.",
			zh: "智能体压缩过上下文，训练框架把每段序列写成一行，分组统计会重复计入该 rollout。",
		},
		found: SHAPE,
	},
	"penalty-beside-score": {
		title: { en: "Penalty beside the score", zh: "分数之外的惩罚" },
		means: { en: "The trainer added a penalty after it wrote the score: what it trained on is their sum.", zh: "训练框架写出分数后又加了惩罚，实际训练所用的是两者之和。" },
		found: SHAPE,
	},
	"values-are-rewards": {
		title: { en: "Values that are rewards", zh: "估值列其实是奖励" },
		means: {
			en: "The trainer wrote the token rewards a second time under the name of the critic's values, so there are no values.",
			zh: "训练框架把 token 奖励又写进了价值列，因此文件中没有价值网络的估值。",
		},
		found: SHAPE,
	},
	"column-length": {
		title: { en: "Column of the wrong length", zh: "列长度不符" },
		means: {
			en: "A column has not one value per rollout of the line; it is left out, since no value could be assigned with certainty.",
			zh: "该列的数量与该行的 rollout 数不等；无法确定对应关系，已略过。",
		},
		found: SHAPE,
	},
	"array-length": {
		title: { en: "Token array of the wrong length", zh: "token 数组长度不符" },
		means: {
			en: "A mask, log-probabilities or advantages do not have one entry per token. Trained like this, every later token gets its neighbour's value.",
			zh: "掩码、对数概率或优势与 token 数不等。若照此训练，其后每个 token 都会得到相邻 token 的值。",
		},
		found: TOKENS,
	},
	"context-changed": {
		title: { en: "Context changed between calls", zh: "上下文在调用之间改变" },
		means: {
			en: "A later model call was not given the tokens of the one before: the context was cut or tokenised anew. Importance ratios of such rollouts are off.",
			zh: "后一次模型调用得到的不是前一次的 token：上下文被裁剪或重新切分。此类 rollout 的重要性比率不准。",
		},
		found: TOKENS,
	},
	"tokens-not-text": {
		title: { en: "Tokens do not spell the text", zh: "token 拼不出文本" },
		means: {
			en: "The token strings of the file do not add up to the response; tokens are shown approximately instead.",
			zh: "文件的 token 字符串拼不出回复文本，改为近似显示 token。",
		},
		found: TOKENS,
	},
	"ids-only": {
		title: { en: "Token ids without text", zh: "只有 token id" },
		means: { en: "The file holds ids only. Name a tokenizer to see their text.", zh: "文件只有 id；指定分词器后才能看到文本。" },
		found: TOKENS,
	},
	"text-elsewhere": {
		title: { en: "Texts in another file", zh: "文本在其他文件中" },
		means: { en: "This file holds rewards and lengths; the texts are in the log tree beside it.", zh: "该文件只有奖励与长度，文本在旁边的日志树中。" },
		found: SHAPE,
	},
	"split-moved": {
		title: { en: "Split between prompt and response corrected", zh: "已修正提示与回复的分界" },
		means: {
			en: "The file's own split counts tool results as prompt. The response begins at the assistant's first turn.",
			zh: "文件自带的分界把工具结果算作提示；此处以助手的第一轮为回复起点。",
		},
		found: SHAPE,
	},
	"other-branches": {
		title: { en: "More branches", zh: "还有其他分支" },
		means: { en: "The conversation forked (compaction, sub-agents); one branch is shown.", zh: "对话有分支（压缩或子智能体），只显示一个。" },
		found: SHAPE,
	},
	"voice-without-text": {
		title: { en: "Voice run without text", zh: "语音运行没有文本" },
		means: { en: "The run was spoken and the file keeps no transcript.", zh: "该次运行为语音，文件没有文字记录。" },
		found: SHAPE,
	},
	snapshot: {
		title: { en: "Snapshot of a conversation", zh: "对话快照" },
		means: { en: "Other lines go on with the same conversation: its beginning is counted once per line.", zh: "其他行接续同一对话，其开头在每行都会计入一次。" },
		found: SHAPE,
	},
} as const satisfies HelpTable;
