import { markedBlocks } from "./blocks";
import { addCall, badJson } from "./body";
import { syntax } from "./grammar";
import { JSON_NOTATION, readObjects, trimSpan } from "./objects";
import { firstOf } from "./seek";

/** `<|tools_prefix|>[{"NAME": {arguments}}]<|tools_suffix|>`, as vLLM ApertusToolParser: every key of the objects is a call. */
export const apertus = syntax({
	id: "apertus",
	aliases: ["apertus2509"],
	title: "Apertus",
	marks: [["<|tools_prefix|>", "<|tools_suffix|>"]],
	find: text => firstOf(text, ["<|tools_prefix|>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) {
			const block = draft.block(b.span, b.body);
			const inner = trimSpan(draft.text, b.body);
			const text = draft.text.slice(0, inner.to);
			const r = readObjects(text, inner.from, JSON_NOTATION);
			if ("expected" in r || r.end < inner.to) badJson(draft, block, text, "expected" in r ? r : { at: r.end, expected: "the end" });
			else for (const o of r.objects) for (const m of o.members) addCall(draft, block, m.key, m.value, { from: m.keyAt, to: m.span.to }, m.span);
		}
	},
	sample: {
		text: 'I will count. <|tools_prefix|>[{"count": {"of": "birds"}}, {"now": {}}]<|tools_suffix|>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
