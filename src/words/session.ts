import type { Table } from "./words";

/** Why a file or an ask could not be served, by kind of InspectorError. */
export const TROUBLE = {
	"not-found": { en: "The file does not exist: {path}", zh: "文件不存在：{path}" },
	directory: { en: "This is a folder, not a file: {path}", zh: "这是文件夹，不是文件：{path}" },
	pipe: { en: "This is a pipe or a device, which can be read but once: {path}", zh: "这是管道或设备，只能读取一次：{path}" },
	"no-permission": { en: "No permission to read {path}", zh: "没有读取权限：{path}" },
	"may-not-write": { en: "No permission to write {path}", zh: "没有写入权限：{path}" },
	"no-folder": { en: "The folder of {path} does not exist", zh: "{path} 所在的文件夹不存在" },
	"no-space": { en: "{path} cannot be written: no space is left", zh: "无法写入 {path}：空间不足" },
	unwritable: { en: "{path} cannot be written: {detail}", zh: "无法写入 {path}：{detail}" },
	empty: { en: "The file is empty: {path}", zh: "文件为空：{path}" },
	"lfs-pointer": { en: "{path} is a Git LFS pointer, not the data. Run “git lfs pull” to fetch it.", zh: "{path} 只是 Git LFS 指针，不是数据本身。请运行 “git lfs pull” 下载。" },
	binary: { en: "{path} is a binary file that is not one of the formats read here.", zh: "{path} 是二进制文件，不属于可读取的格式。" },
	"not-rollouts": { en: "{path} holds no rollouts that can be read: {reason}", zh: "{path} 中没有可读取的 rollout：{reason}" },
	unreadable: { en: "{path} cannot be read: {detail}", zh: "无法读取 {path}：{detail}" },
	vanished: { en: "The file is gone or was replaced. What was read before is still shown.", zh: "文件已被删除或替换。此前读到的内容仍然显示。" },
	"too-large": {
		en: "{path} is one JSON document of {bytes} bytes; at most {limit} can be read at once.",
		zh: "{path} 是单个 {bytes} 字节的 JSON 文档，一次最多能读取 {limit} 字节。",
	},
	"run-too-large": {
		en: "{path} would have to be unpacked into memory; the packed files of one run may come to {limit} bytes.",
		zh: "{path} 需要解压到内存；同一次运行的压缩文件合计不超过 {limit} 字节。",
	},
	"other-format": { en: "{path} is {format}, unlike the other files of the run.", zh: "{path} 的格式是 {format}，与这次运行的其他文件不同。" },
	"empty-run": { en: "{path} holds no file with rollouts; {count} were looked at.", zh: "{path} 中没有包含 rollout 的文件；已查看 {count} 个。" },
	"file-not-json": { en: "{path}:{line}:{column}: not JSON: expected {expected}, found {found}", zh: "{path}:{line}:{column}：不是 JSON：应为 {expected}，实为 {found}" },
	"no-tools": { en: "{path}: names no tool", zh: "{path}：没有工具定义" },
	"no-reference": { en: "{path}: holds no right answer with an id or a prompt", zh: "{path}：没有带 id 或提示词的参考答案" },
	"no-such-row": { en: "There is no rollout {row}; the file has {rows}.", zh: "没有第 {row} 条 rollout，文件共有 {rows} 条。" },
	"unknown-id": { en: "There is no {what} named “{id}”.", zh: "没有名为“{id}”的 {what}。" },
	closed: { en: "The file was closed.", zh: "文件已关闭。" },
	internal: { en: "Something went wrong inside Reward Inspector: {detail}", zh: "Reward Inspector 内部出错：{detail}" },
} as const satisfies Table;

/** Why texts are compared by their characters where a recipe asks for their meaning. */
export const LEXICAL_WORDS = {
	"lexical:no-encoder": { en: "Texts are compared by their characters: the sentence encoder is not there ({detail})", zh: "按字符比较文本：找不到句子编码器（{detail}）" },
	"lexical:no-runtime": {
		en: "Texts are compared by their characters: onnxruntime is not there for this platform ({detail})",
		zh: "按字符比较文本：本平台没有 onnxruntime（{detail}）",
	},
	"lexical:unusable-encoder": {
		en: "Texts are compared by their characters: the sentence encoder cannot be used ({detail})",
		zh: "按字符比较文本：句子编码器无法使用（{detail}）",
	},
	"lexical:not-allowed": {
		en: "Texts are compared by their characters: a sentence encoder of the recipe is not run in a workspace that is not trusted ({detail})",
		zh: "按字符比较文本：工作区不受信任，不运行配方指定的句子编码器（{detail}）",
	},
} as const satisfies Table;

/** Words of the file's card and the copied text. */
export const FILE_WORDS = {
	"group-key": { en: "Groups: {key}", zh: "分组依据：{key}" },
	"no-groups": { en: "no group in this file", zh: "文件中没有分组" },
	"basis-recorded": { en: "recorded by the trainer", zh: "训练框架记录" },
	"basis-recomputed": { en: "recomputed", zh: "重新计算" },
	"not-sure": {
		en: "Not sure of the format: read as {format}; it could also be {others}. Name the format in a recipe if this is wrong.",
		zh: "格式不确定：按 {format} 读取，也可能是 {others}。若有误，请在配方中指定格式。",
	},
	"not-as-named": {
		en: "The first records do not look like the format that was named; they are read as it all the same.",
		zh: "最前面的记录不像所指定的格式；仍按该格式读取。",
	},
	"reread-shorter": { en: "The file became shorter and was read anew.", zh: "文件变短，已重新读取。" },
	"reread-replaced": { en: "The file was replaced and was read anew.", zh: "文件已被替换，已重新读取。" },
	"side-reference": { en: "Right answers are taken from {path}.", zh: "参考答案取自 {path}。" },
	"side-tools": { en: "Tool schemas are taken from {path}.", zh: "工具 schema 取自 {path}。" },
	"side-torn": {
		en: "{path}: {count} {count|id or prompt has|ids or prompts have} several different answers; the last one counts. The first is {first}.",
		zh: "{path}：有 {count} 个 id 或提示词对应多个不同的答案，以最后一个为准；第一个是 {first}。",
	},
	"side-unused": { en: "The answers of {path} fit no rollout, neither by id nor by prompt.", zh: "{path} 中的答案按 id 与提示词均未匹配到任何 rollout。" },
	"left-out": { en: "Not part of the run: {reason}", zh: "未计入这次运行：{reason}" },
	"pooled-folders": {
		en: "Groups whose members come from files of several folders with the same step: {count} ({files}). If these are different experiments, their advantages are wrong: open one folder at a time.",
		zh: "成员来自步数相同的多个文件夹中文件的组：{count}（{files}）。若属于不同实验，其优势是错误的：请逐个文件夹打开。",
	},
	"more-left-out": { en: "{count} more files are not part of the run.", zh: "另有 {count} 个文件未计入这次运行。" },
	"more-findings": { en: "{count} more of this kind", zh: "另有 {count} 处同类问题" },
} as const satisfies Table;
