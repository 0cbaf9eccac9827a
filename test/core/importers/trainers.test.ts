import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import { codes, drawTurns, readOne, readRecord } from "./support/read";

const ASK = "<|im_start|>user\nHigh tide?<|im_end|>\n<|im_start|>assistant\n";
const RESULT = "<|im_end|>\n<|im_start|>user\n<tool_response>\n14:20\n</tool_response><|im_end|>\n<|im_start|>assistant\n";
const ask = { role: "user", content: "High tide?" };

describe("ms-swift", () => {
	const line = { step: ["3", "3"], prompt: [ASK, ASK], completion: ["14:20", "no"], Match: [1, 0], Format: [1, null], advantages: [0.7, -0.7], solution: ["14:20", "14:20"] };

	test("a line is a step: its members, with places in their columns", () => {
		const { rollouts, format } = readRecord(line, { name: "completions.jsonl" });
		expect(format).toBe("ms-swift");
		expect(rollouts.map(r => [r.step, r.recorded, r.reference?.answer, r.pieces.map(p => p.path)])).toEqual([
			[
				3,
				{ reward: 2, components: { Match: 1, Format: 1 }, advantage: 0.7 },
				"14:20",
				[
					["prompt", 0],
					["completion", 0],
				],
			],
			[
				3,
				{ reward: 0, components: { Match: 0, Format: Number.NaN }, advantage: -0.7 },
				"14:20",
				[
					["prompt", 1],
					["completion", 1],
				],
			],
		]);
		expect(rollouts[0]?.group).toBe(rollouts[1]?.group);
	});

	test("Megatron writes gen_step; Ray writes a row a line with the total", () => {
		const { step: _, ...rest } = line;
		expect(readRecord({ ...rest, gen_step: [4, 4] }).rollouts.map(r => r.step)).toEqual([4, 4]);
		expect(readOne({ gen_step: 4, prompt: ASK, completion: "14:20", reward: 1 }).recorded.reward).toBe(1);
	});

	test("a column of another length is named and left out", () => {
		const reading = readRecord({ ...line, Match: [1] });
		expect(reading.findings.map(f => [f.code, f.data])).toEqual([["column-length", { key: "Match", count: 1, expected: 2 }]]);
		expect(reading.rollouts.map(r => Object.keys(r.recorded.components))).toEqual([["Format"], ["Format"]]);
	});
});

describe("TRL", () => {
	const row = { step: 10, prompt: "user\nHigh tide?\nassistant\n", completion: "14:20", match: 1, format: Number.NaN, advantage: 0.7 };
	test("functions are components, their sum the total, None is none", () => {
		expect(readOne(row).recorded).toEqual({ reward: 1, components: { match: 1, format: Number.NaN }, advantage: 0.7 });
		expect(readOne({ ...row, match: null }).recorded.reward).toBeNaN();
	});

	test("a table with two columns of one name: the later one counts, and its place is told", () => {
		const { rollouts } = readRecord({ columns: ["prompt", "completion", "prompt", "match"], data: [["old", "14:20", "High tide?", 1]] });
		expect(rollouts.map(r => [r.text.includes("High tide?"), r.pieces.map(p => p.path)])).toEqual([
			[
				true,
				[
					["data", 0, 2],
					["data", 0, 1],
				],
			],
		]);
	});

	test("wandb's table, with steps as text and places in the data", () => {
		const { rollouts } = readRecord({ columns: ["step", "prompt", "completion", "match", "advantage"], data: [["10", "High tide?", "14:20", 1, 0.7]] });
		expect(rollouts.map(r => [r.step, r.recorded.reward, r.pieces.map(p => p.path)])).toEqual([
			[
				10,
				1,
				[
					["data", 0, 1],
					["data", 0, 2],
				],
			],
		]);
	});

	test("verl's validation table: several samples a row", () => {
		const table = { columns: ["step", "input_1", "output_1", "score_1", "input_2", "output_2", "score_2"], data: [[10, "a", "x", 1, "b", "y", 0]] };
		expect(readRecord(table).rollouts.map(r => [r.text, r.recorded.reward, r.step])).toEqual([
			["ax", 1, 10],
			["by", 0, 10],
		]);
	});
});

