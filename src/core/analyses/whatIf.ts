import { isConstant } from "../base/stats";

/** Advantages below this have no sign. */
const DEAD = 1e-9;
const signOf = (a: number): number => (a > DEAD ? 1 : a < -DEAD ? -1 : 0);

/** Score columns of a reward's layers with the gate that can close them. NaN = unknown. */
export interface LayerColumns {
	readonly scores: readonly ArrayLike<number>[];
	/** Layers after the gating one count only where its score is at least `at`; at ≤ 0 = always. */
	readonly gate: { readonly layer: number; readonly at: number } | null;
}

/** Σ w·s per rollout from stored scores, no text touched. A layer without weight need not be known; NaN where one that counts is. */
export function reweigh({ scores, gate }: LayerColumns, weights: readonly number[]): Float64Array {
	const out = new Float64Array(scores[0]?.length ?? 0);
	for (let i = 0; i < out.length; i++) {
		const key = gate && gate.at > 0 ? (scores[gate.layer]?.[i] as number) : 1;
		const open = gate && gate.at > 0 ? (Number.isNaN(key) ? null : key >= gate.at - 1e-12) : true;
		let sum = 0;
		for (let k = 0; k < scores.length; k++) {
			const w = weights[k] ?? 0;
			const gated = gate !== null && k !== gate.layer;
			if (w === 0 || (gated && open === false)) continue;
			sum += gated && open === null ? Number.NaN : w * ((scores[k] as ArrayLike<number>)[i] as number);
		}
		out[i] = sum;
	}
	return out;
}

/** One state of the file: its rewards and the advantages they give. */
export interface State {
	readonly rewards: ArrayLike<number>;
	readonly advantages: ArrayLike<number>;
}

export interface Moved {
	readonly row: number;
	readonly before: number;
	readonly after: number;
	/** Advantage after − before. */
	readonly change: number;
	/** Place in its group by reward, 1 = best, ties share. */
	readonly rankBefore: number;
	readonly rankAfter: number;
}

export interface WhatIf {
	/** Rollouts with an advantage before and after. */
	readonly compared: number;
	/** Groups whose rewards were all equal and now differ, and the other way round. */
	readonly revived: readonly number[];
	readonly killed: readonly number[];
	/** Rollouts whose advantage changed its sign: they would be pushed the other way. */
	readonly flips: readonly Moved[];
	readonly flipCount: number;
	/** Rollouts that gained and lost the most advantage, most first. */
	readonly winners: readonly Moved[];
	readonly losers: readonly Moved[];
	/** Groups whose best rollout is another one. */
	readonly newBest: readonly number[];
	/** Groups with rewards that are known on one side only: they can neither revive nor die. */
	readonly unknown: readonly number[];
}

const usable = (rewards: ArrayLike<number>, rows: readonly number[]): number[] => rows.map(r => rewards[r] as number).filter(Number.isFinite);

function ranks(rewards: ArrayLike<number>, rows: readonly number[]): ReadonlyMap<number, number> {
	const sorted = rows.filter(r => Number.isFinite(rewards[r])).sort((a, b) => (rewards[b] as number) - (rewards[a] as number) || a - b);
	const out = new Map<number, number>();
	sorted.forEach((row, i) => {
		const above = sorted[i - 1];
		out.set(row, above !== undefined && rewards[above] === rewards[row] ? (out.get(above) as number) : i + 1);
	});
	return out;
}

/** What changes when the file is ranked by other rewards. members: rows of each group. `most` = longest list that is answered. */
export function whatIf(before: State, after: State, members: readonly (readonly number[])[], most = 20): WhatIf {
	const revived: number[] = [];
	const killed: number[] = [];
	const newBest: number[] = [];
	const unknown: number[] = [];
	const flips: Moved[] = [];
	const moved: Moved[] = [];
	let compared = 0;
	for (const [g, rows] of members.entries()) {
		const known = [before, after].map(s => usable(s.rewards, rows));
		const dead = known.map(isConstant);
		const comparable = known[0]?.length === known[1]?.length && known[0]?.length !== 0;
		if (!comparable) unknown.push(g);
		else if (dead[0] && !dead[1]) revived.push(g);
		else if (!dead[0] && dead[1]) killed.push(g);
		const [was, is] = [ranks(before.rewards, rows), ranks(after.rewards, rows)];
		const best = (of: ReadonlyMap<number, number>): string => [...of].flatMap(([row, rank]) => (rank === 1 ? [row] : [])).join();
		if (comparable && !dead[0] && !dead[1] && best(was) !== best(is)) newBest.push(g);
		for (const row of rows) {
			const [a, b] = [before.advantages[row] as number, after.advantages[row] as number];
			if (Number.isNaN(a) || Number.isNaN(b)) continue;
			compared++;
			const one = { row, before: a, after: b, change: b - a, rankBefore: was.get(row) ?? Number.NaN, rankAfter: is.get(row) ?? Number.NaN };
			if (signOf(a) * signOf(b) < 0) flips.push(one);
			if (Math.abs(one.change) > DEAD) moved.push(one);
		}
	}
	moved.sort((a, b) => b.change - a.change || a.row - b.row);
	flips.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.row - b.row);
	return {
		compared,
		revived,
		killed,
		flips: flips.slice(0, most),
		flipCount: flips.length,
		winners: moved.filter(m => m.change > 0).slice(0, most),
		losers: moved
			.filter(m => m.change < 0)
			.reverse()
			.slice(0, most),
		newBest,
		unknown,
	};
}
