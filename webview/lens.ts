import type { Span } from "../src/core/base/units";
import type { RolloutView } from "../src/protocol/queries";
import { firstTokenAfter } from "./paint/tokens";
import { DIFFERENCE } from "./state";

/** One way to look at a rollout's tokens: the credit an estimator gives, or the difference of two. */
export interface Lens {
	readonly id: string;
	/** Estimators it is made of: one, or minuend and subtrahend. */
	readonly of: readonly string[];
	/** NaN = this token gets no credit. */
	readonly credit: (token: number) => number;
	/** Where colours clamp. */
	readonly scale: number;
}

/** Whatever broadcast estimator is compared, this is what it is compared with. */
const LOCKED = "slca";
const NOTHING: Lens = { id: "", of: [], credit: () => Number.NaN, scale: 1 };

/** Lenses a rollout offers: its estimators with the segment-locked one last, then the difference of the first and the last. */
export function lensIds(view: Pick<RolloutView, "credit">): readonly string[] {
	const ids = Object.keys(view.credit).sort((a, b) => Number(a === LOCKED) - Number(b === LOCKED));
	return ids.length > 1 ? [...ids, DIFFERENCE] : ids;
}

/** The wanted lens, or the first one when the rollout does not offer it. */
export function lensOf(view: Pick<RolloutView, "credit" | "scale">, wanted: string): Lens {
	const ids = lensIds(view);
	const id = ids.includes(wanted) ? wanted : ids[0];
	if (id === undefined) return NOTHING;
	const of = id === DIFFERENCE ? [ids[0] as string, ids[ids.length - 2] as string] : [id];
	const [first, second] = of.map(e => view.credit[e]);
	const scale = of.reduce((most, e) => Math.max(most, view.scale[e] || 0), 0) || 1;
	if (!first) return NOTHING;
	if (!second) return { id, of, credit: token => first[token] ?? Number.NaN, scale };
	return { id, of, credit: token => (first[token] ?? Number.NaN) - (second[token] ?? Number.NaN), scale };
}

/** Credit of largest size, with its sign; NaN when no token has one. A loop: rollouts have more tokens than a call has arguments. */
export function strongest(lens: Lens, tokens: number): number {
	let most = Number.NaN;
	for (let i = 0; i < tokens; i++) {
		const c = lens.credit(i);
		if (!Number.isNaN(c) && !(Math.abs(c) <= Math.abs(most))) most = c;
	}
	return most;
}

/** What one segment's tokens get: one value when all are equal, else their mean. */
export interface SegmentCredit {
	readonly mean: number;
	readonly uniform: boolean;
}

/** Credit of one segment's tokens; NaN where none of them has credit. */
export function segmentCredit(view: Pick<RolloutView, "tokens">, segment: Span, lens: Lens): SegmentCredit {
	const { from, to } = view.tokens;
	let [sum, count, first, uniform] = [0, 0, Number.NaN, true];
	// a token belongs to the segment it begins in
	for (let token = firstTokenAfter(view.tokens, segment.from); token < to.length && (from[token] as number) < segment.to; token++) {
		const c = (from[token] as number) < segment.from ? Number.NaN : lens.credit(token);
		if (Number.isNaN(c)) continue;
		if (count === 0) first = c;
		else if (Math.abs(c - first) > 1e-6) uniform = false;
		sum += c;
		count++;
	}
	return { mean: count === 0 ? Number.NaN : uniform ? first : sum / count, uniform };
}
