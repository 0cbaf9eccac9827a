import { Column } from "../base/columns";
import type { DisplayTokens } from "../model/credit";
import type { Rollout } from "../model/rollout";
import { LANES, type Lane, SEGMENT_KINDS, type Segment } from "../model/segment";
import { characterStart, pseudoTokenEnd } from "./pseudoTokens";

/** What of a rollout the tokens are made from. */
export type Tokenable = Pick<Rollout, "text" | "tokens" | "segments">;

/**
 * Index of the segment that covers most of each token's characters, ties to the earlier one; −1 where there is none.
 * from, to: token places in ascending order; empty tokens take the segment they stand in.
 */
export function segmentOfTokens(from: ArrayLike<number>, to: ArrayLike<number>, segments: readonly Segment[]): Int32Array {
	const out = new Int32Array(from.length).fill(-1);
	let first = 0;
	for (let t = 0; t < from.length; t++) {
		const [a, b] = [from[t] as number, to[t] as number];
		while (first < segments.length && (segments[first] as Segment).to <= a) first++;
		let most = 0;
		for (let s = first; s < segments.length && (s === first || (segments[s] as Segment).from < b); s++) {
			const { from: start, to: end } = segments[s] as Segment;
			const covered = Math.min(b, end) - Math.max(a, start);
			if (covered > most || (s === first && a >= start)) {
				out[t] = s;
				most = Math.max(covered, 0);
			}
		}
	}
	return out;
}

/**
 * The tokens of a rollout for display, prompt included: where the file gives places they are the file's, the rest of the text
 * is cut by us. lossMask is the file's for its own tokens, else whether the segment is learnable.
 */
export function displayTokens(rollout: Tokenable): DisplayTokens {
	const { text, segments } = rollout;
	const file = rollout.tokens?.spans ? rollout.tokens : null;
	const from = new Column("u32");
	const to = new Column("u32");
	/** Index into the file's columns, −1 = a token of ours. */
	const of = new Column("i32");
	const add = (a: number, b: number, index: number): void => {
		from.push(a);
		to.push(b);
		of.push(index);
	};
	let at = 0;
	let s = 0;
	const fill = (end: number): void => {
		while (at < end) {
			while (s < segments.length && (segments[s] as Segment).to <= at) s++;
			const border = segments[s]?.to ?? end;
			const next = Math.min(end, pseudoTokenEnd(text, at, Math.min(end, characterStart(text, border))));
			add(at, next, -1);
			at = next;
		}
	};
	for (let i = 0; file?.spans && i < file.count; i++) {
		const [a, b] = [file.spans.from[i] as number, file.spans.to[i] as number];
		fill(Math.min(a, text.length));
		add(a, b, i);
		at = Math.max(at, b);
	}
	fill(text.length);
	const [starts, ends, index] = [from.view().slice(), to.view().slice(), of.view()];
	const owner = segmentOfTokens(starts, ends, segments);
	const kind = new Uint8Array(starts.length);
	const lossMask = new Uint8Array(starts.length);
	const logprob = new Float32Array(starts.length).fill(Number.NaN);
	const other = SEGMENT_KINDS.indexOf("other");
	for (let t = 0; t < starts.length; t++) {
		const segment = segments[owner[t] as number];
		const i = index[t] as number;
		kind[t] = segment ? SEGMENT_KINDS.indexOf(segment.kind) : other;
		const given = i < 0 ? undefined : file?.lossMask?.[i];
		// between the file's tokens nothing was trained that the file does not list
		lossMask[t] = given ?? (segment?.learnable && !(i < 0 && file?.lossMask) ? 1 : 0);
		if (i >= 0) logprob[t] = file?.logprobs?.[i] ?? Number.NaN;
	}
	return { from: starts, to: ends, kind, lossMask, logprob, source: file ? "file" : "approximate" };
}

/** Index into LANES of each token's lane; −1 = none. `lanesOfSegments` as segmentLanes returns them. */
export function tokenLanes(tokens: Pick<DisplayTokens, "from" | "to">, segments: readonly Segment[], lanesOfSegments: readonly (Lane | null)[]): Int8Array {
	const lanes = Int8Array.from(lanesOfSegments, lane => (lane === null ? -1 : LANES.indexOf(lane)));
	return Int8Array.from(segmentOfTokens(tokens.from, tokens.to, segments), s => (s < 0 ? -1 : (lanes[s] as number)));
}
