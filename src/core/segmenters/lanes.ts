import type { Recipe } from "../model/recipe";
import type { Lane, Segment } from "../model/segment";

/**
 * The lane that pays each segment; null = no lane, because no loss reaches it.
 *
 * `two-segment` (SLCA's paper): learnable text before the last observation is tool, the rest summary.
 * `fine`: a call is tool, a summary is summary, reasoning and narration go with the next action (a call, or the result of one
 * → tool; a summary → summary). What has no action after it ended in the air: it is summary after an observation or when
 * nothing was called, else tool. White space after the last action goes with what stands before it.
 */
export function segmentLanes(segments: readonly Segment[], mode: Recipe["lanes"]): readonly (Lane | null)[] {
	const lastObservation = segments.findLastIndex(s => s.kind === "observation");
	if (mode === "two-segment") return segments.map((s, i) => (s.learnable ? (i < lastObservation ? "tool" : "summary") : null));
	const lastCall = segments.findLastIndex(s => s.kind === "call" && s.learnable);
	const trailing: Lane = lastCall < 0 || lastObservation > lastCall ? "summary" : "tool";
	const lanes: (Lane | null)[] = new Array(segments.length).fill(null);
	let next: Lane | null = null;
	for (let i = segments.length - 1; i >= 0; i--) {
		const s = segments[i] as Segment;
		if (s.kind === "call" || s.kind === "observation") next = "tool";
		else if (s.kind === "summary") next = "summary";
		if (s.learnable) lanes[i] = next ?? (s.kind === "other" ? null : trailing);
	}
	let before: Lane | null = null;
	segments.forEach((s, i) => {
		if (s.learnable) before = lanes[i] ??= before;
	});
	return lanes;
}
