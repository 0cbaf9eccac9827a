/**
 * What the Lab may ask. Figures carry the names of the formulas they come from (P_all, effective_fraction …), the same on the
 * command line and on the screen. NaN = none.
 */
export interface LabQueries {
	/** Which cards the file allows, and what it lacks for the others. */
	lab: { ask: null; answer: LabView };
	labSparsity: { ask: SparsityAsk; answer: SparsityView };
	labWeights: { ask: WeightsAsk; answer: WeightsView };
	labWhatIf: { ask: WhatIfAsk; answer: WhatIfView };
	/** null when the reward has no format and content layers. */
	labCurriculum: { ask: CurriculumAsk; answer: CurriculumView | null };
	/** The kept rollouts as rows for supervised training, one JSON object a line; text null = too much for a message, the command line writes it. */
	labSamples: { ask: CurriculumAsk & { readonly shape: SampleShape }; answer: { readonly text: string | null; readonly kept: number } };
	labFilters: { ask: null; answer: FiltersView };
	labDistillation: { ask: { readonly row: number } & DistillationAsk; answer: DistillationView | null };
	/** Prices by tool over those of the recipe; 1 for all others. */
	labRedundancy: { ask: { readonly prices: Readonly<Record<string, number>> }; answer: RedundancyView };
	labHacking: { ask: null; answer: HackingView };
	/** Claims of a rollout's reply, looked up in its tool results. */
	labEvidence: { ask: { readonly row: number }; answer: EvidenceView | null };
	/** Text of a recipe file with other weights and another gate. */
	labRecipe: { ask: WhatIfAsk; answer: { readonly text: string } };
}

export const LAB_CARDS = ["sparsity", "weights", "whatif", "curriculum", "filters", "redundancy", "hacking", "evidence", "distillation"] as const;
export type LabCard = (typeof LAB_CARDS)[number];

export interface LabView {
	/** Codes of words/lab that say what a card lacks; [] = it can be drawn. */
	readonly cards: Readonly<Record<LabCard, readonly string[]>>;
	readonly rollouts: number;
	/** False while the file is still being read: figures may change. */
	readonly complete: boolean;
	/** Columns whose weights can be changed. */
	readonly columns: readonly WeightColumn[];
	/** Gate of the reward in force; NaN = it has none. */
	readonly gate: number;
	/** Which reward the columns make up. */
	readonly source: "layers" | "components";
	/** Estimators that pay a rollout one advantage, so that rollouts can be ranked; `estimator` is the one a comparison is made under at first. */
	readonly estimators: readonly { readonly id: string; readonly label: string }[];
	readonly estimator: string;
}

export interface WeightColumn {
	readonly id: string;
	readonly label: string;
	readonly weight: number;
	/** Rollouts whose score is known. */
	readonly known: number;
}

export interface SparsityAsk {
	/** One probability per step; null = those of the file. */
	readonly p: readonly number[] | null;
	/** Group size for the dense comparison. */
	readonly size: number;
}

export interface SparsityView {
	readonly steps: readonly { readonly position: number; readonly right: number; readonly seen: number; readonly p: number; readonly low: number; readonly high: number }[];
	readonly typed: boolean;
	readonly rollouts: number;
	readonly P_all: number;
	/** The same from the lower and the upper ends of the steps' intervals. */
	readonly P_low: number;
	readonly P_high: number;
	readonly expected_tries: number;
	readonly sd_tries: number;
	readonly median_tries: number;
	readonly binary_usable: boolean;
	readonly by_G: readonly {
		readonly G: number;
		readonly P_all_same: number;
		readonly effective_fraction: number;
		readonly P_any_success: number;
		readonly samples_per_useful_group: number;
		/** All equal when each right step pays its part. */
		readonly dense_P_all_same: number;
	}[];
	readonly recommended_G: readonly { readonly target: number; readonly any_success: number; readonly mixed_group: number }[];
	readonly advice: { readonly code: string; readonly G: number; readonly sentence: string };
	readonly caveat: string;
}

