/** Strings to look for, sorted for a quick look: those that begin with "<" by their second character, and the others. */
export interface Needles {
	readonly tags: ReadonlyMap<number, readonly string[]>;
	readonly others: readonly string[];
}

export function needles(strings: readonly string[]): Needles {
	const tags = new Map<number, string[]>();
	for (const s of strings)
		if (s.startsWith("<")) {
			const code = s.charCodeAt(1);
			tags.set(code, [...(tags.get(code) ?? []), s]);
		}
	return { tags, others: strings.filter(s => !s.startsWith("<")) };
}

interface Hit {
	readonly at: number;
	readonly found: string;
}

/**
 * Finds the earliest of the strings from an offset on, again and again from left to right; null when none is left. Goes from "<" to "<"
 * by the engine's own search, once over the text: many times faster than one pattern of all strings.
 */
export function seeker(text: string, { tags, others }: Needles, start = 0): (from: number) => Hit | null {
	const places = others.map(s => text.indexOf(s, start));
	let next: Hit | null | undefined;
	const tagFrom = (from: number): Hit | null => {
		for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", at + 1)) {
			const found = tags.get(text.charCodeAt(at + 1))?.find(s => text.startsWith(s, at));
			if (found !== undefined) return { at, found };
		}
		return null;
	};
	return from => {
		if (next === undefined || (next && next.at < from)) next = tags.size ? tagFrom(from) : null;
		let best = next;
		for (let i = 0; i < places.length; i++) {
			let at = places[i] as number;
			const found = others[i] as string;
			if (at >= 0 && at < from) at = places[i] = text.indexOf(found, from);
			if (at >= 0 && (!best || at < best.at)) best = { at, found };
		}
		return best;
	};
}

/** Offset of the first of the strings in the text, −1 when there is none. */
export function firstOf(text: string, strings: readonly string[]): number {
	let best = -1;
	for (const s of strings) {
		const at = text.indexOf(s);
		if (at >= 0 && (best < 0 || at < best)) best = at;
	}
	return best;
}

/** How often a string stands in the text. */
export function occurrences(text: string, s: string): number {
	let n = 0;
	for (let at = text.indexOf(s); at >= 0; at = text.indexOf(s, at + s.length)) n++;
	return n;
}
