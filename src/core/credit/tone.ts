import { absQuantile } from "../base/stats";

/** Where a diverging colour scale ends: the q-quantile of |value| over a batch, so that one outlier does not pale the rest; the greatest value when nearly all are 0. */
export function scaleOf(values: ArrayLike<number>, q = 0.99): number {
	const scale = absQuantile(values, q);
	if (scale > 0) return scale;
	let most = 0;
	for (let i = 0; i < values.length; i++) if (Math.abs(values[i] as number) > most) most = Math.abs(values[i] as number);
	return most;
}

/** Place on the scale in [−1, 1]; NaN stays NaN (no colour). A scale of 0 means that nothing moves: all 0. */
export function tone(value: number, scale: number): number {
	if (Number.isNaN(value)) return value;
	return scale > 0 ? Math.max(-1, Math.min(1, value / scale)) : 0;
}

/** Does the colour show less than the value, because the scale ends before it? */
export const overScale = (value: number, scale: number): boolean => Math.abs(value) > scale;