export interface WeightsAsk {
	/** By column id; what is not named keeps its weight. */
	readonly weights: Readonly<Record<string, number>>;
	/** "Better must earn more than worse", as scores by column. */
	readonly preferences: readonly { readonly better: readonly number[]; readonly worse: readonly number[] }[];
	readonly floor: number;
	readonly alpha: number;
}

export interface WeightsView {
	readonly columns: readonly string[];
	readonly weights: readonly number[];
	/** Archetypes of format, content and result; [] for other columns. */
	readonly votes: readonly { readonly id: string; readonly label: string; readonly scores: readonly number[]; readonly total: number; readonly share_of_max: number }[];
	/** Content weight per format weight above which right arguments beat right form; NaN for other columns. */
	readonly w_content_over_w_format: number;
	/** Mean over groups that vary; null when none does. */
	readonly share: readonly number[] | null;
	readonly groups: number;
	readonly groups_voting: number;
	/** Groups in which a column votes against the total. */
	readonly outvoted: readonly number[];
	readonly by_group: readonly { readonly group: string | null; readonly step: number | null; readonly row: number; readonly share: readonly number[] }[];
	readonly mix: readonly {
		readonly id: string;
		readonly label: string;
		readonly share: number;
		readonly scores: readonly number[];
		readonly total: number;
		readonly push: number;
	}[];
	readonly expected_return: number;
	readonly failures: Readonly<Record<string, number>>;
	readonly fit_failures: Readonly<Record<string, number>>;
	readonly fit_preferences: { readonly weights: readonly number[]; readonly margin: number; readonly contradictory: boolean; readonly violated: readonly number[] } | null;
	readonly fit_note: string | null;
	/** Sentences about what the figures say. */
	readonly notes: readonly string[];
}

export interface WhatIfAsk {
	readonly weights: Readonly<Record<string, number>>;
	/** 0 = always open; null = as in force. */
	readonly gate: number | null;
	readonly estimator: string | null;
	readonly preset: string | null;
}

export interface MovedView {
	readonly row: number;
	readonly id: string | null;
	readonly group: string | null;
	readonly before: number;
	readonly after: number;
	readonly rank_before: number;
	readonly rank_after: number;
}

export interface WhatIfView {
	readonly before: "recorded" | "recomputed";
	readonly estimator: string;
	readonly preset: string;
	readonly weights: Readonly<Record<string, number>>;
	readonly gate: number;
	readonly compared: number;
	readonly unknown: number;
	readonly groups: number;
	/** Groups with rewards that are known on one side only; the figures below leave them out. */
	readonly groups_unknown: number;
	readonly revived: readonly GroupRef[];
	readonly killed: readonly GroupRef[];
	readonly degenerate_before: number;
	readonly degenerate_after: number;
	readonly sign_flips: number;
	readonly new_best: number;
	readonly flips: readonly MovedView[];
	readonly winners: readonly MovedView[];
	readonly losers: readonly MovedView[];
}

export interface GroupRef {
	readonly group: string | null;
	readonly step: number | null;
	/** First of its rollouts. */
	readonly row: number;
}

export interface CurriculumAsk {
	readonly phase: 1 | 2 | 3;
	readonly reading: "cumulative" | "add";
	/** Match from which a sample is grey; null = none are mined. */
	readonly tau: number | null;
	/** Weights of classes that differ from the usual ones. */
	readonly weights: Readonly<Record<string, number>>;
}

/** How trainers for supervised fine-tuning want their rows. */
export const SAMPLE_SHAPES = ["messages", "ms-swift", "llama-factory"] as const;
export type SampleShape = (typeof SAMPLE_SHAPES)[number];

