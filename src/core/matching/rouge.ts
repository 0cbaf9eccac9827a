import { porterStem } from "./porter";

export interface RougeOptions {
	/** "ascii": runs of [a-z0-9] as rouge_score, so Chinese has no tokens · "cjk": each CJK character is a token too. */
	readonly tokenizer: "ascii" | "cjk";
	/** Porter-stem tokens longer than 3 characters. */
	readonly stem: boolean;
	/** Tokens of texts that come up again and again; filled as they do. */
	readonly memo?: Map<string, readonly string[]>;
	/** Only so many tokens are compared (10 000 when not given). */
	readonly most?: number;
}

/** rouge_score as STAR uses it. */
export const ROUGE_SCORE: RougeOptions = { tokenizer: "ascii", stem: true };

const ASCII = /[a-z0-9]+/g;
const CJK = /[a-z0-9]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** More tokens than this are not compared: the common subsequence is quadratic. */
const MAX_TOKENS = 10_000;

/** Lower-case tokens of a text. */
export function rougeTokens(text: string, options: RougeOptions): readonly string[] {
	const known = options.memo?.get(text);
	if (known) return known;
	const out: string[] = [];
	for (const m of text.toLowerCase().matchAll(options.tokenizer === "cjk" ? CJK : ASCII)) {
		if (out.length >= (options.most ?? MAX_TOKENS)) break;
		out.push(options.stem && m[0].length > 3 ? porterStem(m[0]) : m[0]);
	}
	options.memo?.set(text, out);
	return out;
}

/** Places of each token of a list, a bit each. */
function placesOf(tokens: readonly string[]): Map<string, Uint32Array> {
	const places = new Map<string, Uint32Array>();
	for (const [i, token] of tokens.entries()) {
		let bits = places.get(token);
		if (!bits) {
			bits = new Uint32Array(Math.ceil(tokens.length / 32));
			places.set(token, bits);
		}
		bits[i >>> 5] = (bits[i >>> 5] as number) | (1 << (i & 31));
	}
	return places;
}

/** Length of the longest common subsequence; bit-parallel (Hyyrö), O(|a|/32 · |b|). */
export function commonLength(a: readonly string[], b: readonly string[]): number {
	const places = placesOf(a);
	const state = new Uint32Array(Math.ceil(a.length / 32)).fill(0xffffffff);
	for (const token of b) {
		const bits = places.get(token);
		if (!bits) continue;
		let carry = 0;
		for (let w = 0; w < state.length; w++) {
			const v = state[w] as number;
			const m = bits[w] as number;
			const sum = v + ((v & m) >>> 0) + carry;
			carry = sum > 0xffffffff ? 1 : 0;
			state[w] = (sum >>> 0) | (v & ~m);
		}
	}
	let common = 0;
	for (let i = 0; i < a.length; i++) if (!((state[i >>> 5] as number) & (1 << (i & 31)))) common++;
	return common;
}

/** ROUGE-L F1 of a prediction and a reference in [0,1]; 0 when either has no token. Only the first `most` tokens count. */
export function rougeL(predicted: string, reference: string, options: RougeOptions = ROUGE_SCORE): number {
	const [p, r] = [rougeTokens(predicted, options), rougeTokens(reference, options)];
	if (!p.length || !r.length) return 0;
	const common = commonLength(p, r);
	if (!common) return 0;
	const [precision, recall] = [common / p.length, common / r.length];
	return (2 * precision * recall) / (precision + recall);
}
