import { markedBlocks } from "./blocks";
import type { Marks, Syntax } from "./contract";
import type { Draft } from "./draft";
import { syntax } from "./grammar";
import { addTagCall } from "./params";
import { firstOf } from "./seek";
import { readTags, type TagCall, type TagForm } from "./tags";
import { castText, parametersOf, schemaOf, typesOf } from "./typed";

const FORM: TagForm = { call: "<function=", callEnd: "</function>", param: "<parameter=", paramEnd: "</parameter>", naming: "direct" };

function addCall(draft: Draft, block: number, call: TagCall): void {
	const parameters = parametersOf(draft.context, call.name ?? "");
	const entries = call.params.map(p => {
		// one line break on each side belongs to the tags
		const from = draft.text[p.value.from] === "\n" ? p.value.from + 1 : p.value.from;
		const to = p.value.to > from && draft.text[p.value.to - 1] === "\n" ? p.value.to - 1 : Math.max(from, p.value.to);
		return { key: p.key, value: castText(draft.text.slice(from, to), typesOf(schemaOf(parameters, p.key))), span: { from, to } };
	});
	addTagCall(draft, block, call, entries, FORM.callEnd);
}

/**
 * `<function=NAME><parameter=KEY>VALUE</parameter></function>` inside wrapping marks, which may be missing, as sglang Qwen3CoderDetector and
 * vLLM Qwen3XMLToolParser. Values are cast by the tool's schema. What is not closed at the end of the text counts as closed.
 */
export function coderSyntax(fields: Pick<Syntax, "id" | "aliases" | "title" | "sample">, marks: Marks, signs: readonly string[]): Syntax {
	return syntax({
		...fields,
		marks: [marks],
		find: text => firstOf(text, signs),
		read(draft) {
			let at = 0;
			const bare = (to: number): void => {
				for (const call of readTags(draft.text.slice(0, to), at, FORM)) addCall(draft, draft.block(call.span, call.body), call);
			};
			for (const b of markedBlocks(draft, [marks])) {
				bare(b.span.from);
				at = b.span.to;
				const block = draft.block(b.span, b.body);
				const calls = readTags(draft.text.slice(0, b.body.to), b.body.from, FORM);
				for (const call of calls) addCall(draft, block, call);
				if (!calls.length) draft.broken(block, draft.text.slice(b.body.from, b.body.to).includes("<function") ? "no-name" : "not-a-call", b.body);
			}
			bare(draft.text.length);
		},
	});
}

export const qwen3Coder = coderSyntax(
	{
		id: "qwen3_coder",
		aliases: ["qwen3_xml", "qwen3_coder_xml", "qwen3_5", "step3p5", "nemotron_3", "nemotron3", "mimo"],
		title: "Qwen3-Coder, Step 3.5",
		sample: {
			text: "I will count.\n<tool_call>\n<function=count>\n<parameter=of>\nbirds\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=now>\n</function>\n</tool_call>",
			calls: [
				{ name: "count", arguments: { of: "birds" } },
				{ name: "now", arguments: {} },
			],
		},
	},
	["<tool_call>", "</tool_call>"],
	["<function="],
);
