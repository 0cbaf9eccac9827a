import type { Segmenter } from "./contract";
import { cut } from "./cut";

/** Tag segmentation (ALGORITHMS §8.2): the text speaks, through its calls, its reasoning and its tags. */
export const tags: Segmenter = { id: "tags", segment: rollout => cut(rollout, false) };
