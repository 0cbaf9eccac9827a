import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const scripts = resolve(import.meta.dirname, "../../../scripts");

export const temporary = (): string => mkdtempSync(join(tmpdir(), "reward-inspector-encoder-"));

/** The encoder that ships, made by the build's own script into a folder of its own. */
export async function shippedEncoder(options: { readonly int8: boolean }): Promise<string> {
	const { buildEncoder } = (await import(`${scripts}/encoder.mjs`)) as { buildEncoder(folder: string, options: { int8: boolean }): void };
	const folder = temporary();
	buildEncoder(folder, options);
	return folder;
}

interface GraphWriter {
	floats(shape: readonly number[], data: readonly number[]): string;
	integers(shape: readonly number[], data: readonly number[]): string;
	node(operator: string, inputs: readonly string[], attributes?: object, output?: string): string;
	model(inputs: readonly object[], outputs: readonly object[]): Uint8Array;
}

const WORDS = ["[UNK]", "[CLS]", "[SEP]", "hello", "world", "你", "好"];

/** A user's encoder as sentence-transformers exports one: each word has an axis of its own, the model answers a vector per token. */
export async function userEncoder(input = "input_ids"): Promise<string> {
	const { Graph, TYPE } = (await import(`${scripts}/tools/onnx.mjs`)) as { Graph: new () => GraphWriter; TYPE: Record<"float" | "int64", number> };
	const folder = temporary();
	const g = new Graph();
	const size = WORDS.length;
	const table = g.floats(
		[size, size],
		Array.from({ length: size * size }, (_, i) => Number(i % (size + 1) === 0)),
	);
	const rows = g.node("Gather", [table, input], { axis: 0 });
	const mask = g.node("Unsqueeze", [g.node("Cast", ["attention_mask"], { to: TYPE.float }), g.integers([1], [2])]);
	g.node("Mul", [rows, mask], {}, "last_hidden_state");
	const port = (name: string, type: number, ...more: (string | number)[]) => ({ name, type, shape: ["texts", "tokens", ...more] });
	mkdirSync(join(folder, "onnx"));
	writeFileSync(join(folder, "onnx/model.onnx"), g.model([port(input, TYPE.int64), port("attention_mask", TYPE.int64)], [port("last_hidden_state", TYPE.float, size)]));
	const special = WORDS.slice(0, 3).map((content, id) => ({ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }));
	const tokenizer = {
		version: "1.0",
		added_tokens: special,
		normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
		pre_tokenizer: { type: "BertPreTokenizer" },
		post_processor: { type: "BertProcessing", sep: ["[SEP]", 2], cls: ["[CLS]", 1] },
		decoder: null,
		model: { type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##", max_input_chars_per_word: 100, vocab: Object.fromEntries(WORDS.map((w, i) => [w, i])) },
	};
	writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizer));
	return folder;
}
