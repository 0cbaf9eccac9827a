import type { JsonValue, Span } from "../base/units";
import { markedBlocks } from "./blocks";
import type { Draft } from "./draft";
import { syntax } from "./grammar";
import { trimSpan } from "./objects";
import { argumentsOf, type Entry } from "./params";
import { needles, seeker } from "./seek";
import { castText, looseValue, parametersOf, schemaOf, typesOf } from "./typed";

const PARTS = needles(["<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"]);
const NAME = /^[^\s<>{}[\]()"',;]+$/;
const SIGN = /<tool_call>\s*(?:[^\s<>{}[\]()"',;]+\s*)?(?:<arg_key>|<\/tool_call>)/;

/**
 * Pairs of `<arg_key>K</arg_key><arg_value>V</arg_value>`. A string parameter keeps its text as it stands; every other value is JSON or a
 * Python literal where it is one. A key without a value is left out.
 */
export function readPairs(draft: Draft, tool: string, span: Span): readonly Entry[] {
	const text = draft.text.slice(0, span.to);
	const parameters = parametersOf(draft.context, tool);
	const next = seeker(text, PARTS, span.from);
	const entries: Entry[] = [];
	let key: string | null = null;
	let from = -1;
	for (let m = next(span.from); m; m = next(m.at + m.found.length)) {
		if (m.found === "<arg_key>" || m.found === "<arg_value>") from = m.at + m.found.length;
		else if (m.found === "</arg_key>") key = from < 0 ? null : text.slice(from, m.at).trim();
		else if (key !== null && from >= 0) {
			const types = typesOf(schemaOf(parameters, key));
			const value = text.slice(from, m.at);
			entries.push({ key, value: types.has("string") ? castText(value, types) : fallback(castText(value, types)), span: { from, to: m.at } });
			key = null;
		}
	}
	return entries;
}

const fallback = (value: JsonValue): JsonValue => (typeof value === "string" ? looseValue(value) : value);

/**
 * `<tool_call>NAME<arg_key>K</arg_key><arg_value>V</arg_value></tool_call>`, as sglang Glm4MoeDetector, Glm47MoeDetector and
 * PoolsideV1Detector, vLLM Glm47MoeModelToolParser. A block must be closed, and a name that is not among the tools is dropped.
 */
export const glm = syntax({
	id: "glm45",
	aliases: ["glm", "glm4", "glm46", "glm47", "glm5", "glm4_moe", "poolside_v1", "poolside"],
	title: "GLM 4.5 and later, Poolside",
	marks: [["<tool_call>", "</tool_call>"]],
	dropsUnknown: true,
	find: text => (text.includes("<tool_call>") ? text.search(SIGN) : -1),
	read(draft) {
		for (const b of markedBlocks(draft, this.marks)) {
			const block = draft.block(b.span, b.body);
			const key = draft.text.slice(b.body.from, b.body.to).indexOf("<arg_key>");
			const head = trimSpan(draft.text, { from: b.body.from, to: key < 0 ? b.body.to : b.body.from + key });
			const name = draft.text.slice(head.from, head.to);
			const args = { from: head.to, to: b.body.to };
			if (!name) draft.broken(block, "no-name", b.body);
			else if (!NAME.test(name)) draft.broken(block, "not-a-call", b.body);
			else {
				const value = argumentsOf(draft, readPairs(draft, name, args));
				if (b.closed) draft.call(block, name, value, b.body, args);
				else draft.recover(block, draft.broken(block, "unclosed-tag", b.body, { tag: "<tool_call>" }), name, value, b.body, args);
			}
		}
	},
	sample: {
		text: "I will count.<tool_call>count\n<arg_key>of</arg_key>\n<arg_value>birds</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>3</arg_value>\n</tool_call>\n<tool_call>now\n</tool_call>",
		calls: [
			{ name: "count", arguments: { of: "birds", limit: 3 } },
			{ name: "now", arguments: {} },
		],
	},
});
