import { editDistance } from "../base/text";
import { finding } from "../model/finding";
import type { Check } from "./contract";
import { nameSpan } from "./place";

const MAX_DISTANCE = 3;

/** E01 HALLUCINATED_TOOL: a name that is not among the tools; suggests the nearest by edit distance ≤ 3. */
export const tools: Check = {
	id: "tools",
	mistakes: [{ code: "E01", name: "HALLUCINATED_TOOL", cause: "plan" }],
	run: ({ rollout, calls, tools: known, unknownTool }) =>
		calls.flatMap((c, i) => {
			if (!unknownTool[i] || !known) return [];
			const near = nearest(c.name, [...known.keys()]);
			return [finding("E01", "error", { call: i, tool: c.name, ...(near === null ? {} : { variant: "near", near }) }, { span: nameSpan(rollout.text, c) })];
		}),
};

/** The name with the smallest edit distance, null when none is within 3. */
function nearest(name: string, names: readonly string[]): string | null {
	let best: string | null = null;
	let least = MAX_DISTANCE + 1;
	for (const n of names) {
		const d = editDistance(name, n, MAX_DISTANCE);
		if (d < least) [best, least] = [n, d];
	}
	return best;
}
