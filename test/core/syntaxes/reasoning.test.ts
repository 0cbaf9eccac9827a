import { describe, expect, test } from "vitest";
import { findReasoning } from "../../../src/core/syntaxes/reasoning";
import { read } from "./draw";

const MARKS = [["<tool_call>", "</tool_call>"]] as const;
const stretches = (text: string): readonly string[] => findReasoning(text, MARKS).spans.map(s => text.slice(s.from, s.to));

describe("findReasoning", () => {
	test.each<[string, readonly string[]]>([
		["plain", []],
		["<think>a</think>b<think>c</think>", ["<think>a</think>", "<think>c</think>"]],
		["a</think>b", ["a</think>"]],
		["a</think>b<think>c", ["a</think>", "<think>c"]],
		["<seed:think>a</think></seed:think>b", ["<seed:think>a</think></seed:think>"]],
		["[THINK]a[/THINK]b", ["[THINK]a[/THINK]"]],
		["<tool_call><think>x</think></tool_call>", []],
		['<tool_call>"</think>"</tool_call>', []],
		["use <tool_call> now</think><tool_call>x</tool_call>", ["use <tool_call> now</think>"]],
		["<tool_call>x</tool_call></think>y", ["<tool_call>x</tool_call></think>"]],
		["a</think>b</think>c", ["a</think>"]],
		["<think><tool_call></think>x", ["<think><tool_call></think>"]],
		["<think></think>x", ["<think></think>"]],
	])("%s", (text, expected) => {
		expect(stretches(text)).toEqual(expected);
	});
});

test("reasoning is cut from content; a call inside it is none", () => {
	const r = read('<think> no <tool_call>{"name":"f","arguments":{}}</tool_call></think> Sunny. ');
	expect(r).toMatchObject({ syntax: null, content: "Sunny." });
	expect(r.reading.calls).toEqual([]);
	expect(r.reading.problems).toEqual([{ code: "call-inside-reasoning", span: { from: 11, to: 61 }, data: { name: "f" } }]);
	expect(r.reading.marksCount).toEqual({ open: 0, close: 0 });
});

test("reasoning that is never closed runs to the end", () => {
	const r = read('<think>I will <tool_call>{"name":"f","arguments":{}}</tool_call>', "hermes");
	expect(r).toMatchObject({ content: "", reasoning: 'I will <tool_call>{"name":"f","arguments":{}}</tool_call>' });
	expect(r.reading.problems.map(p => p.code)).toEqual(["unclosed-reasoning", "call-inside-reasoning"]);
});
