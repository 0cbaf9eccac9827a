import type { Span } from "../base/units";
import { addCall, badJson, recoverArguments } from "./body";
import type { Draft } from "./draft";
import { syntax } from "./grammar";
import { notationOf, skipSpace, trimSpan } from "./objects";

const LABEL = /^[ \t]*(Thought|Action Input|Action|Observation|Final Answer):/gm;

interface Part {
	readonly label: string;
	readonly span: Span;
	readonly body: Span;
}

/** The labelled parts of a text, each up to the next label. */
function partsOf(text: string): readonly Part[] {
	const heads = [...text.matchAll(LABEL)];
	return heads.map((m, i) => {
		const to = heads[i + 1]?.index ?? text.length;
		return { label: m[1] ?? "", span: { from: m.index, to }, body: trimSpan(text, { from: m.index + m[0].length, to }) };
	});
}

/** Without a Markdown fence around it. */
function unfenced(text: string, span: Span): Span {
	if (!text.startsWith("```", span.from)) return span;
	const line = text.indexOf("\n", span.from);
	const end = text.lastIndexOf("```", span.to - 3);
	return line >= 0 && end > line && end < span.to ? trimSpan(text, { from: line, to: end }) : span;
}

/** `Action Input:` that begins with a brace is JSON (or a Python dict); anything else is the argument as text, as agents of this kind take it. */
function readAction(draft: Draft, action: Part, input: Part | undefined): void {
	const name = draft.text.slice(action.body.from, action.body.to);
	if (!input) {
		const block = draft.block(action.span, action.body);
		draft.recover(block, draft.broken(block, "not-a-call", action.body, { name }), name, {}, trimSpan(draft.text, action.span));
		return;
	}
	const from = trimSpan(draft.text, action.span).from;
	const body = unfenced(draft.text, input.body);
	const text = draft.text.slice(0, body.to);
	if (text[body.from] !== "{" || body.from === body.to) {
		const span = { from, to: input.body.to };
		const block = draft.block(span, body);
		addCall(draft, block, name, body.from === body.to ? {} : text.slice(body.from), span, body);
		return;
	}
	const r = notationOf(text, body.from).read(text, body.from);
	if ("expected" in r) {
		const span = { from, to: input.body.to };
		const block = draft.block(span, body);
		recoverArguments(draft, block, badJson(draft, block, text, r), name, span, body);
		return;
	}
	const args = { from: body.from, to: r.end };
	const span = { from, to: skipSpace(text, r.end) === body.to ? input.body.to : r.end };
	addCall(draft, draft.block(span, args), name, r.value, span, args);
}

/** `Thought: … Action: NAME Action Input: {…} Observation: …`, labels at line starts, as in ReAct prompts and ToolBench/ToolAlpaca data. */
export const react = syntax({
	id: "react",
	aliases: ["react_json"],
	title: "ReAct",
	marks: [],
	find(text) {
		if (!text.includes("Action Input:")) return -1;
		const at = text.search(/^[ \t]*Action:/m);
		return at >= 0 && /^[ \t]*Action Input:/m.test(text) ? at : -1;
	},
	read(draft) {
		const parts = partsOf(draft.text);
		parts.forEach((p, i) => {
			const next = parts[i + 1];
			if (p.label === "Thought") draft.reasoning.push({ ...p.span, body: p.body });
			else if (p.label === "Observation") draft.wrapping.push(p.span);
			else if (p.label === "Final Answer") draft.wrapping.push({ from: p.span.from, to: p.body.from });
			else if (p.label === "Action") readAction(draft, p, next?.label === "Action Input" ? next : undefined);
			else if (parts[i - 1]?.label !== "Action") draft.problem("no-name", p.span);
		});
	},
	sample: {
		text: 'Thought: Two things to know.\nAction: count\nAction Input: {"of": "birds"}\nObservation: 3\nThought: Now the time.\nAction: now\nAction Input: {}',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
