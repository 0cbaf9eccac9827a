/** Similarities W [rows × columns], row-major, ≥ 0; 0 = not matchable. */
export interface Weights {
	readonly rows: number;
	readonly columns: number;
	readonly values: Float64Array;
}

/** Column of each row, −1 = unpaired. */
export type Assignment = Int32Array;

export const weights = (rows: number, columns: number, of: (row: number, column: number) => number): Weights => {
	const values = new Float64Array(rows * columns);
	for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) values[i * columns + j] = of(i, j);
	return { rows, columns, values };
};

export const weightAt = (w: Weights, row: number, column: number): number => w.values[row * w.columns + column] as number;

/** Sum of the paired weights. */
export function totalWeight(w: Weights, pairs: Assignment): number {
	let sum = 0;
	for (let i = 0; i < pairs.length; i++) if ((pairs[i] as number) >= 0) sum += weightAt(w, i, pairs[i] as number);
	return sum;
}

export const transpose = (w: Weights): Weights => weights(w.columns, w.rows, (i, j) => weightAt(w, j, i));

/** Row of each column from the column of each row. */
export function inverse(pairs: Assignment, columns: number): Assignment {
	const out = new Int32Array(columns).fill(-1);
	for (let i = 0; i < pairs.length; i++) if ((pairs[i] as number) >= 0) out[pairs[i] as number] = i;
	return out;
}

/**
 * One-to-one pairs with the greatest total weight (Kuhn–Munkres with potentials, O(rows² · columns) after turning the
 * shorter side into rows). Pairs of weight 0 are dropped.
 */
export function hungarian(w: Weights): Assignment {
	if (w.rows > w.columns) return inverse(hungarian(transpose(w)), w.rows);
	const { rows: n, columns: m } = w;
	const rowPotential = new Float64Array(n + 1);
	const columnPotential = new Float64Array(m + 1);
	// column 0 and row 0 stand for "none"
	const rowOf = new Int32Array(m + 1);
	const before = new Int32Array(m + 1);
	const slack = new Float64Array(m + 1);
	const seen = new Uint8Array(m + 1);
	for (let i = 1; i <= n; i++) {
		rowOf[0] = i;
		slack.fill(Number.POSITIVE_INFINITY);
		seen.fill(0);
		let column = 0;
		do {
			seen[column] = 1;
			const row = rowOf[column] as number;
			let least = Number.POSITIVE_INFINITY;
			let next = 0;
			for (let j = 1; j <= m; j++) {
				if (seen[j]) continue;
				const reduced = -weightAt(w, row - 1, j - 1) - (rowPotential[row] as number) - (columnPotential[j] as number);
				if (reduced < (slack[j] as number)) {
					slack[j] = reduced;
					before[j] = column;
				}
				if ((slack[j] as number) < least) {
					least = slack[j] as number;
					next = j;
				}
			}
			for (let j = 0; j <= m; j++) {
				if (seen[j]) {
					const r = rowOf[j] as number;
					rowPotential[r] = (rowPotential[r] as number) + least;
					columnPotential[j] = (columnPotential[j] as number) - least;
				} else slack[j] = (slack[j] as number) - least;
			}
			column = next;
		} while (rowOf[column] !== 0);
		while (column !== 0) {
			const earlier = before[column] as number;
			rowOf[column] = rowOf[earlier] as number;
			column = earlier;
		}
	}
	const out = new Int32Array(n).fill(-1);
	for (let j = 1; j <= m; j++) {
		const i = rowOf[j] as number;
		if (i > 0 && weightAt(w, i - 1, j - 1) > 0) out[i - 1] = j - 1;
	}
	return out;
}

/** Order-preserving pairs with the greatest total weight (weighted longest common subsequence); ties leave later rows unpaired. */
export function aligned(w: Weights): Assignment {
	const { rows, columns } = w;
	const width = columns + 1;
	const best = new Float64Array((rows + 1) * width);
	const at = (i: number, j: number): number => best[i * width + j] as number;
	for (let i = 1; i <= rows; i++) for (let j = 1; j <= columns; j++) best[i * width + j] = Math.max(at(i - 1, j), at(i, j - 1), at(i - 1, j - 1) + weightAt(w, i - 1, j - 1));
	const out = new Int32Array(rows).fill(-1);
	for (let i = rows, j = columns; i > 0 && j > 0; ) {
		if (at(i, j) === at(i - 1, j)) i--;
		else if (at(i, j) === at(i, j - 1)) j--;
		else out[--i] = --j;
	}
	return out;
}

