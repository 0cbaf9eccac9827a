import { coderSyntax } from "./coder";

/** Qwen3-Coder's elements in Seed-OSS's own wrapper; reasoning stands in `<seed:think>`. */
export const seedOss = coderSyntax(
	{
		id: "seed_oss",
		aliases: ["seed", "seed36", "seed_oss_36b"],
		title: "Seed-OSS",
		sample: {
			text: "<seed:think>Count first.</seed:think><seed:tool_call>\n<function=count>\n<parameter=of>birds</parameter>\n</function>\n</seed:tool_call>",
			calls: [{ name: "count", arguments: { of: "birds" } }],
		},
	},
	["<seed:tool_call>", "</seed:tool_call>"],
	["<seed:tool_call>"],
);
