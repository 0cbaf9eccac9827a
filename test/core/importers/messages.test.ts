import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import { codes, drawTurns, readOne, readRecord } from "./support/read";

const ask = { role: "user", content: "High tide?" };
const call = (tool_calls: JsonValue): JsonObject => ({ messages: [ask, { role: "assistant", content: "", tool_calls }] });

describe("the shapes of a call", () => {
	const args = { port: "Cuxhaven" };
	const json = JSON.stringify(args);
	test.each<[string, JsonValue]>([
		["OpenAI, arguments as text", [{ id: "c", type: "function", function: { name: "tide", arguments: json } }]],
		["TRL, arguments as object", [{ type: "function", function: { name: "tide", arguments: args } }]],
		["flat text", [{ id: "c", name: "tide", arguments: json }]],
		["flat object", [{ id: "c", name: "tide", arguments: args }]],
		["each call as JSON text", [JSON.stringify({ name: "tide", arguments: json })]],
		["the list as JSON text", JSON.stringify([{ function: { name: "tide", arguments: json } }])],
		["inspect", [{ id: "c", function: "tide", arguments: args }]],
		["Anthropic", [{ type: "tool_use", id: "c", name: "tide", input: args }]],
		["Responses", [{ type: "function_call", call_id: "c", name: "tide", arguments: json }]],
		["ATIF", [{ tool_call_id: "c", function_name: "tide", arguments: args }]],
		["Cohere", [{ tool_name: "tide", parameters: args }]],
		["τ gold", [{ name: "tide", kwargs: args }]],
		["double-encoded", [{ name: "tide", arguments: JSON.stringify(json) }]],
	])("%s", (_, calls) => {
		const r = readOne(call(calls));
		expect(r.objectCalls.map(c => [c.name, c.arguments, c.problem])).toEqual([["tide", args, null]]);
		const { from, to } = r.objectCalls[0]?.span ?? { from: 0, to: 0 };
		expect(r.text.slice(from, to)).toMatch(/^<tool_call>\n\{"name": "tide", "arguments": \{"port": ?"Cuxhaven"\}\}\n<\/tool_call>$/);
	});

	test.each<[string, JsonValue, JsonValue]>([
		["empty text", "", {}],
		["null", null, {}],
		["a list", [1], [1]],
	])("arguments: %s", (_, given, read) => {
		expect(readOne(call([{ name: "tide", arguments: given }])).objectCalls[0]?.arguments).toEqual(read);
	});

	test("arguments that are not JSON stay as written, with the place", () => {
		const r = readOne(call([{ name: "tide", arguments: '{"port": ' }]));
		const [c] = r.objectCalls;
		expect(c?.arguments).toBe('{"port": ');
		expect(c?.problem).toMatchObject({ code: "bad-json", data: { name: "tide", expected: "a value", found: "the end" } });
		expect(c?.problem && r.text.slice(c.problem.span.from, c.problem.span.to)).toBe(JSON.stringify('{"port": '));
	});

	test("what stands among the calls and is none is told, each at its place", () => {
		const odd = [null, 5, { function: { name: 7, arguments: [1] } }, { function: null }];
		const r = readOne(call([...odd, { name: "tide", arguments: "{}" }]));
		expect(r.objectCalls.map(c => c.name)).toEqual(["tide"]);
		expect(r.findings.map(f => [f.code, f.path])).toEqual(odd.map((_, i) => ["call-not-read", ["messages", 1, "tool_calls", i]]));
		expect(codes(readOne(call("no calls here")))).toEqual(["call-not-read", "no-response"]);
		expect(
			codes(
				readOne({
					messages: [
						ask,
						{
							role: "assistant",
							content: [
								{ type: "text", text: "Hm." },
								{ type: "tool_use", id: "t" },
							],
						},
					],
				}),
			),
		).toEqual(["call-not-read"]);
		expect(codes(readOne({ messages: [ask, { role: "assistant", content: "Hm.", tool_calls: [], function_call: null }] }))).toEqual([]);
	});

	test("legacy function_call, and its result", () => {
		const r = readOne({
			messages: [ask, { role: "assistant", content: null, function_call: { name: "tide", arguments: json } }, { role: "function", name: "tide", content: "14:20" }],
		});
		expect(r.objectCalls.map(c => c.name)).toEqual(["tide"]);
		expect(r.turns.map(t => t.role)).toEqual(["user", "assistant", "tool"]);
	});

	test("calls of one message share a block, those of the next do not", () => {
		const two = { role: "assistant", tool_calls: [{ name: "a" }, { name: "b" }] };
		const r = readOne({ messages: [ask, two, { role: "tool", content: "1" }, two] });
		expect(r.objectCalls.map(c => [c.name, c.block, c.turn])).toEqual([
			["a", 0, 1],
			["b", 0, 1],
			["a", 1, 3],
			["b", 1, 3],
		]);
	});
});

