import type { Span } from "../base/units";
import type { Tool } from "../model/tool";
import type { Marks, Syntax, SyntaxContext, SyntaxReading } from "./contract";
import { syntax } from "./grammar";
import { blank, findReasoning } from "./reasoning";
import { SYNTAXES, syntaxById } from "./registry";

export interface ReadOptions {
	/** An id or alias of the registry, or "auto". An unknown name reads as "auto": callers check names with syntaxById. */
	readonly syntax: string;
	readonly tools: readonly Tool[] | null;
}

export interface CallsReading {
	/** Id of the syntax that was used; null when auto found no call and no mark of one. */
	readonly syntax: string | null;
	readonly reading: SyntaxReading;
	/**
	 * Text outside calls, reasoning and wrapping marks, joined, white space at its ends cut. A block that yields no call stays in it,
	 * as it does in what the serving parsers return; unlike them it also holds the text behind the calls.
	 */
	readonly content: string;
	/** Insides of the reasoning, each cut like content, joined by a line break; null when there is none. */
	readonly reasoning: string | null;
}

/** Finds reasoning and nothing else: what is left when no syntax matches. */
const NONE = syntax({ id: "none", aliases: [], title: "", marks: [], find: () => -1, read: () => {}, sample: { text: "", calls: [] } });

/**
 * Reads the tool calls of one assistant text. With "auto" the first syntax of the registry that finds a call is taken, else the first that
 * finds a mark; reasoning never decides. Never throws; linear in the text's length for each syntax tried.
 */
export function readCalls(text: string, { syntax: id, tools }: ReadOptions): CallsReading {
	const context: SyntaxContext = { tools };
	const named = id === "auto" ? undefined : syntaxById(id);
	if (named) return result(text, named.id, named.parse(text, context));
	const { syntax: found, reading } = attempt(text, context);
	return result(text, found, reading);
}

/** Marks of every syntax: auto must know what is a call before it knows whose. */
const ALL_MARKS: readonly Marks[] = [...new Map(SYNTAXES.flatMap(s => s.marks).map(m => [m.join("\n"), m])).values()];

function attempt(text: string, context: SyntaxContext): { readonly syntax: string | null; readonly reading: SyntaxReading } {
	const { spans } = findReasoning(text, ALL_MARKS);
	const outside = blank(text, spans);
	let marked: { readonly syntax: Syntax; readonly reading: SyntaxReading } | null = null;
	for (const s of SYNTAXES) {
		if (s.find(outside) < 0) continue;
		const reading = s.parse(text, context);
		if (reading.calls.length) return { syntax: s.id, reading };
		if (reading.blocks.length || reading.problems.length) marked ??= { syntax: s, reading };
	}
	if (marked) return { syntax: marked.syntax.id, reading: marked.reading };
	// nothing outside reasoning: a call inside it is still worth a word
	const inside = spans.length ? SYNTAXES.find(s => s.marks.some(m => text.includes(m[0])) && s.find(text) >= 0) : undefined;
	return { syntax: null, reading: (inside ?? NONE).parse(text, context) };
}

function result(text: string, id: string | null, reading: SyntaxReading): CallsReading {
	const holders = new Set(reading.calls.map(c => c.block));
	const away = [...reading.blocks.flatMap((b, i) => (holders.has(i) ? b.span : [])), ...reading.reasoning, ...reading.wrapping];
	const thoughts = reading.reasoning.map(r => text.slice(r.body.from, r.body.to).trim()).filter(Boolean);
	return { syntax: id, reading, content: without(text, away).trim(), reasoning: thoughts.length ? thoughts.join("\n") : null };
}

function without(text: string, spans: readonly Span[]): string {
	let out = "";
	let at = 0;
	for (const s of [...spans].sort((a, b) => a.from - b.from)) {
		if (s.from > at) out += text.slice(at, s.from);
		at = Math.max(at, s.to);
	}
	return out + text.slice(at);
}