test("SkyRL: a list of token rewards counts as its sum; results by the template", () => {
	const r = readOne({
		input_prompt: ASK,
		output_response: `c${RESULT}14:20`,
		score: [0, 0.25, 0.5],
		stop_reason: "length",
		env_class: "t",
		env_extras: { reward_spec: { ground_truth: "14:20" } },
	});
	expect([r.recorded.reward, r.truncated, r.reference?.answer]).toEqual([0.75, true, "14:20"]);
	expect(r.turns.map(t => t.role)).toEqual(["user", "assistant", "tool", "assistant"]);
});

describe("AReaL", () => {
	const row = { task_id: 42, sample_idx: 1, seqlen: 60, prompt_len: 40, head_version: 3, tail_version: 3, reward: 1 };
	test("a right split is kept", () => {
		const r = readOne({ ...row, prompt: ASK, completion: "14:20<|im_end|>" });
		expect([r.promptEnd, r.group, codes(r)]).toEqual([ASK.length, "42", []]);
	});

	test("a split that tool results pushed into the answer is moved back", () => {
		const whole = `${ASK}call it${RESULT}14:20<|im_end|>`;
		const r = readOne({ ...row, prompt: whole.slice(0, ASK.length + 20), completion: whole.slice(ASK.length + 20) });
		expect([r.text, r.promptEnd, codes(r)]).toEqual([whole, ASK.length, ["split-moved"]]);
		expect(drawTurns(r).map(l => l.slice(0, 10))).toEqual(["user [<|im", "assistant*", "tool [\\n<|", "assistant*"]);
	});
});

describe("slime and miles", () => {
	const sample = {
		group_index: 0,
		index: 5,
		prompt: ASK,
		tokens: [1, 2, 3, 4, 5],
		response: "14:20",
		response_length: 3,
		label: "14:20",
		reward: { score: 1, format: 0.5 },
		loss_mask: [1, 0, 1],
		rollout_log_probs: [-0.1, 0, -0.2],
		status: "truncated",
		metadata: { tools: [{ name: "tide" }] },
	};
	test("token columns are the response's; the reward object gives total and parts", () => {
		const r = readOne({ ...sample, _rollout_id: 7 });
		expect([r.id, r.group, r.step, r.truncated, r.tools?.[0]?.name]).toEqual(["5", "0", 7, true, "tide"]);
		expect(r.recorded).toEqual({ reward: 1, components: { format: 0.5 }, advantage: Number.NaN });
		expect([r.tokens?.ids, r.tokens?.lossMask, r.tokens?.logprobs]).toEqual([Int32Array.of(3, 4, 5), Uint8Array.of(1, 0, 1), Float64Array.of(-0.1, 0, -0.2)]);
	});

	test("a dump holds many samples", () => {
		const { rollouts } = readRecord({ rollout_id: 3, samples: [sample, { ...sample, index: 6, reward: 0 }] }, { name: "3.pt" });
		expect(rollouts.map(r => [r.id, r.step, r.recorded.reward, r.pieces[0]?.path])).toEqual([
			["5", 3, 1, ["samples", 0, "prompt"]],
			["6", 3, 0, ["samples", 1, "prompt"]],
		]);
	});

	test("miles' columns hold ids only: they are shown as they are", () => {
		const r = readOne({ sample_index: 1, response_length: 2, total_length: 4, tokens: [9, 8, 7, 6], loss_mask: [1, 1], rollout_log_probs: [-1, -2] });
		expect([r.text, codes(r)]).toEqual(["7 6", ["ids-only"]]);
		expect([r.tokens?.spans?.from, r.tokens?.spans?.to]).toEqual([Uint32Array.of(0, 2), Uint32Array.of(1, 3)]);
	});
});

