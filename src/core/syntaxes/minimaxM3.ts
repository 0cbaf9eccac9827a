import { MAX_DEPTH } from "../base/json";
import { isObject, type JsonValue, type Span } from "../base/units";
import { markedBlocks } from "./blocks";
import type { Draft } from "./draft";
import { syntax } from "./grammar";
import { firstOf } from "./seek";
import { attribute } from "./tags";
import { castText, parametersOf, typesOf } from "./typed";

/** What stands in front of every tag. */
const PREFIX = "]<]minimax[>[";
const TAG = /\]<\]minimax\[>\[<(\/?)([^\s<>/]+)([^<>]*)>/g;

interface Tag {
	readonly name: string;
	readonly attributes: string;
	readonly closing: boolean;
	readonly span: Span;
}

const tagsIn = (text: string, span: Span): readonly Tag[] =>
	[...text.slice(span.from, span.to).matchAll(TAG)].map(m => ({
		name: m[2] ?? "",
		attributes: m[3] ?? "",
		closing: m[1] === "/",
		span: { from: span.from + m.index, to: span.from + m.index + m[0].length },
	}));

/** Elements nest: a list's items all have one name, an object's children name its keys. */
class Elements {
	next = 0;
	constructor(
		readonly text: string,
		readonly tags: readonly Tag[],
	) {}

	/** Value of the element whose opening tag is `open`; steps behind its closing tag. */
	value(open: Tag, schema: JsonValue | undefined, depth: number): JsonValue {
		const children: [string, JsonValue][] = [];
		const array = isObject(schema) ? schema.items : undefined;
		const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
		for (let t = this.tags[this.next]; t; t = this.tags[this.next]) {
			this.next++;
			if (t.closing) {
				if (t.name !== open.name) continue;
				if (children.length) return children.every(c => c[0] === children[0]?.[0]) && array !== undefined ? children.map(c => c[1]) : Object.fromEntries(children);
				return castText(this.text.slice(open.span.to, t.span.from), typesOf(schema));
			}
			if (depth < MAX_DEPTH) children.push([t.name, this.value(t, array ?? (Object.hasOwn(properties, t.name) ? properties[t.name] : undefined), depth + 1)]);
		}
		return children.length ? Object.fromEntries(children) : castText(this.text.slice(open.span.to), typesOf(schema));
	}
}

function readInvokes(draft: Draft, block: number, body: Span): void {
	const text = draft.text.slice(0, body.to);
	const elements = new Elements(text, tagsIn(text, body));
	let found = 0;
	for (let t = elements.tags[elements.next]; t; t = elements.tags[elements.next]) {
		elements.next++;
		if (t.name !== "invoke" || t.closing) continue;
		found++;
		const name = attribute(t.attributes, "name");
		const parameters = parametersOf(draft.context, name ?? "");
		const value = elements.value(t, parameters ? { type: "object", properties: parameters } : undefined, 0);
		const end = elements.tags[elements.next - 1]?.span.to ?? body.to;
		if (name) draft.call(block, name, isObject(value) ? value : {}, { from: t.span.from, to: end }, null);
		else draft.broken(block, "no-name", t.span);
	}
	if (!found) draft.broken(block, "not-a-call", body);
}

/** MiniMax M3: every tag has a prefix, and a parameter is an element named after it, as vLLM MinimaxM3ToolParser; elements may nest. */
export const minimaxM3 = syntax({
	id: "minimax_m3",
	aliases: [],
	title: "MiniMax M3",
	marks: [[`${PREFIX}<tool_call>`, `${PREFIX}</tool_call>`]],
	find: text => firstOf(text, [`${PREFIX}<`]),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) readInvokes(draft, draft.block(b.span, b.body), b.body);
	},
	sample: {
		text: ["<tool_call>\n", '<invoke name="count">', "<of>birds", "</of>", "<near>", "<place>home", "</place>", "</near>", "</invoke>\n", "</tool_call>"]
			.map(t => PREFIX + t)
			.join(""),
		calls: [{ name: "count", arguments: { of: "birds", near: { place: "home" } } }],
	},
});
