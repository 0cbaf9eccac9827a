import { segmentOfTokens, tokenLanes } from "../core/credit/tokens";
import { type Aggregation, type BatchSizes, batchSizes, tokenCoefficient } from "../core/credit/weight";
import type { Rollout, TokenColumns } from "../core/model/rollout";
import { LANES, type Lane } from "../core/model/segment";
import type { FileEstimate } from "./estimates";
import type { Detail } from "./look";
import type { SessionState } from "./state";

/** One rollout's advantages token by token, as a trainer wants them. Columns have one entry per token of the response; NaN = none. */
export interface TokenCredit {
	/** "file": the file's own tokens, in its order · "text": pieces of the text, cut by us. */
	readonly tokens: "file" | "text";
	readonly ids: Int32Array | null;
	/** UTF-16 offsets into the rollout's text; null when only the ids are known. */
	readonly from: Uint32Array | null;
	readonly to: Uint32Array | null;
	readonly lossMask: Uint8Array;
	readonly advantages: Float64Array;
	/** Code of words/export: why there are no advantages. */
	readonly unknown: "needs-places" | "needs-mask" | "needs-values" | "no-advantage" | null;
}

/** The rollout's advantage on each token the loss reaches, or that of the token's lane. */
function fill({ estimate }: FileEstimate, row: number, lossMask: Uint8Array, laneOf: Int8Array | null): Float64Array {
	const out = new Float64Array(lossMask.length).fill(Number.NaN);
	const whole = estimate.advantages?.[row] ?? Number.NaN;
	for (let t = 0; t < out.length; t++) {
		if (!lossMask[t]) continue;
		const lane = LANES[laneOf?.[t] ?? -1];
		out[t] = estimate.lanes ? (lane ? (estimate.lanes[lane][row] as number) : Number.NaN) : whole;
	}
	return out;
}

/** Is there a token to train, and none that the estimator gives anything? An unknown reward leaves its rollout without. */
const without = (advantages: Float64Array, lossMask: Uint8Array): "no-advantage" | null => (lossMask.includes(1) && advantages.every(Number.isNaN) ? "no-advantage" : null);

/** Is all of the response the policy's own? Then no mask is needed to know what is trained. */
const allOwn = ({ segments, promptEnd }: Rollout): boolean => segments.every(s => s.learnable || s.to <= promptEnd || s.to === s.from);

/** 1 per token of the file where a loss reaches: the file's mask, else what stands in learnable segments. Null when it cannot be told. */
export function fileMask(rollout: Rollout): Uint8Array | null {
	const { tokens, segments } = rollout;
	if (!tokens) return null;
	if (tokens.lossMask) return tokens.lossMask;
	if (tokens.maskUnfit) return null;
	if (tokens.spans) return Uint8Array.from(segmentOfTokens(tokens.spans.from, tokens.spans.to, segments), o => (segments[o]?.learnable ? 1 : 0));
	return allOwn(rollout) ? new Uint8Array(tokens.count).fill(1) : null;
}

const needsValues = ({ tokens, estimate }: FileEstimate): boolean => tokens !== undefined || estimate.unknown === "needs-values";

/** Advantages of the file's own tokens. `lanes`: of each segment. */
export function fileCredit(rollout: Rollout, file: TokenColumns, lanes: readonly (Lane | null)[], row: number, estimate: FileEstimate): TokenCredit {
	const places = file.spans;
	const mask = fileMask(rollout);
	const lossMask = mask ?? new Uint8Array(file.count);
	const own = mask && estimate.tokens?.column(row, rollout);
	const unknown = !mask ? "needs-mask" : needsValues(estimate) && !own ? "needs-values" : estimate.estimate.lanes && !places ? "needs-places" : null;
	const advantages = unknown
		? new Float64Array(file.count).fill(Number.NaN)
		: (own ?? fill(estimate, row, lossMask, estimate.estimate.lanes && places && tokenLanes(places, rollout.segments, lanes)));
	return { tokens: "file", ids: file.ids, from: places?.from ?? null, to: places?.to ?? null, lossMask, advantages, unknown: unknown ?? without(advantages, lossMask) };
}

export function tokenCredit({ judged, row }: Detail, estimate: FileEstimate): TokenCredit {
	const { rollout, lanes, tokens } = judged;
	const { segments, promptEnd } = rollout;
	if (rollout.tokens) return fileCredit(rollout, rollout.tokens, lanes, row, estimate);
	const first = tokens.to.findIndex(to => to > promptEnd);
	const cut = <T extends Uint32Array | Uint8Array>(column: T): T => column.slice(first < 0 ? column.length : first) as T;
	const places = { from: cut(tokens.from), to: cut(tokens.to) };
	const lossMask = cut(tokens.lossMask);
	const advantages = fill(estimate, row, lossMask, tokenLanes(places, segments, lanes));
	return { tokens: "text", ids: null, ...places, lossMask, advantages, unknown: needsValues(estimate) ? "needs-values" : without(advantages, lossMask) };
}

/**
 * Coefficients of the loss for every rollout of a file; the trainer's batch is taken to be the rollouts of its step. `longest`:
 * the length the trainer allows a response, which no file holds; NaN leaves the aggregations that divide by it unknown.
 */
export function coefficients({ state }: Pick<SessionState, "state">, how: Aggregation, longest: number): (row: number) => number {
	const { tokens, step } = state.ledger;
	const lengths = new Map<number, number[]>();
	for (let row = 0; row < tokens.length; row++) {
		const key = step.get(row);
		const list = lengths.get(key);
		if (list) list.push(tokens.get(row));
		else lengths.set(key, [tokens.get(row)]);
	}
	const batches = new Map<number, BatchSizes>();
	for (const [key, list] of lengths) batches.set(key, batchSizes(list));
	return row => {
		const batch = batches.get(step.get(row));
		return batch ? tokenCoefficient(how, tokens.get(row), batch, longest) : Number.NaN;
	};
}
