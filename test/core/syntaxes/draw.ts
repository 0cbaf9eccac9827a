import { type CallsReading, readCalls } from "../../../src/core/syntaxes/read";

export const read = (text: string, syntax = "auto", tools: readonly string[] | null = null): CallsReading =>
	readCalls(text, { syntax, tools: tools?.map(name => ({ name, description: null, parameters: null })) ?? null });

/** A reading as caret drawings under the text's one line: a row per call, recovered call and problem. */
export function draw(text: string, { reading }: CallsReading): readonly string[] {
	const row = (label: string, { from, to }: { readonly from: number; readonly to: number }): string => `${" ".repeat(from)}${"^".repeat(Math.max(1, to - from))} ${label}`;
	return [
		text,
		...reading.calls.map(c => row(`${c.name}${c.argumentsSpan ? ` ${text.slice(c.argumentsSpan.from, c.argumentsSpan.to)}` : ""}`, c.span)),
		...reading.recovered.map(c => row(`recovered ${c.name}`, c.span)),
		...reading.problems.map(p => row(p.code, p.span)),
	];
}
