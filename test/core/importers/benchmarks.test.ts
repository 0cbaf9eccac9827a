import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import { codes, drawTurns, readOne, readRecord } from "./support/read";

const ask = { role: "user", content: "High tide?" };

describe("BFCL", () => {
	test("prompting results are text, FC results are calls with their places", () => {
		expect(drawTurns(readOne({ id: "simple_0", result: "[tide(port='C')]", latency: 1 }))).toEqual(["assistant* [tide(port='C')]"]);
		const fc = readOne({ id: "parallel_0", result: [{ tide: '{"port": 1}' }, { tide: '{"port": 2}' }], latency: 1, reasoning_content: "Two." });
		expect(fc.objectCalls.map(c => [c.name, c.arguments, c.block])).toEqual([
			["tide", { port: 1 }, 0],
			["tide", { port: 2 }, 0],
		]);
		expect(fc.pieces.map(p => p.path)).toEqual([["reasoning_content"], ["result", 0, "tide"], ["result", 1, "tide"]]);
		expect(fc.group).toBe("parallel_0");
	});

	test("multi-turn: the log tells the conversation", () => {
		const r = readOne({
			id: "multi_turn_0",
			result: [[[{ cd: "{}" }], "Done."]],
			latency: [[1]],
			inference_log: [
				[{ role: "state_info" }],
				{
					begin_of_turn_query: [ask],
					step_0: [
						{ role: "assistant", content: [{ cd: "{}" }] },
						{ role: "handler_log", content: "ok" },
						{ role: "tool", content: "None" },
					],
					step_1: [{ role: "assistant", content: "Done." }],
				},
			],
		});
		expect(r.turns.map(t => t.role)).toEqual(["user", "assistant", "tool", "assistant"]);
		expect(r.objectCalls.map(c => c.name)).toEqual(["cd"]);
	});

	test("scores: the header is no rollout, a failure has reward 0, question, tools and expectation", () => {
		const failure = {
			id: "simple_1",
			valid: false,
			error: ["x"],
			error_type: "simple_function_checker:missing_required",
			prompt: { id: "simple_1", question: [[ask]], function: [{ name: "tide", parameters: {} }] },
			model_result_raw: [{ tide: "{}" }],
			possible_answer: [{ tide: { port: ["C"] } }],
		};
		const { rollouts, format } = readRecord([{ accuracy: 0.5, correct_count: 1, total_count: 2 }, failure]);
		expect(format).toBe("bfcl");
		expect(rollouts.map(r => [r.recorded.reward, r.tools?.[0]?.name, r.reference?.calls?.[0]?.[0]?.arguments, r.objectCalls.length])).toEqual([[0, "tide", { port: "C" }, 1]]);
	});

	test("questions and answers are a data set", () => {
		const q = readOne({ id: "simple_0", question: [[ask]], function: [{ name: "tide", parameters: { type: "dict", properties: { n: { type: "float" } } } }] });
		expect([q.text, q.tools?.[0]?.parameters, codes(q)]).toEqual(["user\nHigh tide?\nassistant\n", { type: "dict", properties: { n: { type: "float" } } }, []]);
		expect(readOne({ id: "multi_0", ground_truth: [["cd(folder='docs')"]] }).reference).toEqual({ calls: null, answer: [["cd(folder='docs')"]], source: "ground_truth" });
	});
});

describe("ACEBench", () => {
	test.each([
		[{ id: "normal_0", result: "[f()]" }, "acebench"],
		[{ id: "simple_0", result: "[f()]" }, "bfcl"],
		[{ id: "agent_0", result: [{ Api: {} }], process: ["[f()]"] }, "acebench"],
		[{ id: "normal_0", ground_truth: { f: { a: 1 } } }, "acebench"],
		[{ id: "simple_0", ground_truth: [{ f: { a: [1] } }] }, "bfcl"],
		[{ id: "x", question: "user: hi", function: [{ name: "f" }] }, "acebench"],
	])("%j is %s", (record, format) => {
		expect(readRecord(record).format).toBe(format);
	});

	test("repeated calls lose their numbers; agent steps are answers of their own", () => {
		const calls = readOne({ id: "normal_0", ground_truth: { f: { a: 1 }, f_1: { a: 2 }, g_2: {} } }).reference?.calls;
		expect(calls).toEqual([
			[
				{ name: "f", arguments: { a: 1 } },
				{ name: "f", arguments: { a: 2 } },
				{ name: "g_2", arguments: {} },
			],
		]);
		expect(readOne({ id: "agent_0", result: [{ Api: {} }], process: ["[a()]", "[b()]"] }).turns.length).toBe(2);
	});
});

