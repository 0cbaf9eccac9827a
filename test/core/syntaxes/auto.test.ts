import { describe, expect, test } from "vitest";
import { read } from "./draw";

const CALL = '{"name": "f", "arguments": {"a": 1}}';

describe("auto", () => {
	test.each<[string, string, string | null, readonly string[]]>([
		["JSON in Hermes's mark", `<tool_call>${CALL}</tool_call>`, "hermes", ["f"]],
		["elements in Hermes's mark", "<tool_call><function=f></function></tool_call>", "qwen3_coder", ["f"]],
		["pairs in Hermes's mark", "<tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>", "glm45", ["f"]],
		["a name alone in Hermes's mark", "<tool_call>f</tool_call>", "glm45", ["f"]],
		["words in Hermes's mark", "<tool_call>call f please</tool_call>", "hermes", []],
		["a closing mark alone", `${CALL}</tool_call>`, "hermes", []],
		["bare JSON", CALL, "llama3_json", ["f"]],
		["fenced JSON", `So:\n\`\`\`json\n${CALL}\n\`\`\``, "llama3_json", ["f"]],
		["a bare list", `[${CALL}]`, "xlam", ["f"]],
		["JSON among words", `I would write ${CALL} here.`, null, []],
		["bare JSON of a known tool, broken", '{"name": "f", "arguments": {"a": 1}', "llama3_json", []],
		["bare Python", "[f(a=1)]", "pythonic", ["f"]],
		["Python of an unknown tool among words", "In Python: xs = [Point(x=1), Point(x=2)].", null, []],
		["Python of a known tool among words", "I call [f(a=1)] now.", "pythonic", ["f"]],
		["a Markdown link", "See [f()](http://x.org) and [g(x)].", null, []],
		["data that is no call", '[{"name": "Ann", "age": 3}]', null, []],
		["JSON behind reasoning that mentions another syntax", `<think>maybe [TOOL_CALLS] or <|python_tag|></think>${CALL}`, "llama3_json", ["f"]],
		["a search", "<search> x </search>", "search_r1", ["search"]],
		["nothing", "Hello.", null, []],
	])("%s", (_, text, syntax, names) => {
		const r = read(text, "auto", ["f"]);
		expect([r.syntax, r.reading.calls.map(c => c.name)]).toEqual([syntax, names]);
	});

	test("JSON among words is reported and repaired, and stays content", () => {
		const text = `I would write ${CALL} here.`;
		const r = read(text, "auto", ["f"]);
		expect(r.reading.problems.map(p => p.code)).toEqual(["untagged-call"]);
		expect(r.reading.recovered.map(c => [c.name, c.arguments])).toEqual([["f", { a: 1 }]]);
		expect(r.content).toBe(text);
	});

	test("an unknown name of a syntax reads as auto, spelling does not matter", () => {
		expect(read(`<tool_call>${CALL}</tool_call>`, "nobody's").syntax).toBe("hermes");
		expect(read("<tool_call><function=f></function></tool_call>", "Qwen3-Coder").syntax).toBe("qwen3_coder");
	});
});
