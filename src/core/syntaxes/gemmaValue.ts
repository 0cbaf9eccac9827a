import { MAX_DEPTH, readJson } from "../base/json";
import type { JsonValue, Span } from "../base/units";
import { markedBlocks } from "./blocks";
import { badJson } from "./body";
import type { Draft } from "./draft";
import { type Failure, skipSpace } from "./objects";
import { castText, parametersOf, schemaOf, typesOf } from "./typed";

/** Thrown inside the reader only; no Error, because a stack trace costs more than the reading. */
class Stop {
	constructor(
		readonly at: number,
		readonly expected: string,
	) {}
}

/** Gemma's own grammar of values: text between two equal quote tokens, lists, objects with bare keys, everything else bare. */
class Reader {
	at: number;
	constructor(
		readonly text: string,
		from: number,
		readonly quote: string,
	) {
		this.at = from;
	}

	private peek(): string {
		this.at = skipSpace(this.text, this.at);
		return this.text[this.at] ?? "";
	}

	/** Up to one of `ends`, or the text's end. */
	private bare(ends: string): string {
		const from = this.at;
		while (this.at < this.text.length && !ends.includes(this.text[this.at] ?? "")) this.at++;
		return this.text.slice(from, this.at).trim();
	}

	private quoted(): string | null {
		this.peek();
		if (!this.text.startsWith(this.quote, this.at)) return null;
		const from = this.at + this.quote.length;
		const end = this.text.indexOf(this.quote, from);
		if (end < 0) throw new Stop(this.text.length, `a closing ${this.quote}`);
		this.at = end + this.quote.length;
		return this.text.slice(from, end);
	}

	value(depth: number, bare: (text: string) => JsonValue): JsonValue {
		if (depth > MAX_DEPTH) throw new Stop(this.at, `at most ${MAX_DEPTH} levels`);
		const c = this.peek();
		if (c === "{") return this.object(depth, () => bareValue);
		if (c === "[") return this.list(depth);
		return this.quoted() ?? bare(this.bare(",}]"));
	}

	/** `bareOf` says how to read a bare value of a key. */
	object(depth: number, bareOf: (key: string) => (text: string) => JsonValue): JsonValue {
		if (this.peek() !== "{") throw new Stop(this.at, '"{"');
		const entries: [string, JsonValue][] = [];
		this.at++;
		while (this.peek() !== "}") {
			const key = this.quoted() ?? this.bare(":,}");
			if (this.peek() !== ":") throw new Stop(this.at, '":"');
			this.at++;
			entries.push([key, this.value(depth + 1, bareOf(key))]);
			this.separator("}");
		}
		this.at++;
		return Object.fromEntries(entries);
	}

	private list(depth: number): JsonValue {
		const out: JsonValue[] = [];
		this.at++;
		while (this.peek() !== "]") {
			out.push(this.value(depth + 1, bareValue));
			this.separator("]");
		}
		this.at++;
		return out;
	}

	private separator(close: string): void {
		const c = this.peek();
		if (c === ",") this.at++;
		else if (c !== close) throw new Stop(this.at, `"," or "${close}"`);
	}
}

const bareValue = (text: string): JsonValue => {
	const read = readJson(text);
	return read.ok ? read.value : text;
};

/** Arguments that begin at `from`; bare values are text where the tool's schema wants text. */
function readGemma(draft: Draft, text: string, from: number, quote: string, tool: string): { readonly value: JsonValue; readonly end: number } | Failure {
	const parameters = parametersOf(draft.context, tool);
	const reader = new Reader(text, from, quote);
	try {
		const value = reader.object(0, key => {
			const types = typesOf(schemaOf(parameters, key));
			return t => (types.has("string") ? castText(t, types) : bareValue(t));
		});
		return { value, end: reader.at };
	} catch (e) {
		if (e instanceof Stop) return { at: e.at, expected: e.expected };
		throw e;
	}
}

/** Blocks of `call:NAME{key:value,…}` between marks; several calls may stand in one block. */
export function readGemmaCalls(draft: Draft, marks: readonly [string, string], quote: string): void {
	for (const b of markedBlocks(draft, [marks])) {
		const block = draft.block(b.span, b.body);
		const text = draft.text.slice(0, b.body.to);
		let at = skipSpace(text, b.body.from);
		if (!text.startsWith("call:", at)) draft.broken(block, "not-a-call", b.body);
		while (text.startsWith("call:", at)) {
			const brace = text.indexOf("{", at);
			const name = text.slice(at + "call:".length, brace < 0 ? text.length : brace).trim();
			const span: Span = { from: at, to: text.length };
			if (brace < 0 || !name) {
				draft.broken(block, name ? "arguments-not-object" : "no-name", span, { name });
				break;
			}
			const r = readGemma(draft, text, brace, quote, name);
			if ("expected" in r) {
				badJson(draft, block, text, r);
				break;
			}
			draft.call(block, name, r.value, { from: at, to: r.end }, { from: brace, to: r.end });
			at = skipSpace(text, r.end);
		}
	}
}
