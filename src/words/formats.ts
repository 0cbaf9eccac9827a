import type { Table } from "./words";

/** Why a file is not opened as rollouts (`detect`). `{keys}` = first keys, `{looks}` = a phrase of LOOKS_LIKE_WORDS. */
export const REFUSAL_WORDS: Table = {
	empty: { en: "The file is empty.", zh: "文件为空。" },
	"git-lfs": {
		en: "This is a Git LFS pointer, not the data itself. Run “git lfs pull” in the repository to fetch the file.",
		zh: "这是 Git LFS 指针，不是数据本身。请在仓库中运行“git lfs pull”取回文件。",
	},
	binary: { en: "The file is binary and in no container that can be opened here.", zh: "该文件是二进制文件，且不属于可在此打开的任何容器格式。" },
	"not-json": { en: "No line of the file’s beginning is JSON.", zh: "文件开头没有任何一行是 JSON。" },
	"placeholder-rows": { en: "The file holds placeholder rows only; the rollouts themselves were not stored with it.", zh: "文件中只有占位行，并未保存 rollout 本身。" },
	metrics: {
		en: "The records hold numbers, and no text but names and times (keys: {keys}): this looks like a metrics log, not rollouts.",
		zh: "记录中只有数字，除名称和时间外没有文本（键：{keys}）：看起来是指标日志，而不是 rollout。",
	},
	"not-rollouts": { en: "The file holds no rollouts: it looks like {looks}.", zh: "文件中没有 rollout：看起来是{looks}。" },
	"named-other": {
		en: "No record has the shape of {format}, the format that was named; the file looks like {looks}. Leave the format out to have it read so.",
		zh: "没有记录符合所指定的格式 {format}；该文件看起来是 {looks}。不指定格式即可按此读取。",
	},
	"named-none": {
		en: "No record has the shape of {format}, the format that was named (keys: {keys}).",
		zh: "没有记录符合所指定的格式 {format}（键：{keys}）。",
	},
	"no-text": {
		en: 'No key of the records is known to hold a model’s text (keys: {keys}). Name the keys in a recipe (“keys”: {"response": …}) and choose the format generic-text.',
		zh: '记录中没有已知保存模型文本的键（键：{keys}）。请在配方中指定键（“keys”: {"response": …}），并选择格式 generic-text。',
	},
};

/** What a refused file looks like. */
export const LOOKS_LIKE_WORDS: Table = {
	"verl-metrics": { en: "verl’s metrics log (FileLogger)", zh: "verl 的指标日志（FileLogger）" },
	"trainer-state": { en: "a Hugging Face trainer_state.json", zh: "Hugging Face 的 trainer_state.json" },
	"verifiers-metadata": {
		en: "the metadata.json beside a verifiers results.jsonl; open that file instead",
		zh: "verifiers results.jsonl 旁边的 metadata.json；请改为打开 results.jsonl",
	},
	"aggregated-metrics": { en: "aggregated evaluation metrics", zh: "汇总后的评测指标" },
	"tool-schemas": { en: "a list of tool schemas; give it with --tools", zh: "工具模式列表；请用 --tools 提供" },
	"session-log": { en: "the log of an agent session, one message per line", zh: "智能体会话日志，每行一条消息" },
	"bare-values": { en: "a list of bare values", zh: "一串单独的值" },
};

/** Which key names a rollout's group (`Importer.groupKey`). */
export const GROUP_KEY_WORDS: Table = {
	"uid-prefix": { en: "uid without its last two numbers (rollout and sequence)", zh: "去掉末尾两个编号（rollout 与 sequence）的 uid" },
	"same-input": { en: "identical input within the file and step", zh: "同一文件、同一步中 input 完全相同" },
	"step-same-prompt": { en: "identical prompt within a step", zh: "同一步中 prompt 完全相同" },
	"key-or-same-prompt": { en: "an explicit group key where there is one, else identical prompt", zh: "有显式分组键时用分组键，否则按 prompt 完全相同分组" },
	"group-index": { en: "the trainer’s own group index", zh: "训练器自己的组编号" },
	"task-index": { en: "_ng_task_index; rows without it belong to no group", zh: "_ng_task_index；没有该键的行不属于任何组" },
	"task-id": { en: "task id: the attempts at one task", zh: "任务 id：同一任务的多次尝试" },
	"episode-prefix": { en: "episode_id before its last colon, else task_hash", zh: "episode_id 最后一个冒号之前的部分，否则用 task_hash" },
	"example-id": { en: "example_id (id in older files)", zh: "example_id（旧文件为 id）" },
	"group-task": { en: "group.id, else task.key, else task.hash", zh: "group.id，否则 task.key，再否则 task.hash" },
	"sample-epochs": { en: "sample id: the epochs of one sample", zh: "样本 id：同一样本的多个 epoch" },
	"id-over-files": { en: "id: the same entry in several result files", zh: "id：多个结果文件中的同一条目" },
	id: { en: "id", zh: "id" },
	record: { en: "the record: one line is one group", zh: "记录：一行就是一组" },
	none: { en: "none: the format has no groups", zh: "无：该格式没有分组" },
	"key-only": { en: "an explicit group key; rows without one belong to no group", zh: "显式分组键；没有该键的行不属于任何组" },
};