test("τ-bench: trials are the group, actions and outputs the reference", () => {
	const attempt = (trial: number, reward: number): never =>
		({
			task_id: 4,
			trial,
			reward,
			info: { task: { actions: [{ name: "cancel", kwargs: { id: 1 } }], outputs: ["12"] }, reward_info: { info: { r_actions: reward } } },
			traj: [ask, { role: "assistant", content: "Done." }],
		}) as never;
	const { rollouts } = readRecord([attempt(0, 1), attempt(1, 0)]);
	expect(rollouts.map(r => [r.id, r.group, r.recorded.reward, r.recorded.components])).toEqual([
		["4.0", "4", 1, { r_actions: 1 }],
		["4.1", "4", 0, { r_actions: 0 }],
	]);
	expect(rollouts[0]?.reference).toEqual({ calls: [[{ name: "cancel", arguments: { id: 1 } }]], answer: ["12"], source: "info.task.actions" });
});

describe("τ²-bench", () => {
	const task = {
		id: "4",
		user_scenario: { instructions: { task_instructions: "Cancel." } },
		evaluation_criteria: {
			actions: [
				{ requestor: "assistant", name: "cancel", arguments: {} },
				{ requestor: "user", name: "reboot", arguments: {} },
			],
		},
	};
	const call = (name: string, requestor: string): JsonValue => [{ id: "c", name, arguments: {}, requestor }];
	const simulation: JsonObject = {
		id: "s",
		task_id: "4",
		termination_reason: "max_steps",
		reward_info: { reward: 0, reward_breakdown: { DB: 0 } },
		messages: [
			{ role: "assistant", content: "Hello." },
			{ role: "user", content: null, tool_calls: call("reboot", "user") },
			{
				role: "tool",
				tool_messages: [
					{ role: "tool", id: "c", content: "a" },
					{ role: "tool", id: "d", content: "b" },
				],
			},
			{ role: "assistant", content: null, tool_calls: call("cancel", "assistant") },
		],
	};

	test("the user's calls are not the policy's; several results in one message", () => {
		const { rollouts } = readRecord({ info: { environment_info: { policy: "Be brief." } }, tasks: [task], simulations: [simulation] });
		const [r] = rollouts;
		expect(r?.objectCalls.map(c => c.name)).toEqual(["cancel"]);
		expect(r?.turns.map(t => t.role)).toEqual(["system", "assistant", "user", "tool", "tool", "assistant"]);
		expect([r?.truncated, r?.recorded, r?.reference?.calls]).toEqual([true, { reward: 0, components: { DB: 0 }, advantage: Number.NaN }, [[{ name: "cancel", arguments: {} }]]]);
	});

	test("a simulation alone, a voice run, a list of tasks", () => {
		expect(readOne(simulation).group).toBe("4");
		const voice = readOne({ id: "v", task_id: "4", termination_reason: "user_stop", ticks: [{ agent_chunk: { role: "assistant", contains_speech: true } }] });
		expect([voice.text, codes(voice), voice.recorded.reward]).toEqual(["", ["voice-without-text"], Number.NaN]);
		const spoken = readOne({
			id: "v",
			task_id: "4",
			termination_reason: "user_stop",
			ticks: [{ user_chunk: { role: "user", content: "Hi" } }, { agent_chunk: { role: "assistant", content: "Hello" } }],
		});
		expect(spoken.turns.map(t => t.role)).toEqual(["user", "assistant"]);
		expect(readRecord([task]).rollouts.map(r => [r.text, r.reference?.calls?.length])).toEqual([["Cancel.", 1]]);
	});
});