describe("NeMo", () => {
	test("RL: lists of one, texts with marks, padding, step from the file's name", () => {
		const r = readOne(
			{
				content: [[ASK, "c", RESULT, "14:20"]],
				rewards: [1],
				input_lengths: [5],
				token_ids: [[1, 2, 3, 4, 5, 0]],
				token_loss_mask: [[0, 0, 1, 0, 1, 0]],
				advantages: [[2, 2, 2, 2, 2, 2]],
				generation_logprobs: [[0, 0, -0.1, 0, -0.2, 0]],
				idx: 3,
			},
			{ name: "train_data_step12.jsonl" },
		);
		expect([r.id, r.step, r.recorded.reward, r.recorded.advantage, r.tokens?.count]).toEqual(["3", 12, 1, 2, 3]);
		expect(r.turns.map(t => t.role)).toEqual(["user", "assistant", "tool", "assistant"]);
		expect(r.pieces.map(p => p.path)).toEqual([
			["content", 0, 0],
			["content", 0, 1],
			["content", 0, 2],
			["content", 0, 3],
		]);
	});

	test("RL validation names the roles", () => {
		const content = [[ask, { role: "assistant", content: "c" }, { role: "environment", content: "<|im_start|>user\n14:20" }, { role: "assistant", content: "At 14:20." }]];
		expect(readOne({ content, rewards: [1], idx: 0 }).turns.map(t => t.role)).toEqual(["user", "assistant", "tool", "assistant"]);
	});

	test("Gym: items, parallel calls in one answer, token ids over model calls", () => {
		const ids = (prompt: readonly number[], own: readonly number[]): JsonObject => ({
			prompt_token_ids: prompt,
			generation_token_ids: own,
			generation_log_probs: own.map(() => -0.5),
		});
		const r = readOne({
			responses_create_params: { instructions: "Be brief.", input: [ask], tools: [{ type: "function", name: "tide", parameters: {} }] },
			response: {
				output: [
					{ type: "reasoning", summary: [{ type: "summary_text", text: "Two ports." }] },
					{ type: "function_call", name: "tide", arguments: '{"port": 1}', call_id: "a" },
					{ type: "function_call", name: "tide", arguments: '{"port": 2}', call_id: "b", ...ids([1], [2, 3]) },
					{ type: "function_call_output", call_id: "a", output: "14:20" },
					{ type: "function_call_output", call_id: "b", output: "15:00" },
					{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }], ...ids([1, 2, 3, 9], [4]) },
				],
			},
			reward: 0.5,
			reward_components: { format: 1, right: 0 },
			expected_answer: "14:20",
			_ng_task_index: 4,
			_ng_rollout_index: 1,
		});
		expect([r.group, r.id, r.reference?.answer, r.recorded.components]).toEqual(["4", "1", "14:20", { format: 1, right: 0 }]);
		expect(r.turns.map(t => t.role)).toEqual(["system", "user", "assistant", "tool", "tool", "assistant"]);
		expect(r.objectCalls.map(c => [c.arguments, c.block])).toEqual([
			[{ port: 1 }, 0],
			[{ port: 2 }, 0],
		]);
		expect(r.tokens?.lossMask).toEqual(Uint8Array.of(1, 1, 0, 1));
		expect(r.pieces.find(p => p.path.at(-1) === "arguments")?.path).toEqual(["response", "output", 1, "arguments"]);
	});

	test("Gym without a task index has no group, tasks without response are a data set", () => {
		expect(readOne({ responses_create_params: { input: "High tide?" }, response: { output: [{ type: "message", role: "assistant", content: "x" }] }, reward: 1 }).group).toBeNull();
		expect(codes(readOne({ responses_create_params: { input: [ask] }, expected_answer: "x" }))).toEqual([]);
	});
});

