import { markedBlocks } from "./blocks";
import { readEither } from "./either";
import { syntax } from "./grammar";
import { firstOf } from "./seek";

const KEYS = { name: ["name", "function"], arguments: ["arguments", "parameters"] };

/** `<TOOLCALL>[{"name", "arguments"}]</TOOLCALL>` of Llama-Nemotron, as its vLLM plug-in; BFCL puts its JSON and Python formats into the same mark. */
export const nemotron = syntax({
	id: "nemotron",
	aliases: ["llama_nemotron_json", "nemotron_json", "llama_nemotron"],
	title: "Llama-Nemotron",
	marks: [["<TOOLCALL>", "</TOOLCALL>"]],
	untagged: true,
	find: text => firstOf(text, ["<TOOLCALL>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) readEither(draft, draft.block(b.span, b.body), b.body, { keys: KEYS });
	},
	sample: {
		text: '<TOOLCALL>[{"name": "count", "arguments": {"of": "birds"}}, {"name": "now", "arguments": {}}]</TOOLCALL>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
