import { syntax } from "./grammar";
import { addTagCall } from "./params";
import { readTags, type TagForm } from "./tags";
import { castText, parametersOf, schemaOf, typesOf } from "./typed";

const FORM: TagForm = { call: "<function ", callEnd: "</function>", param: "<param ", paramEnd: "</param>", naming: "attribute" };

const unwrapped = (text: string): string => (text.startsWith("<![CDATA[") && text.endsWith("]]>") ? text.slice(9, -3) : text);

/**
 * `<function name="N"><param name="K">V</param></function>`, as sglang MiniCPM5Detector: a parameter given twice, or one that the tool does
 * not have, makes the call invalid.
 */
export const minicpm5 = syntax({
	id: "minicpm5_xml",
	aliases: ["minicpm5", "minicpm"],
	title: "MiniCPM 5",
	marks: [["<function name=", "</function>"]],
	find: text => text.indexOf("<function name="),
	read(draft) {
		for (const call of readTags(draft.text, 0, FORM)) {
			const block = draft.block(call.span, call.body);
			const parameters = parametersOf(draft.context, call.name ?? "");
			const stranger = parameters && call.params.find(p => !Object.hasOwn(parameters, p.key));
			const seen = new Set<string>();
			const twice = call.params.find(p => seen.size === seen.add(p.key).size);
			if (twice) draft.broken(block, "duplicate-key", twice.value, { key: twice.key });
			else if (stranger) draft.broken(block, "unknown-parameter", stranger.value, { key: stranger.key });
			else
				addTagCall(
					draft,
					block,
					call,
					call.params.map(p => ({
						key: p.key,
						value: castText(unwrapped(draft.text.slice(p.value.from, p.value.to)), typesOf(schemaOf(parameters, p.key))),
						span: p.value,
					})),
					FORM.callEnd,
				);
		}
	},
	sample: {
		text: 'I will count.\n<function name="count"><param name="of">birds</param></function>\n<function name="now"></function>\n',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
