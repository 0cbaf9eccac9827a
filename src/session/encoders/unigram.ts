import type { PieceReader } from "./contract";

/** Pieces of the vocabulary that stand for no text: unknown, begin, end, spare ones. */
const RESERVED = 6;
const UNKNOWN_ID = 0;
/** A character without a piece is worth this much less than the rarest piece, as in SentencePiece. */
const UNKNOWN_PENALTY = 10;
const SPACE = "\u2581";

/**
 * Unigram segmentation as SentencePiece does it: of all ways to cut the text into pieces the most probable one. `vocabulary` is
 * [piece, log probability] by id. Spaces are written ▁, one goes before the text; unknown characters side by side are one id.
 */
export function unigramReader(vocabulary: readonly (readonly [string, number])[]): PieceReader {
	const pieces = new Map<string, { readonly id: number; readonly score: number }>();
	let longest = 1;
	let rarest = 0;
	for (const [id, [piece, score]] of vocabulary.entries()) {
		if (id < RESERVED) continue;
		pieces.set(piece, { id, score });
		longest = Math.max(longest, [...piece].length);
		rarest = Math.min(rarest, score);
	}
	const unknownScore = rarest - UNKNOWN_PENALTY;

	return text => {
		const plain = text.normalize("NFKC").trim().replace(/\s+/g, SPACE);
		if (!plain) return { ids: [], unknown: 0 };
		const characters = [...(SPACE + plain)];
		const count = characters.length;
		const best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
		const from = new Int32Array(count + 1);
		const by = new Int32Array(count + 1);
		best[0] = 0;
		for (let i = 0; i < count; i++) {
			const so = best[i] as number;
			const offer = (end: number, score: number, id: number): void => {
				if (so + score <= (best[end] as number)) return;
				best[end] = so + score;
				from[end] = i;
				by[end] = id;
			};
			let piece = "";
			for (let end = i + 1; end <= Math.min(count, i + longest); end++) {
				piece += characters[end - 1];
				const found = pieces.get(piece);
				if (found) offer(end, found.score, found.id);
			}
			offer(i + 1, unknownScore, UNKNOWN_ID);
		}
		const ids: number[] = [];
		let unknown = 0;
		for (let at = count; at > 0; at = from[at] as number) {
			const id = by[at] as number;
			if (id === UNKNOWN_ID) unknown++;
			if (id !== UNKNOWN_ID || ids.at(-1) !== UNKNOWN_ID) ids.push(id);
		}
		// spaces are no evidence that a language is known
		const visible = characters.filter(c => c !== SPACE).length;
		return { ids: ids.reverse(), unknown: visible ? unknown / visible : 0 };
	};
}
