import { Buffer } from "node:buffer";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/base/units";
import type { TokenPiece } from "../../core/credit/tokenPlaces";

/** Tokens by id; undefined = there is no such token. */
export type Vocabulary = readonly (TokenPiece | undefined)[];

/** Bytes that byte-level vocabularies write as themselves; the other 68 stand as the characters from U+0100 on. */
const PRINTABLE = [
	[33, 126],
	[161, 172],
	[174, 255],
] as const;

function byteOfCharacter(): ReadonlyMap<number, number> {
	const out = new Map<number, number>();
	const plain = (b: number): boolean => PRINTABLE.some(([low, high]) => b >= low && b <= high);
	let next = 256;
	for (let b = 0; b < 256; b++) out.set(plain(b) ? b : next++, b);
	return out;
}

const isByteLevel = (part: JsonValue | undefined): boolean =>
	isObject(part) && (part.type === "ByteLevel" || [part.decoders, part.pretokenizers].some(list => isArray(list) && list.some(isByteLevel)));

/** The bytes of a token as a vocabulary writes it: byte-level characters, or text with ▁ for a space and <0x0A> for a byte. */
function bytesOf(token: string, bytes: ReadonlyMap<number, number> | null): Uint8Array {
	if (!bytes) {
		const one = /^<0x([0-9A-Fa-f]{2})>$/.exec(token);
		return one ? Uint8Array.of(Number.parseInt(one[1] as string, 16)) : Buffer.from(token.replaceAll("▁", " "), "utf8");
	}
	const out: number[] = [];
	for (const c of token) {
		const b = bytes.get(c.codePointAt(0) as number);
		if (b === undefined) return Buffer.from(token, "utf8");
		out.push(b);
	}
	return Uint8Array.from(out);
}

/** Tokens of a `tokenizer.json`; null when it holds no vocabulary. */
export function vocabularyOf(json: JsonObject): Vocabulary | null {
	const model = isObject(json.model) ? json.model : {};
	const bytes = isByteLevel(json.decoder) || isByteLevel(json.pre_tokenizer) ? byteOfCharacter() : null;
	const out: (TokenPiece | undefined)[] = [];
	if (isObject(model.vocab)) for (const [token, id] of Object.entries(model.vocab)) if (typeof id === "number") out[id] = { bytes: bytesOf(token, bytes), special: false };
	// Unigram: [token, score] by position
	if (isArray(model.vocab))
		for (const [id, entry] of model.vocab.entries()) if (isArray(entry) && typeof entry[0] === "string") out[id] = { bytes: bytesOf(entry[0], bytes), special: false };
	if (isArray(json.added_tokens))
		for (const t of json.added_tokens)
			if (isObject(t) && typeof t.id === "number" && typeof t.content === "string") out[t.id] = { bytes: Buffer.from(t.content, "utf8"), special: true };
	return out.length ? out : null;
}

/** Tokens by rank, each a text or its bytes, and special tokens with ids of their own. */
export function vocabularyOfRanks(ranks: readonly (string | readonly number[])[], special: Readonly<Record<string, number>>): Vocabulary {
	const out: (TokenPiece | undefined)[] = ranks.map(r => ({ bytes: typeof r === "string" ? Buffer.from(r, "utf8") : Uint8Array.from(r), special: false }));
	for (const [text, id] of Object.entries(special)) out[id] = { bytes: Buffer.from(text, "utf8"), special: true };
	return out;
}
