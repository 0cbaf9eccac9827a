import type { Table } from "./words";

/** Sentences of the extension host: messages, log lines. Titles of commands and settings are in package.nls*.json. */
export const HOST_WORDS = {
	"session-ended": {
		en: "{name}: the thread that reads the file stopped ({reason}).",
		zh: "{name}：读取文件的线程已停止（{reason}）。",
	},
	"read-again": { en: "Read Again", zh: "重新读取" },
	"too-large-for-text": {
		en: "{name} has {size}; VS Code's text editor and its extensions work with files up to 50 MB. The place is line {line}, column {column}.",
		zh: "{name} 的大小为 {size}；VS Code 的文本编辑器及其扩展最多支持 50 MB 的文件。位置：第 {line} 行，第 {column} 列。",
	},
	"open-anyway": { en: "Open Anyway", zh: "仍然打开" },
	"text-editor-failed": { en: "The text editor did not open {name}: {reason}", zh: "文本编辑器无法打开 {name}：{reason}" },
	"too-large-for-memory": {
		en: "{name} has {size}. Files that are not on the disk of this machine are read whole into memory, up to {limit}. Copy the file to the disk to open it.",
		zh: "{name} 的大小为 {size}。不在本机磁盘上的文件会整个读入内存，上限为 {limit}。请先把文件复制到磁盘再打开。",
	},
	"run-needs-disk": {
		en: "Several files can be opened as one run where VS Code reads them from a disk; this is a virtual file system.",
		zh: "只有磁盘上的文件可以合并为同一次运行打开；这是虚拟文件系统。",
	},
	"no-file": { en: "Choose a rollout file first (.jsonl, .ndjson or .json).", zh: "请先选择一个 rollout 文件（.jsonl、.ndjson 或 .json）。" },
	"no-sample": { en: "The sample file is missing from this installation.", zh: "此安装中缺少示例文件。" },
} as const satisfies Table;
