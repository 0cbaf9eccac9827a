import type { JsonObject } from "../base/units";

/**
 * "recorded": the file's own grade only · "evidence": claims looked up in the tool results, on this machine · "endpoint": a
 * model behind an OpenAI-compatible URL, asked only when a person asks for it. The key is never in a recipe.
 */
export interface JudgeChoice {
	readonly id: "recorded" | "evidence" | "endpoint";
	readonly url?: string;
	readonly model?: string;
	/** Name of the environment variable that holds the key. */
	readonly keyVariable?: string;
	/** Seconds of one attempt. */
	readonly timeout?: number;
	readonly retries?: number;
	/** Requests in all. */
	readonly budget?: number;
	/** Tokens in all, of requests and answers; estimated where the model does not count them. */
	readonly tokens?: number;
	/** Questions at a time. */
	readonly concurrency?: number;
}

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
	/** Who grades replies where the file records no grade. */
	readonly judge: JudgeChoice;
	/** "qwen3", "o200k" or the path of a tokenizer.json: where token ids stand in the text. Absent or null = not known. */
	readonly tokenizer?: string | null;
	/** How two texts are compared where they differ: by their characters, or by the vectors of a sentence encoder. Absent = "lexical". */
	readonly similarity?: "lexical" | "embedding";
	/** Folder of the sentence encoder. Absent or null = the one that ships. */
	readonly encoder?: string | null;
	/** Price of a call by tool; 1 for all others. Absent = every call costs 1. */
	readonly prices?: Readonly<Record<string, number>>;
	/** Path of a file of right answers or data-set rows, joined by id or prompt; and of one of tool schemas. Absent or null = what lies beside the rollouts, if anything. */
	readonly reference?: string | null;
	readonly tools?: string | null;
	/** Finding codes not to show. */
	/** How the result is judged where no outcome, benchmark or reference answer tells; `id` is a row of RESULT_RULES. Absent or null = not at all. */
	readonly result?: { readonly id: string; readonly options?: JsonObject } | null;
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
	judge: { id: "recorded" },
	ignore: [],
};
