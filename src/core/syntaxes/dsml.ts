import { readJson } from "../base/json";
import { invokeForm, invokeSyntax } from "./invoke";
import { attribute } from "./tags";

/**
 * DeepSeek's markup language: `<｜DSML｜invoke name="N"><｜DSML｜parameter name="K" string="true|false">V</｜DSML｜parameter></｜DSML｜invoke>`,
 * wrapped in `function_calls` (V3.2) or `tool_calls` (V4), as sglang DeepSeekV32Detector: string="true" is text as it stands, anything
 * else JSON where it is JSON. The element may also hold its arguments as one JSON object.
 */
export const dsml = invokeSyntax(
	{
		id: "deepseek_v32",
		aliases: ["deepseekv32", "deepseek_v4", "deepseekv4", "dsml"],
		title: "DeepSeek V3.2, V4",
		marks: [
			["<｜DSML｜function_calls>", "</｜DSML｜function_calls>"],
			["<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>"],
		],
		sample: {
			text: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="count">\n<｜DSML｜parameter name="of" string="true">birds</｜DSML｜parameter>\n<｜DSML｜parameter name="limit" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="now">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
			calls: [
				{ name: "count", arguments: { of: "birds", limit: 3 } },
				{ name: "now", arguments: {} },
			],
		},
	},
	invokeForm("｜DSML｜"),
	{
		json: true,
		value(draft, _, param) {
			const text = draft.text.slice(param.value.from, param.value.to);
			if (attribute(param.attributes, "string") === "true") return text;
			const read = readJson(text);
			return read.ok ? read.value : text;
		},
	},
);
