import type { RolloutView } from "../../src/protocol/queries";

export type TokenColumns = RolloutView["tokens"];

/** First token that ends after an offset; the number of tokens when there is none. */
export function firstTokenAfter(tokens: Pick<TokenColumns, "to">, offset: number): number {
	let low = 0;
	let high = tokens.to.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((tokens.to[middle] as number) > offset) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** Token that holds an offset, the nearest one when none does; −1 when there are no tokens. */
export const tokenAt = (tokens: Pick<TokenColumns, "to">, offset: number): number => Math.min(firstTokenAfter(tokens, offset), tokens.to.length - 1);

/** Index of the span that holds an offset, in spans that cover the text in order; −1 when there are none. */
export function spanAt(spans: readonly { readonly from: number; readonly to: number }[], offset: number): number {
	let low = 0;
	let high = spans.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((spans[middle]?.from ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return high < 0 ? -1 : low;
}
