import { markedBlocks } from "./blocks";
import { syntax } from "./grammar";
import { addTagCall, argumentsOf } from "./params";
import { firstOf } from "./seek";
import { attribute, readTags, type TagForm } from "./tags";
import { castText, looseValue, typesOf } from "./typed";

const FORM: TagForm = { call: "<function ", callEnd: "</function>", param: "<param ", paramEnd: "</param>", naming: "attribute" };
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const decoded = (text: string): string =>
	text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g, (all, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
		if (name !== undefined) return ENTITIES[name] ?? all;
		const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? "", 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : all;
	});

/**
 * BFCL's XML prompts: `<functions><function name="N"><params><param name="K" value="V" type="T"/></params></function></functions>`, or the
 * value as the element's text. `type` says how to read the value. A wrapper that is not closed is no call, as in BFCL's decoder.
 */
export const bfclXml = syntax({
	id: "bfcl_xml",
	aliases: ["verbose_xml", "concise_xml"],
	title: "BFCL XML",
	marks: [["<functions>", "</functions>"]],
	find: text => firstOf(text, ["<functions>"]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks, true)) {
			const block = draft.block(b.span, b.body);
			const calls = readTags(draft.text.slice(0, b.body.to), b.body.from, FORM);
			for (const call of calls) {
				const entries = call.params.map(p => {
					const text = decoded(attribute(p.attributes, "value") ?? draft.text.slice(p.value.from, p.value.to));
					const type = attribute(p.attributes, "type");
					return { key: p.key, value: type ? castText(text, typesOf({ type })) : looseValue(text), span: p.value };
				});
				if (b.closed) addTagCall(draft, block, call, entries, FORM.callEnd);
				else if (call.name !== null)
					draft.recover(block, draft.broken(block, "unclosed-tag", b.span, { tag: "<functions>" }), call.name, argumentsOf(draft, entries), call.span, call.body);
			}
			if (!calls.length) draft.broken(block, "not-a-call", b.body);
		}
	},
	sample: {
		text: '<functions><function name="count"><params><param name="of" value="birds" type="string"/><param name="limit" value="3" type="integer"/></params></function><function name="now"></function></functions>',
		calls: [
			{ name: "count", arguments: { of: "birds", limit: 3 } },
			{ name: "now", arguments: {} },
		],
	},
});
