import { describe, expect, test } from "vitest";
import { codes, readOne } from "./support/read";

const ASK = "user\nHigh tide?\nassistant\n";
const columns = {
	responses: [5, 6, 7],
	response_mask: [1, 0, 1],
	values: [0.2, 0.3, 0.4],
	token_level_rewards: [0, 0, 1],
	old_log_probs: [-0.1, -0.2, -0.3],
	advantages: [0.5, 9, 0.5],
};

describe("columns per token under the names trainers give them", () => {
	test.each([
		["a verl row with extras", { input: ASK, output: "At 14:20.", score: 1, step: 3, gts: "14:20", ...columns }],
		["a text row", { prompt: "High tide?", response: "At 14:20.", reward: 1, ...columns, responses: undefined, token_ids: columns.responses } as never],
	])("%s", (_, row) => {
		const { tokens, recorded } = readOne(JSON.parse(JSON.stringify(row)));
		expect(tokens).toEqual({
			count: 3,
			spans: null,
			ids: Int32Array.of(5, 6, 7),
			lossMask: Uint8Array.of(1, 0, 1),
			logprobs: Float64Array.of(-0.1, -0.2, -0.3),
			advantages: Float64Array.of(0.5, 9, 0.5),
			values: Float64Array.of(0.2, 0.3, 0.4),
			rewards: Float64Array.of(0, 0, 1),
		});
		expect(recorded.advantage).toBe(0.5);
	});

	describe("the two log-probabilities of the loss's ratio", () => {
		const row = { prompt: "High tide?", response: "At 14:20.", reward: 1, token_ids: [5, 6, 7], response_mask: [1, 0, 1] };
		const [a, b] = [
			[-0.1, -0.2, -0.3],
			[-0.4, -0.5, -0.6],
		];
		const found = { old: Float64Array.from(a), now: Float64Array.from(b) };
		test.each([
			["verl's", { old_log_probs: a, log_probs: b }],
			["verl's, beside the engine's", { rollout_log_probs: [-9, -9, -9], old_log_probs: a, log_prob: b }],
			["TRL's", { old_per_token_logps: a, per_token_logps: b }],
		])("%s", (_, columns) => expect(readOne({ ...row, ...columns }).tokens?.update).toEqual(found));
		test.each([
			["engine and trainer before the update", { rollout_log_probs: a, old_log_probs: b }],
			["slime's log_probs are of the policy before the update", { rollout_log_probs: a, log_probs: b }],
			["one of another trainer", { old_log_probs: a, per_token_logps: b }],
			["one alone", { old_log_probs: a }],
			["the policy's alone", { per_token_logps: b }],
		])("none: %s", (_, columns) => expect(readOne({ ...row, ...columns }).tokens).not.toHaveProperty("update"));
		test("one of another length is named and left out", () => {
			const rollout = readOne({ ...row, old_log_probs: a, log_probs: [-0.4] });
			expect(rollout.tokens).not.toHaveProperty("update");
			expect(rollout.findings.find(f => f.code === "array-length")?.data).toMatchObject({ key: "log_probs", count: 1, expected: 3 });
		});
	});

	test("places as export writes them; places that are none of this text are left out", () => {
		const row = { prompt: "Q", response: "ab", reward: 1, loss_mask: [1, 1], advantages: [1, 1] };
		expect(
			readOne({
				...row,
				offsets: [
					[1, 2],
					[2, 3],
				],
			}).tokens?.spans,
		).toEqual({ from: Uint32Array.of(1, 2), to: Uint32Array.of(2, 3) });
		for (const offsets of [
			[[1, 2]],
			[[1], [2]],
			[
				["a", 2],
				[2, 3],
			],
			[
				[2, 1],
				[2, 3],
			],
			[
				[1, 2],
				[2, 9],
			],
			[
				[-1, 2],
				[2, 3],
			],
		])
			expect(readOne({ ...row, offsets }).tokens?.spans).toBeNull();
	});

	test("pieces of text that export cut are nobody's tokens", () => {
		expect(readOne({ prompt: "Q", response: "ab", reward: 1, loss_mask: [1], advantages: [1], credit: { tokens: "text" } }).tokens).toBeNull();
	});

	test("a column of another length is named; lists of anything else are no columns", () => {
		const odd = readOne({ prompt: "Q", response: "ab", reward: 1, response_mask: [1, 1], values: [0.5] });
		expect([codes(odd), odd.tokens?.values]).toEqual([["array-length"], undefined]);
		expect(readOne({ prompt: "Q", response: "ab", reward: 1, values: [0.5], advantages: [1] }).tokens).toBeNull();
		expect(readOne({ prompt: "Q", response: "ab", reward: 1, responses: ["a", "b"] }).tokens).toBeNull();
	});
});
