import { isObject, type JsonObject } from "../../core/base/units";
import type { WeightColumn } from "../../protocol/lab";
import { LAYER_WORDS } from "../../words/rewards";
import { say } from "../../words/words";
import type { SessionState } from "../state";

/** Score columns whose weights can be changed without reading the file again. */
export interface WeightColumns {
	/** "layers": of the recipe's reward · "components": as the trainer recorded them. */
	readonly source: "layers" | "components";
	readonly ids: readonly string[];
	readonly labels: readonly string[];
	readonly weights: readonly number[];
	/** NaN = unknown. */
	readonly scores: readonly Float64Array[];
	/** A layer that closes the others below `at`. */
	readonly gate: { readonly layer: number; readonly at: number } | null;
}

export const FORMAT_CONTENT_RESULT = ["format", "content", "result"] as const;

const known = (column: Float64Array): number => column.reduce((n, v) => (Number.isNaN(v) ? n : n + 1), 0);

/** Weight of a layer: what the recipe says, else what its contributions show. */
function layerWeight(options: JsonObject, id: string, score: Float64Array, contribution: Float64Array): number {
	const stated = isObject(options.weights) ? options.weights[id] : undefined;
	if (typeof stated === "number") return stated;
	for (let i = 0; i < score.length; i++) {
		const [s, c] = [score[i] as number, contribution[i] as number];
		if (s !== 0 && c !== 0 && Number.isFinite(s) && Number.isFinite(c)) return c / s;
	}
	return 1;
}

/** The layers of the reward in force; the recorded components where fewer than two layers are known and more components are. */
export function weightColumns(s: SessionState): WeightColumns {
	const { ledger } = s.state;
	const { options, reward } = s.resolution.judge;
	const layers = ledger.layers.map(l => {
		const score = Float64Array.from(l.score.view());
		return { id: l.id, score, weight: layerWeight(options, l.id, score, Float64Array.from(l.contribution.view())) };
	});
	const components = [...ledger.components].map(([id, column]) => ({ id, score: Float64Array.from(column.view()), weight: 1 }));
	const usable = (of: readonly { readonly score: Float64Array }[]): number => of.filter(c => known(c.score) > 0).length;
	const source = usable(layers) < 2 && usable(components) > usable(layers) ? "components" : "layers";
	const used = source === "layers" ? layers : components;
	const format = reward.id === "layered" ? used.findIndex(l => l.id === "format") : -1;
	return {
		source,
		ids: used.map(l => l.id),
		labels: used.map(l => (source === "layers" ? say(LAYER_WORDS, l.id, s.locale) : l.id)),
		weights: used.map(l => l.weight),
		scores: used.map(l => l.score),
		gate: source === "layers" && format >= 0 && typeof options.gate === "number" ? { layer: format, at: options.gate } : null,
	};
}

export const columnViews = (c: WeightColumns): readonly WeightColumn[] =>
	c.ids.map((id, i) => ({ id, label: c.labels[i] ?? id, weight: c.weights[i] ?? 0, known: known(c.scores[i] ?? new Float64Array()) }));

/** The columns' weights with those that were asked for in their places. */
export const weightsWith = (c: WeightColumns, asked: Readonly<Record<string, number>>): readonly number[] => c.ids.map((id, i) => asked[id] ?? c.weights[i] ?? 0);

/** Columns of format, content and result in this order; null when these are not the columns. */
export function triple(c: WeightColumns): readonly [Float64Array, Float64Array, Float64Array] | null {
	const [f, k, r] = FORMAT_CONTENT_RESULT.map(id => c.scores[c.ids.indexOf(id)]);
	return c.source === "layers" && f && k && r ? [f, k, r] : null;
}
