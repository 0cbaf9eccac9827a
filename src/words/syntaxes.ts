import type { Table } from "./words";

/** What is wrong with the text of a call; keys are CallProblemCode. */
export const PROBLEM_WORDS: Table = {
	"bad-json": { en: "The call cannot be read from here on: unexpected {found}.", zh: "该调用从此处起无法解析：出现了意外的 {found}。" },
	"unclosed-tag": { en: "{tag} is never closed.", zh: "{tag} 没有对应的结束标记。" },
	"stray-close-tag": { en: "{tag} closes nothing: its opening tag is missing.", zh: "{tag} 缺少对应的开始标记。" },
	"not-a-call": { en: "The block holds no tool call.", zh: "该块中没有工具调用。" },
	"no-name": { en: "The call names no tool.", zh: "该调用没有写明工具名称。" },
	"arguments-not-object": { en: "The arguments of {name} are not an object.", zh: "{name} 的参数不是一个对象。" },
	"unknown-tool": { en: "There is no tool named {name}.", zh: "不存在名为 {name} 的工具。" },
	"duplicate-key": { en: "The key {key} is there twice; the last one counts.", zh: "键 {key} 重复出现，以最后一个为准。" },
	"unknown-parameter": { en: "The tool has no parameter named {key}; its parser refuses the call.", zh: "该工具没有名为 {key} 的参数，其解析器会拒绝此调用。" },
	"trailing-text": { en: "Text follows the call inside its block.", zh: "块内的调用之后还有多余的文本。" },
	"call-inside-reasoning": { en: "A call written inside the reasoning is not made.", zh: "写在推理内容中的调用不会被执行。" },
	"untagged-call": { en: "The call to {name} stands outside call marks, so it is not made.", zh: "对 {name} 的调用没有写在调用标记内，因此不会被执行。" },
	"unclosed-reasoning": { en: "The reasoning is never closed and runs to the end.", zh: "推理内容没有结束标记，一直延续到文本末尾。" },
};