export interface CurriculumView {
	readonly phase: 1 | 2 | 3;
	readonly reading: "cumulative" | "add";
	readonly classes: readonly { readonly id: string; readonly label: string; readonly count: number; readonly weight: number; readonly kept: number }[];
	readonly unscored: number;
	readonly grey: number;
	readonly kept: number;
	readonly excluded: number;
	readonly weight_sum: number;
	/** Why rollouts are left out, most first. */
	readonly left_out: readonly { readonly reason: string; readonly sentence: string; readonly count: number }[];
	/** Per row: weight 0 = left out. The page gets the first ones that are left out only. */
	readonly samples: readonly SampleView[];
	readonly hard: readonly {
		readonly group: string;
		/** First of its latest rollouts. */
		readonly row: number;
		readonly steps: readonly (number | null)[];
		readonly accuracy: readonly number[];
		readonly streak: number;
		readonly drop: boolean;
		readonly first_eligible_epoch: number | null;
	}[];
	readonly notes: readonly string[];
}

export interface SampleView {
	readonly row: number;
	readonly line: number;
	readonly class: string | null;
	readonly grey: boolean;
	readonly weight: number;
	/** Code and sentence. */
	readonly reason: string;
	readonly sentence: string;
}

export interface FiltersView {
	readonly groups: number;
	readonly filters: readonly {
		readonly id: string;
		readonly label: string;
		readonly kept: number;
		readonly reasons: readonly { readonly code: string; readonly label: string; readonly count: number }[];
		readonly rollouts: number;
		readonly rollouts_dropped: number;
		readonly tokens: number;
		readonly tokens_dropped: number;
		readonly sampled_per_kept: number;
		readonly dropped: readonly (GroupRef & { readonly reason: string })[];
	}[];
	readonly notes: readonly string[];
}

export interface RedundancyView {
	readonly rollouts: number;
	readonly calls: number;
	readonly redundant: number;
	readonly redundancy_rate: number;
	readonly cost: number;
	readonly wasted: number;
	readonly failed_cost: number;
	/** Calls more than the reference has, summed; NaN without references. */
	readonly excess: number;
	/** Rollouts that reached the result; NaN when no result is known. */
	readonly successes: number;
	/** Successes per call (OTC). */
	readonly tool_productivity: number;
	readonly calls_per_success: number;
	/** Reference calls per call made, at most 1, mean of the rollouts that reached the result; NaN without both. */
	readonly call_efficiency: number;
	/** Cost of all calls per rollout that reached the result. */
	readonly cost_per_success: number;
	/** Prices that count, by tool; all others cost 1. */
	readonly prices: Readonly<Record<string, number>>;
	readonly reasons: readonly { readonly code: string; readonly label: string; readonly count: number }[];
	readonly by_tool: readonly SpentOn[];
	readonly by_step: readonly SpentOn[];
	/** Rollouts that waste most, most first. */
	readonly by_rollout: readonly {
		readonly row: number;
		readonly group: string | null;
		readonly calls: number;
		readonly redundant: number;
		readonly cost: number;
		readonly wasted: number;
	}[];
}

export interface SpentOn {
	readonly of: string;
	readonly calls: number;
	readonly redundant: number;
	readonly cost: number;
	readonly wasted: number;
}

export interface EvidenceView {
	/** 1–5; NaN = not judged, the sentence says why. */
	readonly grade: number;
	readonly sentence: string;
	readonly supported: number;
	readonly claims: readonly { readonly kind: string; readonly label: string; readonly text: string; readonly supported: boolean }[];
	/** The grade the file records; NaN = none. */
	readonly recorded: number;
	/** The grade a judge has given, with its reason and who gave it; null = none. */
	readonly given: { readonly grade: number; readonly sentence: string; readonly by: string } | null;
}

export interface HackingView {
	readonly rollouts: number;
	readonly signals: readonly { readonly code: string; readonly sentence: string; readonly row: number | null; readonly data: Readonly<Record<string, string | number>> }[];
	readonly note: string;
}

export interface DistillationAsk {
	readonly k: number;
	readonly m: number;
	readonly lambda: number;
}

export interface DistillationView {
	readonly tokens: readonly { readonly text: string; readonly head: number; readonly tail: number; readonly loss: number; readonly push: number; readonly approximate: boolean }[];
	readonly loss: number;
	readonly head: number;
	readonly tail: number;
	readonly approximate: number;
	readonly wrong: readonly { readonly position: number; readonly token: string; readonly probability: number }[];
	readonly notes: readonly string[];
}
