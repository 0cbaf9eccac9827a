import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import type { Finding } from "../model/finding";
import type { Role, Turn } from "../model/rollout";
import { roleOf, type TextAt } from "./chat";
import { without } from "./fields";
import { NOTHING, readReward, rollout, rowImporter, samePrompt } from "./row";
import { readPrompt } from "./templates";
import { readTexts } from "./textTranscript";
import { asLength, commonAdvantage, sequenceTokens } from "./tokens";
import { toolsInText } from "./toolSchemas";
import type { Transcript } from "./transcript";

/** Every value is a batch of one. */
const only = (v: JsonValue | undefined): JsonValue | undefined => (isArray(v) && v.length === 1 ? v[0] : undefined);

const isRow = (r: JsonObject): boolean => isArray(only(r.content)) && isArray(r.rewards) && typeof r.idx === "number";

interface Part extends TextAt {
	readonly role: Role;
}

/** The templated texts of the messages. Train rows name no roles: the first is the prompt, then the model and the environment take turns. */
function partsOf(content: readonly JsonValue[]): Part[] {
	return content.flatMap((m, i): Part[] => {
		const path: JsonPath = ["content", 0, i];
		if (typeof m === "string") return [{ text: m, path, role: i % 2 ? "assistant" : "user" }];
		if (!isObject(m) || typeof m.content !== "string") return [];
		return [{ text: m.content, path: [...path, "content"], role: roleOf(m.role) }];
	});
}

/** Where rows name the roles, every text after the prompt is a turn of its own; the template's mark at its head is its header. */
function withRoles(transcript: Transcript, parts: readonly Part[]): Transcript {
	const after = transcript.pieces.filter(p => p.from >= transcript.promptEnd);
	const turns = after.map(({ from, to, path }): Turn => {
		const role = parts.find(p => p.path === path)?.role ?? "other";
		const head = readPrompt(transcript.text.slice(from, to)).turns[0];
		return { role, span: { from, to }, body: { from: from + (head?.from === 0 ? head.body : 0), to }, trained: role === "assistant" };
	});
	return { ...transcript, turns: [...transcript.turns.filter(t => t.span.to <= transcript.promptEnd), ...turns] };
}

/**
 * NeMo-RL `train_data_step*.jsonl` and `val_data_step*.jsonl`: every value is a list of length 1, texts carry the chat
 * template's marks, token arrays cover the whole padded sequence and `advantages` is filled beyond the mask.
 */
export const nemoRl = rowImporter({
	id: "nemo-rl",
	title: "NeMo-RL",
	subtypes: ["nemo-rl-train", "nemo-rl-val"],
	detectRows: rows => (rows.every(isRow) ? { subtype: rows.some(r => "token_ids" in r) ? "nemo-rl-train" : "nemo-rl-val", confidence: 1 } : null),
	readRow(record, context) {
		const content = only(record.content);
		if (!isArray(content)) return NOTHING;
		const findings: Finding[] = [];
		const parts = partsOf(content);
		const first = parts.findIndex(p => p.role === "assistant");
		const cut = first < 0 ? parts.length : first;
		const joined = readTexts(parts.slice(0, cut), parts.slice(cut));
		const transcript = content.some(isObject) ? withRoles(joined, parts) : joined;
		const sequence = sequenceTokens(
			{ ids: only(record.token_ids), mask: only(record.token_loss_mask), logprobs: only(record.generation_logprobs), advantages: only(record.advantages) },
			asLength(record.input_lengths),
			findings,
		);
		const tokens = sequence && { ...sequence.tokens, filled: true };
		const step = /step(\d+)/.exec(context.name)?.[1];
		return {
			rollouts: [
				rollout(transcript, {
					id: String(record.idx),
					group: samePrompt(transcript),
					step: step === undefined ? null : Number(step),
					tools: toolsInText(transcript.text.slice(0, transcript.promptEnd)),
					recorded: { reward: readReward(only(record.rewards), ["rewards", 0], findings), components: {}, advantage: commonAdvantage(tokens) },
					tokens,
					extras: without(record, ["content", "token_ids", "token_loss_mask", "advantages", "generation_logprobs", "prev_logprobs"]),
					findings,
				}),
			],
			findings: [],
		};
	},
	groupKey: () => "step-same-prompt",
	sample: {
		subtype: "nemo-rl-train",
		name: "train_data_step4.jsonl",
		record: {
			content: [["<|im_start|>user\nHigh tide?<|im_end|>\n<|im_start|>assistant\n", "14:20"]],
			rewards: [1],
			input_lengths: [3],
			token_ids: [[1, 2, 3, 0]],
			token_loss_mask: [[0, 0, 1, 0]],
			advantages: [[1, 1, 1, 1]],
			generation_logprobs: [[0, 0, -0.1, 0]],
			idx: 0,
		},
	},
});
