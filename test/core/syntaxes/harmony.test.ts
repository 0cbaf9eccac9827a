import { expect, test } from "vitest";
import { read } from "./draw";

const CALL = '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": 1}<|call|>';

test.each<[string, string, readonly unknown[], string, string | null]>([
	["channels", `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant${CALL}`, [["f", { a: 1 }]], "", "Hm."],
	["the template's order", '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"a": 1}<|call|>', [["f", { a: 1 }]], "", null],
	[
		"a preamble and an answer",
		`<|channel|>commentary<|message|>First this.<|end|>${CALL}<|start|>assistant<|channel|>final<|message|>Done.<|return|>`,
		[["f", { a: 1 }]],
		"First this.Done.",
		null,
	],
	["no constraint", '<|channel|>commentary to=functions.f<|message|>{"a": 1}<|call|>', [], "", null],
	["a built-in tool", '<|channel|>analysis to=browser.search<|message|>{"q": "x"}<|call|>', [], "", null],
	["a tool's result", `${CALL}<|start|>functions.f to=assistant<|channel|>commentary<|message|>{"b": 2}<|end|>`, [["f", { a: 1 }]], "", null],
	["stripped", 'analysisHm.assistantcommentary to=functions.f json{"a": 1}', [["f", { a: 1 }]], "", "Hm."],
	["stripped, with an answer", "analysisHm.assistantfinalDone.", [], "Done.", "Hm."],
	["words that only look like channels", "final analysis of the assistant", [], "final analysis of the assistant", null],
])("%s", (_, text, calls, content, reasoning) => {
	for (const syntax of ["harmony", "auto"]) {
		const r = read(text, syntax);
		expect(r.reading.calls.map(c => [c.name, c.arguments])).toEqual(calls);
		expect(r).toMatchObject({ content, reasoning });
	}
});

test("broken arguments and a missing constraint are repaired beside", () => {
	const text = '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": 1<|call|><|channel|>commentary to=functions.g<|message|>{}<|call|>';
	const { reading } = read(text, "gpt-oss");
	const at = text.indexOf("<|call|>");
	expect(reading.problems.map(p => [p.code, p.span.from])).toEqual([["bad-json", at], ["not-a-call", at + "<|call|>".length]]); // biome-ignore format: rows
	expect(reading.recovered.map(c => [c.name, c.arguments])).toEqual([["f", { a: 1 }], ["g", {}]]); // biome-ignore format: rows
});
