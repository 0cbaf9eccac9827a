/** A text as a model takes it. */
export interface Pieces {
	readonly ids: readonly number[];
	/** Share of the text, in [0,1], that the vocabulary has no piece for. */
	readonly unknown: number;
}

/** Cuts a text into the pieces of one model's vocabulary. */
export type PieceReader = (text: string) => Pieces;

/** Above this share of unknown pieces a vector says nothing about the text. */
export const MOST_UNKNOWN = 0.2;
