import type { Span } from "../base/units";

/** Something a summary states that must come from somewhere. */
export interface Claim {
	readonly kind: "number" | "identifier" | "name" | "quote";
	readonly text: string;
	/** In the summary. */
	readonly span: Span;
	readonly supported: boolean;
}

/** What a judge is asked: the reply, what the tools said, the question. Null = the rollout has none. */
export interface JudgeInput {
	readonly summary: string;
	readonly observations: readonly string[] | null;
	readonly question: string | null;
}

/** A judge's answer; grade 1–5, NaN = unknown with the code that says why. */
export interface JudgeAnswer {
	readonly grade: number;
	/** One sentence of the judge's own, or a code of words/lab. */
	readonly reason: string;
}

export interface EvidenceReport extends JudgeAnswer {
	readonly claims: readonly Claim[];
	/** Share of claims found in the observations or the question; NaN when there are none. */
	readonly supported: number;
	readonly length: number;
	/** The reply's script is that of the question; null = cannot be told. */
	readonly sameLanguage: boolean | null;
}

/** Shorter replies say nothing (HierR's limit). */
const SHORT = 10;
/** Claims beyond this are not looked at. */
const MAX_CLAIMS = 500;
/** More text than this is not searched. */
const MAX_SOURCE = 4_000_000;

// every alternative is bounded or cannot fail once begun, so matching is linear
const CLAIM = /["“「『《]([^"”」』》\n]{2,120})["”」』》]|\d[\d,]*(?:\.\d+)?(?:[-:/][\dA-Za-z]+)*[A-Za-z]{0,12}|[A-Za-z]{1,30}[-_]?\d[\w-]*|\p{Lu}[\p{L}'’]+/gu;
const NUMBER = /\d[\d,]*(?:\.\d+)?/g;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LATIN = /\p{Script=Latin}/gu;

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, " ");
const numberIn = (text: string): number => Number(text.replaceAll(",", ""));

/** Share of CJK among letters; NaN when there are too few letters to say. */
function cjkShare(text: string): number {
	const sample = text.slice(0, 4000);
	const [cjk, latin] = [sample.match(CJK)?.length ?? 0, sample.match(LATIN)?.length ?? 0];
	// a CJK character carries about as much as a short word
	return cjk * 3 + latin < 12 ? Number.NaN : (cjk * 3) / (cjk * 3 + latin);
}

function sameScript(a: string, b: string): boolean | null {
	const [x, y] = [cjkShare(a), cjkShare(b)];
	return Number.isNaN(x) || Number.isNaN(y) ? null : x >= 0.5 === y >= 0.5;
}

/** Does the sentence begin here, so that a capital letter says nothing? */
const beginsSentence = (text: string, at: number): boolean => /(?:^|[.!?:;\n•*#>\-–—(]["“]?)\s*$/.test(text.slice(Math.max(0, at - 4), at));

/** Is there a number of which `stated` is a rounding? */
function hasRounding(sorted: Float64Array, stated: string): boolean {
	const half = 0.5 * 10 ** -(stated.split(".")[1]?.length ?? 0) + 1e-12;
	const wanted = numberIn(stated);
	let low = 0;
	let high = sorted.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((sorted[middle] as number) < wanted - half) low = middle + 1;
		else high = middle;
	}
	return low < sorted.length && (sorted[low] as number) <= wanted + half;
}

/** Numbers, identifiers, names and quotations of a text that can be looked up. */
function claimsOf(summary: string): readonly Omit<Claim, "supported">[] {
	const out: Omit<Claim, "supported">[] = [];
	for (const m of summary.matchAll(CLAIM)) {
		if (out.length >= MAX_CLAIMS) break;
		const from = m.index;
		const quote = m[1];
		if (quote !== undefined) {
			const at = from + m[0].indexOf(quote);
			out.push({ kind: "quote", text: quote, span: { from: at, to: at + quote.length } });
			continue;
		}
		const text = m[0].replace(/[,'’]+$/, "");
		const span = { from, to: from + text.length };
		if (/^[\d,.]+$/.test(text)) out.push({ kind: "number", text, span });
		else if (/\d/.test(text)) out.push({ kind: /^\d[\d,.]*(?:[a-zA-Z]{1,3})$/.test(text) ? "number" : "identifier", text, span });
		else if (!beginsSentence(summary, from)) out.push({ kind: "name", text, span });
	}
	return out;
}

/** Small counts ("3 options") are said without being read anywhere. */
const isCount = (text: string): boolean => /^\d$/.test(text);

/**
 * Looks every number, identifier, name and quotation of a reply up in what the tools said and in the question; numbers agree
 * when one is a rounding of the other. Needs no model: what it cannot look up it does not judge.
 */
export function checkEvidence({ summary, observations, question }: JudgeInput): EvidenceReport {
	const reply = summary.trim();
	const sameLanguage = question === null ? null : sameScript(reply, question);
	const base = { claims: [] as readonly Claim[], supported: Number.NaN, length: reply.length, sameLanguage };
	if (!reply.length) return { ...base, grade: 1, reason: "empty" };
	if (reply.length < SHORT) return { ...base, grade: 1, reason: "too-short" };
	if (!observations?.length) return { ...base, grade: Number.NaN, reason: "no-observations" };
	const source = [...observations, question ?? ""].join("\n");
	if (source.length > MAX_SOURCE) return { ...base, grade: Number.NaN, reason: "too-long" };
	const hay = fold(source);
	const numbers = Float64Array.from(source.matchAll(NUMBER), m => numberIn(m[0])).sort();
	const has = (c: Omit<Claim, "supported">): boolean => {
		if (hay.includes(fold(c.text))) return true;
		if (c.kind !== "number") return false;
		const digits = /[\d,]+(?:\.\d+)?/.exec(c.text)?.[0] ?? c.text;
		return hasRounding(numbers, digits);
	};
	const claims = claimsOf(summary)
		.filter(c => !isCount(c.text))
		.map(c => ({ ...c, supported: has(c) }));
	if (!claims.length) return { ...base, grade: Number.NaN, reason: "nothing-to-check" };
	const supported = claims.filter(c => c.supported).length / claims.length;
	const grade = supported >= 1 ? 5 : supported >= 0.8 ? 4 : supported >= 0.6 ? 3 : supported >= 0.3 ? 2 : 1;
	return { ...base, claims, supported, grade: sameLanguage === false ? Math.max(1, grade - 1) : grade, reason: sameLanguage === false ? "other-language" : "evidence" };
}
