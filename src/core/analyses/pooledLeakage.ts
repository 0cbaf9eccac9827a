import { correlation, partialCorrelation } from "./correlation";

/** One group of a log that holds advantages: of the tool tokens, with the rewards of both lanes. All [G]. */
export interface PooledGroup {
	readonly advantages: ArrayLike<number>;
	readonly tool: ArrayLike<number>;
	readonly summary: ArrayLike<number>;
}

export interface PooledLeakage {
	readonly points: number;
	/** Correlation of tool-token advantages with the summary's reward: near 0 for locked credit, near 1 for broadcast. */
	readonly correlation: number;
	/** The same with the tool reward held fixed. */
	readonly partial: number;
	/** Share of shuffles of the summary's rewards within their groups that give a partial correlation at least as strong. */
	readonly pValue: number;
}

const centred = (values: ArrayLike<number>): number[] => {
	const all = Array.from(values);
	const mean = all.reduce((a, b) => a + b, 0) / all.length;
	return all.map(v => v - mean);
};

/** Numbers in [0, 1) from a seed, so that a figure is the same every time (mulberry32). */
export function seeded(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}

function shuffled(values: readonly number[], next: () => number): number[] {
	const out = [...values];
	for (let i = out.length - 1; i > 0; i--) {
		const j = Math.floor(next() * (i + 1));
		[out[i], out[j]] = [out[j] as number, out[i] as number];
	}
	return out;
}

/**
 * Does tool credit follow the summary's reward? For logs that hold advantages only (ALGORITHMS §23.3). Rewards are centred per
 * group and pooled, since inside one group the partial correlation is ±1 or undefined by construction. A p-value of 1/(shuffles
 * + 1) is the least there is. `random` gives numbers in [0, 1); the default gives the same figure every time.
 */
export function pooledLeakage(groups: readonly PooledGroup[], shuffles = 999, random: () => number = seeded(1)): PooledLeakage {
	const advantages = groups.flatMap(g => Array.from(g.advantages));
	const tool = groups.flatMap(g => centred(g.tool));
	const summaries = groups.map(g => centred(g.summary));
	const partial = partialCorrelation(advantages, summaries.flat(), tool);
	let asStrong = 0;
	for (let k = 0; k < shuffles; k++) {
		const p = partialCorrelation(
			advantages,
			summaries.flatMap(s => shuffled(s, random)),
			tool,
		);
		if (Math.abs(p) >= Math.abs(partial) - 1e-12) asStrong++;
	}
	return {
		points: advantages.length,
		correlation: correlation(advantages, summaries.flat()),
		partial,
		pValue: Number.isNaN(partial) ? Number.NaN : (asStrong + 1) / (shuffles + 1),
	};
}