describe("Inspect", () => {
	const sample = (epoch: number, value: string | number): JsonObject => ({
		id: 1,
		epoch,
		input: "High tide?",
		target: "14:20",
		messages: [
			{ role: "user", content: "High tide?", source: "input" },
			{
				role: "assistant",
				content: [
					{ type: "reasoning", reasoning: "Look." },
					{ type: "text", text: "A moment." },
				],
				tool_calls: [{ id: "c", function: "tide", arguments: { port: 1 } }],
			},
			{ role: "tool", content: "14:20", tool_call_id: "c" },
			{ role: "assistant", content: "attachment://a1" },
		],
		output: { choices: [{ stop_reason: "max_tokens" }] },
		scores: { match: { value }, parts: { value: { form: 1, tone: 0.5 } } },
		events: [{ event: "model", tools: [{ name: "tide", parameters: {} }] }],
		attachments: { a1: "At 14:20." },
	});

	test("letters are grades, epochs the group, attachments resolved with their place", () => {
		const { rollouts } = readRecord({ version: 2, status: "success", eval: {}, plan: {}, samples: [sample(1, "C"), sample(2, "P")] });
		expect(rollouts.map(r => [r.id, r.group, r.recorded.reward, r.recorded.components, r.truncated])).toEqual([
			["1.1", "1", 1, { match: 1, "parts.form": 1, "parts.tone": 0.5 }, true],
			["1.2", "1", 0.5, { match: 0.5, "parts.form": 1, "parts.tone": 0.5 }, true],
		]);
		const [r] = rollouts;
		expect(r?.text.endsWith("At 14:20.")).toBe(true);
		expect(r?.pieces.at(-1)?.path).toEqual(["samples", 0, "attachments", "a1"]);
		expect([r?.objectCalls[0]?.name, r?.tools?.[0]?.name]).toEqual(["tide", "tide"]);
	});
});

test("ATIF: a message in parts has its places in the step", () => {
	const r = readOne({ schema_version: "ATIF-v1.5", steps: [{ step_id: 1, source: "user", message: ["High ", { type: "text", text: "tide?" }] }] });
	expect(r.pieces.map(p => r.text.slice(p.from, p.to))).toEqual(["High ", "tide?"]);
	expect(r.pieces.map(p => p.path)).toEqual([
		["steps", 0, "message", 0],
		["steps", 0, "message", 1, "text"],
	]);
});

test("ATIF: steps as turns, results after their calls, copied context not trained", () => {
	const r = readOne({
		schema_version: "ATIF-v1.5",
		session_id: "s",
		agent: { tool_definitions: [{ type: "function", function: { name: "tide" } }] },
		steps: [
			{ source: "user", message: "High tide?" },
			{ source: "agent", message: "old", is_copied_context: true },
			{
				source: "agent",
				message: "",
				reasoning_content: "Look.",
				tool_calls: [{ tool_call_id: "c", function_name: "tide", arguments: {} }],
				observation: { results: [{ content: "14:20" }] },
			},
			{ source: "agent", message: "At 14:20." },
		],
	});
	expect(r.turns.map(t => [t.role, t.trained])).toEqual([
		["user", false],
		["assistant", false],
		["assistant", true],
		["tool", false],
		["assistant", true],
	]);
	expect(r.pieces.at(-1)?.path).toEqual(["steps", 3, "message"]);
	expect(r.objectCalls.map(c => c.name)).toEqual(["tide"]);
});

test("ToolBench: the longest chain; converted answers by query id", () => {
	const chain = [ask, { role: "assistant", content: null, function_call: { name: "tide", arguments: "{}" } }];
	const r = readOne({ win: true, tree: { tree: {} }, answer_generation: { function: [{ name: "tide" }], train_messages: [[ask], chain] } });
	expect([r.objectCalls[0]?.name, r.extras.win]).toEqual(["tide", true]);
	const converted = readRecord({ "17": { query: "High tide?", available_tools: [{ name: "tide" }], answer: { method: "DFS", final_answer: "14:20" } } });
	expect(converted.rollouts.map(x => [x.id, x.text])).toEqual([["17", "High tide?14:20"]]);
});

