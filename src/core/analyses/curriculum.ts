/** What a rollout is worth as a sample for supervised training, by its format, content and result. */
export const SAMPLE_CLASSES = ["all_correct", "grey", "format_only", "all_wrong", "off_reference_success"] as const;
export type SampleClass = (typeof SAMPLE_CLASSES)[number];

/** Usual weight of a class in the loss. */
export const CLASS_WEIGHTS: Readonly<Record<SampleClass, number>> = { all_correct: 1, grey: 0.5, format_only: 0.2, all_wrong: 0, off_reference_success: 0.5 };
/** Weight of mined grey samples. */
export const GREY_WEIGHT = 0.3;

/** Class of one rollout; null when format or content is unknown. An unknown result counts as not met. */
export function sampleClass(format: number, content: number, result: number): SampleClass | null {
	if (Number.isNaN(format)) return null;
	if (!(format >= 1 - 1e-9)) return "all_wrong";
	if (Number.isNaN(content)) return null;
	const met = result >= 0.999;
	if (content >= 0.999) return met ? "all_correct" : "grey";
	return met ? "off_reference_success" : "format_only";
}

export const PHASES = [1, 2, 3] as const;
export type Phase = (typeof PHASES)[number];
/** "cumulative": a phase keeps what the next one needs · "add": phase 2 keeps phase 1's samples and adds to them. */
export const PHASE_READINGS = ["cumulative", "add"] as const;
export type PhaseReading = (typeof PHASE_READINGS)[number];

/** Does a class belong to a phase? 1: format-correct · 2: content-correct · 3: all correct. */
export function inPhase(of: SampleClass, phase: Phase, reading: PhaseReading = "cumulative"): boolean {
	if (of === "all_wrong") return false;
	if (phase === 1 || (phase === 2 && reading === "add")) return true;
	return phase === 2 ? of !== "format_only" : of === "all_correct";
}

/** Σ w·ℓ / Σ w; 0 when no weight is left, which callers warn about. */
export function weightedLoss(weights: readonly number[], losses: readonly number[]): number {
	const sum = weights.reduce((s, w) => s + w, 0);
	return sum > 0 ? weights.reduce((s, w, i) => s + (w === 0 ? 0 : w * (losses[i] as number)), 0) / sum : 0;
}

/** Format right, features match by at least τ, and yet the label is not hit: a sample that may be right. NaN in = not known, so not grey. */
export const isGrey = (format: number, feature: number, label: number, tau = 0.8): boolean => format >= 1 - 1e-9 && feature >= tau && label < 1;

/** A task is dropped after this many evaluated epochs in a row below the limit. */
const STREAK = 3;
const ACCURACY = 0.3;

export interface HardDrop {
	/** Evaluated epochs below .30 at the end of the history, without gap. */
	readonly streak: number;
	readonly drop: boolean;
	/** First epoch (0-based) at which the streak was long enough; null = never. */
	readonly firstEligible: number | null;
}

/** Is a task too hard? accuracy per epoch in order, NaN = not evaluated, which breaks the streak; .30 does not count. */
export function hardDrop(accuracy: readonly number[], newFeatures: boolean): HardDrop {
	let streak = 0;
	let firstEligible: number | null = null;
	for (const [epoch, a] of accuracy.entries()) {
		streak = a < ACCURACY ? streak + 1 : 0;
		if (streak >= STREAK) firstEligible ??= epoch;
	}
	return { streak, drop: streak >= STREAK && !newFeatures, firstEligible };
}

/** May the next phase begin? The phase's metric gained less than .01 over its last two evaluations. */
export function phaseSettled(metric: readonly number[]): boolean {
	const known = metric.filter(v => !Number.isNaN(v));
	const last = known.at(-1);
	const before = known.at(-3);
	return last !== undefined && before !== undefined && last - before < 0.01;
}

/** Scores of a rollout that decide about it as a sample. NaN = unknown. */
export interface SampleScores {
	readonly format: number;
	readonly content: number;
	readonly result: number;
	/** How well what was asked for and what was done match, for grey mining; usually the best call's similarity. */
	readonly feature: number;
	/** The task was dropped as too hard. */
	readonly dropped: boolean;
}

export interface CurriculumOptions {
	readonly phase: Phase;
	readonly reading: PhaseReading;
	readonly weights: Readonly<Record<SampleClass, number>>;
	/** Mine grey samples at this match; NaN = do not. */
	readonly tau: number;
}

export const DEFAULT_CURRICULUM: CurriculumOptions = { phase: 1, reading: "cumulative", weights: CLASS_WEIGHTS, tau: 0.8 };

/** What becomes of a rollout; `reason` is a code of words/lab. Weight 0 = left out. */
export interface Sample {
	readonly of: SampleClass | null;
	readonly grey: boolean;
	readonly weight: number;
	readonly reason: string;
}

/** Weight and reason of one sample in a phase. Where two weights apply the smaller one counts. */
export function sampleOf(scores: SampleScores, options: CurriculumOptions = DEFAULT_CURRICULUM): Sample {
	const of = sampleClass(scores.format, scores.content, scores.result);
	if (of === null) return { of, grey: false, weight: 0, reason: "unscored" };
	if (scores.dropped) return { of, grey: false, weight: 0, reason: "dropped" };
	const grey = isGrey(scores.format, scores.feature, scores.result >= 0.999 ? 1 : 0, options.tau);
	const mined = grey && of !== "all_correct";
	if (!inPhase(of, options.phase, options.reading)) return { of, grey: mined, weight: 0, reason: of === "all_wrong" ? "all_wrong" : "not-in-phase" };
	const weight = mined ? Math.min(options.weights[of], GREY_WEIGHT) : options.weights[of];
	return { of, grey: mined, weight, reason: weight > 0 ? (mined ? "grey-mined" : of) : "no-weight" };
}
