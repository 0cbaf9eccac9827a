import type { Span } from "../base/units";
import { needles, seeker } from "./seek";

/** Tags of calls written as elements: `<function=NAME><parameter=KEY>VALUE</parameter></function>` and its cousins. */
export interface TagForm {
	/** Beginning of a call's opening tag, up to its name ("<function=") or its attributes ("<invoke "). */
	readonly call: string;
	readonly callEnd: string;
	readonly param: string;
	readonly paramEnd: string;
	/** Does the name follow directly, or stand in the attribute `name`? */
	readonly naming: "direct" | "attribute";
}

export interface TagParam {
	readonly key: string;
	/** Inside of the opening tag behind its beginning. */
	readonly attributes: string;
	readonly value: Span;
}

export interface TagCall {
	/** Null when the tag names none. */
	readonly name: string | null;
	readonly span: Span;
	/** What stands between the call's tags. */
	readonly body: Span;
	readonly closed: boolean;
	readonly params: readonly TagParam[];
}

/** Value of an attribute in a tag's inside, quoted or bare. */
export function attribute(inside: string, name: string): string | null {
	const m = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>/]+))`).exec(inside);
	return m ? (m[1] ?? m[2] ?? m[3] ?? null) : null;
}

const nameIn = (inside: string, form: TagForm): string | null => {
	const name = form.naming === "attribute" ? attribute(inside, "name") : inside.trim();
	return name ? name : null;
};

/**
 * Calls in `text` from `from` to its end. A value ends at its closing tag, or, when that is missing, where the next parameter or the
 * call's end begins; a call that is never closed ends with the text. Linear time.
 */
export function readTags(text: string, from: number, form: TagForm): readonly TagCall[] {
	const calls: TagCall[] = [];
	const stop = seeker(text, needles([form.param, form.paramEnd, form.callEnd]), from);
	let at = from;
	for (;;) {
		const open = text.indexOf(form.call, at);
		const close = open < 0 ? -1 : text.indexOf(">", open);
		if (close < 0) return calls;
		const inside = text.slice(open + form.call.length, close);
		const empty = inside.endsWith("/") && form.naming === "attribute";
		const name = inside.includes("</") ? null : nameIn(empty ? inside.slice(0, -1) : inside, form);
		const start = close + 1;
		const read = empty ? { params: [], bodyEnd: start, end: start, closed: true } : readParams(text, start, form, stop);
		calls.push({ name, span: { from: open, to: read.end }, body: { from: start, to: read.bodyEnd }, closed: read.closed, params: read.params });
		at = read.end;
	}
}

interface Params {
	readonly params: readonly TagParam[];
	readonly bodyEnd: number;
	readonly end: number;
	readonly closed: boolean;
}

function readParams(text: string, from: number, form: TagForm, stop: ReturnType<typeof seeker>): Params {
	const params: TagParam[] = [];
	let open: { readonly key: string; readonly attributes: string; readonly from: number } | null = null;
	const finish = (to: number): void => {
		if (open) params.push({ key: open.key, attributes: open.attributes, value: { from: open.from, to } });
		open = null;
	};
	let cursor = from;
	for (let m = stop(cursor); m; m = stop(cursor)) {
		const { at, found } = m;
		cursor = at + found.length;
		finish(at);
		if (found === form.callEnd) return { params, bodyEnd: at, end: cursor, closed: true };
		if (found !== form.param) continue;
		const close = text.indexOf(">", cursor);
		if (close < 0) break;
		const attributes = text.slice(cursor, close);
		const key = nameIn(attributes.replace(/\/$/, ""), form);
		cursor = close + 1;
		if (key === null) continue;
		if (form.naming === "attribute" && attributes.endsWith("/")) params.push({ key, attributes, value: { from: cursor, to: cursor } });
		else open = { key, attributes, from: cursor };
	}
	finish(text.length);
	return { params, bodyEnd: text.length, end: text.length, closed: false };
}
