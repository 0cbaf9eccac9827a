import type { Span } from "../base/units";
import type { Tool } from "../model/tool";
import type { Marks, SyntaxContext, SyntaxReading } from "./contract";
import { syntax } from "./grammar";
import { blank, findReasoning } from "./reasoning";
import { SYNTAXES, syntaxById } from "./registry";
import { needles, seeker } from "./seek";

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
	 * Text outside marked blocks, calls, reasoning and wrapping marks, joined, white space at its ends cut. Unlike what the serving parsers
	 * return it also holds the text behind the calls, and never a broken block, which is a problem and no text.
	 */
	readonly content: string;
	/** Insides of the reasoning, each cut like content, joined by a line break; null when there is none. */
	readonly reasoning: string | null;
}

/** Finds reasoning, and JSON calls that stand among other text: what is left when no syntax matches. */
const NONE = syntax({ id: "none", aliases: [], title: "", marks: [], untagged: true, find: () => -1, read: () => {}, sample: { text: "", calls: [] } });

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

const OPENINGS = needles(ALL_MARKS.map(m => m[0]));

interface Attempt {
	readonly syntax: string | null;
	readonly reading: SyntaxReading;
}

function attempt(text: string, context: SyntaxContext): Attempt {
	const { spans } = findReasoning(text, ALL_MARKS);
	const outside = blank(text, spans);
	let marked: Attempt | null = null;
	for (const s of SYNTAXES) {
		if (s.find(outside) < 0) continue;
		const reading = s.parse(text, context);
		const tagged = reading.blocks.some(b => b.tagged);
		// what stands bare beside the marks of a syntax has lost its own
		if (reading.calls.length && (tagged || (!marked && meant(outside, reading, context)))) return { syntax: s.id, reading };
		const { open, close } = reading.marksCount;
		if (tagged || open + close || reading.wrapping.length || namesTool(reading.recovered, context)) marked ??= { syntax: s.id, reading };
	}
	if (marked) return marked;
	// nothing outside reasoning: a call inside it is still worth a word
	const inside = spans.length && seeker(text, OPENINGS)(0) ? SYNTAXES.find(s => s.marks.some(m => text.includes(m[0])) && s.find(text) >= 0) : undefined;
	return { syntax: null, reading: (inside ?? NONE).parse(text, context) };
}

const namesTool = (calls: readonly { readonly name: string }[], { tools }: SyntaxContext): boolean => calls.some(c => tools?.some(t => t.name === c.name));

/** Text without marks may look like a call by chance: among other text it must name a known tool. */
function meant(outside: string, reading: SyntaxReading, { tools }: SyntaxContext): boolean {
	return !tools || namesTool(reading.calls, { tools }) || without(outside, [...reading.blocks.map(b => b.span), ...reading.wrapping]).trim() === "";
}

/** What is left of the text is worked out when it is asked for: scoring never does. */
function result(text: string, id: string | null, reading: SyntaxReading): CallsReading {
	return {
		syntax: id,
		reading,
		get content() {
			const holders = new Set(reading.calls.map(c => c.block));
			const away = [...reading.blocks.flatMap((b, i) => (b.tagged || holders.has(i) ? b.span : [])), ...reading.reasoning, ...reading.wrapping];
			return without(text, away).trim();
		},
		get reasoning() {
			const thoughts = reading.reasoning.map(r => text.slice(r.body.from, r.body.to).trim()).filter(Boolean);
			return thoughts.length ? thoughts.join("\n") : null;
		},
	};
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
