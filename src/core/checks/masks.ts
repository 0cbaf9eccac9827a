import type { Span } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { Rollout, TokenColumns } from "../model/rollout";
import type { Segment } from "../model/segment";
import type { Check } from "./contract";

/** One kind of fault in what is trained, as opposed to what was called; its sentence is in words/findings. */
export interface MaskFault {
	/** Stable id: what reports and recipes name. */
	readonly code: string;
	readonly name: string;
}

/** M09 needs a tokenizer and M10 the estimator in force: the session finds those two. */
export const MASK_FAULTS: readonly MaskFault[] = [
	{ code: "M01", name: "ADVANTAGE_ON_MASKED_TOKEN" },
	{ code: "M02", name: "TRAINED_OBSERVATION" },
	{ code: "M03", name: "NOTHING_TRAINED" },
	{ code: "M04", name: "VALUES_NOT_ALIGNED" },
	{ code: "M05", name: "TEXT_AFTER_END" },
	{ code: "M06", name: "RESULT_INSIDE_POLICY_TURN" },
	{ code: "M07", name: "SPECIAL_TOKENS_STRIPPED" },
	{ code: "M08", name: "CUT_INSIDE_CALL" },
	{ code: "M09", name: "RETOKENISED" },
	{ code: "M10", name: "RETURNS_RESET" },
];

/** Marks with which a policy ends its turn. */
const ENDS = ["<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|eom_id|>", "<|end_of_text|>", "<|return|>", "<end_of_turn>", "<eos>", "<｜end▁of▁sentence｜>", "</s>"] as const;
/** Marks that open a turn of a chat template: where one stands, special tokens were kept. */
const HEADERS = ["<|im_start|>", "<|start_header_id|>", "<|im_middle|>", "<|start|>", "<｜User｜>", "<｜Assistant｜>", "<start_of_turn>", "<|assistant|>", "[INST]"] as const;
/** |A| below this moves nothing. */
const ZERO = 1e-9;

const tokenSpan = (tokens: TokenColumns, i: number): Span | null => (tokens.spans ? { from: tokens.spans.from[i] as number, to: tokens.spans.to[i] as number } : null);

/** Which tokens meet a condition: how many, and the first. */
function count(tokens: TokenColumns, meets: (i: number) => boolean): { readonly count: number; readonly first: number } {
	let [n, first] = [0, -1];
	for (let i = 0; i < tokens.count; i++)
		if (meets(i)) {
			if (first < 0) first = i;
			n++;
		}
	return { count: n, first };
}

/**
 * Masked tokens whose recorded advantage is not 0: how many, the first and its number; null = none. Where the trainer fills all
 * tokens, only another number than the trained tokens' says something.
 */
export function maskedAdvantages(tokens: TokenColumns): { readonly count: number; readonly first: number; readonly value: number } | null {
	const { lossMask, advantages, filled } = tokens;
	if (!lossMask || !advantages) return null;
	const trained = lossMask.indexOf(1);
	if (filled && trained < 0) return null;
	const usual = filled ? advantages[trained] : 0;
	const wrong = count(tokens, i => lossMask[i] === 0 && Math.abs(advantages[i] as number) >= ZERO && advantages[i] !== usual);
	return wrong.count ? { ...wrong, value: advantages[wrong.first] as number } : null;
}

/** M01 and M04: columns of the file against its mask. */
function columns(tokens: TokenColumns): readonly Finding[] {
	const { lossMask, advantages, logprobs } = tokens;
	if (!lossMask) return [];
	const out: Finding[] = [];
	const stray = maskedAdvantages(tokens);
	if (stray) out.push(finding("M01", "warning", stray, { span: tokenSpan(tokens, stray.first) }));
	for (const [key, column] of [
		["advantages", advantages],
		["logprobs", logprobs],
	] as const) {
		const without = column ? count(tokens, i => lossMask[i] === 1 && Number.isNaN(column[i])) : { count: 0, first: -1 };
		if (without.count) out.push(finding("M04", "warning", { key, ...without }, { span: tokenSpan(tokens, without.first) }));
	}
	return out;
}

/** Bytes of a text in UTF-8, of which no token holds less than one. */
function bytesOf(text: string, { from, to }: Span): number {
	let n = 0;
	for (let i = from; i < to; i++) {
		const c = text.charCodeAt(i);
		n += c < 0x80 ? 1 : c < 0x800 ? 2 : c >= 0xd800 && c < 0xe000 ? 2 : 3;
	}
	return n;
}

/** Template marks around a turn are tokens without text of the policy's own. */
const MARKS_PER_TURN = 16;

