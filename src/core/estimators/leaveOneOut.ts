import type { GroupOrder } from "./grouping";

/** Count, mean and sum of squared distances of a run of values; two runs merge without cancellation (Chan et al.). */
interface Run {
	n: number;
	mean: number;
	squares: number;
}

function merge(a: Run, b: Run): Run {
	const n = a.n + b.n;
	if (!n) return a;
	const d = b.mean - a.mean;
	return { n, mean: a.mean + (d * b.n) / n, squares: a.squares + b.squares + (d * d * a.n * b.n) / n };
}

/**
 * Per rollout, the sample deviation (ddof 1) of the other members of its group: the members before it merged with those
 * after it. 0 when the others are equal but for float residue, or fewer than two.
 */
export function othersDeviation(rewards: Float64Array, { start, order }: GroupOrder): Float64Array {
	const out = new Float64Array(rewards.length).fill(Number.NaN);
	for (let g = 0; g + 1 < start.length; g++) {
		const from = start[g] as number;
		const to = start[g + 1] as number;
		const value = (at: number): Run => ({ n: 1, mean: rewards[order[at] as number] as number, squares: 0 });
		const after: Run[] = [{ n: 0, mean: 0, squares: 0 }];
		for (let at = to - 1; at > from; at--) after.push(merge(value(at), after[after.length - 1] as Run));
		let before: Run = { n: 0, mean: 0, squares: 0 };
		for (let at = from; at < to; at++) {
			const others = merge(before, after[to - 1 - at] as Run);
			const deviation = others.n > 1 ? Math.sqrt(others.squares / (others.n - 1)) : 0;
			// too far apart to be squared is not the same as equal
			out[order[at] as number] = !Number.isFinite(deviation) ? Number.NaN : deviation > 1e-12 * Math.max(1, Math.abs(others.mean)) ? deviation : 0;
			before = merge(before, value(at));
		}
	}
	return out;
}
