import type { Span } from "../base/units";
import { markedBlocks } from "./blocks";
import { readArguments, recoverArguments } from "./body";
import { enclosedCalls } from "./enclosed";
import { syntax } from "./grammar";
import { trimSpan } from "./objects";
import { firstOf } from "./seek";

/** V3's body: a name on the first line, then fenced JSON. Null when it is not so. */
function fenced(text: string, body: Span): { readonly name: string; readonly args: Span } | null {
	const inner = trimSpan(text, body);
	const open = text.slice(inner.from, inner.to).indexOf("```json\n");
	if (open < 0) return null;
	const from = inner.from + open + "```json\n".length;
	const closed = text.startsWith("```", inner.to - 3) && inner.to - 3 >= from;
	return { name: text.slice(inner.from, inner.from + open).trim(), args: { from, to: closed ? inner.to - 3 : inner.to } };
}

/**
 * `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>…<｜tool▁call▁end｜><｜tool▁calls▁end｜>`, as vLLM DeepSeekV3ToolParser and DeepSeekV31ToolParser:
 * V3 and R1 write `function<｜tool▁sep｜>NAME`, a line break and fenced JSON, V3.1 `NAME<｜tool▁sep｜>{json}`.
 */
export const deepseek = syntax({
	id: "deepseek_v3",
	aliases: ["deepseekv3", "deepseek_v31", "deepseekv31", "deepseek_r1"],
	title: "DeepSeek V3, R1, V3.1",
	marks: [["<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"]],
	find: text => firstOf(text, ["<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) {
			const block = draft.block(b.span, b.body);
			for (const c of enclosedCalls(draft, block, b.body, ["<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>"])) {
				const { name, args } = fenced(draft.text, c.body) ?? { name: c.head, args: c.body };
				if (!name) draft.broken(block, "no-name", c.span);
				else if (c.problem) recoverArguments(draft, block, c.problem, name, c.span, args);
				else readArguments(draft, block, name, c.span, args);
			}
		}
		for (const m of draft.text.matchAll(/<｜end▁of▁sentence｜>/g)) draft.wrapping.push({ from: m.index, to: m.index + m[0].length });
	},
	sample: {
		text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>count\n```json\n{"of": "birds"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
