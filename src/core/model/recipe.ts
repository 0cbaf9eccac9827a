import type { JsonObject } from "../base/units";

/** How a file is read and scored: data only, from a `*.reward.json` or the defaults. Ids are those of the registries. */
export interface Recipe {
	readonly format: string | null;
	/** Dotted paths for shapes no rule knows, and for judge and outcome columns. */
	readonly keys: Readonly<Record<string, string>>;
	readonly syntax: string;
	readonly segmenter: string;
	/** "fine": each segment has its own lane, reasoning goes with the next action · "two-segment": all before the last observation is tool (SLCA's paper). */
	readonly lanes: "fine" | "two-segment";
	readonly reward: { readonly id: string; readonly options: JsonObject };
	/** Which reward the advantages are computed from. "auto" = recorded when the file has one, else recomputed. */
	readonly basis: "auto" | "recorded" | "recomputed";
	readonly estimator: { readonly id: string; readonly preset: string | null; readonly options: JsonObject };
	/** Finding codes not to show. */
	readonly ignore: readonly string[];
}

export const DEFAULT_RECIPE: Recipe = {
	format: null,
	keys: {},
	syntax: "auto",
	segmenter: "auto",
	lanes: "fine",
	reward: { id: "layered", options: {} },
	basis: "auto",
	estimator: { id: "grpo", preset: null, options: {} },
	ignore: [],
};
