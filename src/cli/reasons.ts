import type { Score } from "../core/model/reward";
import { failureOf, type LayerReason, layerReason } from "../session/reasons";
import { LAYER_WORDS } from "../words/rewards";
import { type Locale, say } from "../words/words";

export interface Reason extends LayerReason {
	/** In the reader's language. */
	readonly layer: string;
}

/** The one thing to know about a score: what failed in its first failing layer, else what was met in part, else which layer is unknown; null when all passed. */
export function reasonOf(score: Score, locale: Locale): Reason | null {
	for (const verdict of ["fail", "partial"] as const)
		for (const layer of score.layers) {
			const found = failureOf(layer, verdict, locale);
			if (found) return { ...found, layer: say(LAYER_WORDS, layer.id, locale) };
		}
	const layer = score.layers.find(l => l.unknown !== null);
	const found = layer && layerReason(layer, locale);
	return layer && found ? { ...found, layer: say(LAYER_WORDS, layer.id, locale) } : null;
}
