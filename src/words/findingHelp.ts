import { MASK_HELP } from "./maskHelp";
import { RECORD_HELP } from "./recordHelp";
import { SCREEN_HELP } from "./screenHelp";
import type { HelpTable } from "./words";

/** Mistakes in calls: E01–E17 and what else is odd in the text of a call. */
const CALL_HELP = {
	E01: {
		title: { en: "Hallucinated tool", zh: "调用了不存在的工具" },
		means: {
			en: "The policy calls a tool that it was not given. Serving parsers drop or refuse such a call, so its tokens are trained on a call that never ran.",
			zh: "策略调用了未提供的工具。推理服务的解析器会丢弃或拒绝该调用，等于在从未执行的调用上训练这些 token。",
		},
		found: {
			en: "The name is compared with the tools the file gives, exactly. A tool within an edit distance of 3 is suggested. Without tools in the file nothing is checked.",
			zh: "将名称与文件给出的工具逐字比较，并建议编辑距离不超过 3 的工具。文件不含工具时不检查。",
		},
	},
	E02: {
		title: { en: "Wrong tool", zh: "工具选择错误" },
		means: { en: "A call stands where the reference calls another tool.", zh: "此处的调用与参考答案所用的工具不同。" },
		found: {
			en: "Calls and reference calls are paired for the best total similarity (Hungarian assignment; same name counts most). A pair of different names is this finding. Unknown tools (E01) and repeated calls (E15) take no part.",
			zh: "按总相似度最大为调用与参考调用配对（匈牙利算法，同名权重最高）；名称不同的一对即为此问题。未知工具（E01）与重复调用（E15）不参与配对。",
		},
	},
	E03: {
		title: { en: "Missing call", zh: "缺少调用" },
		means: { en: "A call of the reference has no counterpart in the rollout.", zh: "参考答案中的一次调用在 rollout 中没有对应。" },
		found: {
			en: "It is left over after pairing. It has no place in the text: the finding points at the record. When no call was made at all, E17 is reported instead.",
			zh: "配对后剩余的参考调用。它在文本中没有位置，因此指向整条记录。若完全没有调用，则报告 E17。",
		},
	},
	E04: {
		title: { en: "Extra call", zh: "多余的调用" },
		means: {
			en: "A call that the reference does not make. It may be a harmless look-up or wasted cost: a warning, not an error.",
			zh: "参考答案中没有这次调用。可能是无害的查询，也可能是浪费，因此只是警告。",
		},
		found: {
			en: "It is left over after pairing. Benchmarks that only list actions that must be taken (τ-bench, τ²-bench) leave other calls free.",
			zh: "配对后剩余的调用。只列出必需动作的基准（τ-bench、τ²-bench）不限制其他调用。",
		},
	},
	E05: {
		title: { en: "Wrong order", zh: "调用顺序错误" },
		means: { en: "A call comes after one that the reference makes later.", zh: "某次调用排在了参考答案中更靠后的调用之后。" },
		found: {
			en: "The steps of the paired reference calls must not go back from turn to turn. Calls of one turn and calls of one reference step are parallel and have no order.",
			zh: "配对到的参考步骤在各轮之间不得倒退。同一轮内的调用和同一参考步骤内的调用是并行的，不分先后。",
		},
	},
	E06: {
		title: { en: "Missing required parameter", zh: "缺少必填参数" },
		means: { en: "A parameter that the tool's schema requires is not given.", zh: "没有给出工具 schema 要求的参数。" },
		found: {
			en: "By `required` of the schema, also inside nested objects. Without a schema nothing is checked.",
			zh: "依据 schema 的 `required`，包括嵌套对象。没有 schema 时不检查。",
		},
	},
	E07: {
		title: { en: "Unknown parameter", zh: "未知参数" },
		means: { en: "The tool has no parameter of this name.", zh: "该工具没有这个名称的参数。" },
		found: {
			en: "By `properties` of the schema. A schema that takes additional or pattern properties, or lists none, allows any key.",
			zh: "依据 schema 的 `properties`。允许附加属性或模式属性、或未列出属性的 schema 接受任意键。",
		},
	},
	E08: {
		title: { en: "Wrong type", zh: "类型错误" },
		means: { en: "The value's JSON type is not the one the schema asks for.", zh: "值的 JSON 类型与 schema 要求不符。" },
		found: {
			en: "By `type`, where 2.0 is an integer and true is none; names of Python, Java and Gemini schemas are translated; a union accepts any of its types.",
			zh: "依据 `type`：2.0 算整数，true 不算；会换算 Python、Java、Gemini 的类型名；联合类型满足其一即可。",
		},
	},
	E09: {
		title: { en: "Not an allowed value", zh: "取值不在枚举内" },
		means: { en: "The schema lists the values that are allowed, and this is none of them.", zh: "schema 列出了允许的取值，该值不在其中。" },
		found: { en: "By `enum` and `const`, exactly.", zh: "依据 `enum` 与 `const`，逐字比较。" },
	},
	E10: {
		title: { en: "Constraint violation", zh: "违反约束" },
		means: { en: "The value breaks a rule of the schema: a pattern, a bound, a length.", zh: "值违反了 schema 的约束：模式、上下限或长度。" },
		found: {
			en: "By the JSON Schema keywords of draft 7. `format` is not checked, and a pattern that could take very long is not tried.",
			zh: "依据 JSON Schema draft 7 的关键字。不检查 `format`，可能耗时过长的正则不会执行。",
		},
	},
	E11: {
		title: { en: "Made-up value", zh: "编造的值" },
		means: {
			en: "A value stands nowhere in what the policy was told: prompt, user and earlier tool results. With a reference that says otherwise it is an error; without one a warning, since it may follow by arithmetic or from dates.",
			zh: "该值在策略得到的信息（提示词、用户消息、此前的工具结果）中都找不到。参考答案与之不同则为错误；没有参考答案则为警告，因为它可能由计算或日期推得。",
		},
		found: {
			en: "Text without case, then without separators, then at least 60 % of its words; numbers by value. Booleans, null, enum values, defaults and long or many-line texts are not checked.",
			zh: "先忽略大小写查找，再去掉分隔符查找，再看是否至少含 60% 的词；数字按数值比较。布尔值、null、枚举值、默认值以及长文本或多行文本不检查。",
		},
	},
	E12: {
		title: { en: "Value differs from the reference", zh: "取值与参考答案不同" },
		means: {
			en: "The parameter has another value than in the reference call, or is left out. The similarity says how far apart two texts are.",
			zh: "参数值与参考调用不同，或没有给出。相似度表示两段文本的差距。",
		},
		found: {
			en: "Values are compared loosely (case, white space, numbers as text). A value that the benchmark allows beside the reference is right. Reported only where E07–E11 are not.",
			zh: "宽松比较（忽略大小写、空白，以及数字与文本之别）；基准允许的其他取值也算对。仅在没有 E07–E11 时报告。",
		},
	},
	E13: {
		title: { en: "Unreadable call", zh: "无法解析的调用" },
		means: {
			en: "The block is marked as a call, but the serving parser can make no call of it. The tool never ran.",
			zh: "该块被标记为调用，但推理服务的解析器无法从中得到调用，工具没有执行。",
		},
		found: {
			en: "By the parser of the syntax in use; the place is the first character that does not fit. Where a lenient reading still yields a call, it is offered as the repaired call and never counted.",
			zh: "由所用语法的解析器判断，位置是第一个不合法的字符。若宽松解析能得到调用，则作为修复建议给出，但不计分。",
		},
	},
	E14: {
		title: { en: "Incomplete call marks", zh: "调用标记不完整" },
		means: {
			en: "A call stands outside its marks, or a mark is never closed or never opened, so the parser does not see the call.",
			zh: "调用写在标记之外，或标记缺少开头或结尾，解析器因此看不到该调用。",
		},
		found: {
			en: "Opening and closing marks are counted outside the reasoning; JSON with a name and arguments outside of them is a call without marks. When every rollout of a file has it, the trainer may have decoded with special tokens skipped.",
			zh: "统计推理之外的开始与结束标记；标记之外含名称与参数的 JSON 视为无标记调用。若文件中每条 rollout 都如此，可能是训练框架解码时跳过了特殊 token。",
		},
	},
	E15: {
		title: { en: "Repeated call", zh: "重复调用" },
		means: { en: "The same tool is called with the same arguments as before.", zh: "以相同参数再次调用同一工具。" },
		found: {
			en: "Names and arguments are compared whatever the order of keys. The earlier call must have been valid.",
			zh: "比较名称与参数，不计键的顺序；此前那次调用必须有效。",
		},
	},
	E16: {
		title: { en: "Unneeded call", zh: "不必要的调用" },
		means: { en: "The reference says that no call is due here.", zh: "参考答案表明此处不需要调用工具。" },
		found: { en: "The reference holds an empty list of calls, and a call was made.", zh: "参考答案的调用列表为空，却发出了调用。" },
	},
	E17: {
		title: { en: "Omitted call", zh: "该调用而未调用" },
		means: {
			en: "The reference calls tools, and the rollout calls none at all: an answer from memory. It replaces E03 for every reference call.",
			zh: "参考答案调用了工具，而 rollout 一次也没有调用，属于凭记忆作答。它取代逐条的 E03。",
		},
		found: { en: "There is no call, no marked block and nothing that could be repaired into one.", zh: "没有调用，没有标记块，也没有可修复成调用的内容。" },
	},
	"call-inside-reasoning": {
		title: { en: "Call inside the reasoning", zh: "推理内的调用" },
		means: { en: "A call is written inside the reasoning, where no server executes it.", zh: "调用写在推理内容中，推理服务不会执行。" },
		found: { en: "Call marks between the marks of the reasoning.", zh: "推理标记之间出现调用标记。" },
	},
	"unclosed-reasoning": {
		title: { en: "Reasoning never closed", zh: "推理未结束" },
		means: { en: "The reasoning runs to the end of the turn: whatever follows counts as reasoning.", zh: "推理一直延续到本轮末尾，其后的内容都算推理。" },
		found: { en: "An opening mark of the reasoning without its closing mark.", zh: "有推理的开始标记而没有结束标记。" },
	},
	"call-duplicate-key": {
		title: { en: "Key given twice in a call", zh: "调用中键重复" },
		means: { en: "The arguments name a key twice; parsers keep the last value.", zh: "参数中同一个键出现两次，解析器保留最后一个值。" },
		found: { en: "While the call's JSON is read.", zh: "读取调用的 JSON 时发现。" },
	},
	"not-compared": {
		title: { en: "Too many calls to compare", zh: "调用过多，未比较" },
		means: {
			en: "The calls were not compared with the reference: pairing them would take too long. E02–E05, E12, E16 and E17 are not told.",
			zh: "调用未与参考答案比较，因为配对耗时过长。不报告 E02–E05、E12、E16、E17。",
		},
		found: { en: "More than 250,000 combinations of calls and reference calls.", zh: "调用与参考调用的组合超过 25 万。" },
	},
} as const satisfies HelpTable;

/** Every code that a report can hold. */
export const FINDING_HELP: HelpTable = { ...CALL_HELP, ...MASK_HELP, ...RECORD_HELP, ...SCREEN_HELP };
