import type { Span } from "../src/core/base/units";
import type { ProblemView } from "../src/protocol/queries";

export type Placed = ProblemView & { readonly span: Span };

/** Findings that point into the text, in its order. */
export const placesOf = (findings: readonly ProblemView[]): readonly Placed[] =>
	findings.filter((f): f is Placed => f.span !== null).sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);

/** The first of them behind (before) an offset; undefined when there is none. */
export const nextPlace = (places: readonly Placed[], here: number, back: boolean): Placed | undefined =>
	back ? places.findLast(f => f.span.from < here) : places.find(f => f.span.from > here);

/** Does the finding point at this stretch? One without length points at the character behind it. */
export const touches = (f: ProblemView, from: number, to: number): boolean => f.span !== null && f.span.from < to && Math.max(f.span.to, f.span.from + 1) > from;