/** Runs of equal block numbers: [first, past the last] of each. */
function runs(blocks: ArrayLike<number>): (readonly [number, number])[] {
	const out: [number, number][] = [];
	for (let i = 0; i < blocks.length; i++) {
		const last = out.at(-1);
		if (last && blocks[i] === blocks[i - 1]) last[1] = i + 1;
		else out.push([i, i + 1]);
	}
	return out;
}

/** Steps in order, order free inside a step: aligned over blocks, hungarian inside each pair of blocks. Equal neighbouring block numbers are one block. */
export function alignedBlocks(w: Weights, rowBlocks: ArrayLike<number>, columnBlocks: ArrayLike<number>): Assignment {
	const [above, beside] = [runs(rowBlocks), runs(columnBlocks)];
	const inside = above.map(([r0, r1]) =>
		beside.map(([c0, c1]) => {
			const part = weights(r1 - r0, c1 - c0, (i, j) => weightAt(w, r0 + i, c0 + j));
			const pairs = hungarian(part);
			return { pairs, weight: totalWeight(part, pairs) };
		}),
	);
	const steps = aligned(weights(above.length, beside.length, (i, j) => inside[i]?.[j]?.weight ?? 0));
	const out = new Int32Array(w.rows).fill(-1);
	steps.forEach((step, i) => {
		const [row, column] = [above[i]?.[0] ?? 0, beside[step]?.[0] ?? 0];
		inside[i]?.[step]?.pairs.forEach((c, r) => {
			if (c >= 0) out[row + r] = column + c;
		});
	});
	return out;
}

/** Each row in order takes its best free column (ties: the lower column). STAR's matching. */
export function greedyRows(w: Weights): Assignment {
	const taken = new Uint8Array(w.columns);
	const out = new Int32Array(w.rows).fill(-1);
	for (let i = 0; i < w.rows; i++) {
		let best = -1;
		for (let j = 0; j < w.columns; j++) if (!taken[j] && weightAt(w, i, j) > (best < 0 ? 0 : weightAt(w, i, best))) best = j;
		if (best < 0) continue;
		taken[best] = 1;
		out[i] = best;
	}
	return out;
}

/** Each column (reference) in order takes its best free row. ToolRL's and HierR's matching. */
export const greedyColumns = (w: Weights): Assignment => inverse(greedyRows(transpose(w)), w.rows);

/** The heaviest pair of all first, then the heaviest of what is left (ties: lower row, then lower column). */
export function greedyGlobal(w: Weights): Assignment {
	const order = Array.from(w.values.keys()).filter(k => (w.values[k] as number) > 0);
	order.sort((a, b) => (w.values[b] as number) - (w.values[a] as number) || a - b);
	const out = new Int32Array(w.rows).fill(-1);
	const taken = new Uint8Array(w.columns);
	for (const k of order) {
		const [i, j] = [Math.floor(k / w.columns), k % w.columns];
		if ((out[i] as number) >= 0 || taken[j]) continue;
		out[i] = j;
		taken[j] = 1;
	}
	return out;
}

/** Each column in order takes the first free row with a weight > 0. BFCL's parallel matching. */
export function firstFit(w: Weights): Assignment {
	const out = new Int32Array(w.rows).fill(-1);
	for (let j = 0; j < w.columns; j++)
		for (let i = 0; i < w.rows; i++)
			if ((out[i] as number) < 0 && weightAt(w, i, j) > 0) {
				out[i] = j;
				break;
			}
	return out;
}

/** Each column in order takes the next row with a weight > 0; rows passed over never come back. ACEBench's milestones. */
export function sequential(w: Weights): Assignment {
	const out = new Int32Array(w.rows).fill(-1);
	let i = 0;
	for (let j = 0; j < w.columns; j++) {
		while (i < w.rows && weightAt(w, i, j) <= 0) i++;
		if (i >= w.rows) break;
		out[i++] = j;
	}
	return out;
}