describe("rLLM, ART, Atropos, tinker", () => {
	test("rLLM: the last step's chat, group before the colon, signals, token ids", () => {
		const steps: JsonObject[] = [
			{ prompt_ids: [1], response_ids: [2], logprobs: [-1], chat_completions: [ask, { role: "assistant", content: "c" }] },
			{
				prompt_ids: [1, 2, 8],
				response_ids: [3],
				logprobs: [-2],
				advantage: 0.5,
				chat_completions: [ask, { role: "assistant", content: "c" }, { role: "tool", content: "14:20" }, { role: "assistant", content: "d" }],
			},
		];
		const r = readOne({
			id: "task:7:2",
			eval_idx: 0,
			task: { metadata: { ground_truth: "14:20" } },
			trajectories: [{ uid: "t", name: "solver", reward: 1, signals: { right: 1 }, steps }],
		});
		expect([r.group, r.recorded, r.reference?.source]).toEqual(["task:7", { reward: 1, components: { right: 1 }, advantage: 0.5 }, "task.metadata.ground_truth"]);
		expect(r.turns.length).toBe(4);
		expect(r.tokens?.lossMask).toEqual(Uint8Array.of(1, 0, 1));
	});

	test("ART: a line is a group, only choices are trained", () => {
		const trajectory = (reward: number): JsonObject => ({
			reward,
			metrics: { right: reward },
			metadata: {},
			messages_and_choices: [ask, { role: "assistant", content: "primed" }, ask, { finish_reason: "length", index: 0, message: { role: "assistant", content: "x" } }],
			tools: null,
		});
		const { rollouts } = readRecord({ trajectories: [trajectory(1), trajectory(0)] }, { name: "0007.jsonl" });
		expect(new Set(rollouts.map(r => r.group)).size).toBe(1);
		expect(rollouts.map(r => [r.step, r.recorded.reward, r.truncated, r.turns.map(t => t.trained)])).toEqual([
			[7, 1, true, [false, false, false, true]],
			[7, 0, true, [false, false, false, true]],
		]);
		expect(readRecord({ trajectories: [trajectory(0.5)] }).rollouts[0]?.group).not.toBe(rollouts[0]?.group);
	});

	test("ART's parquet rows say themselves what is trainable; parts are JSON texts", () => {
		const r = readOne({
			group_index: 3,
			reward: 1,
			metrics: '{"right": 1}',
			metadata: "{}",
			tools: '[{"name": "tide"}]',
			additional_histories: "[]",
			logs: [],
			messages: [
				{ role: "user", content: "High tide?", trainable: false },
				{ role: "assistant", content: null, tool_calls: '[{"function": {"name": "tide", "arguments": "{}"}}]', trainable: true },
			],
		});
		expect([r.group, r.recorded.components, r.tools?.[0]?.name, r.objectCalls[0]?.name, r.turns.at(-1)?.trained]).toEqual(["3", { right: 1 }, "tide", "tide", true]);
	});

	test("Atropos: a line is a group; without messages the ids stand for the text", () => {
		const { rollouts } = readRecord({
			tokens: [
				[1, 2, 3],
				[1, 4],
			],
			masks: [
				[-100, 2, 3],
				[-100, 4],
			],
			scores: [1, -1],
			inference_logprobs: [
				[1, -0.1, -0.2],
				[1, -0.3],
			],
			messages: null,
		});
		expect(rollouts.map(r => [r.text, r.recorded.reward, r.tokens?.logprobs])).toEqual([
			["2 3", 1, Float64Array.of(-0.1, -0.2)],
			["4", -1, Float64Array.of(-0.3)],
		]);
		expect(rollouts[0]?.group).toBe(rollouts[1]?.group);
	});

	test("tinker: summaries have groups and no text, the tree has texts and no groups", () => {
		const summary = readOne({ schema_version: 1, iteration: 10, group_idx: 2, traj_idx: 0, total_reward: 1, final_reward: 1, trajectory_metrics: { right: 1 }, steps: [] });
		expect([summary.group, summary.step, summary.text, codes(summary)]).toEqual(["2", 10, "", ["text-elsewhere"]]);
		const leaf = (text: string): JsonObject => ({ tag: "div", children: [], data: { type: "conversation", messages: [ask, { role: "assistant", content: text }] } });
		const tree = readRecord({ root: { tag: "body", attrs: {}, children: [leaf("a"), { tag: "section", children: [leaf("b")] }] } });
		expect(tree.rollouts.map(r => r.text.slice(r.promptEnd))).toEqual(["a", "b"]);
	});
});

