import type { Rollout } from "../model/rollout";
import type { Segmentation } from "../model/segment";

/** What a segmenter may look at: everything but segments. */
export type Unsegmented = Omit<Rollout, "segments" | "segmentWarnings" | "unclosed">;

/** One way to cut a rollout into segments: one file, one registry row, one test. */
export interface Segmenter {
	readonly id: string;
	/** Covers the text without gap or overlap; never throws. */
	segment(rollout: Unsegmented): Segmentation;
}
