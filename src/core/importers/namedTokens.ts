import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import type { Finding } from "../model/finding";
import type { TokenColumns } from "../model/rollout";
import { numbersOf, responseTokens } from "./tokens";

/** Names that trainers give their columns per response token in memory, in order of trust: rows people write out keep them. */
const NAMES = {
	ids: ["token_ids", "response_ids", "completion_ids", "responses"],
	mask: ["loss_mask", "response_mask", "completion_mask", "action_mask"],
	logprobs: ["rollout_log_probs", "old_log_probs", "old_per_token_logps", "action_log_probs", "logprobs"],
	advantages: ["advantages"],
	values: ["values"],
	rewards: ["token_level_rewards", "token_rewards"],
} as const;

/**
 * Pairs of columns that the loss's ratio is made of, [divided by, at the update]: verl's actor computes exp(log_prob − old_log_probs),
 * TRL's GRPO exp(per_token_logps − old_per_token_logps). Not pairs: rollout_log_probs or sampling_per_token_logps beside an old column
 * (sampling engine against trainer, both before the update), and slime's log_probs beside rollout_log_probs (its log_probs
 * is the policy before the update). OpenRLHF's action_log_probs is of the collecting policy.
 */
const PAIRS = [
	["old_log_probs", "log_probs"],
	["old_log_probs", "log_prob"],
	["old_per_token_logps", "per_token_logps"],
] as const;

const isNumbers = (v: JsonValue | undefined): v is readonly JsonValue[] =>
	isArray(v) && v.length > 0 && v.every(x => x === null || typeof x === "number" || typeof x === "boolean");

/** Every key that may hold such a column. */
export const TOKEN_KEYS: readonly string[] = [...Object.values(NAMES).flat(), ...PAIRS.map(([, now]) => now)];

/**
 * Columns of a row that has its response as text and, beside it, a mask or the ids of its tokens. What `export` writes, as JSON
 * or as a table, is read with the places of the tokens. `text`: of the whole rollout. Null when the row has neither mask nor ids.
 */
export function namedTokens(row: JsonObject, text: string, findings: Finding[]): TokenColumns | null {
	// pieces of text that `export` cut where the file had no tokens are nobody's tokens
	if (isObject(row.credit) && row.credit.tokens === "text") return null;
	const table = isArray(row.from) && isArray(row.to);
	if (table && !isArray(row.token_ids)) return null;
	const of = (part: keyof typeof NAMES): JsonValue | undefined => {
		const key = NAMES[part].find(name => isNumbers(row[name]));
		return key && row[key];
	};
	const [ids, mask] = [of("ids"), of("mask")];
	const count = isArray(mask) ? mask.length : isArray(ids) ? ids.length : 0;
	if (!count) return null;
	const pair = PAIRS.find(([old, now]) => isNumbers(row[old]) && isNumbers(row[now]));
	const [old, now] = (pair ?? []).map(key => ({ key, value: row[key] }));
	const columns = responseTokens({ ids, mask, logprobs: of("logprobs"), advantages: of("advantages"), values: of("values"), rewards: of("rewards"), old, now }, count, findings);
	return columns && { ...columns, spans: spansOf(table ? [row.from ?? null, row.to ?? null] : row.offsets, count, text.length) };
}

/** Places as `export` writes them: a list of begins and a list of ends in the text. Null when they are none. */
function spansOf(offsets: JsonValue | undefined, count: number, end: number): TokenColumns["spans"] {
	if (!isArray(offsets) || offsets.length !== 2) return null;
	const [from, to] = [numbersOf(offsets[0]), numbersOf(offsets[1])];
	if (from?.length !== count || to?.length !== count) return null;
	let before = 0;
	for (let t = 0; t < count; t++) {
		const [a, b] = [from[t] as number, to[t] as number];
		if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b) || a < before || b < a || b > end) return null;
		before = a;
	}
	return { from: Uint32Array.from(from), to: Uint32Array.from(to) };
}
