import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/base/units";
import { readCalls } from "../../../src/core/syntaxes/read";

/** A tool with one parameter of each type. */
const TOOLS = [
	{
		name: "f",
		description: null,
		parameters: {
			type: "object",
			properties: {
				s: { type: "string" },
				i: { type: "integer" },
				n: { type: "number" },
				b: { type: "boolean" },
				o: { type: "object", properties: { i: { type: "integer" } } },
				a: { type: "array", items: { type: "string" } },
				u: { anyOf: [{ type: "integer" }, { type: "null" }] },
			},
		},
	},
];

type Row = [
	what: string,
	syntax: string,
	text: string,
	calls: readonly (readonly [string, JsonValue])[],
	problems: readonly string[],
	recovered?: readonly (readonly [string, JsonValue])[],
];
const TYPED = { s: "5", i: 5, n: 0.5, b: true, o: { i: 1 }, a: ["x"], u: null };
const VALUES: readonly (readonly [string, string])[] = [
	["s", "5"],
	["i", "5"],
	["n", ".5"],
	["b", "True"],
	["o", "{'i': 1}"],
	["a", '["x"]'],
	["u", "null"],
];
const wrap = (form: (key: string, value: string) => string): string => VALUES.map(v => form(...v)).join("");

const ROWS: readonly Row[] = [
	["types", "qwen3_coder", `<tool_call><function=f>${wrap((k, v) => `<parameter=${k}>\n${v}\n</parameter>`)}</function></tool_call>`, [["f", TYPED]], []],
	["types", "minimax_m2", `<minimax:tool_call><invoke name="f">${wrap((k, v) => `<parameter name="${k}">${v}</parameter>`)}</invoke></minimax:tool_call>`, [["f", TYPED]], []],
	["types", "minicpm5_xml", `<function name="f">${wrap((k, v) => `<param name="${k}">${v}</param>`)}</function>`, [["f", TYPED]], []],
	["types", "glm45", `<tool_call>f${wrap((k, v) => `<arg_key>${k}</arg_key><arg_value>${v}</arg_value>`)}</tool_call>`, [["f", TYPED]], []],
	[
		"types",
		"hunyuan_v3",
		`<tool_calls><tool_call>f<tool_sep>${wrap((k, v) => `<arg_key>${k}</arg_key>\n<arg_value>${v}</arg_value>`)}</tool_call></tool_calls>`,
		[["f", TYPED]],
		[],
	],
	["one line break each side is not the value's", "qwen3_coder", "<function=f>\n<parameter=s>\n\n x \n\n</parameter>\n</function>", [["f", { s: "\n x \n" }]], []],
	[
		"what does not fit stays text",
		"qwen3_coder",
		"<function=f><parameter=i>five</parameter><parameter=b>yes</parameter><parameter=o>{</parameter></function>",
		[["f", { i: "five", b: "yes", o: "{" }]],
		[],
	],
	["integers beyond 2^53", "qwen3_coder", "<function=f><parameter=i>9007199254740993</parameter></function>", [["f", { i: 9007199254740993n }]], []],
	["a parameter that is not closed", "qwen3_coder", "<function=f><parameter=s>a<parameter=i>1</parameter></function>", [["f", { s: "a", i: 1 }]], []],
	["nothing is closed", "qwen3_coder", "<tool_call><function=f><parameter=s>abc", [["f", { s: "abc" }]], ["unclosed-tag", "unclosed-tag"]],
	["no name", "qwen3_coder", "<tool_call><function><parameter=s>a</parameter></function></tool_call>", [], ["no-name"]],
	["an empty block", "qwen3_coder", "<tool_call></tool_call>", [], ["not-a-call"]],
	["a parameter twice", "qwen3_coder", "<function=f><parameter=i>1</parameter><parameter=i>2</parameter></function>", [["f", { i: 2 }]], ["duplicate-key"]],
	["seed's own wrapper", "seed_oss", "<seed:tool_call><function=f><parameter=i>1</parameter></function></seed:tool_call>", [["f", { i: 1 }]], []],
	["string and JSON", "deepseek_v4", '<｜DSML｜tool_calls><｜DSML｜invoke name="f"><｜DSML｜parameter name="s" string="true">1</｜DSML｜parameter><｜DSML｜parameter name="a" string="false">[1]</｜DSML｜parameter><｜DSML｜parameter name="x" string="false">bare</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>', [["f", { s: "1", a: [1], x: "bare" }]], []], // biome-ignore format: rows
	["a JSON body", "deepseek_v32", '<｜DSML｜function_calls><｜DSML｜invoke name="f">\n{"i": 1}\n</｜DSML｜invoke><｜DSML｜invoke name="f"/></｜DSML｜function_calls>', [["f", { i: 1 }], ["f", {}]], []], // biome-ignore format: rows
	["a broken JSON body", "deepseek_v32", '<｜DSML｜function_calls><｜DSML｜invoke name="f">{"i": 1</｜DSML｜invoke></｜DSML｜function_calls>', [], ["bad-json"], [["f", { i: 1 }]]],
	[
		"nested elements",
		"minimax_m3",
		tag("<tool_call>", '<invoke name="f">', "<o>", "<i>1", "</i>", "</o>", "<a>", "<item>x", "</item>", "<item>y", "</item>", "</a>", "</invoke>", "</tool_call>"),
		[["f", { o: { i: 1 }, a: ["x", "y"] }]],
		[],
	],
	["a parameter the tool has not", "minicpm5_xml", '<function name="f"><param name="zz">1</param></function>', [], ["unknown-parameter"]],
	["a parameter twice", "minicpm5_xml", '<function name="f"><param name="s">1</param><param name="s">2</param></function>', [], ["duplicate-key"]],
	["text as it stands", "minicpm5_xml", '<function name="f"><param name="s"><![CDATA[a<b]]></param></function>', [["f", { s: "a<b" }]], []],
	["values as attributes and as text, entities", "bfcl_xml", '<functions><function name="g"><params><param name="a" value="x &amp; y&#x27;s" type="string"/><param name="b" type="array">[&#39;1&#39;]</param></params></function></functions>', [["g", { a: "x & y's", b: ["1"] }]], ["unknown-tool"]], // biome-ignore format: rows
	["a wrapper that is not closed", "bfcl_xml", '<functions><function name="f"></function>', [], ["unclosed-tag"], [["f", {}]]],
	["outside the section", "step3", '<steptml:invoke name="f"></steptml:invoke>', [], []],
	["an empty name", "step3", '<｜tool_calls_begin｜><steptml:invoke name=""></steptml:invoke><｜tool_calls_end｜>', [], ["no-name"]],
	["a tool that is not there is dropped", "glm45", "<tool_call>g\n<arg_key>s</arg_key>\n<arg_value>1</arg_value></tool_call>", [], ["unknown-tool"], [["g", { s: 1 }]]],
	["a key without a value", "glm47", "<tool_call>f<arg_key>s</arg_key></tool_call>", [["f", {}]], []],
	["spaces belong to text", "glm47", "<tool_call>f<arg_key>s</arg_key><arg_value>  x </arg_value></tool_call>", [["f", { s: "  x " }]], []],
	["no name", "glm45", "<tool_call><arg_key>s</arg_key><arg_value>1</arg_value></tool_call>", [], ["no-name"]],
	["not closed", "glm45", "<tool_call>f<arg_key>i</arg_key><arg_value>1</arg_value>", [], ["unclosed-tag", "unclosed-tag"], [["f", { i: 1 }]]],
	["no separator", "hunyuan_v3", "<tool_calls><tool_call>f</tool_call></tool_calls>", [], ["not-a-call"]],
];

function tag(...tags: readonly string[]): string {
	return tags.map(t => `]<]minimax[>[${t}`).join("");
}

describe("calls written as elements", () => {
	test.each(ROWS)("%s: %s", (_, syntax, text, calls, problems, recovered = []) => {
		const { reading } = readCalls(text, { syntax, tools: TOOLS });
		expect(reading.calls.map(c => [c.name, c.arguments])).toEqual(calls);
		expect(reading.problems.map(p => p.code)).toEqual(problems);
		expect(reading.recovered.map(c => [c.name, c.arguments])).toEqual(recovered);
	});

	test("without schemas text stays text", () => {
		const { reading } = readCalls("<tool_call><function=f><parameter=i>5</parameter></function></tool_call>", { syntax: "qwen3_coder", tools: null });
		expect(reading.calls[0]?.arguments).toEqual({ i: "5" });
	});
});
