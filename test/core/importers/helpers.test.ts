import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fingerprint } from "../../../src/core/base/hash";
import { remember } from "../../../src/core/base/remember";
import type { JsonValue } from "../../../src/core/base/units";
import { byteLevelSpans } from "../../../src/core/importers/bpe";
import { asStep, numberText, truncatedOf, valueAt } from "../../../src/core/importers/fields";
import { readReference } from "../../../src/core/importers/references";
import { readPrompt, responseTurns } from "../../../src/core/importers/templates";
import { callTokens, commonAdvantage, sequenceTokens } from "../../../src/core/importers/tokens";
import { readTools, toolsInText } from "../../../src/core/importers/toolSchemas";
import type { Finding } from "../../../src/core/model/finding";

describe("tool schemas", () => {
	const parameters = { type: "object", properties: { port: { type: "string" } } };
	test.each<[string, JsonValue]>([
		["OpenAI", [{ type: "function", function: { name: "tide", description: "d", parameters } }]],
		["flat", [{ type: "function", name: "tide", description: "d", parameters, strict: true }]],
		["bare", [{ name: "tide", description: "d", parameters }]],
		["Anthropic", [{ name: "tide", description: "d", input_schema: parameters }]],
		["each as text", [JSON.stringify({ name: "tide", description: "d", parameters })]],
		["the list as text", JSON.stringify([{ name: "tide", description: "d", parameters }])],
		["one object", { name: "tide", description: "d", parameters }],
	])("%s", (_, given) => {
		expect(readTools(given)).toEqual([{ name: "tide", description: "d", parameters }]);
	});

	test("xLAM's table becomes a schema", () => {
		const table = { a: { description: "x", type: "str" }, b: { type: "int, optional", default: 3 }, c: { type: "List[float]" } };
		expect(readTools([{ name: "f", parameters: table }])?.[0]?.parameters).toEqual({
			type: "object",
			properties: { a: { description: "x", type: "string" }, b: { default: 3, type: "integer" }, c: { type: "array" } },
			required: ["a", "c"],
		});
	});

	test("a schema with foreign type names is left alone", () => {
		const own = { type: "dict", properties: { n: { type: "float" } } };
		expect(readTools([{ name: "f", parameters: own }])?.[0]?.parameters).toEqual(own);
	});

	test("names only, nothing at all", () => {
		expect(readTools(["tide", "wind"])?.map(t => t.parameters)).toEqual([null, null]);
		for (const v of [null, [], 3, "no tools here", {}] as JsonValue[]) expect(readTools(v)).toBeNull();
	});

	test.each<[string, string, readonly string[] | null]>([
		["Qwen", 'within <tools></tools> tags:\n<tools>\n{"function": {"name": "a"}}\n{"function": {"name": "b"}}\n</tools>', ["a", "b"]],
		["a list in tags", '<tools> [{"name": "a"}, {"name": "b"}] </tools>', ["a", "b"]],
		["Llama", 'You have access to the following functions:\n\n{"name": "a", "parameters": {}}\n\nThink.', ["a"]],
		["ToolACE", 'Here is a list of functions in JSON format that you can invoke:\n[{"name": "Tide Table"}]', ["Tide Table"]],
		[
			"documentation",
			'You have access to the following tools:\nName: Tides\nDescription: Tide tables\nDocumentation:\nlookup: Looks up.\nParameters: {"port": "Required. string."}\nOutput: x\nUse the following format:\nlate: x\nParameters: {}',
			["lookup"],
		],
		[
			"ToolRL",
			'**Available Tools**\n1. Name: Tide Table\nDescription: Looks up.\nParameters: {"port": {"type": "str"}}\n2. Name: Wind\nDescription: w\nParameters: {}\n\n**Steps',
			["Tide Table", "Wind"],
		],
		["nothing", "Use tools wisely.", null],
		["an opened tag", "<tools>", null],
	])("in text: %s", (_, text, names) => {
		expect(toolsInText(text)?.map(t => t.name) ?? null).toEqual(names);
	});
});

