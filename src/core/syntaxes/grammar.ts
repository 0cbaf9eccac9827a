import type { Span } from "../base/units";
import type { Syntax, SyntaxContext, SyntaxReading } from "./contract";
import { Draft } from "./draft";
import { blank, findReasoning } from "./reasoning";
import { occurrences } from "./seek";
import { findUntagged } from "./untagged";

/** How a file of this room describes its syntax. */
export interface Grammar extends Omit<Syntax, "parse"> {
	/** JSON objects with name and arguments outside the marks are reported as untagged calls. */
	readonly untagged?: boolean;
	/** Serving parsers leave out a call whose name is not among the tools. */
	readonly dropsUnknown?: boolean;
	/** Fills the draft from `draft.text`. */
	read(draft: Draft): void;
}

/** The contract's syntax of a grammar: cuts reasoning, counts marks, names unknown tools and calls inside reasoning. */
export function syntax(grammar: Grammar): Syntax {
	const { untagged, dropsUnknown, read: _, ...rest } = grammar;
	const { marks } = rest;
	const opens = marks.map(m => m[0]);
	const closes = marks.map(m => m[1]).filter(Boolean);
	const parse = (text: string, context: SyntaxContext): SyntaxReading => {
		const { spans, unclosed } = findReasoning(text, marks);
		const draft = new Draft(blank(text, spans), context);
		draft.reasoning.push(...spans);
		grammar.read(draft);
		if (untagged) findUntagged(draft);
		if (context.tools) checkNames(draft, new Set(context.tools.map(t => t.name)), dropsUnknown ?? false);
		for (const s of spans) callsInside(text, s.body, grammar, context, draft);
		if (unclosed !== null) draft.problem("unclosed-reasoning", { from: unclosed, to: text.length });
		const { problems, reasoning, wrapping } = draft;
		problems.sort((a, b) => a.span.from - b.span.from);
		return { ...inOrder(draft), problems, reasoning, wrapping, marksCount: { open: count(draft.text, opens), close: count(draft.text, closes) } };
	};
	return { ...rest, parse };
}

/** Reports the tagged calls that stand inside reasoning: they look like calls and are none. */
function callsInside(text: string, body: Span, grammar: Grammar, context: SyntaxContext, draft: Draft): void {
	const inside = text.slice(body.from, body.to);
	if (!grammar.marks.some(m => inside.includes(m[0]))) return;
	const part = new Draft(inside, context);
	grammar.read(part);
	const names = new Map(part.calls.map(c => [c.block, c.name]));
	part.blocks.forEach((b, i) => {
		const name = names.get(i) ?? "";
		if (b.tagged) draft.problem("call-inside-reasoning", { from: b.span.from + body.from, to: b.span.to + body.from }, { name });
	});
}

const count = (text: string, strings: readonly string[]): number => strings.reduce((n, s) => n + occurrences(text, s), 0);

/** Reports calls to tools that are not there; keeps them unless the serving parsers do not. */
function checkNames(draft: Draft, known: ReadonlySet<string>, drop: boolean): void {
	const unknown = draft.calls.filter(c => !known.has(c.name));
	for (const c of unknown) {
		if (!drop) draft.problem("unknown-tool", c.span, { name: c.name });
		else draft.recovered.push({ ...c, problem: draft.broken(c.block, "unknown-tool", c.span, { name: c.name }) });
	}
	if (drop && unknown.length) draft.calls.splice(0, draft.calls.length, ...draft.calls.filter(c => known.has(c.name)));
}

/** Blocks in the order of the text, and the calls that name them by index; a block that yields a call has no problem of its own. */
function inOrder({ blocks, calls, recovered }: Draft): Pick<SyntaxReading, "blocks" | "calls" | "recovered"> {
	const order = blocks.map((b, old) => ({ b, old })).sort((x, y) => x.b.span.from - y.b.span.from);
	const place = new Map(order.map(({ old }, now) => [old, now]));
	const moved = <C extends { readonly block: number }>(c: C): C => ({ ...c, block: place.get(c.block) ?? c.block });
	const holders = new Set(calls.map(c => c.block));
	return { blocks: order.map(x => (holders.has(x.old) ? { ...x.b, problem: null } : x.b)), calls: calls.map(moved), recovered: recovered.map(moved) };
}
