import { describe, expect, test } from "vitest";
import { draw, read } from "./draw";

const call = (name: string, args: object = {}): string => JSON.stringify({ name, arguments: args });
const calls = (text: string, syntax = "hermes"): unknown => read(text, syntax).reading.calls.map(c => [c.name, c.arguments]);

describe("hermes", () => {
	test.each<[string, string, unknown]>([
		["one block", `<tool_call>\n${call("f", { a: 1 })}\n</tool_call>`, [["f", { a: 1 }]]],
		["a list in one block", `<tool_call>[${call("f")}, ${call("g")}]</tool_call>`, [["f", {}], ["g", {}]]], // biome-ignore format: a row
		["one object per line, key parameters", '<tool_call>\n{"name":"f","parameters":{"a":1}}\n{"name":"g","parameters":{}}\n</tool_call>', [["f", { a: 1 }], ["g", {}]]], // biome-ignore format: a row
		["a Python dict", "<tool_call>{'arguments': {'a': None, 'b': (1, True)}, 'name': 'f',}</tool_call>", [["f", { a: null, b: [1, true] }]]],
		["no close tag at the end", `<tool_call>${call("f")}`, [["f", {}]]],
		["text behind an unclosed call", `<tool_call>${call("f")}\nand so on`, []],
		["the other block survives", `<tool_call>{"name": f}</tool_call><tool_call>${call("g")}</tool_call>`, [["g", {}]]],
		["arguments that are text", '<tool_call>{"name": "f", "arguments": "x"}</tool_call>', [["f", "x"]]],
		["no arguments", '<tool_call>{"name": "f"}</tool_call>', []],
		["integers beyond 2^53", '<tool_call>{"name": "f", "arguments": {"id": 9007199254740993}}</tool_call>', [["f", { id: 9007199254740993n }]]],
		["no call at all", "Just text.", []],
	])("%s", (_, text, expected) => {
		expect(calls(text)).toEqual(expected);
		expect(calls(text, "auto")).toEqual(expected);
	});

	test("spans", () => {
		const text = `Hm <tool_call>[${call("f", { a: 1 })},{"name":"no","arguments":{}}]</tool_call>`;
		expect(draw(text, read(text, "hermes", ["f"]))).toEqual([
			text,
			'               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ f {"a":1}',
			"                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no {}",
			"                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown-tool",
		]);
	});

	test.each<[string, readonly string[]]>([
		[
			'<tool_call>{"name": "f", "arguments": {"a": 1}</tool_call>',
			["           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ recovered f", "                                              ^ bad-json"],
		],
		['<tool_call>{"name": oops}</tool_call>', ["                    ^ bad-json"]],
		["<tool_call> </tool_call>", ["           ^ not-a-call"]],
		['<tool_call>{"a": 1}</tool_call>', ["           ^^^^^^^^ not-a-call"]],
		['<tool_call>{"arguments": {}}</tool_call>', ["           ^^^^^^^^^^^^^^^^^ no-name"]],
		[
			'{"name":"f","arguments":{}}</tool_call>',
			["^^^^^^^^^^^^^^^^^^^^^^^^^^^ recovered f", "^^^^^^^^^^^^^^^^^^^^^^^^^^^ untagged-call", "                           ^^^^^^^^^^^^ stray-close-tag"],
		],
		['<tool_call>{"name":"f","arguments":{}} ok</tool_call>', ["           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ recovered f", "                                      ^^^ trailing-text"]],
		[
			'<tool_call>{"name":"f","arguments":{"a":1,"a":2},"name":"g"}</tool_call>',
			['           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ g {"a":1,"a":2}', "                                                 ^^^^^^^^^^ duplicate-key"],
		],
	])("%s", (text, rows) => {
		expect(draw(text, read(text, "hermes"))).toEqual([text, ...rows]);
	});

	test("marks are counted outside reasoning, every block is listed", () => {
		const { reading } = read(`<think><tool_call></think><tool_call>x</tool_call>${call("f")}<tool_call>${call("g")}</tool_call></tool_call>`, "hermes");
		expect(reading.marksCount).toEqual({ open: 2, close: 3 });
		expect(reading.blocks.map(b => [b.tagged, b.problem?.code ?? null])).toEqual([[true, "bad-json"], [false, "untagged-call"], [true, null]]); // biome-ignore format: rows
		expect(reading.calls.map(c => c.block)).toEqual([2]);
		expect(reading.recovered.map(c => c.block)).toEqual([1]);
	});
});
