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

/** Growing pair of columns. */
class Places {
	private from: Uint32Array;
	private to: Uint32Array;
	length = 0;

	constructor(capacity: number) {
		this.from = new Uint32Array(capacity);
		this.to = new Uint32Array(capacity);
	}

	add(from: number, to: number): void {
		if (this.length === this.from.length) {
			const [a, b] = [new Uint32Array(this.length * 2), new Uint32Array(this.length * 2)];
			a.set(this.from);
			b.set(this.to);
			[this.from, this.to] = [a, b];
		}
		this.from[this.length] = from;
		this.to[this.length++] = to;
	}

	columns(): { readonly from: Uint32Array; readonly to: Uint32Array } {
		return { from: this.from.slice(0, this.length), to: this.to.slice(0, this.length) };
	}
}

/** Tokens of our own over text[at, end), none of them over a border of segments; `first` = the segment `at` stands in. */
function fill({ text, segments }: Tokenable, at: number, end: number, first: number, places: Places): void {
	let s = first;
	let from = at;
	while (from < end) {
		while (s < segments.length && (segments[s] as Segment).to <= from) s++;
		const border = Math.min(end, characterStart(text, segments[s]?.to ?? end));
		while (from < border) {
			const to = Math.min(end, pseudoTokenEnd(text, from, border));
			places.add(from, to);
			from = to;
		}
	}
}

/**
 * The tokens of a rollout for display, prompt included: where the file gives places they are the file's, the rest of the text
 * is cut by us. lossMask is the file's for its own tokens, else whether the segment is learnable.
 */
export function displayTokens(rollout: Tokenable): DisplayTokens {
	const { text, segments } = rollout;
	const file = rollout.tokens?.spans ? rollout.tokens : null;
	const places = new Places(16 + (file?.count ?? 0) + (text.length >> 2));
	/** Where the file's token i stands among the tokens. */
	const seats = new Uint32Array(file?.count ?? 0);
	let at = 0;
	let s = 0;
	for (let i = 0; file?.spans && i < file.count; i++) {
		const [from, to] = [file.spans.from[i] as number, file.spans.to[i] as number];
		while (s < segments.length && (segments[s] as Segment).to <= at) s++;
		fill(rollout, at, Math.min(from, text.length), s, places);
		seats[i] = places.length;
		places.add(from, to);
		at = Math.max(at, to);
	}
	fill(rollout, at, text.length, s, places);
	const { from, to } = places.columns();
	const owner = segmentOfTokens(from, to, segments);
	const kinds = Uint8Array.from(segments, g => SEGMENT_KINDS.indexOf(g.kind));
	// between the tokens of a file with a mask nothing was trained that the file does not list
	const learnable = Uint8Array.from(segments, g => (g.learnable && !file?.lossMask ? 1 : 0));
	const other = SEGMENT_KINDS.indexOf("other");
	const kind = new Uint8Array(from.length);
	const lossMask = new Uint8Array(from.length);
	for (let t = 0; t < owner.length; t++) {
		const o = owner[t] as number;
		kind[t] = o < 0 ? other : (kinds[o] as number);
		if (o >= 0) lossMask[t] = learnable[o] as number;
	}
	const logprob = new Float32Array(from.length).fill(Number.NaN);
	seats.forEach((t, i) => {
		if (file?.lossMask) lossMask[t] = file.lossMask[i] ?? 0;
		if (file?.logprobs) logprob[t] = file.logprobs[i] ?? Number.NaN;
	});
	return { from, to, kind, lossMask, logprob, source: file ? "file" : "approximate", seats: file && seats };
}

/** How many tokens of a rollout a loss can reach: the sum of `displayTokens(rollout).lossMask`, without making the tokens of the prompt. */
export function countLearnable(rollout: Tokenable): number {
	const { text, segments, tokens } = rollout;
	let count = 0;
	if (tokens?.spans) {
		const mask = tokens.lossMask ?? displayTokens(rollout).lossMask;
		for (let i = 0; i < mask.length; i++) if (mask[i]) count++;
		return count;
	}
	for (const g of segments) {
		if (!g.learnable) continue;
		const end = characterStart(text, g.to);
		for (let at = characterStart(text, g.from); at < end; count++) at = pseudoTokenEnd(text, at, end);
	}
	return count;
}

/** Index into LANES of each token's lane; −1 = none. `lanesOfSegments` as segmentLanes returns them. */
export function tokenLanes(tokens: Pick<DisplayTokens, "from" | "to">, segments: readonly Segment[], lanesOfSegments: readonly (Lane | null)[]): Int8Array {
	const lanes = Int8Array.from(lanesOfSegments, lane => (lane === null ? -1 : LANES.indexOf(lane)));
	return Int8Array.from(segmentOfTokens(tokens.from, tokens.to, segments), s => (s < 0 ? -1 : (lanes[s] as number)));
}
