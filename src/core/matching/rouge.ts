import { porterStem } from "./porter";

export interface RougeOptions {
	/** "ascii": runs of [a-z0-9] as rouge_score, so Chinese has no tokens · "cjk": each CJK character is a token too. */
	readonly tokenizer: "ascii" | "cjk";
	/** Porter-stem tokens longer than 3 characters. */
	readonly stem: boolean;
}

/** rouge_score as STAR uses it. */
export const ROUGE_SCORE: RougeOptions = { tokenizer: "ascii", stem: true };

const ASCII = /[a-z0-9]+/g;
const CJK = /[a-z0-9]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** More tokens than this are not compared: LCS is quadratic. */
const MAX_TOKENS = 10_000;

/** Lower-case tokens of a text. */
export function rougeTokens(text: string, options: RougeOptions): string[] {
	const out: string[] = [];
	for (const m of text.toLowerCase().matchAll(options.tokenizer === "cjk" ? CJK : ASCII)) {
		if (out.length >= MAX_TOKENS) break;
		out.push(options.stem && m[0].length > 3 ? porterStem(m[0]) : m[0]);
	}
	return out;
}

/** Length of the longest common subsequence. */
export function commonLength(a: readonly string[], b: readonly string[]): number {
	const numbers = new Map<string, number>();
	const code = (s: string): number => {
		const known = numbers.get(s);
		if (known !== undefined) return known;
		numbers.set(s, numbers.size);
		return numbers.size - 1;
	};
	const [x, y] = [Int32Array.from(a, code), Int32Array.from(b, code)];
	const row = new Int32Array(y.length + 1);
	for (let i = 0; i < x.length; i++) {
		let diagonal = 0;
		for (let j = 1; j <= y.length; j++) {
			const above = row[j] as number;
			row[j] = x[i] === y[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1] as number);
			diagonal = above;
		}
	}
	return row[y.length] as number;
}

/** ROUGE-L F1 of a prediction and a reference in [0,1]; 0 when either has no token. Only the first 10 000 tokens count. */
export function rougeL(predicted: string, reference: string, options: RougeOptions = ROUGE_SCORE): number {
	const [p, r] = [rougeTokens(predicted, options), rougeTokens(reference, options)];
	if (!p.length || !r.length) return 0;
	const common = commonLength(p, r);
	if (!common) return 0;
	const [precision, recall] = [common / p.length, common / r.length];
	return (2 * precision * recall) / (precision + recall);
}
