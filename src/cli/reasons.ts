import type { Layer, Score } from "../core/model/reward";
import { failureOf, type LayerReason, layerReason, unknownOf } from "../session/reasons";
import { LAYER_WORDS } from "../words/rewards";
import { type Locale, say } from "../words/words";

export interface Reason extends LayerReason {
	/** In the reader's language. */
	readonly layer: string;
}

/**
 * Reward each layer cost, in the order of the layers: weight · (1 − score), or for a penalty what it takes away; 0 where that is
 * unknown. What a closed gate keeps from a layer was cost by the layer that closed it, the first without a gate.
 */
function costsOf(layers: readonly Layer[]): readonly number[] {
	const own = layers.map(({ weight, score, contribution: earned }) => (Number.isNaN(earned) ? 0 : Math.max(0, weight > 0 ? weight * (1 - score) : -earned) || 0));
	const closed = layers.map(isClosed);
	const kept = layers.reduce((sum, l, i) => sum + (closed[i] ? Math.max(0, l.weight) : 0), 0);
	const gate = layers.findIndex(l => l.gate === null);
	return own.map((cost, i) => (closed[i] ? 0 : cost) + (i === gate ? kept : 0));
}

/** Did the gate close this layer? An unknown gate closes nothing: nobody knows what the layer pays. */
export const isClosed = (layer: Layer): boolean => !layer.open && !Number.isNaN(layer.contribution);

/**
 * The one thing to know about a score: what failed (else was met in part) in the layer that cost most, else which layer that counts
 * is unknown, else what is not as it should be and costs nothing; null when all passed.
 */
export function reasonOf(score: Score, locale: Locale): Reason | null {
	const { layers } = score;
	const costs = costsOf(layers);
	const dearest = layers.map((layer, i) => ({ layer, cost: costs[i] ?? 0 })).sort((a, b) => b.cost - a.cost);
	const first = (among: readonly Layer[], reason: (layer: Layer) => LayerReason | null): Reason | null => {
		for (const layer of among) {
			const found = reason(layer);
			if (found) return { ...found, layer: say(LAYER_WORDS, layer.id, locale) };
		}
		return null;
	};
	return (
		first(
			dearest.flatMap(d => (d.cost > 0 ? d.layer : [])),
			layer => failureOf(layer, false, locale),
		) ??
		first(
			layers.filter(l => l.weight !== 0),
			layer => unknownOf(layer, locale),
		) ??
		first(layers, layer => layerReason(layer, locale))
	);
}
