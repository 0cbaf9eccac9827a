import { PROBLEM_WORDS } from "./syntaxes";
import { type Locale, phrase, say, type Table, type Values } from "./words";

/**
 * Sentences of findings about records and about calls, by code. Where the data hold a `variant`, `code.variant` is the sentence;
 * where they hold a `problem`, the sentence is that problem's in words/syntaxes.
 */
export const FINDING_WORDS: Table = {
	// the record in its file
	"not-json": { en: "The line is not JSON: {expected} expected, found {found}.", zh: "该行不是有效的 JSON：此处应为 {expected}，实际为 {found}。" },
	"torn-line": { en: "The last line is not complete yet; it is read again when the file grows.", zh: "最后一行尚未写完，文件增长后会重新读取。" },
	"not-an-object": { en: "The line is JSON but not an object, so it is no rollout.", zh: "该行是 JSON，但不是对象，因此不是 rollout。" },
	"placeholder-row": { en: "A placeholder row: it holds no rollout.", zh: "占位行，不含 rollout。" },
	"line-too-long": { en: "The line is {bytes} bytes long; at most {limit} can be read.", zh: "该行长 {bytes} 字节，最多能读取 {limit} 字节。" },
	nan: { en: "{detail} is not JSON (Python writes it); it counts as no value.", zh: "{detail} 不是合法的 JSON（由 Python 写出），按“没有值”处理。" },
	"duplicate-key": { en: "The key {detail} is there twice; the last one counts.", zh: "键 {detail} 重复出现，以最后一个为准。" },
	"big-integer": {
		en: "{detail} is too long for a double: in arguments it is kept digit by digit, as a reward or another figure it counts as the nearest double.",
		zh: "{detail} 超出双精度的范围：在参数中按原有数字逐位保留，作为奖励或其他数值时取最接近的双精度数。",
	},
	"lone-surrogate": { en: "{detail} is half a character; writing it as UTF-8 will fail.", zh: "{detail} 只是半个字符，写成 UTF-8 时会出错。" },
	"control-character": { en: "{detail} stands unescaped inside a string, which JSON does not allow.", zh: "字符串中出现未转义的 {detail}，JSON 不允许。" },
	"bad-utf8": { en: "{count} byte sequences are not UTF-8; they are shown as �.", zh: "有 {count} 处字节不是有效的 UTF-8，显示为 �。" },
	bom: { en: "The file begins with a byte order mark, which is skipped.", zh: "文件开头有字节顺序标记（BOM），已跳过。" },
	vanished: { en: "The file is gone or was replaced; what was read before is still shown.", zh: "文件已被删除或替换，此前读到的内容仍然显示。" },
	shrunk: { en: "The file became shorter, so it was read again from the start.", zh: "文件变短了，已从头重新读取。" },

	// calls: E01–E17
	E01: { en: "There is no tool named {tool}.", zh: "不存在名为 {tool} 的工具。" },
	"E01.near": { en: "There is no tool named {tool}. Did the model mean {near}?", zh: "不存在名为 {tool} 的工具，是否应为 {near}？" },
	E02: { en: "{tool} is called where the reference calls {expected}.", zh: "此处调用了 {tool}，参考答案调用的是 {expected}。" },
	E03: { en: "A call of the reference is missing: {tool} with {expected}.", zh: "缺少参考答案中的一次调用：{tool}，参数为 {expected}。" },
	E04: { en: "This call to {tool} is not in the reference.", zh: "参考答案中没有这次对 {tool} 的调用。" },
	E05: { en: "{tool} comes too late. Order of the calls: {actual}. Order of the reference: {expected}.", zh: "{tool} 调用得太晚。实际顺序：{actual}；参考顺序：{expected}。" },
	E06: { en: "{tool} needs the parameter {parameter}, which is missing.", zh: "{tool} 缺少必填参数 {parameter}。" },
	E07: { en: "{tool} has no parameter {parameter}.", zh: "{tool} 没有参数 {parameter}。" },
	E08: { en: "{parameter} must be of type {expected}, not {actual}.", zh: "{parameter} 的类型应为 {expected}，实际为 {actual}。" },
	E09: { en: "{parameter} must be one of {expected}, not {actual}.", zh: "{parameter} 只能取 {expected}，实际为 {actual}。" },
	E10: { en: "{parameter} breaks the rule {keyword} of the schema ({expected}): {actual}.", zh: "{parameter} 违反了 schema 中的 {keyword}（{expected}）：{actual}。" },
	"E10.pattern": { en: "{parameter} must match the pattern {expected}, but is {actual}.", zh: "{parameter} 应符合模式 {expected}，实际为 {actual}。" },
	"E10.minimum": { en: "{parameter} must be at least {expected}, but is {actual}.", zh: "{parameter} 不得小于 {expected}，实际为 {actual}。" },
	"E10.maximum": { en: "{parameter} must be at most {expected}, but is {actual}.", zh: "{parameter} 不得大于 {expected}，实际为 {actual}。" },
	"E10.minLength": { en: "{parameter} must have at least {expected} characters, but is {actual}.", zh: "{parameter} 至少要有 {expected} 个字符，实际为 {actual}。" },
	"E10.maxLength": { en: "{parameter} must have at most {expected} characters, but is {actual}.", zh: "{parameter} 最多 {expected} 个字符，实际为 {actual}。" },
	"E10.minItems": { en: "{parameter} must have at least {expected} items, but is {actual}.", zh: "{parameter} 至少要有 {expected} 项，实际为 {actual}。" },
	"E10.maxItems": { en: "{parameter} must have at most {expected} items, but is {actual}.", zh: "{parameter} 最多 {expected} 项，实际为 {actual}。" },
	"E10.multipleOf": { en: "{parameter} must be a multiple of {expected}, but is {actual}.", zh: "{parameter} 应为 {expected} 的倍数，实际为 {actual}。" },
	"E10.uniqueItems": { en: "The items of {parameter} must differ from each other: {actual}.", zh: "{parameter} 中的各项不能重复：{actual}。" },
	E11: {
		en: "{parameter} is made up: {actual} stands nowhere in the prompt or the tool results, and the reference says {expected}.",
		zh: "{parameter} 是编造的：{actual} 在提示词和工具结果中都找不到，参考答案为 {expected}。",
	},
	"E11.unsupported": {
		en: "{parameter} may be made up: {actual} stands nowhere in the prompt or the tool results before this call.",
		zh: "{parameter} 可能是编造的：{actual} 在此前的提示词和工具结果中都找不到。",
	},
	E12: { en: "{parameter} is {actual}; the reference says {expected}.", zh: "{parameter} 为 {actual}，参考答案为 {expected}。" },
	"E12.similar": {
		en: "{parameter} is {actual}; the reference says {expected} (similarity {similarity}, {measure}).",
		zh: "{parameter} 为 {actual}，参考答案为 {expected}（相似度 {similarity}，{measure}）。",
	},
	"E12.missing": { en: "{parameter} is left out; the reference says {expected}.", zh: "没有给出 {parameter}，参考答案为 {expected}。" },
	E13: { en: "The call cannot be read.", zh: "无法解析该调用。" },
	E14: { en: "The marks around the call are not complete.", zh: "调用的标记不完整。" },
	E15: { en: "{tool} is called again with the same arguments as call {first}.", zh: "再次调用 {tool}，参数与第 {first} 次调用完全相同。" },
	E16: { en: "No call was due here, but {tool} is called.", zh: "此处不需要调用工具，却调用了 {tool}。" },
	"not-compared": {
		en: "{calls} calls and {references} reference calls are too many to compare with each other.",
		zh: "共有 {calls} 次调用和 {references} 次参考调用，数量过多，未做比较。",
	},
	E17: { en: "A call was due ({expected}) and none is made.", zh: "此处应当调用工具（{expected}），却没有调用。" },

	"tokens-not-placed": {
		en: "The tokenizer {tokenizer} does not turn the {count} token ids into this text.",
		zh: "分词器 {tokenizer} 无法把这 {count} 个 token id 还原为此文本。",
	},

	// what is trained: M01–M10
	M01: {
		en: "{count} tokens that the mask leaves out carry an advantage, token {first} of the response the first ({value}). They stay harmless only if the loss applies the mask.",
		zh: "有 {count} 个被掩码排除的 token 带有优势值，第一个是回复中的第 {first} 个 token（{value}）。只有损失函数确实应用了掩码，它们才无害。",
	},
	M02: {
		en: "The mask trains {count} tokens of a tool result, token {first} of the response the first: the policy learns text it did not write.",
		zh: "掩码把工具结果中的 {count} 个 token 也算作可训练，第一个是回复中的第 {first} 个 token：策略会学习并非自己写出的文本。",
	},
	"M02.too-many": {
		en: "The mask trains {count} tokens, but what the policy wrote holds at most {most}: tool results are trained too.",
		zh: "掩码训练了 {count} 个 token，而策略写出的内容最多只有 {most} 个：工具结果也被训练了。",
	},
	M03: { en: "The mask leaves out all {count} tokens: nothing of this rollout is trained.", zh: "掩码排除了全部 {count} 个 token：这条 rollout 没有任何内容参与训练。" },
	M04: {
		en: "{count} trained tokens have no value in {key}, token {first} of the response the first: the arrays do not line up.",
		zh: "有 {count} 个可训练的 token 在 {key} 中没有值，第一个是回复中的第 {first} 个 token：各数组没有对齐。",
	},
	M05: {
		en: "The text goes on after {mark}, where the policy ended its turn; what follows is trained all the same.",
		zh: "策略已用 {mark} 结束这一轮，其后却还有文本，并且同样参与训练。",
	},
	M06: {
		en: "A tool result stands inside the policy's own turn, while other results have turns of their own: a trainer that masks by role trains it.",
		zh: "工具结果出现在策略自己的轮次里，而其他结果都有单独的轮次：按角色做掩码的训练框架会训练到它。",
	},
	M07: {
		en: "The text was decoded without special tokens, so where its {turns} turns begin is inferred, and token ids cannot be laid over it.",
		zh: "文本解码时丢弃了特殊 token，{turns} 个轮次的边界是推断出来的，token id 也无法与文本对应。",
	},
	M08: { en: "The response was cut off inside a call.", zh: "回复在一次调用的中间被截断。" },
	M09: {
		en: "Tokenising the text again gives other tokens: token {first} was {recorded} and becomes {again}. A trainer that re-tokenises trains on tokens the policy never sampled.",
		zh: "对文本重新分词会得到不同的 token：第 {first} 个 token 原为 {recorded}，现为 {again}。若训练框架重新分词，就会训练策略从未采样过的 token。",
	},
	"M09.shorter": {
		en: "Tokenising the text again gives {again} tokens instead of {recorded}; they differ from token {first} on.",
		zh: "对文本重新分词得到 {again} 个 token，而不是 {recorded} 个；从第 {first} 个起不同。",
	},
	M10: {
		en: "Under this estimator the return starts anew at masked tokens: the reward never reaches what the policy wrote before this tool result.",
		zh: "在该估计器下，回报会在被掩码的 token 处清零：奖励传不到此工具结果之前策略写的内容。",
	},
};

/** What stands at a place that explains a finding. */
export const RELATED_WORDS: Table = {
	reference: { en: "the reference", zh: "参考答案" },
	schema: { en: "the tool's schema", zh: "工具的 schema" },
	source: { en: "the right value can be read here", zh: "此处可以读到正确的值" },
};

/** Names of similarities, as they stand inside a sentence. */
const MEASURES: Table = { lexical: { en: "by spelling", zh: "按字面" }, embedding: { en: "by meaning", zh: "按语义" } };

/** What a finding says to a person. `tables` hold the sentences of other rooms; a code nobody knows is shown as it is. */
export function findingSentence(finding: { readonly code: string; readonly data: Values }, locale: Locale, tables: readonly Table[] = []): string {
	const { code, data } = finding;
	const values = typeof data.measure === "string" ? { ...data, measure: say(MEASURES, data.measure, locale) } : data;
	for (const table of [FINDING_WORDS, ...tables]) {
		const found = (typeof data.variant === "string" && table[`${code}.${data.variant}`]) || (typeof data.problem === "string" && PROBLEM_WORDS[data.problem]) || table[code];
		if (found) return phrase(found, locale, values);
	}
	return code;
}
