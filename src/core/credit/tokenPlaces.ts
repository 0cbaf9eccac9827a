/** One token as its tokenizer knows it: its bytes; special tokens (turn marks) may be left out of a decoded text. */
export interface TokenPiece {
	readonly bytes: Uint8Array;
	readonly special: boolean;
}

export interface Placed {
	readonly from: Uint32Array;
	readonly to: Uint32Array;
	/** Tokens that could not be found in the text, special ones aside; they are empty. */
	readonly missed: number;
	/** Special tokens that the text leaves out. */
	readonly stripped: number;
}

/** How far ahead a token is looked for: what the importer wrote between turns, or white space a template trimmed. */
const AHEAD = 400;
/** Share of tokens without a place above which the text is another one than the tokens'. */
const MOST_MISSED = 0.02;

/** Bytes that a UTF-8 lead byte still waits for. */
const waits = (lead: number): number => (lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0);

/** Where the run of tokens that begins at `first` ends so that no character is cut: exclusive index. */
function runEnd(pieces: readonly (TokenPiece | null)[], first: number): number {
	let open = 0;
	for (let i = first; i < pieces.length; i++) {
		const piece = pieces[i];
		if (!piece || (piece.special && i > first)) return Math.max(i, first + 1);
		for (const b of piece.bytes) {
			if (open > 0 && (b & 0xc0) === 0x80) open--;
			else open = waits(b);
		}
		if (open === 0) return i + 1;
	}
	return pieces.length;
}

function bytesOf(pieces: readonly (TokenPiece | null)[], from: number, to: number): Uint8Array {
	const parts = pieces.slice(from, to).map(p => p?.bytes ?? new Uint8Array());
	const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
	let at = 0;
	for (const p of parts) {
		all.set(p, at);
		at += p.length;
	}
	return all;
}

/**
 * Lays tokens over a text: UTF-16 offsets per token, in order. Tokens that share a character stand together: the first covers it
 * all, the others are empty at its end. Text the tokens do not have is stepped over. Null when the text is not what the tokens say.
 */
export function placeTokens(pieces: readonly (TokenPiece | null)[], text: string, start: number, decode: (utf8: Uint8Array) => string): Placed | null {
	const joined = (first: number, end: number): string => decode(bytesOf(pieces, first, end));
	const from = new Uint32Array(pieces.length);
	const to = new Uint32Array(pieces.length);
	let [at, missed, stripped] = [start, 0, 0];
	for (let i = 0; i < pieces.length; ) {
		const end = runEnd(pieces, i);
		const run = joined(i, end);
		let found = text.startsWith(run, at) ? at : -1;
		if (found < 0 && pieces[i] && !pieces[i]?.special && /\S/.test(run)) {
			// one token alone is easily found in the wrong place: its neighbours must follow
			const next = runEnd(pieces, Math.min(end, pieces.length - 1));
			const wanted = end < pieces.length && !pieces[end]?.special ? run + joined(end, next) : run;
			const ahead = text.slice(at, at + AHEAD + wanted.length).indexOf(wanted);
			if (ahead >= 0 && (wanted.length > 2 || ahead < 4)) found = at + ahead;
		}
		if (found >= 0 && run) {
			from[i] = found;
			to[i] = found + run.length;
			at = found + run.length;
		} else {
			from[i] = to[i] = at;
			if (pieces[i]?.special) stripped++;
			else if (/\S/.test(run) || !pieces[i]) missed += end - i;
		}
		for (let k = i + 1; k < end; k++) from[k] = to[k] = to[i] as number;
		i = end;
	}
	return missed > MOST_MISSED * pieces.length ? null : { from, to, missed, stripped };
}

/** First index at which two lists of token ids differ; null when they are the same. */
export function firstDrift(recorded: ArrayLike<number>, again: ArrayLike<number>): number | null {
	const shorter = Math.min(recorded.length, again.length);
	for (let i = 0; i < shorter; i++) if (recorded[i] !== again[i]) return i;
	return recorded.length === again.length ? null : shorter;
}
