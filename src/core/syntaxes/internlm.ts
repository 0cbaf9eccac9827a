import { markedJson } from "./marked";

/** `<|action_start|><|plugin|>{"name", "parameters"}<|action_end|>`, as vLLM Internlm2ToolParser. */
export const internlm = markedJson({
	id: "internlm2",
	aliases: ["internlm", "internlm3", "interns1", "intern_s1"],
	title: "InternLM",
	marks: [["<|action_start|><|plugin|>", "<|action_end|>"]],
	sample: {
		text: 'I will count.<|action_start|><|plugin|>\n{"name": "count", "parameters": {"of": "birds"}}<|action_end|>\n',
		calls: [{ name: "count", arguments: { of: "birds" } }],
	},
});
