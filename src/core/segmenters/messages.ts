import type { Segmenter } from "./contract";
import { cut } from "./cut";

/** What the file states (reasoning_content, tool_calls objects, role=tool) decides; the rest of each message by its tags. */
export const messages: Segmenter = { id: "messages", segment: rollout => cut(rollout, true) };