test("a conversation drawn: reasoning apart, calls rendered, results marked", () => {
	const r = readOne({
		messages: [
			{ role: "system", content: "Be brief." },
			ask,
			{ role: "assistant", reasoning_content: "Look it up.", content: "A moment.", tool_calls: [{ name: "tide", arguments: "{}" }] },
			{
				role: "tool",
				content: [
					{ type: "text", text: "14:20" },
					{ type: "image_url", image_url: { url: "data:," } },
				],
			},
			{ role: "assistant", content: "At 14:20." },
		],
	});
	expect(drawTurns(r)).toEqual([
		"system [system\\n] Be brief.",
		"user [\\nuser\\n] High tide? [\\nassistant\\n]",
		'assistant* <think>\\nLook it up.\\n</think>\\n\\nA moment.\\n<tool_call>\\n{\\"name\\": \\"tide\\", \\"arguments\\": {}}\\n</tool_call>',
		"tool [\\ntool\\n] 14:20\\n[image]",
		"assistant* [\\nassistant\\n] At 14:20.",
	]);
	expect(r.marks.map(m => [m.kind, r.text.slice(m.from, m.to)])).toEqual([
		["reasoning", "<think>\nLook it up.\n</think>"],
		["call", '<tool_call>\n{"name": "tide", "arguments": {}}\n</tool_call>'],
		["observation", "14:20\n[image]"],
	]);
	expect(r.pieces.map(p => p.path.join("."))).toEqual([
		"messages.0.content",
		"messages.1.content",
		"messages.2.reasoning_content",
		"messages.2.content",
		"messages.2.tool_calls.0.arguments",
		"messages.3.content.0.text",
		"messages.4.content",
	]);
});

test("calls that stand in the text too are not counted twice", () => {
	const r = readOne({
		messages: [ask, { role: "assistant", content: '<tool_call>\n{"name": "tide", "arguments": {}}\n</tool_call>', tool_calls: [{ name: "tide", arguments: {} }] }],
	});
	expect(r.objectCalls).toEqual([]);
	expect(codes(r)).toEqual(["calls-twice"]);
});

test("calls in the prompt's history are no calls of the response", () => {
	const history = { role: "assistant", tool_calls: [{ name: "old", arguments: {} }] };
	const r = readOne(
		{ prompt: [ask, history, { role: "tool", content: "x" }, ask], completion: [{ role: "assistant", tool_calls: [{ name: "new", arguments: {} }] }] },
		{ format: "messages" },
	);
	expect(r.objectCalls.map(c => c.name)).toEqual(["new"]);
	expect(r.turns.map(t => t.trained)).toEqual([false, false, false, false, true]);
	expect(r.pieces.at(-1)?.path[0]).toBe("prompt");
});

test("null-filled argument keys of a parquet round trip go, a tool's own null stays", () => {
	const tools = [{ type: "function", function: { name: "tide", parameters: { type: "object", properties: { port: {}, unit: {} } } } }];
	const r = readOne({ ...call([{ function: { name: "tide", arguments: { port: "Cuxhaven", unit: null, city: null } } }]), tools });
	expect(r.objectCalls[0]?.arguments).toEqual({ port: "Cuxhaven", unit: null });
});

describe("reward, group, reference", () => {
	const chat = { messages: [ask, { role: "assistant", content: "14:20" }] };
	test.each<[string, JsonObject, number, JsonObject]>([
		["top level", { reward: 0.5 }, 0.5, {}],
		["score", { score: 1 }, 1, {}],
		["nested", { reward: { score: 0.95, reward_info: { final_reward: 0.95, llm_reward: 1, rule_reward_info: { cites: [0, "ok"] } } } }, 0.95, { llm_reward: 1, cites: 0 }],
		["none", {}, Number.NaN, {}],
	])("%s", (_, extra, reward, components) => {
		expect(readOne({ ...chat, ...extra }).recorded).toEqual({ reward, components, advantage: Number.NaN });
	});

	test("an explicit group wins; without reward there is no group by prompt", () => {
		expect(readOne({ ...chat, reward: 1, group_id: "g7" }).group).toBe("g7");
		expect(readOne({ ...chat, reward: 1 }).group).toMatch(/^High tide\? #/);
		expect(readOne(chat).group).toBeNull();
	});

	test("weight 0 answers are not trained", () => {
		const r = readOne({ messages: [ask, { role: "assistant", content: "a", weight: 0 }, ask, { role: "assistant", content: "b", weight: 1 }] });
		expect(r.turns.map(t => t.trained)).toEqual([false, false, false, true]);
	});

	test("snapshots of one conversation are named and carry no training step", () => {
		const r = readOne({ ...chat, env_index: 0, step: 3 });
		expect([r.step, r.id, codes(r)]).toEqual([null, "0.3", ["snapshot"]]);
	});
});

test("odd messages become findings, the rest is read", () => {
	const { rollouts } = readRecord({ messages: [ask, 7 as never, { role: "narrator", content: "Later." }, { role: "assistant", content: "14:20" }] }, { format: "messages" });
	expect(rollouts.map(codes)).toEqual([]);
	const r = readOne({ messages: [ask, { role: "narrator", content: "Later." }, { role: "assistant", content: "14:20" }] });
	expect(codes(r)).toEqual(["unknown-role"]);
	expect(r.turns.map(t => [t.role, t.trained])).toEqual([
		["user", false],
		["other", false],
		["assistant", true],
	]);
});
