/** Numbers over columns. NaN = none, and what is infinite has no mean, no deviation and no place on a scale: both are left out. */

/** Mean of the usable (finite) values; NaN when there is none. */
export function mean(values: ArrayLike<number>): number {
	let sum = 0;
	let n = 0;
	for (let i = 0; i < values.length; i++) {
		const v = values[i] as number;
		if (!Number.isFinite(v)) continue;
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
		if (!Number.isFinite(v)) continue;
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
		if (!Number.isFinite(v)) continue;
		if (v < low) low = v;
		if (v > high) high = v;
	}
	return !(high - low > 1e-12 * Math.max(1, Math.abs(high)));
}

/** Quantile q ∈ [0,1] of |values| over usable entries of all columns; 0 when there is none. */
export function absQuantile(columns: ArrayLike<number> | readonly ArrayLike<number>[], q: number): number {
	const all = isList(columns) ? columns : [columns];
	const a = new Float64Array(all.reduce((sum, c) => sum + c.length, 0));
	let n = 0;
	for (const values of all)
		for (let i = 0; i < values.length; i++) {
			const v = Math.abs(values[i] as number);
			if (Number.isFinite(v)) a[n++] = v;
		}
	return n ? select(a.subarray(0, n), Math.min(n - 1, Math.floor(q * n))) : 0;
}

const isList = (columns: ArrayLike<number> | readonly ArrayLike<number>[]): columns is readonly ArrayLike<number>[] => typeof columns[0] === "object";

/** What would stand at index k were the values sorted: they are parted around it, without putting the rest in order. */
function select(a: Float64Array, k: number): number {
	let [low, high] = [0, a.length - 1];
	// values that part badly again and again are sorted
	for (let tries = 64; low < high && tries > 0; tries--) {
		const [x, y, z] = [a[low] as number, a[(low + high) >> 1] as number, a[high] as number];
		const pivot = Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
		let [i, j] = [low, high];
		while (i <= j) {
			while ((a[i] as number) < pivot) i++;
			while ((a[j] as number) > pivot) j--;
			if (i > j) break;
			const v = a[i] as number;
			a[i++] = a[j] as number;
			a[j--] = v;
		}
		if (k <= j) high = j;
		else if (k >= i) low = i;
		else return a[k] as number;
	}
	if (low < high) a.subarray(low, high + 1).sort();
	return a[k] as number;
}