describe("data sets and chat dialects", () => {
	test("verl data and SLCA rows are tasks", () => {
		const r = readOne({
			data_source: "x",
			prompt: [ask],
			tools: '[{"name": "tide"}]',
			reward_model: { style: "rule", ground_truth: { gold_tool_calls: '[[{"name": "tide", "arguments": {}}]]' } },
			extra_info: { original_idx: 17 },
		});
		expect([r.id, r.tools?.[0]?.name, r.reference?.calls, codes(r)]).toEqual(["17", "tide", [[{ name: "tide", arguments: {} }]], []]);
	});

	test("xLAM", () => {
		const r = readOne({
			id: 0,
			query: "High tide?",
			answers: '[{"name": "tide", "arguments": {"port": "C"}}]',
			tools: '[{"name": "tide", "parameters": {"port": {"type": "str"}}}]',
		});
		expect([r.text, r.reference?.calls, r.tools?.[0]?.parameters]).toEqual([
			"High tide?",
			[[{ name: "tide", arguments: { port: "C" } }]],
			{ type: "object", properties: { port: { type: "string" } }, required: ["port"] },
		]);
	});

	test("Toucan: messages inside a text have no places of their own", () => {
		const messages = JSON.stringify([ask, { role: "assistant", content: "", function_call: { name: "tide", arguments: "{}" } }, { role: "function", content: "14:20" }]);
		const r = readOne({ uuid: "u", messages, available_tools: '[{"name": "tide"}]', target_tools: "tide" });
		expect([r.id, r.objectCalls[0]?.name, r.turns.at(-1)?.role, r.pieces]).toEqual(["u", "tide", "tool", []]);
		expect(readRecord({ uuid: "u", messages: "[", target_tools: "tide" }).findings.map(f => f.code)).toEqual(["no-messages"]);
	});

	test("ShareGPT: roles of LLaMA-Factory, tools in the system text, pairs", () => {
		const r = readOne({
			conversations: [
				{ from: "human", value: "High tide?" },
				{ from: "function_call", value: '{"name": "tide", "arguments": {}}' },
				{ from: "observation", value: "14:20" },
				{ from: "gpt", value: "At 14:20." },
			],
		});
		expect(r.turns.map(t => t.role)).toEqual(["user", "assistant", "tool", "assistant"]);
		expect(r.objectCalls.map(c => c.name)).toEqual(["tide"]);
		const ace = readOne({
			system: 'Here is a list of functions in JSON format that you can invoke:\n[{"name": "Tide Table"}]',
			conversations: [
				{ from: "user", value: "q" },
				{ from: "assistant", value: '[Tide Table(port="C")]' },
			],
		});
		expect(ace.tools?.map(t => t.name)).toEqual(["Tide Table"]);
		expect(readOne({ conversation: [{ human: "q", assistant: "a" }] }).turns.map(t => t.role)).toEqual(["user", "assistant"]);
	});

	test("Anthropic: blocks in order, results become the tool's turns", () => {
		const r = readOne({
			system: "Be brief.",
			messages: [
				ask,
				{
					role: "assistant",
					content: [
						{ type: "thinking", thinking: "Look." },
						{ type: "text", text: "A moment." },
						{ type: "tool_use", id: "c", name: "tide", input: { port: 1 } },
					],
				},
				{ role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: [{ type: "text", text: "14:20" }] }] },
				{ role: "assistant", content: [{ type: "text", text: "At 14:20." }] },
			],
		});
		expect(drawTurns(r).slice(2)).toEqual([
			'assistant* <think>\\nLook.\\n</think>\\n\\nA moment.\\n<tool_call>\\n{\\"name\\": \\"tide\\", \\"arguments\\": {\\"port\\": 1}}\\n</tool_call>',
			"tool [\\ntool\\n] 14:20",
			"assistant* [\\nassistant\\n] At 14:20.",
		]);
	});

	test("Responses: input as text, output as items", () => {
		const r = readOne({
			instructions: "Be brief.",
			input: "High tide?",
			output: [
				{ type: "reasoning", content: [{ type: "reasoning_text", text: "Look." }] },
				{ type: "message", role: "assistant", content: [{ type: "output_text", text: "At 14:20." }] },
			],
		});
		expect(drawTurns(r).at(-1)).toBe("assistant* <think>\\nLook.\\n</think>\\n\\nAt 14:20.");
	});
});
