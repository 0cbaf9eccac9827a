/** Pearson correlation; NaN when either side does not vary, beyond float residue. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
	const n = a.length;
	let [ma, mb] = [0, 0];
	for (let i = 0; i < n; i++) {
		ma += (a[i] as number) / n;
		mb += (b[i] as number) / n;
	}
	let [saa, sbb, sab] = [0, 0, 0];
	for (let i = 0; i < n; i++) {
		const [x, y] = [(a[i] as number) - ma, (b[i] as number) - mb];
		saa += x * x;
		sbb += y * y;
		sab += x * y;
	}
	const residue = (squares: number, mean: number): boolean => squares <= n * (1e-12 * Math.max(1, Math.abs(mean))) ** 2;
	return residue(saa, ma) || residue(sbb, mb) ? Number.NaN : Math.max(-1, Math.min(1, sab / Math.sqrt(saa * sbb)));
}

/**
 * Correlation of a and b with c held fixed. When c does not vary there is nothing to hold: the plain correlation. NaN when c
 * explains a or b completely (1 − r² < 1e-12), or when a or b does not vary.
 */
export function partialCorrelation(a: ArrayLike<number>, b: ArrayLike<number>, c: ArrayLike<number>): number {
	const ab = correlation(a, b);
	const [ac, bc] = [correlation(a, c), correlation(b, c)];
	if (Number.isNaN(ab) || (Number.isNaN(ac) && Number.isNaN(bc))) return ab;
	const [left, right] = [1 - ac * ac, 1 - bc * bc];
	return left < 1e-12 || right < 1e-12 ? Number.NaN : Math.max(-1, Math.min(1, (ab - ac * bc) / Math.sqrt(left * right)));
}
