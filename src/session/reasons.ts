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

const failed = (layer: Layer, verdict: "fail" | "partial", free: boolean, locale: Locale): LayerReason | null => {
	const check = closest(layer.checks.filter(c => c.verdict === verdict && (c.free ?? false) === free));
	return check && { verdict, sentence: checkSentence(check, locale) };
};

/** What failed in a layer, else what was met in part; `free`: only what costs nothing, else only what may cost. Null when nothing did. */
export const failureOf = (layer: Layer, free: boolean, locale: Locale): LayerReason | null => failed(layer, "fail", free, locale) ?? failed(layer, "partial", free, locale);

/** Why a layer is not known; null when it is. */
export const unknownOf = (layer: Layer, locale: Locale): LayerReason | null =>
	layer.unknown === null ? null : { verdict: "unknown", sentence: say(UNKNOWN_WORDS, layer.unknown, locale) };

/** The one thing to know about a layer: what failed, else what was met in part, else why it is unknown, else what failed and costs nothing; null when all passed. */
export const layerReason = (layer: Layer, locale: Locale): LayerReason | null => failureOf(layer, false, locale) ?? unknownOf(layer, locale) ?? failureOf(layer, true, locale);
