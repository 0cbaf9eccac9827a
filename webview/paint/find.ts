/** Places of a text that were searched for: match i is [from[i], to[i]). */
export interface Matches {
	readonly from: Uint32Array;
	readonly to: Uint32Array;
	/** True when the search stopped at MAX_MATCHES. */
	readonly cut: boolean;
}

export const MAX_MATCHES = 100_000;
export const noMatches: Matches = { from: new Uint32Array(0), to: new Uint32Array(0), cut: false };

/** Every occurrence of a literal text in [begin, end of text), without overlap. */
export function findAll(text: string, wanted: string, caseSensitive: boolean, begin = 0): Matches {
	if (wanted === "") return noMatches;
	const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), caseSensitive ? "g" : "gi");
	pattern.lastIndex = begin;
	const from: number[] = [];
	const to: number[] = [];
	for (let m = pattern.exec(text); m !== null && from.length < MAX_MATCHES; m = pattern.exec(text)) {
		from.push(m.index);
		to.push(m.index + m[0].length);
	}
	return { from: Uint32Array.from(from), to: Uint32Array.from(to), cut: from.length >= MAX_MATCHES };
}

/** Match to show after (before) an offset, going round at the ends; −1 when there are none. */
export function nextMatch(matches: Matches, offset: number, back: boolean): number {
	const count = matches.from.length;
	if (count === 0) return -1;
	if (back) {
		let i = count - 1;
		while (i >= 0 && (matches.from[i] as number) >= offset) i--;
		return i < 0 ? count - 1 : i;
	}
	let i = 0;
	while (i < count && (matches.from[i] as number) < offset) i++;
	return i === count ? 0 : i;
}

/** Index of the first match that ends after an offset. */
export function firstMatchAfter(matches: Matches, offset: number): number {
	let low = 0;
	let high = matches.to.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((matches.to[middle] as number) > offset) high = middle;
		else low = middle + 1;
	}
	return low;
}