/** Names of what a file may hold. */
export const SIGNAL_WORDS: Table = {
	messages: { en: "messages", zh: "消息" },
	tokens: { en: "token ids", zh: "token id" },
	logprobs: { en: "log-probabilities", zh: "对数概率" },
	lossMask: { en: "loss mask", zh: "损失掩码" },
	advantages: { en: "advantages", zh: "优势值" },
	values: { en: "critic's values", zh: "价值网络的估值" },
	reward: { en: "reward", zh: "奖励" },
	components: { en: "reward components", zh: "奖励分量" },
	reference: { en: "reference answer", zh: "参考答案" },
	tools: { en: "tool schemas", zh: "工具模式" },
};

/** What is impossible without a signal, and the way out. */
export const DISABLES_WORDS: Table = {
	"without-messages": {
		en: "The file is text: turns are found by template marks and header lines, so a boundary can be missed.",
		zh: "文件只有文本：轮次按模板标记和标题行识别，可能漏掉边界。",
	},
	"without-tokens": {
		en: "Tokens are approximate: the text is split into words and signs. Lengths are estimates.",
		zh: "token 为近似切分（按词和符号），长度是估计值。",
	},
	"without-values": { en: "PPO’s advantages cannot be recomputed.", zh: "无法重新计算 PPO 的优势。" },
	"without-logprobs": { en: "No log-probability per token can be shown.", zh: "无法显示每个 token 的对数概率。" },
	"without-lossMask": {
		en: "Which tokens were trained is derived from the turns (the policy’s yes, tool results no), so the trainer’s own mask cannot be checked.",
		zh: "哪些 token 参与训练由轮次推断（策略输出参与，工具结果不参与），因此无法检查训练器自己的掩码。",
	},
	"without-advantages": {
		en: "Recomputed advantages cannot be compared with what the trainer used.",
		zh: "无法把重新计算的优势值与训练器实际使用的值对比。",
	},
	"without-reward": {
		en: 'Nothing was recorded: advantages come from the recomputed reward only. If the reward stands under another key, name it in a recipe (“keys”: {"reward": …}).',
		zh: '文件没有记录奖励：优势值只能来自重新计算的奖励。若奖励保存在其他键下，请在配方中指定（“keys”: {"reward": …}）。',
	},
	"without-components": {
		en: "The recorded reward cannot be split into the trainer’s own components.",
		zh: "无法把记录的奖励拆分为训练器自己的分量。",
	},
	"without-reference": {
		en: "Calls and answers have nothing to be compared with: the content layer is unknown. Name the reference’s key in a recipe (“keys”), or join a data set: “reference” in a recipe, NAME.reference.jsonl beside the file, or --reference.",
		zh: "调用和回答没有比对对象：内容层未知。请在配方中指定参考答案的键（“keys”），或关联数据集：配方中的 “reference”、文件旁的 名称.reference.jsonl，或 --reference。",
	},
	"without-tools": {
		en: "Tool names and arguments cannot be checked against schemas. Give them by “tools” in a recipe, NAME.tools.json beside the file, or --tools.",
		zh: "无法按模式检查工具名和参数。请用配方中的 “tools”、文件旁的 名称.tools.json 或 --tools 提供。",
	},
};

