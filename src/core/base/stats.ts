/** Numbers over columns. NaN = none: callers say whether to skip it. */

/** Mean of the usable (non-NaN) values; NaN when there is none. */
export function mean(values: ArrayLike<number>): number {
	let sum = 0;
	let n = 0;
	for (let i = 0; i < values.length; i++) {
		const v = values[i] as number;
		if (Number.isNaN(v)) continue;
		sum += v;
		n++;
	}
	return n ? sum / n : Number.NaN;
}

/** Standard deviation of the usable values with `ddof` degrees of freedom taken off; NaN when too few. */
export function deviation(values: ArrayLike<number>, ddof: 0 | 1): number {
	const m = mean(values);
	let sum = 0;
	let n = 0;
	for (let i = 0; i < values.length; i++) {
		const v = values[i] as number;
		if (Number.isNaN(v)) continue;
		sum += (v - m) * (v - m);
		n++;
	}
	return n > ddof ? Math.sqrt(sum / (n - ddof)) : Number.NaN;
}

/** A group is constant when max − min ≤ 1e-12·max(1, |max|): float residue is not signal (ALGORITHMS §1.2). */
export function isConstant(values: ArrayLike<number>): boolean {
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	for (let i = 0; i < values.length; i++) {
		const v = values[i] as number;
		if (Number.isNaN(v)) continue;
		if (v < low) low = v;
		if (v > high) high = v;
	}
	return !(high - low > 1e-12 * Math.max(1, Math.abs(high)));
}

/** Quantile q ∈ [0,1] of |values| over usable entries; 0 when there is none. Copies and sorts. */
export function absQuantile(values: ArrayLike<number>, q: number): number {
	const a = new Float64Array(values.length);
	let n = 0;
	for (let i = 0; i < values.length; i++) {
		const v = Math.abs(values[i] as number);
		if (!Number.isNaN(v)) a[n++] = v;
	}
	if (!n) return 0;
	return a.subarray(0, n).sort()[Math.min(n - 1, Math.floor(q * n))] as number;
}
