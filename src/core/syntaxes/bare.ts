import { skipSpace } from "./objects";

const FENCE = "```";

/** Where `start` (sticky) matches at the text's beginning or inside a Markdown fence; −1 when nowhere. What stands bare counts only there. */
export function bareStart(text: string, start: RegExp): number {
	const matches = (at: number): boolean => {
		start.lastIndex = at;
		return start.test(text);
	};
	const begin = skipSpace(text, 0);
	if (matches(begin)) return begin;
	for (let at = text.indexOf(FENCE); at >= 0; at = text.indexOf(FENCE, at + FENCE.length)) {
		const word = text.startsWith("json", at + FENCE.length) ? "json".length : 0;
		const inside = skipSpace(text, at + FENCE.length + word);
		if (matches(inside)) return inside;
	}
	return -1;
}