/** Findings of importers, and doubts of detection. */
export const IMPORT_WORDS: Table = {
	"not-an-object": { en: "The record is not a JSON object.", zh: "该记录不是 JSON 对象。" },
	"no-text": { en: "No text found in the record (looked at: {keys}).", zh: "记录中没有找到文本（查看了：{keys}）。" },
	"no-messages": { en: "The record has no list of messages.", zh: "记录中没有消息列表。" },
	"no-response": { en: "The record holds a prompt but no response.", zh: "记录中只有提示，没有回复。" },
	"message-not-object": { en: "Message {number} is not an object; it is left out.", zh: "第 {number} 条消息不是对象，已略过。" },
	"call-not-read": { en: "What stands here among the calls names no tool; it is left out.", zh: "调用列表中的此项没有工具名，已略过。" },
	"unknown-role": { en: "Unknown role “{role}”: its text is kept and never counted as the policy’s.", zh: "未知角色“{role}”：保留其文本，但不计为策略输出。" },
	"calls-twice": {
		en: "The message holds its {count} calls both as text and as objects; the text is read.",
		zh: "该消息的 {count} 个调用既有文本又有对象；以文本为准。",
	},
	"reward-not-finite": {
		en: "The recorded reward is {value}; it is shown as written (in JSON output as null) and left out of statistics.",
		zh: "记录的奖励是 {value}；按原样显示（JSON 输出中为 null），不计入统计。",
	},
	"reward-not-number": { en: "The recorded reward is not a number ({value}).", zh: "记录的奖励不是数字（{value}）。" },
	"step-not-number": {
		en: "The training step “{key}” is not a number ({value}); the rollout stands without a step.",
		zh: "训练步“{key}”不是数字（{value}）；该 rollout 没有步数。",
	},
	"number-as-text": {
		en: "“{key}” is a number written as text (Python’s default=str); it is read as the number.",
		zh: "“{key}”是以文本写出的数字（Python 的 default=str）；按数字读取。",
	},
	"later-sequence": {
		en: "This is output sequence {number} of its rollout: the agent compacted its context. Its group counts every sequence.",
		zh: "这是该 rollout 的第 {number} 个输出序列：智能体压缩过上下文。分组统计会计入每个序列。",
	},
	"penalty-beside-score": {
		en: "“{key}” is not part of “score”: the trainer added it afterwards, so the reward it trained on is their sum.",
		zh: "“{key}”不包含在“score”中：训练器事后才加上，因此训练所用奖励是两者之和。",
	},
	"values-are-rewards": {
		en: "“values” is a copy of the token rewards, not what a critic expected; PPO’s advantages cannot be recomputed from it.",
		zh: "“values”只是 token 奖励的副本，并非价值网络的估值；无法据此重新计算 PPO 的优势。",
	},
	"column-length": {
		en: "Column “{key}” has {count} values where the line has {expected} rollouts; it is left out.",
		zh: "列“{key}”有 {count} 个值，而该行有 {expected} 个 rollout；已略过该列。",
	},
	"array-length": {
		en: "The token array “{key}” has {count} entries where {expected} are due; it is left out, nothing is shifted.",
		zh: "token 数组“{key}”有 {count} 项，应为 {expected} 项；已略过该数组，不作移位。",
	},
	"context-changed": {
		en: "A later model call does not go on from the tokens before it (its context was cut or tokenised anew): only the model’s own tokens are listed.",
		zh: "后面的模型调用没有接着之前的 token（上下文被裁剪或重新切分）：只列出模型自己的 token。",
	},
	"tokens-not-text": { en: "The {count} token strings do not spell the response; they are not shown.", zh: "{count} 个 token 字符串拼不出回复文本，因此不显示。" },
	"ids-only": { en: "The file holds token ids and no text: the ids themselves are shown.", zh: "文件只有 token id，没有文本：显示的是 id 本身。" },
	"text-elsewhere": { en: "The file holds rewards and lengths; the texts stand in the log tree beside it.", zh: "文件只有奖励和长度；文本保存在旁边的日志树文件中。" },
	"split-moved": {
		en: "The file’s own split between prompt and answer is off (tool results count as prompt there): the answer begins where the first turn of the assistant does.",
		zh: "文件自带的提示/回答分界不准（工具结果被计入提示）：回答从助手的第一个轮次开始。",
	},
	"other-branches": {
		en: "The conversation has {count} more branches (compaction or sub-agents); the last one is shown.",
		zh: "该对话另有 {count} 个分支（上下文压缩或子智能体）；显示最后一个。",
	},
	"voice-without-text": { en: "A voice run: its {count} ticks hold no text and no calls.", zh: "语音运行：{count} 个 tick 中没有文本，也没有调用。" },
	snapshot: { en: "A snapshot after step {number} of a conversation that other lines go on with.", zh: "这是某个对话在第 {number} 步后的快照，其他行是它的后续。" },
	"data-set": { en: "A data set: tasks with their references, no attempts at them.", zh: "这是数据集：只有任务及参考答案，没有作答。" },
	"first-scorer": { en: "Several scorers: the first one’s value is taken as the reward.", zh: "有多个评分器：取第一个的值作为奖励。" },
	"reward-is-sum": {
		en: "The file has no total: the reward shown is the sum of its reward columns, which is the trainer’s total under its default weights of 1.",
		zh: "文件没有总奖励：显示的奖励是各奖励列之和，即训练器在默认权重 1 下的总和。",
	},
	"keys-by-name": {
		en: "No known format: text, prompt and reward were found by the names of their keys. Name them in a recipe to be sure.",
		zh: "不是已知格式：文本、提示和奖励按键名识别。可在配方中指定以确认。",
	},
};
