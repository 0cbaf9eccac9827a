import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/base/units";
import { read } from "./draw";

type Calls = readonly (readonly [string, JsonValue])[];
type Row = [what: string, syntax: string, text: string, calls: Calls, problems: readonly string[], recovered?: Calls];
const F = '{"name": "f", "arguments": {"a": 1}}';
const kimi = (...calls: readonly string[]): string => `<|tool_calls_section_begin|>${calls.join("")}<|tool_calls_section_end|>`;
const kimiCall = (id: string, args: string): string => `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${args}<|tool_call_end|>`;
const deepseek = (...calls: readonly string[]): string => `<｜tool▁calls▁begin｜>${calls.map(c => `<｜tool▁call▁begin｜>${c}<｜tool▁call▁end｜>`).join("\n")}<｜tool▁calls▁end｜>`;

const ROWS: readonly Row[] = [
	["ids with and without prefix, dots in names", "kimi_k2", kimi(kimiCall("functions.a.b:0", "{}"), kimiCall("g:12 ", '{"x": 1}')), [["a.b", {}], ["g", { x: 1 }]], []], // biome-ignore format: rows
	["arguments that are no JSON are passed on", "kimi_k2", kimi(kimiCall("functions.f:0", '{"a": 1'), kimiCall("functions.g:1", "{}")), [["f", '{"a": 1'], ["g", {}]], ["bad-json"], [["f", { a: 1 }]]], // biome-ignore format: rows
	["an id without number", "kimi_k2", kimi(kimiCall("f", "{}")), [], ["no-name"]],
	[
		"a call that is not closed",
		"kimi_k2",
		'<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a": 1}',
		[],
		["unclosed-tag", "unclosed-tag"],
		[["f", { a: 1 }]],
	],
	["both generations", "deepseek_v3", deepseek('function<｜tool▁sep｜>f\n```json\n{"a": 1}\n```', "g<｜tool▁sep｜>{}"), [["f", { a: 1 }], ["g", {}]], []], // biome-ignore format: rows
	["broken arguments", "deepseek_v3", deepseek("f<｜tool▁sep｜>{'a': 1}", "g<｜tool▁sep｜>{}"), [["g", {}]], ["bad-json"], [["f", { a: 1 }]]],
	["no separator", "deepseek_v31", deepseek("f"), [], ["not-a-call"]],
	["a list, then text", "mistral", `[TOOL_CALLS] [${F}]\nand so on`, [["f", { a: 1 }]], []],
	["names in front", "mistral", '[TOOL_CALLS]f{"a": 1}[TOOL_CALLS]g[CALL_ID]x1[ARGS]{}</s>', [["f", { a: 1 }], ["g", {}]], []], // biome-ignore format: rows
	["a name alone", "mistral", "[TOOL_CALLS]f", [], ["arguments-not-object"]],
	["broken", "mistral", '[TOOL_CALLS]f{"a": "b[TOOL_CALLS]g{}', [["g", {}]], ["bad-json"], [["f", { a: "b" }]]],
	["a broken list", "mistral", '[TOOL_CALLS] [{"name": "f", "arguments": {"a": 1}', [], ["bad-json"], [["f", { a: 1 }]]],
	["a list without marks", "granite", `[${F}]`, [["f", { a: 1 }]], []],
	["Hermes's mark", "granite", `<tool_call>[${F}]`, [["f", { a: 1 }]], []],
	["closed", "granite", `<|tool_call|>[${F}]<|/tool_call|>`, [["f", { a: 1 }]], []],
	["one mark each", "granite_20b_fc", `<function_call> ${F}\n<function_call> ${F}`, [["f", { a: 1 }], ["f", { a: 1 }]], []], // biome-ignore format: rows
	["a name that is no text", "granite_20b_fc", '<function_call> {"name": 1, "arguments": {}}', [], ["no-name"]],
	["both marks", "gigachat3", `<|function_call|>${F}</s>`, [["f", { a: 1 }]], []],
	["no arguments", "gigachat3", '<|function_call|>{"name": "f"}', [], ["arguments-not-object"], [["f", {}]]],
	["one object", "cohere_command", '<|START_ACTION|>{"tool_name": "f", "parameters": {"a": 1}}<|END_ACTION|>', [["f", { a: 1 }]], []],
	[
		"the closing mark inside a string cuts",
		"cohere_command",
		'<|START_ACTION|>{"tool_name": "f", "parameters": {"a": "<|END_ACTION|>"}}<|END_ACTION|>',
		[],
		["bad-json", "stray-close-tag"],
		[["f", { a: "" }]],
	],
	["every key is a call", "apertus", '<|tools_prefix|>[{"f": {"a": 1}, "g": {}}]<|tools_suffix|>', [["f", { a: 1 }], ["g", {}]], []], // biome-ignore format: rows
	["arguments that are text", "longcat", '<longcat_tool_call>{"name": "f", "arguments": "x"}</longcat_tool_call>', [["f", "x"]], ["arguments-not-object"]],
	["one object a line", "minimax_m1", `<tool_calls>\n${F}\n${F}\n</tool_calls>`, [["f", { a: 1 }], ["f", { a: 1 }]], []], // biome-ignore format: rows
	["a list", "jamba", `<tool_calls>[${F}]</tool_calls>`, [["f", { a: 1 }]], []],
	["control characters", "hermes", '<tool_call>{"name": "f", "arguments": {"a": "x\ty"}}</tool_call>', [], ["bad-json"], [["f", { a: "x\ty" }]]],
	["a tag that was never closed, then another call", "hermes", `<tool_call>${F}\n<tool_call>${F}</tool_call>`, [], ["trailing-text"], [["f", { a: 1 }]]],
	["joined", "llama3_json", '<|python_tag|>{"name": "f", "parameters": {}} ; {"type": "function", "name": "g", "parameters": {"a": 1}}<|eom_id|>', [["f", {}], ["g", { a: 1 }]], []], // biome-ignore format: rows
	["among text", "llama3_json", `Let me see: ${F} There.`, [["f", { a: 1 }]], []],
	["no name", "llama3_json", '{"parameters": {}}', [], ["no-name"]],
	["broken", "llama3_json", '{"name": "f", "parameters": {"a": }}', [], ["bad-json"], [["f", { a: null }]]],
	["a built-in tool", "llama3_json", '<|python_tag|>brave_search.call(query="weather")<|eom_id|>', [["brave_search", { query: "weather" }]], []],
	["fenced, behind text", "xlam", `See:\n\`\`\`json\n[${F}]\n\`\`\``, [["f", { a: 1 }]], []],
	["broken", "xlam", `[${F}, {"name": "g", "arg`, [], ["bad-json"], [["f", { a: 1 }]]],
];

describe("calls written in JSON", () => {
	test.each(ROWS)("%s: %s", (_, syntax, text, calls, problems, recovered = []) => {
		const { reading } = read(text, syntax);
		expect(reading.calls.map(c => [c.name, c.arguments])).toEqual(calls);
		expect(reading.problems.map(p => p.code)).toEqual(problems);
		expect(reading.recovered.map(c => [c.name, c.arguments])).toEqual(recovered);
	});

	test("calls of one section are one block", () => {
		const { reading } = read(kimi(kimiCall("functions.f:0", "{}"), kimiCall("functions.g:1", "{}")), "kimi_k2");
		expect([reading.blocks.length, reading.calls.map(c => c.block)]).toEqual([1, [0, 0]]);
	});
});