/** M02 and M03: is what the mask trains what the policy wrote? */
function mask({ text, segments, turns, promptEnd }: Rollout, tokens: TokenColumns): readonly Finding[] {
	const { lossMask, spans } = tokens;
	if (!lossMask || !tokens.count) return [];
	let trained = 0;
	for (let i = 0; i < tokens.count; i++) trained += lossMask[i] as number;
	const written = segments.filter(s => s.learnable && s.to > s.from);
	if (!trained) return written.length ? [finding("M03", "error", { count: tokens.count })] : [];
	if (!spans) {
		const most = written.reduce((n, s) => n + bytesOf(text, s), 0) + MARKS_PER_TURN * turns.filter(t => t.body.to > promptEnd).length;
		return trained > most ? [finding("M02", "error", { variant: "too-many", count: trained, most })] : [];
	}
	const observed = segments.filter(s => s.kind === "observation");
	let s = 0;
	const wrong = count(tokens, i => {
		const [from, to] = [spans.from[i] as number, spans.to[i] as number];
		while (s < observed.length && (observed[s] as Segment).to <= from) s++;
		const place = observed[s];
		// a token that only reaches into the result belongs to what stands before it
		return lossMask[i] === 1 && to > from && place !== undefined && from >= place.from && to <= place.to;
	});
	return wrong.count ? [finding("M02", "error", wrong, { span: tokenSpan(tokens, wrong.first) })] : [];
}

const isLearnable = (segments: readonly Segment[], at: number): boolean => segments.some(s => s.learnable && s.from <= at && at < s.to);

/** Where the text goes on after the policy's end mark; −1 when it does not. */
function afterEnd(body: string): { readonly mark: string; readonly end: number; readonly at: number } | null {
	let [mark, end] = ["", Number.POSITIVE_INFINITY];
	for (const m of ENDS) {
		const at = body.indexOf(m);
		// </s> also closes struck-through text
		if (at >= 0 && at < end && !(m === "</s>" && body.lastIndexOf("<s>", at) >= 0)) [mark, end] = [m, at];
	}
	if (end === Number.POSITIVE_INFINITY) return null;
	let at = end + mark.length;
	for (;;) {
		while (at < body.length && body.charCodeAt(at) <= 32) at++;
		const again = ENDS.find(m => body.startsWith(m, at));
		if (!again) return at < body.length ? { mark, end, at } : null;
		at += again.length;
	}
}

/** M05, M06 and M08: what stands inside the policy's own turns. */
function turnsOf(rollout: Rollout): readonly Finding[] {
	const { text, turns, segments, promptEnd, blocks } = rollout;
	const out: Finding[] = [];
	const own = turns.filter(t => t.role === "assistant" && t.trained && t.body.to > promptEnd);
	for (const { body } of own) {
		const from = Math.max(body.from, promptEnd);
		const found = afterEnd(text.slice(from, body.to));
		if (found && isLearnable(segments, from + found.at)) out.push(finding("M05", "warning", { mark: found.mark }, { span: { from: from + found.at, to: body.to } }));
	}
	// where tool results have turns of their own, one inside the policy's turn was written by the policy
	if (turns.some(t => t.role === "tool" && t.span.to > promptEnd))
		for (const s of segments)
			if (s.kind === "observation" && own.some(t => t.body.from <= s.from && s.to <= t.body.to)) out.push(finding("M06", "warning", {}, { span: { from: s.from, to: s.to } }));
	const last = blocks.at(-1);
	const open = last && rollout.callProblems.some(p => p.code === "unclosed-tag" && p.span.from >= last.span.from);
	if (last && open && rollout.truncated !== false && !text.slice(last.span.to).trim()) out.push(finding("M08", "warning", {}, { span: last.span }));
	return out;
}

/** M07: several turns in one string of the record, without any mark of a template, beside token arrays that had them. */
function stripped({ text, turns, promptEnd, pieces, tokens }: Rollout): readonly Finding[] {
	if (!tokens?.ids || tokens.spans) return [];
	const response = turns.filter(t => t.body.to > promptEnd);
	if (response.length < 2 || HEADERS.some(h => text.indexOf(h, promptEnd) >= 0)) return [];
	const last = response.at(-1)?.body.to ?? 0;
	const whole = pieces.some(p => p.from <= (response[1]?.span.from ?? 0) && p.to >= last && p.from <= (response[0]?.body.from ?? 0));
	return whole ? [finding("M07", "info", { turns: response.length })] : [];
}

/** M01–M08: faults in what is trained. Nothing is said where the file has no evidence. */
export const masks: Check = {
	id: "masks",
	mistakes: [],
	run: ({ rollout }) => [...(rollout.tokens ? [...columns(rollout.tokens), ...mask(rollout, rollout.tokens)] : []), ...turnsOf(rollout), ...stripped(rollout)],
};

/**
 * M10: under the old family of REINFORCE++ the return starts anew at each masked token, so that a reward at the end never
 * reaches what stands before a tool result (ALGORITHMS §4.3). Points at the first result behind learnable text.
 */
export function returnsReset({ segments, promptEnd }: Pick<Rollout, "segments" | "promptEnd">): Finding | null {
	const first = segments.findIndex(s => s.learnable && s.to > s.from);
	const result = segments.find((s, i) => i > first && s.kind === "observation" && s.from >= promptEnd);
	return first >= 0 && result ? finding("M10", "warning", {}, { span: { from: result.from, to: result.to } }) : null;
}
