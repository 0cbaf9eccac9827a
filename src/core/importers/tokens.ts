import { isArray, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { TokenColumns, Update } from "../model/rollout";

/** Token arrays of a record as written; null or undefined = not in the file. */
export interface TokenArrays {
	readonly ids?: JsonValue | undefined;
	/** 0/1, true/false, or labels with −100 for "not trained". */
	readonly mask?: JsonValue | undefined;
	readonly logprobs?: JsonValue | undefined;
	readonly advantages?: JsonValue | undefined;
	/** Critic's values and token rewards. */
	readonly values?: JsonValue | undefined;
	readonly rewards?: JsonValue | undefined;
	/** Columns under their own names: of the policy at the update, and of the one the loss divides by (absent = `logprobs`). */
	readonly now?: NamedArray | undefined;
	readonly old?: NamedArray | undefined;
}

export interface NamedArray {
	readonly key: string;
	readonly value: JsonValue | undefined;
}

/** A list of numbers; null inside = NaN. Null when the value is no list. */
export function numbersOf(value: JsonValue | undefined): Float64Array | null {
	if (!isArray(value)) return null;
	const out = new Float64Array(value.length);
	for (let i = 0; i < value.length; i++) {
		const v = value[i];
		out[i] = typeof v === "number" ? v : typeof v === "boolean" ? Number(v) : typeof v === "bigint" ? Number(v) : Number.NaN;
	}
	return out;
}

const maskOf = (value: JsonValue | undefined): Uint8Array | null => {
	const n = numbersOf(value);
	if (!n) return null;
	// labels hold the token's id where trained
	const labels = n.includes(-100);
	return Uint8Array.from(n, v => (labels ? Number(v !== -100) : Number(v > 0)));
};

/** A column that must have `count` entries: another length is named in a finding, and the column is left out, never shifted. */
function fitting<T extends { readonly length: number }>(column: T | null, key: string, count: number, findings: Finding[]): T | null {
	if (!column || column.length === count) return column;
	findings.push(finding("array-length", "warning", { key, count: column.length, expected: count }));
	return null;
}

/** Says of a mask that was left out that there is one. */
const unfit = ({ mask }: TokenArrays, read: Uint8Array | null): Pick<TokenColumns, "maskUnfit"> => (isArray(mask) && !read ? { maskUnfit: true } : {});

/**
 * Columns of the response from arrays over the whole sequence (NeMo-RL, Atropos, prime-rl's export). The response begins
 * at the first trained token; padding after `length` is cut. Log-probabilities of tokens that were not trained are none:
 * trainers fill them with whatever the row holds. Advantages stay as written, so that one on a masked token is seen.
 * `start` is the number of prompt tokens.
 */
export function sequenceTokens(arrays: TokenArrays, length: number | null, findings: Finding[]): { readonly tokens: TokenColumns; readonly start: number } | null {
	const ids = numbersOf(arrays.ids);
	if (!ids) return null;
	const mask = fitting(maskOf(arrays.mask), "mask", ids.length, findings);
	const logprobs = fitting(numbersOf(arrays.logprobs), "logprobs", ids.length, findings);
	const advantages = fitting(numbersOf(arrays.advantages), "advantages", ids.length, findings);
	const pair = updateOf(arrays, logprobs, ids.length, findings);
	const to = Math.min(length ?? ids.length, ids.length);
	const start = mask ? Math.max(0, mask.indexOf(1)) : 0;
	const trained = (column: Float64Array | null): Float64Array | null => (column ? column.slice(start, to).map((v, i) => (mask && !mask[start + i] ? Number.NaN : v)) : null);
	return {
		start,
		tokens: {
			count: Math.max(0, to - start),
			spans: null,
			ids: Int32Array.from(ids.subarray(start, to)),
			lossMask: mask ? mask.slice(start, to) : null,
			...unfit(arrays, mask),
			logprobs: trained(logprobs),
			advantages: advantages ? advantages.slice(start, to) : null,
			...(pair ? { update: { old: pair.old.slice(start, to), now: pair.now.slice(start, to) } } : {}),
		},
	};
}

/** Both log-probabilities of the loss's ratio; null unless both have an entry per token. `logprobs`: the column read already. */
function updateOf({ now, old }: TokenArrays, logprobs: Float64Array | null, count: number, findings: Finding[]): Update | null {
	const named = (a: NamedArray): Float64Array | null => fitting(numbersOf(a.value), a.key, count, findings);
	const [after, before] = [now ? named(now) : null, old ? named(old) : logprobs];
	return after && before && { old: before, now: after };
}

/** Critic's values and token rewards, where the file has them. */
function critic(arrays: TokenArrays, count: number, findings: Finding[]): Pick<TokenColumns, "values" | "rewards"> {
	const values = fitting(numbersOf(arrays.values), "values", count, findings);
	const rewards = fitting(numbersOf(arrays.rewards), "rewards", count, findings);
	return { ...(values ? { values } : {}), ...(rewards ? { rewards } : {}) };
}

/** A number of tokens; null when the value is none. */
export const asLength = (v: JsonValue | undefined): number | null => {
	const n = isArray(v) && v.length === 1 ? v[0] : v;
	return typeof n === "number" && Number.isSafeInteger(n) && n >= 0 ? n : null;
};

/** Columns over the response's tokens (slime, miles): the last `length` of `ids`. Null when no array has that length. */
export function responseTokens(arrays: TokenArrays, length: number, findings: Finding[]): TokenColumns | null {
	const ids = numbersOf(arrays.ids);
	const own = ids && ids.length >= length ? ids.subarray(ids.length - length) : null;
	if (ids && !own) findings.push(finding("array-length", "warning", { key: "tokens", count: ids.length, expected: length }));
	const columns = {
		ids: own && Int32Array.from(own),
		lossMask: fitting(maskOf(arrays.mask), "loss_mask", length, findings),
		logprobs: fitting(numbersOf(arrays.logprobs), "logprobs", length, findings),
		advantages: fitting(numbersOf(arrays.advantages), "advantages", length, findings),
		...critic(arrays, length, findings),
	};
	const update = updateOf(arrays, columns.logprobs, length, findings);
	return Object.values(columns).some(c => c !== null) ? { count: length, spans: null, ...columns, ...unfit(arrays, columns.lossMask), ...(update ? { update } : {}) } : null;
}

/** One call of the model: what it was given and what it wrote. */
export interface ModelCall {
	readonly prompt: JsonValue | undefined;
	readonly ids: JsonValue | undefined;
	readonly logprobs: JsonValue | undefined;
	/** One number for the whole call, or one a token. */
	readonly advantages?: JsonValue | undefined;
}

/**
 * Columns of the response from the model calls it was written in (NeMo-Gym, rLLM, verifiers' trajectories). Where a call's
 * prompt goes on from all tokens before it, the tokens in between are the environment's (mask 0); where it does not (the
 * context was cut or tokenised anew), only the model's own tokens are listed. Null when no call has ids.
 */
export function callTokens(calls: readonly ModelCall[], findings: Finding[]): TokenColumns | null {
	const seen: number[] = [];
	const out = { ids: [] as number[], mask: [] as number[], logprobs: [] as number[], advantages: [] as number[] };
	let there = { logprobs: false, advantages: false };
	let first = true;
	for (const call of calls) {
		const ids = numbersOf(call.ids);
		if (!ids?.length) continue;
		const prompt = numbersOf(call.prompt);
		if (first) for (const id of prompt ?? []) seen.push(id);
		else if (prompt && prompt.length >= seen.length && seen.every((v, i) => prompt[i] === v)) {
			for (let i = seen.length; i < prompt.length; i++) push(prompt[i] as number, 0, Number.NaN, Number.NaN);
		} else if (prompt) findings.push(finding("context-changed", "info"));
		first = false;
		const logprobs = fitting(numbersOf(call.logprobs), "logprobs", ids.length, findings);
		const advantages =
			typeof call.advantages === "number" ? new Float64Array(ids.length).fill(call.advantages) : fitting(numbersOf(call.advantages), "advantages", ids.length, findings);
		there = { logprobs: there.logprobs || logprobs !== null, advantages: there.advantages || advantages !== null };
		ids.forEach((id, i) => {
			push(id, 1, logprobs?.[i] ?? Number.NaN, advantages?.[i] ?? Number.NaN);
		});
	}
	function push(id: number, mask: number, logprob: number, advantage: number): void {
		seen.push(id);
		out.ids.push(id);
		out.mask.push(mask);
		out.logprobs.push(logprob);
		out.advantages.push(advantage);
	}
	if (first) return null;
	return {
		count: out.ids.length,
		spans: null,
		ids: Int32Array.from(out.ids),
		lossMask: Uint8Array.from(out.mask),
		logprobs: there.logprobs ? Float64Array.from(out.logprobs) : null,
		advantages: there.advantages ? Float64Array.from(out.advantages) : null,
	};
}

/** A column that has entries for trained tokens only, over all tokens; null when the counts do not fit. */
export function expand(compact: JsonValue | undefined, mask: Uint8Array, key: string, findings: Finding[]): Float64Array | null {
	const values = numbersOf(compact);
	if (!values) return null;
	let trained = 0;
	for (const m of mask) trained += m;
	if (values.length !== trained) {
		if (values.length || trained) findings.push(finding("array-length", "warning", { key, count: values.length, expected: trained }));
		return null;
	}
	let k = 0;
	return Float64Array.from(mask, m => (m ? (values[k++] ?? Number.NaN) : Number.NaN));
}

/** The one advantage that all trained tokens have: what the trainer gave the rollout. NaN when they differ or there is none. */
export function commonAdvantage(tokens: TokenColumns | null): number {
	let value = Number.NaN;
	for (const [t, v] of (tokens?.advantages ?? []).entries()) {
		if (Number.isNaN(v) || tokens?.lossMask?.[t] === 0) continue;
		if (!Number.isNaN(value) && v !== value) return Number.NaN;
		value = v;
	}
	return value;
}
