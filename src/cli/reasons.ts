import type { Check, Score } from "../core/model/reward";
import { checkSentence, LAYER_WORDS, UNKNOWN_WORDS } from "../words/rewards";
import { type Locale, say } from "../words/words";

export interface Reason {
	readonly verdict: "fail" | "partial" | "unknown";
	/** In the reader's language. */
	readonly layer: string;
	readonly sentence: string;
}

/** The one thing to know about a score: what failed in its first failing layer, else what was met in part, else which layer is unknown; null when all passed. */
export function reasonOf(score: Score, locale: Locale): Reason | null {
	for (const verdict of ["fail", "partial"] as const)
		for (const layer of score.layers) {
			const check = closest(layer.checks.filter(c => c.verdict === verdict));
			if (check) return { verdict, layer: say(LAYER_WORDS, layer.id, locale), sentence: checkSentence(check, locale) };
		}
	const layer = score.layers.find(l => l.unknown !== null);
	return layer ? { verdict: "unknown", layer: say(LAYER_WORDS, layer.id, locale), sentence: say(UNKNOWN_WORDS, layer.unknown ?? "", locale) } : null;
}

/** The check that points closest: the one with the shortest place in the text, the later of equals, since details follow their summary. */
const closest = (checks: readonly Check[]): Check | null => checks.reduce<Check | null>((best, c) => (best && extent(best) < extent(c) ? best : c), null);
const extent = (c: Check): number => (c.span ? c.span.to - c.span.from : Number.POSITIVE_INFINITY);