describe("references", () => {
	const calls = (value: JsonValue): unknown => readReference(value, "gts")?.calls?.map(step => step.map(c => [c.name, c.arguments]));
	test.each<[string, JsonValue, unknown]>([
		[
			"a list of calls is one parallel step",
			[
				{ name: "a", arguments: { x: 1 } },
				{ name: "b", arguments: {} },
			],
			[
				[
					["a", { x: 1 }],
					["b", {}],
				],
			],
		],
		["the same as text", '[{"name": "a", "arguments": {"x": 1}}]', [[["a", { x: 1 }]]]],
		["steps of parallel calls", [[{ name: "a", arguments: "{}" }], [{ name: "b", arguments: {} }]], [[["a", {}]], [["b", {}]]]],
		["ReAct actions follow each other", '[{"Action": "a", "Action_Input": "{\\"x\\": 1}"}, {"Action": "b", "Action_Input": "{}"}]', [[["a", { x: 1 }]], [["b", {}]]]],
		[
			"ToolRL's target",
			'<think> t </think>\n<tool_call>\n{"name": "a", "parameters": {"x": 1}}\n{"name": "b", "parameters": {}}\n</tool_call>',
			[
				[
					["a", { x: 1 }],
					["b", {}],
				],
			],
		],
		["a reply without a call means no call", "<think> t </think>\n<response> Hello. </response>", []],
		["BFCL's alternatives", [{ f: { a: [1, "1"], b: ["", 2], c: ["x", ""] } }], [[["f", { a: 1, c: "x" }]]]],
		["SLCA", { gold_tool_calls: '[[{"name": "a", "arguments": {}}]]', tool_schemas: "[]" }, [[["a", {}]]]],
		["an empty gold list is no call", { gold_tool_calls: "[]" }, []],
		["one call", { name: "a", arguments: {} }, [[["a", {}]]]],
		["text", "Oslo", undefined],
		["a list of numbers", [1, 2], undefined],
	])("%s", (_, value, expected) => {
		expect(calls(value)).toEqual(expected);
	});

	test("plain answers keep their kind", () => {
		for (const answer of ["Oslo", 14, true, [1, 2]] as JsonValue[]) expect(readReference(answer, "gts")).toEqual({ calls: null, answer, source: "gts" });
		expect(readReference({ target: ["a", "b"] }, "gts")?.answer).toEqual(["a", "b"]);
		for (const none of [null, "", {}] as JsonValue[]) expect(readReference(none, "gts")).toBeNull();
	});
});

