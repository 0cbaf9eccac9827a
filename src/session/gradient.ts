import { type Aggregation, batchSizes, tokenCoefficient } from "../core/credit/weight";
import { boundInForce, type ClipRule, clipOf, ratiosOf } from "../core/estimators/losses";
import type { CreditTerm } from "../core/model/credit";
import type { Update } from "../core/model/rollout";
import type { GradientWeight } from "../protocol/queries";
import type { Detail } from "./look";
import type { SessionState } from "./state";

/**
 * What the clipped loss makes of one rollout's tokens under one estimator: each token's gradient weight is ratio · c · A, and 0
 * where a bound of the clip is in force (ALGORITHMS §5). Columns have one entry per display token, NaN = none.
 */
export interface RolloutLoss {
	readonly clip: ClipRule & { readonly id: string };
	readonly how: Aggregation;
	readonly coefficient: number;
	/** "file": the estimator gives this rollout nothing, the advantages are those the file records token by token. */
	readonly from: "estimator" | "file";
	readonly advantages: ArrayLike<number>;
	/** null where `unknown` says why; weights are then those at ratio 1. */
	readonly ratios: Float64Array | null;
	/** Code of words/credit. */
	readonly unknown: "needs-update" | "needs-seats" | null;
}

/** Coefficient of each of the row's learnable tokens in the loss. The trainer's batch is taken to be the rollouts of its step in this file; `longest` as in `coefficients`. */
export function coefficientAt({ state }: Pick<SessionState, "state">, row: number, how: Aggregation, longest: number): number {
	const { tokens, step } = state.ledger;
	const own = step.get(row);
	const lengths: number[] = [];
	for (let r = 0; r < tokens.length; r++) {
		if (!Object.is(step.get(r), own)) continue;
		lengths.push(tokens.get(r));
	}
	return tokenCoefficient(how, tokens.get(row), batchSizes(lengths), longest);
}

/** Entries of the file's tokens laid over the display tokens where a loss reaches. */
function laid(column: ArrayLike<number>, seats: Uint32Array, mask: Uint8Array): Float64Array {
	const out = new Float64Array(mask.length).fill(Number.NaN);
	for (let i = 0; i < seats.length; i++) if (mask[seats[i] as number]) out[seats[i] as number] = column[i] ?? Number.NaN;
	return out;
}

function ratiosAt({ old, now }: Update, seats: Uint32Array, mask: Uint8Array, per: ClipRule["per"]): Float64Array {
	const own = Uint8Array.from(seats, t => mask[t] as number);
	return laid(ratiosOf(now, old, own, per), seats, mask);
}

/** `credit`: of every display token under the estimator. */
export function lossOf(s: SessionState, { judged, row }: Detail, credit: ArrayLike<number>, how: Aggregation, longest = Number.NaN): RolloutLoss {
	const { lossMask, seats } = judged.tokens;
	const { tokens } = judged.rollout;
	const clip = clipOf(s.resolution.estimatorOptions.clip);
	const none = Array.prototype.every.call(credit, Number.isNaN);
	const own = none && seats && tokens?.advantages ? laid(tokens.advantages, seats, lossMask) : null;
	return {
		clip,
		how,
		coefficient: coefficientAt(s, row, how, longest),
		from: own ? "file" : "estimator",
		advantages: own ?? credit,
		ratios: seats && tokens?.update ? ratiosAt(tokens.update, seats, lossMask, clip.per) : null,
		unknown: !tokens?.update ? "needs-update" : seats ? null : "needs-seats",
	};
}

/** Digits that tell GSPO's 1.0004 from 1. */
const digits = (n: number): string => String(Number(n.toPrecision(6)));

/** Ends of the ratio's range, as written in sentences and answers. */
export const rangeOf = ({ low, high }: ClipRule): { readonly low: number; readonly high: number } => ({
	low: Number((1 - low).toPrecision(12)),
	high: Number((1 + high).toPrecision(12)),
});

/** The ratio's factor: the ratio itself, 0 where it is clipped, 1 where nobody knows it and NaN where this token's is missing. */
function ratioFactor({ clip, ratios, unknown }: RolloutLoss, advantage: number, token: number): CreditTerm {
	if (!ratios) return { id: unknown ?? "needs-update", value: 1, data: {} };
	const ratio = ratios[token] ?? Number.NaN;
	if (Number.isNaN(ratio)) return { id: "ratio-missing", value: Number.NaN, data: {} };
	const bound = boundInForce(advantage, ratio, clip);
	if (bound === null) return { id: `ratio-${clip.per}`, value: ratio, data: {} };
	return { id: `ratio-${bound}`, value: 0, data: { ratio: digits(ratio), bound: digits(bound === "dual" ? (clip.dual ?? Number.NaN) : rangeOf(clip)[bound]) } };
}

/** One token's gradient weight in its factors; null where no loss reaches it or it has no advantage. `exact`: its credit in double precision. */
export function weightAt(loss: RolloutLoss, token: number, exact = Number.NaN): GradientWeight | null {
	const advantage = Number.isNaN(exact) ? (loss.advantages[token] ?? Number.NaN) : exact;
	if (Number.isNaN(advantage)) return null;
	const factors: CreditTerm[] = [
		{ id: loss.from === "file" ? "factor-recorded" : "factor-advantage", value: advantage, data: {} },
		{ id: "factor-coefficient", value: loss.coefficient, data: { how: loss.how } },
		ratioFactor(loss, advantage, token),
	];
	return { value: factors.reduce((product, f) => product * f.value, 1) + 0, factors };
}

/** Which bound stops the token: "low", "high", "dual"; null = none, or nobody knows. */
export const boundAt = (loss: RolloutLoss, token: number): string | null =>
	loss.ratios ? boundInForce(loss.advantages[token] ?? Number.NaN, loss.ratios[token] ?? Number.NaN, loss.clip) : null;

/** How many of the rollout's tokens with advantage and ratio are clipped. */
export function clippedOf(loss: RolloutLoss): { readonly clipped: number; readonly known: number } {
	let [clipped, known] = [0, 0];
	for (let t = 0; t < (loss.ratios?.length ?? 0); t++) {
		if (Number.isNaN(loss.ratios?.[t]) || Number.isNaN(loss.advantages[t])) continue;
		known++;
		if (boundAt(loss, t) !== null) clipped++;
	}
	return { clipped, known };
}
