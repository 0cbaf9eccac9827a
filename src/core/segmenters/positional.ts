import type { Span } from "../base/units";
import type { Segment } from "../model/segment";
import type { Segmenter, Unsegmented } from "./contract";
import { cut } from "./cut";

/** Maximal runs of 1 in a mask, half-open. */
export function runsOf(mask: Uint8Array): readonly (readonly [number, number])[] {
	const runs: [number, number][] = [];
	for (let i = 0; i < mask.length; i++) {
		const last = runs[runs.length - 1];
		if (!mask[i]) continue;
		if (last?.[1] === i) last[1] = i + 1;
		else runs.push([i, i + 1]);
	}
	return runs;
}

/** SLCA's published masks: the last run of learnable tokens is the summary, all earlier runs are tool (as `_build_two_segment_masks`). */
export function positionalLanes(mask: Uint8Array): { readonly runs: readonly (readonly [number, number])[]; readonly tool: Uint8Array; readonly summary: Uint8Array } {
	const runs = runsOf(mask);
	const tool = new Uint8Array(mask.length);
	const summary = new Uint8Array(mask.length);
	runs.forEach(([from, to], i) => {
		(i === runs.length - 1 ? summary : tool).fill(1, from, to);
	});
	return { runs, tool, summary };
}

/** The file's loss mask with the places of its tokens; null when it lacks either. */
const placedMask = ({ tokens }: Unsegmented): { readonly lossMask: Uint8Array; readonly from: Uint32Array; readonly to: Uint32Array } | null =>
	tokens?.spans && tokens.lossMask ? { lossMask: tokens.lossMask, ...tokens.spans } : null;

/** Runs of learnable text: by the file's mask when its tokens have places, else by who wrote the text. */
function textRuns(r: Unsegmented, segments: readonly Segment[]): readonly Span[] {
	const mask = placedMask(r);
	if (mask) {
		const { from, to } = mask;
		return runsOf(mask.lossMask).flatMap(([a, b]) => {
			const run = { from: from[a] as number, to: to[b - 1] as number };
			return run.to > run.from ? [run] : [];
		});
	}
	const runs: { from: number; to: number }[] = [];
	for (const s of segments) {
		const last = runs[runs.length - 1];
		if (!s.learnable) continue;
		if (last?.to === s.from) last.to = s.to;
		else runs.push({ from: s.from, to: s.to });
	}
	return runs.filter(run => /\S/.test(r.text.slice(run.from, run.to)));
}

/**
 * Positional segmentation as published (ALGORITHMS §8.1): reasoning inside a run belongs to it, and a rollout that ends
 * inside a call has that call labelled summary — which is said as a warning.
 */
export const positional: Segmenter = {
	id: "positional",
	segment(rollout) {
		const base = cut(rollout, true);
		const runs = textRuns(rollout, base.segments);
		const segments: Segment[] = [];
		let at = 0;
		const between = (to: number, mask: boolean): void => {
			for (const s of base.segments) {
				const piece = { from: Math.max(s.from, at), to: Math.min(s.to, to) };
				if (piece.to > piece.from) segments.push({ ...s, ...piece, learnable: s.learnable && !mask });
			}
			at = Math.max(at, to);
		};
		const masked = placedMask(rollout) !== null;
		runs.forEach((run, i) => {
			between(run.from, masked);
			const from = Math.max(run.from, at);
			if (run.to <= from) return;
			segments.push({ from, to: run.to, kind: i === runs.length - 1 ? "summary" : "call", learnable: true });
			at = run.to;
		});
		between(rollout.text.length, masked);
		const last = runs[runs.length - 1];
		const inLast = (kind: Segment["kind"]): boolean => base.segments.some(s => s.kind === kind && s.learnable && last !== undefined && s.from < last.to && s.to > last.from);
		return {
			segments,
			truncated: base.truncated,
			warnings: [...base.warnings, ...(inLast("call") ? ["call-labelled-summary"] : []), ...(inLast("reasoning") ? ["reasoning-labelled-summary"] : [])],
		};
	},
};
