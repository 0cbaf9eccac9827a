import type { Layer, Score } from "../core/model/reward";
import { checkSentence, LAYER_WORDS, UNKNOWN_WORDS } from "../words/rewards";
import { type Locale, say } from "../words/words";

/** The one thing to know about a score: the first check that failed, else one met in part, else a layer that is unknown; null when all passed. */
export function reasonOf(score: Score, locale: Locale): { readonly verdict: "fail" | "partial" | "unknown"; readonly layer: string; readonly sentence: string } | null {
	for (const verdict of ["fail", "partial"] as const)
		for (const layer of score.layers) {
			const check = layer.checks.find(c => c.verdict === verdict);
			if (check) return { verdict, layer: say(LAYER_WORDS, layer.id, locale), sentence: checkSentence(check, locale) };
		}
	const layer = score.layers.find(l => l.unknown !== null);
	return layer ? { verdict: "unknown", layer: say(LAYER_WORDS, layer.id, locale), sentence: unknownSentence(layer, locale) } : null;
}

const unknownSentence = (layer: Layer, locale: Locale): string => (layer.unknown === null ? "" : say(UNKNOWN_WORDS, layer.unknown, locale));
