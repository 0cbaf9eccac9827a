import type { Segmenter, Unsegmented } from "./contract";
import { messages } from "./messages";
import { positional } from "./positional";
import { tags } from "./tags";

/** Every way to cut a rollout into segments; a new one is a file and a row here. */
export const SEGMENTERS: readonly Segmenter[] = [messages, tags, positional];

/** The segmenter of that id. "auto", or an id nobody knows: messages when the file itself states what is what, else tags. */
export function segmenterById(id: string, rollout: Pick<Unsegmented, "marks" | "objectCalls">): Segmenter {
	return SEGMENTERS.find(s => s.id === id) ?? (rollout.marks.length || rollout.objectCalls.length ? messages : tags);
}
