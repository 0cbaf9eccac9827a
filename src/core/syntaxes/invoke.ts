import type { JsonValue } from "../base/units";
import { markedBlocks } from "./blocks";
import { readArguments } from "./body";
import type { Syntax } from "./contract";
import type { Draft } from "./draft";
import { type Grammar, syntax } from "./grammar";
import { trimSpan } from "./objects";
import { addTagCall } from "./params";
import { firstOf } from "./seek";
import { readTags, type TagForm, type TagParam } from "./tags";
import { castText, parametersOf, schemaOf, typesOf } from "./typed";

interface InvokeOptions {
	/** Value of a parameter; by default its trimmed text, cast by the tool's schema. */
	readonly value?: (draft: Draft, name: string, param: TagParam) => JsonValue;
	/** The element's body may be the arguments as one JSON object. */
	readonly json?: boolean;
}

/** Tags of an `<invoke name="…"><parameter name="…">` family whose tag names carry a prefix. */
export const invokeForm = (prefix: string): TagForm => ({
	call: `<${prefix}invoke `,
	callEnd: `</${prefix}invoke>`,
	param: `<${prefix}parameter `,
	paramEnd: `</${prefix}parameter>`,
	naming: "attribute",
});

const bySchema = (draft: Draft, name: string, param: TagParam): JsonValue =>
	castText(draft.text.slice(param.value.from, param.value.to).trim(), typesOf(schemaOf(parametersOf(draft.context, name), param.key)));

/** A syntax of `<invoke name="NAME"><parameter name="KEY">VALUE</parameter></invoke>` elements inside wrapping marks. */
export function invokeSyntax(fields: Omit<Grammar, "find" | "read">, form: TagForm, options: InvokeOptions = {}): Syntax {
	const { value = bySchema, json = false } = options;
	const signs = fields.marks.map(m => m[0]);
	return syntax({
		...fields,
		find: text => firstOf(text, signs),
		read(draft) {
			for (const b of markedBlocks(draft, fields.marks)) {
				const block = draft.block(b.span, b.body);
				const calls = readTags(draft.text.slice(0, b.body.to), b.body.from, form);
				for (const call of calls) {
					const body = trimSpan(draft.text, call.body);
					if (json && call.name !== null && !call.params.length && draft.text[body.from] === "{" && body.from < body.to) readArguments(draft, block, call.name, call.span, body);
					else
						addTagCall(
							draft,
							block,
							call,
							call.params.map(p => ({ key: p.key, value: value(draft, call.name ?? "", p), span: p.value })),
							form.callEnd,
						);
				}
				if (!calls.length) draft.broken(block, "not-a-call", b.body);
			}
		},
	});
}
