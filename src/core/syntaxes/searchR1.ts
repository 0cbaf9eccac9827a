import { markedBlocks } from "./blocks";
import { syntax } from "./grammar";
import { trimSpan } from "./objects";
import { firstOf } from "./seek";

/** `<search>QUERY</search>`, answered by `<information>…</information>`; the reply stands in `<answer>…</answer>`. Each search is a call of `search`. */
export const searchR1 = syntax({
	id: "search_r1",
	aliases: ["search"],
	title: "Search-R1",
	marks: [["<search>", "</search>"]],
	find: text => firstOf(text, ["<search>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) {
			const block = draft.block(b.span, b.body);
			const query = trimSpan(draft.text, b.body);
			const args = { query: draft.text.slice(query.from, query.to) };
			if (query.from === query.to) draft.broken(block, "not-a-call", b.body);
			else if (b.closed) draft.call(block, "search", args, b.body, query);
			else draft.recover(block, draft.broken(block, "unclosed-tag", b.body, { tag: "<search>" }), "search", args, b.body, query);
		}
		for (const m of draft.text.matchAll(/<\/?answer>|<information>|<\/information>/g)) draft.wrapping.push({ from: m.index, to: m.index + m[0].length });
		for (const b of markedBlocks(draft, [["<information>", "</information>"]], true)) draft.wrapping.push(b.span);
	},
	sample: {
		text: "<think> look it up </think>\n<search> birds near home </search>",
		calls: [{ name: "search", arguments: { query: "birds near home" } }],
	},
});
