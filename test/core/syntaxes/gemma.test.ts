import { expect, test } from "vitest";
import { readCalls } from "../../../src/core/syntaxes/read";

const TOOLS = [{ name: "f", description: null, parameters: { type: "object", properties: { s: { type: "string" } } } }];

test.each<[string, string, readonly unknown[], readonly string[]]>([
	["own grammar", 'call:f{a:<|"|>x, }y<|"|>,b:{c:[1,<|"|>z<|"|>,true]},d:null,e:bare words}', [["f", { a: "x, }y", b: { c: [1, "z", true] }, d: null, e: "bare words" }]], []],
	["text where the schema wants text", "call:f{s:12}", [["f", { s: "12" }]], []],
	["quoted keys", 'call:f{<|"|>a b<|"|>:1}', [["f", { "a b": 1 }]], []],
	["none", "call:f{}", [["f", {}]], []],
	["two in one block", "call:f{}call:f{x:1}", [["f", {}], ["f", { x: 1 }]], []], // biome-ignore format: rows
	["cut off", 'call:f{a:<|"|>x', [], ["bad-json"]],
	["no colon", "call:f{a}", [], ["bad-json"]],
	["no name", "call:{}", [], ["no-name"]],
	["no call", "hello", [], ["not-a-call"]],
])("%s", (_, body, calls, problems) => {
	const gemma4 = readCalls(`<|tool_call>${body}<tool_call|>`, { syntax: "gemma4", tools: TOOLS }).reading;
	expect(gemma4.calls.map(c => [c.name, c.arguments])).toEqual(calls);
	expect(gemma4.problems.map(p => p.code)).toEqual(problems);
	const functionGemma = readCalls(`<start_function_call>${body.replaceAll('<|"|>', "<escape>")}<end_function_call>`, { syntax: "function_gemma", tools: TOOLS }).reading;
	expect(functionGemma.calls.map(c => [c.name, c.arguments])).toEqual(calls);
});