describe("ROLL", () => {
	test("columns", () => {
		const { rollouts } = readRecord({ global_step: [5, 5], id: ["p", "p"], prompt: [ASK, ASK], responses: ["a", "b"], scores: [1, 0], ground_truth: ["a", "a"] });
		expect(rollouts.map(r => [r.group, r.step, r.recorded.reward, r.reference?.answer])).toEqual([
			["p", 5, 1, "a"],
			["p", 5, 0, "a"],
		]);
	});

	test("agentic dumps hold JSON in texts; placeholders are no rollouts", () => {
		const messages = JSON.stringify([ask, { role: "assistant", tool_calls: [{ name: "tide", arguments: "{}" }] }]);
		const { rollouts } = readRecord({
			global_step: [5, 5],
			trajectory_data: ['{"trajectory_id": "x", "reward": 0.5}', null],
			messages: [messages, null],
			tools: ['[{"name": "tide"}]', null],
		});
		expect(rollouts.map(r => [r.id, r.recorded.reward, r.objectCalls.map(c => c.name), r.pieces, r.tools?.[0]?.name])).toEqual([["x", 0.5, ["tide"], [], "tide"]]);
	});

	test("the board's token strings get their places; prompt padding goes", () => {
		const r = readOne({
			prompt: `<|endoftext|><|endoftext|>${ASK}`,
			response: "at noon<|im_end|>",
			response_tokens: ["at", "Ġnoon", "<|im_end|>", "<|endoftext|>"],
			logprobs: [-0.1, -0.2],
			new_response_mask: [1, 1],
			token_rewards: [0, 1],
			reward: 1,
			step: 5,
		});
		expect(r.text).toBe(`${ASK}at noon<|im_end|>`);
		expect(r.tokens?.count).toBe(3);
		expect(Array.from(r.tokens?.spans?.from ?? [], (from, i) => r.text.slice(from, r.tokens?.spans?.to[i]))).toEqual(["at", " noon", "<|im_end|>"]);
		expect([r.tokens?.logprobs, r.tokens?.lossMask]).toEqual([Float64Array.of(-0.1, -0.2, Number.NaN), Uint8Array.of(1, 1, 0)]);
	});

	test("the board's rewards and values end where its mask ends; values that are the rewards again are none", () => {
		const board = {
			prompt: ASK,
			response: "at noon",
			response_tokens: ["at", "Ġnoon"],
			logprobs: [-0.1, -0.2],
			new_response_mask: [1, 1],
			token_rewards: [0, 0, 0, -0.01, 1],
			reward: 1,
			step: 5,
		};
		const r = readOne({ ...board, values: [9, 9, 9, 0.4, 0.7] });
		expect([r.tokens?.rewards, r.tokens?.values]).toEqual([Float64Array.of(-0.01, 1), Float64Array.of(0.4, 0.7)]);
		const copied = readOne({ ...board, values: board.token_rewards });
		expect([copied.tokens?.values, codes(copied)]).toEqual([undefined, ["values-are-rewards"]]);
		expect(readOne({ ...board, values: [0.7] }).tokens).not.toHaveProperty("values");
	});

	test("tokens that spell another text are not shown", () => {
		const r = readOne({ prompt: ASK, response: "noon", response_tokens: ["midnight"], logprobs: [-0.1], new_response_mask: [1], token_rewards: [1], reward: 1, step: 5 });
		expect([r.tokens?.spans, codes(r)]).toEqual([null, ["tokens-not-text"]]);
	});
});

