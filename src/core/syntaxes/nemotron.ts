import { markedJson } from "./marked";

/** `<TOOLCALL>[{"name", "arguments"}]</TOOLCALL>` of Llama-Nemotron, as its vLLM plug-in parser. */
export const nemotron = markedJson({
	id: "nemotron",
	aliases: ["llama_nemotron_json", "nemotron_json", "llama_nemotron"],
	title: "Llama-Nemotron",
	marks: [["<TOOLCALL>", "</TOOLCALL>"]],
	sample: {
		text: '<TOOLCALL>[{"name": "count", "arguments": {"of": "birds"}}, {"name": "now", "arguments": {}}]</TOOLCALL>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