describe("template marks", () => {
	test.each([
		["ChatML", "<|im_start|>user\nQ<|im_end|>\n<|im_start|>assistant\n", ["user", "assistant"]],
		["ChatML with a result", "<|im_start|>user\n<tool_response>\n1\n</tool_response><|im_end|>\n<|im_start|>assistant\n", ["tool", "assistant"]],
		["Llama 3", "<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nQ<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n", ["user", "assistant"]],
		["Kimi", "<|im_system|>system<|im_middle|>S<|im_end|><|im_user|>user<|im_middle|>Q<|im_end|>", ["system", "user"]],
		["gpt-oss", "<|start|>user<|message|>Q<|end|><|start|>functions.tide to=assistant<|channel|>commentary<|message|>1<|end|><|start|>assistant", ["user", "tool", "assistant"]],
		["DeepSeek", "<｜User｜>Q<｜Assistant｜>c<｜tool▁outputs▁begin｜>1<｜tool▁outputs▁end｜>a", ["user", "assistant", "tool", "assistant"]],
		["Gemma", "<bos><start_of_turn>user\nQ<end_of_turn>\n<start_of_turn>model\n", ["user", "assistant"]],
		["GLM", "[gMASK]<|user|>\nQ<|assistant|>\nc<|observation|>\n1", ["user", "assistant", "tool"]],
		["Mistral", "<s>[INST] Q[/INST] c[TOOL_RESULTS]1[/TOOL_RESULTS] a", ["user", "assistant", "tool", "assistant"]],
		["none", "just text", ["user"]],
	])("%s", (_, text, roles) => {
		expect(readPrompt(text).turns.map(t => t.role)).toEqual(roles);
	});

	test("a response is cut by the prompt's template", () => {
		const prompt = "<|im_start|>user\nQ<|im_end|>\n<|im_start|>assistant\n";
		expect(responseTurns("c<|im_end|>\n<|im_start|>user\n<tool_response>1</tool_response><|im_end|>\n<|im_start|>assistant\na", readPrompt(prompt)).map(t => t.role)).toEqual([
			"assistant",
			"tool",
			"assistant",
		]);
	});

	test("turns cover any text without gap", () => {
		const word = fc.constantFrom(
			"\nuser\n",
			"\nassistant\n",
			"\ntool\n",
			"<tool_response>",
			"</tool_response>",
			"</tool_call>",
			"x",
			" ",
			"<|im_start|>user\n",
			"<|im_start|>",
			"Observation:",
		);
		fc.assert(
			fc.property(fc.array(word), fc.array(word), (a, b) => {
				const [prompt, text] = [a.join(""), b.join("")];
				for (const [turns, length] of [
					[readPrompt(prompt).turns, prompt.length],
					[responseTurns(text, readPrompt(prompt)), text.length],
				] as const) {
					let at = 0;
					for (const t of turns) {
						expect(t.from).toBe(at);
						expect(t.body).toBeGreaterThanOrEqual(t.from);
						expect(t.to).toBeGreaterThan(t.from);
						at = t.to;
					}
					expect(at).toBe(length);
				}
			}),
		);
	});
});

describe("token columns", () => {
	test("whole-sequence arrays: response from the first trained token, padding cut; advantages of masked tokens stay as written", () => {
		const read = sequenceTokens({ ids: [1, 2, 3, 4, 5, 0], mask: [0, 0, 1, 0, 1, 0], logprobs: [0, 0, -0.1, 0, -0.2, 0], advantages: [9, 9, 9, 9, 9, 9] }, 5, []);
		expect(read?.start).toBe(2);
		expect(read?.tokens).toEqual({
			count: 3,
			spans: null,
			ids: Int32Array.of(3, 4, 5),
			lossMask: Uint8Array.of(1, 0, 1),
			logprobs: Float64Array.of(-0.1, Number.NaN, -0.2),
			advantages: Float64Array.of(9, 9, 9),
		});
		expect(commonAdvantage(read?.tokens ?? null)).toBe(9);
		const masked = sequenceTokens({ ids: [1, 2, 3], mask: [1, 0, 1], advantages: [9, 4, 9] }, null, [])?.tokens ?? null;
		expect([masked?.advantages, commonAdvantage(masked)]).toEqual([Float64Array.of(9, 4, 9), 9]);
	});

	test("Atropos labels: −100 where not trained", () => {
		expect(sequenceTokens({ ids: [1, 2, 3], mask: [-100, 2, 3] }, null, [])?.tokens.lossMask).toEqual(Uint8Array.of(1, 1));
	});

	test("an array of another length is named and left out", () => {
		const findings: Finding[] = [];
		expect(sequenceTokens({ ids: [1, 2, 3], mask: [1, 1, 1], logprobs: [-0.1] }, null, findings)?.tokens.logprobs).toBeNull();
		expect(findings.map(f => [f.code, f.data])).toEqual([["array-length", { key: "logprobs", count: 1, expected: 3 }]]);
	});

	test("model calls: what stands between them is the environment's", () => {
		const read = callTokens(
			[
				{ prompt: [1, 2], ids: [3, 4], logprobs: [-0.1, -0.2] },
				{ prompt: [1, 2, 3, 4, 8, 9], ids: [5], logprobs: [-0.3], advantages: 0.5 },
			],
			[],
		);
		expect(read).toEqual({
			count: 5,
			spans: null,
			ids: Int32Array.of(3, 4, 8, 9, 5),
			lossMask: Uint8Array.of(1, 1, 0, 0, 1),
			logprobs: Float64Array.of(-0.1, -0.2, Number.NaN, Number.NaN, -0.3),
			advantages: Float64Array.of(Number.NaN, Number.NaN, Number.NaN, Number.NaN, 0.5),
		});
	});

	test("a call that starts from another context is named", () => {
		const findings: Finding[] = [];
		expect(
			callTokens(
				[
					{ prompt: [1], ids: [2], logprobs: null },
					{ prompt: [7], ids: [3], logprobs: null },
				],
				findings,
			)?.ids,
		).toEqual(Int32Array.of(2, 3));
		expect(findings.map(f => f.code)).toEqual(["context-changed"]);
		expect(callTokens([{ prompt: null, ids: null, logprobs: null }], [])).toBeNull();
	});

	test("byte-level strings: words, newlines, shared characters, padding", () => {
		const spans = (tokens: readonly string[], text: string): unknown => {
			const s = byteLevelSpans(tokens, text);
			return s && Array.from(s.from, (from, i) => text.slice(from, s.to[i]));
		};
		expect(spans(["at", "Ġnoon", "Ċ", "<|im_end|>", "<|endoftext|>"], "at noon\n<|im_end|>")).toEqual(["at", " noon", "\n", "<|im_end|>"]);
		expect(spans(["ä½", "ł", "å¥½"], "你好")).toEqual(["你", "你", "好"]);
		expect(spans(["ðŁĺ", "Ģ"], "😀")).toEqual(["😀", "😀"]);
		expect(spans(["at"], "noon")).toBeNull();
		expect(spans(["你"], "你")).toBeNull();
	});
});

