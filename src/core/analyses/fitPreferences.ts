import type { Scores } from "./weightVote";

/** "`better` must earn more than `worse`." */
export interface Preference {
	readonly better: Scores;
	readonly worse: Scores;
}

export type PreferenceFit =
	| {
			readonly kind: "fit";
			/** Sum 1. */
			readonly weights: readonly number[];
			/** Least w·(better − worse); below 0 the preferences contradict each other. */
			readonly margin: number;
			/** Preferences that the weights do not meet. */
			readonly violated: readonly number[];
	  }
	| { readonly kind: "none"; readonly reason: "no-preferences" | "floors-too-high" | "too-many" };

/** Vertices that are looked at; beyond it nothing is fitted. */
const MAX_VERTICES = 200_000;

/**
 * Weights (sum 1, each ≥ its floor) with the greatest least margin over all preferences: max t subject to
 * w·(better − worse) ≥ t. A linear programme of K + 1 unknowns, solved exactly by looking at every vertex.
 */
export function fitToPreferences(preferences: readonly Preference[], floors: readonly number[]): PreferenceFit {
	const k = floors.length;
	if (!preferences.length) return { kind: "none", reason: "no-preferences" };
	if (floors.reduce((s, f) => s + f, 0) > 1 + 1e-12) return { kind: "none", reason: "floors-too-high" };
	const differences = preferences.map(p => floors.map((_, i) => (p.better[i] ?? 0) - (p.worse[i] ?? 0)));
	// each inequality as coefficients of (w, t) and its right side: row·x ≥ right
	const rows = [...differences.map(d => ({ row: [...d, -1], right: 0 })), ...floors.map((floor, i) => ({ row: [...floors.map((_, j) => (i === j ? 1 : 0)), 0], right: floor }))];
	if (combinations(rows.length, k) > MAX_VERTICES) return { kind: "none", reason: "too-many" };
	const sum = { row: [...floors.map(() => 1), 0], right: 1 };
	let best: readonly number[] | null = null;
	for (const active of choose(rows.length, k)) {
		const x = solve([sum, ...active.map(i => rows[i] as (typeof rows)[number])]);
		if (!x || rows.some(({ row, right }) => row.reduce((s, c, i) => s + c * (x[i] as number), 0) < right - 1e-9)) continue;
		if (best === null || (x[k] as number) > (best[k] as number) + 1e-12) best = x;
	}
	if (!best) return { kind: "none", reason: "floors-too-high" };
	const weights = best.slice(0, k).map(w => (Math.abs(w) < 1e-15 ? 0 : w));
	const margins = differences.map(d => d.reduce((s, v, i) => s + v * (weights[i] as number), 0));
	return { kind: "fit", weights, margin: best[k] as number, violated: margins.flatMap((m, i) => (m < -1e-12 ? [i] : [])) };
}

function combinations(n: number, k: number): number {
	let out = 1;
	for (let i = 0; i < k; i++) out = (out * (n - i)) / (i + 1);
	return out;
}

function* choose(n: number, k: number): Generator<readonly number[]> {
	const at = Array.from({ length: k }, (_, i) => i);
	while (n >= k) {
		yield at;
		let i = k - 1;
		while (i >= 0 && at[i] === n - k + i) i--;
		if (i < 0) return;
		at[i] = (at[i] as number) + 1;
		for (let j = i + 1; j < k; j++) at[j] = (at[j - 1] as number) + 1;
	}
}

/** Solution of a square system by elimination with pivoting; null when there is no single one. */
function solve(equations: readonly { readonly row: readonly number[]; readonly right: number }[]): readonly number[] | null {
	const n = equations.length;
	const a = equations.map(e => [...e.row, e.right]);
	for (let c = 0; c < n; c++) {
		let pivot = c;
		for (let r = c + 1; r < n; r++) if (Math.abs(a[r]?.[c] ?? 0) > Math.abs(a[pivot]?.[c] ?? 0)) pivot = r;
		const top = a[pivot] as number[];
		if (Math.abs(top[c] as number) < 1e-12) return null;
		a[pivot] = a[c] as number[];
		a[c] = top;
		for (let r = 0; r < n; r++) {
			if (r === c) continue;
			const line = a[r] as number[];
			const factor = (line[c] as number) / (top[c] as number);
			if (factor !== 0) for (let j = c; j <= n; j++) line[j] = (line[j] as number) - factor * (top[j] as number);
		}
	}
	return a.map((line, i) => (line[n] as number) / (line[i] as number));
}
