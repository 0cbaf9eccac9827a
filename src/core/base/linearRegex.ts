import { RE2JS, RE2JSSyntaxException } from "re2js";
import type { Span } from "./units";

/** A pattern whose search takes time linear in the text, whatever stands in either. */
export interface LinearRegex {
	/** The leftmost match; null when there is none. */
	find(text: string): Span | null;
}

/** What keeps a pattern from being used; `at` = where in it. */
export interface PatternFault {
	readonly fragment: string;
	readonly at: number;
}

const FLAGS: Readonly<Record<string, number>> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL };

/**
 * Compiles a pattern in RE2's syntax: the usual one without look-around and back references, which no engine can search in
 * linear time. `flags`: i, m and s in any order. Never throws.
 */
export function linearRegex(pattern: string, flags = ""): LinearRegex | PatternFault {
	try {
		const compiled = RE2JS.compile(
			pattern,
			[...flags].reduce((all, f) => all | (FLAGS[f] ?? 0), 0),
		);
		return {
			find(text) {
				const matcher = compiled.matcher(text);
				return matcher.find() ? { from: matcher.start(), to: matcher.end() } : null;
			},
		};
	} catch (e) {
		const fragment = e instanceof RE2JSSyntaxException ? String((e as { readonly input?: unknown }).input ?? "") : "";
		return { fragment: fragment || pattern, at: Math.max(0, fragment ? pattern.lastIndexOf(fragment) : 0) };
	}
}