test("small readers", () => {
	expect(["0.5", "True", "nan", "-1e3", "inf", "None"].map(numberText)).toEqual([0.5, 1, Number.NaN, -1000, Number.POSITIVE_INFINITY, Number.NaN]);
	expect(["", "1.2.3", "v1", "0x10", " 1", "1".repeat(50)].map(numberText)).toEqual([null, null, null, null, null, null]);
	expect([asStep("12"), asStep(3), asStep([4]), asStep("x"), asStep(null), asStep(Number.NaN)]).toEqual([12, 3, 4, null, null, null]);
	expect(valueAt({ a: { b: [{ c: 1 }] }, "x.y": 2 }, "a.b.0.c")).toBe(1);
	expect(valueAt({ "x.y": 2 }, "x.y")).toBe(2);
	expect(valueAt({ a: 1 }, "a.b.c")).toBeUndefined();
	expect([truncatedOf({ finish_reason: "length" }), truncatedOf({ finish_reason: "stop" }), truncatedOf({}), truncatedOf({ is_truncated: true })]).toEqual([
		true,
		false,
		null,
		true,
	]);
});

test("fingerprints: stable, short, and different for different texts", () => {
	expect(fingerprint("")).toBe(fingerprint(""));
	expect(fingerprint("high tide")).toHaveLength(11);
	const seen = new Set(Array.from({ length: 20_000 }, (_, i) => fingerprint(`prompt ${i}`)));
	expect(seen.size).toBe(20_000);
});

test("a prompt of many token ids is no stack overflow", () => {
	const prompt = Array.from({ length: 300_000 }, (_, i) => i % 1000);
	const read = callTokens(
		[
			{ prompt, ids: [1], logprobs: [-1] },
			{ prompt: [...prompt, 1, 7], ids: [2], logprobs: [-2] },
		],
		[],
	);
	expect(read?.ids).toEqual(Int32Array.of(1, 7, 2));
});

test("remembered answers: asked once per text, the oldest forgotten, long texts not kept", () => {
	const asked: string[] = [];
	const length = remember(text => {
		asked.push(text.slice(0, 1));
		return text.length;
	}, 2);
	const long = "d".repeat(300_000);
	expect(["a", "bb", "a", "ccc", "a", long, long].map(length)).toEqual([1, 2, 1, 3, 1, 300_000, 300_000]);
	expect(asked).toEqual(["a", "b", "c", "a", "d", "d"]);
});
