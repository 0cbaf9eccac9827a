import type { Check, Layer } from "../core/model/reward";
import { checkSentence, UNKNOWN_WORDS } from "../words/rewards";
import { type Locale, say } from "../words/words";

export interface LayerReason {
	readonly verdict: "fail" | "partial" | "unknown";
	/** In the reader's language. */
	readonly sentence: string;
}

/** The check that points closest: the one with the shortest place in the text, the later of equals, since details follow their summary. */
const closest = (checks: readonly Check[]): Check | null => checks.reduce<Check | null>((best, c) => (best && extent(best) < extent(c) ? best : c), null);
const extent = (c: Check): number => (c.span ? c.span.to - c.span.from : Number.POSITIVE_INFINITY);

/** What failed in a layer (or what was met in part); null when nothing did. */
export function failureOf(layer: Layer, verdict: "fail" | "partial", locale: Locale): LayerReason | null {
	const check = closest(layer.checks.filter(c => c.verdict === verdict));
	return check && { verdict, sentence: checkSentence(check, locale) };
}

/** The one thing to know about a layer: what failed, else what was met in part, else why it is unknown; null when all passed. */
export const layerReason = (layer: Layer, locale: Locale): LayerReason | null =>
	failureOf(layer, "fail", locale) ??
	failureOf(layer, "partial", locale) ??
	(layer.unknown === null ? null : { verdict: "unknown", sentence: say(UNKNOWN_WORDS, layer.unknown, locale) });
