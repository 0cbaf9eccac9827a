import { expect, test } from "vitest";
import { read } from "./draw";

test.each<[string, string, unknown, readonly string[]]>([
	["a call", 'Thought: hm\nAction: Trace Moe\nAction Input: {"image": "a.png"}', [["Trace Moe", { image: "a.png" }]], []],
	["two calls", "Action: f\nAction Input: {}\nThought: next\n\nAction: g\nAction Input: {'a': True}", [["f", {}], ["g", { a: true }]], []], // biome-ignore format: a row
	["input as text", "Action: search\nAction Input: weather in Oslo", [["search", "weather in Oslo"]], ["arguments-not-object"]],
	["fenced input", 'Action: f\nAction Input: ```json\n{"a": 1}\n```\nObservation: 2', [["f", { a: 1 }]], []],
	["no input given", "Action: f\nAction Input:", [["f", {}]], []],
	["broken input", 'Action: f\nAction Input: {"a": 1', [], ["bad-json"]],
	["no input", "Action: f\nAction Input: {}\nAction: g", [["f", {}]], ["not-a-call"]],
	["input without action", "Thought: x\naction: f\nAction Input: {}", [], ["no-name"]],
])("%s", (_, text, calls, problems) => {
	const { reading } = read(text, "react");
	expect(reading.calls.map(c => [c.name, c.arguments])).toEqual(calls);
	expect(reading.problems.map(p => p.code)).toEqual(problems);
});

test("thoughts are reasoning, observations are not content, the final answer is", () => {
	const r = read("Thought: look\nAction: f\nAction Input: {}\nObservation: 3\nThought: good\nFinal Answer: three", "auto");
	expect(r).toMatchObject({ syntax: "react", content: "three", reasoning: "look\ngood" });
});