describe("verifiers and prime-rl", () => {
	const node = (parent: number | null, message: JsonObject, ids: readonly number[], extra: JsonObject = {}): JsonObject => {
		const sampled = message.role === "assistant";
		return { parent, message, sampled, token_ids: ids, mask: ids.map(() => sampled), logprobs: sampled ? ids.map(() => -0.5) : [], ...extra };
	};
	const trace = (nodes: readonly JsonObject[]): JsonObject => ({
		version: 1,
		id: "t",
		task: { data: { answer: "14:20" }, key: "k" },
		agent: { trainable: true },
		tools: [],
		nodes,
		rewards: { right: { score: 1, weight: 2 }, form: { score: 0.5, weight: 0.4 }, off: null },
		metrics: { turns: 2 },
	});
	const nodes = [
		node(null, ask, [1]),
		node(0, { role: "assistant", content: "c" }, [2, 3], { advantages: [0.5, 0.5] }),
		node(1, { role: "tool", content: "14:20" }, [4]),
		node(2, { role: "assistant", content: "d" }, [5], { advantages: [0.5] }),
	];
	const episode = (t: JsonObject, extra: JsonObject = {}): JsonObject => ({
		id: "e",
		env: { id: "x", name: "x" },
		task: { data: {}, key: "k", hash: "h" },
		ok: true,
		errors: [],
		traces: [t],
		...extra,
	});

	test("a trace: total from weights, compact columns spread over the mask, step and group", () => {
		const r = readOne(episode(trace(nodes), { group: { id: "g" }, run: { work: { step: 3 } } }));
		expect([r.group, r.step, r.reference]).toEqual(["g", 3, { calls: null, answer: "14:20", source: "task.data.answer" }]);
		expect(r.recorded).toEqual({ reward: 2.2, components: { right: 1, form: 0.5, off: Number.NaN, turns: 2 }, advantage: 0.5 });
		expect([r.tokens?.ids, r.tokens?.lossMask, r.tokens?.advantages]).toEqual([Int32Array.of(2, 3, 4, 5), Uint8Array.of(1, 1, 0, 1), Float64Array.of(0.5, 0.5, Number.NaN, 0.5)]);
		expect(r.pieces.at(-1)?.path).toEqual(["traces", 0, "nodes", 3, "message", "content"]);
	});

	test("without a group: the task's key, for a bare trace too", () => {
		expect(readOne(episode(trace(nodes))).group).toBe("k");
		expect(readOne(trace(nodes)).group).toBe("k");
	});

	test("of several branches the last is shown, and the others are counted", () => {
		const r = readOne(episode(trace([...nodes, node(0, { role: "assistant", content: "other" }, [9])])));
		expect([r.text.slice(r.promptEnd), codes(r)]).toEqual(["other", ["other-branches"]]);
	});

	test("parents in a circle end the walk", () => {
		expect(() => readOne(episode(trace([node(1, ask, [1]), node(0, { role: "assistant", content: "c" }, [2])])))).not.toThrow();
	});

	test("a column of another length is named, never shifted", () => {
		const r = readOne(episode(trace([nodes[0] as JsonObject, node(0, { role: "assistant", content: "c" }, [2, 3], { logprobs: [-1] })])));
		expect([r.tokens?.logprobs, codes(r)]).toEqual([null, ["array-length"]]);
	});

	test("results.jsonl: calls as JSON texts, metrics, tools in info", () => {
		const r = readOne({
			example_id: 3,
			prompt: [ask],
			completion: [
				{ role: "assistant", content: "", tool_calls: ['{"id": "c", "function": {"name": "tide", "arguments": "{\\"port\\": 1}"}, "type": "function"}'] },
				{ role: "tool", content: "14:20" },
			],
			answer: "14:20",
			info: { oai_tools: [{ type: "function", function: { name: "tide" } }] },
			reward: 1,
			metrics: { correct_answer: 1, reward: 1 },
			is_truncated: true,
		});
		expect([r.group, r.objectCalls[0]?.arguments, r.tools?.[0]?.name, r.recorded.components, r.truncated]).toEqual(["3", { port: 1 }, "tide", { correct_answer: 1 }, true]);
		expect(r.pieces.map(p => p.path[0])).toEqual(["prompt", "completion"]);
	});

	test("older rows: id, metrics at top level only, texts for messages", () => {
		const r = readOne({ id: 0, task: "t", prompt: "user text", completion: "14:20", answer: "14:20", reward: 0.5, generation_ms: 3, right: 1 });
		expect([r.group, r.recorded.components, r.text]).toEqual(["0", { right: 1 }, "user text14:20"]);
	});

	test("the token export: one advantage, no text", () => {
		const r = readOne({
			schema_version: 1,
			step: 3,
			rank: 0,
			token_ids: [1, 2, 3],
			loss_mask: [false, true, true],
			advantages: [0, 0.5, 0.5],
			inference_logprobs: [0, null, -0.2],
			trainer_logprobs: [],
		});
		expect([r.text, r.step, r.recorded.advantage, r.tokens?.logprobs]).toEqual(["2 3", 3, 0.5, Float64Array.of(Number.NaN, -0.2)]);
	});
});

test("Agent Lightning rows are not mistaken for slime's, nor the reverse", () => {
	expect(readRecord({ rollout_id: "ro-1", reward: 1, prompt: ASK, response: "x" }).format).toBe("agent-lightning");
	expect(readRecord({ rollout_id: "ro-1", reward: 1, prompt: ASK, response: "x", tokens: [1], response_length: 1, loss_mask: [1] }).format).toBe("slime");
});
