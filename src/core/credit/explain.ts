import type { CreditTerm } from "../model/credit";
import type { Lane } from "../model/segment";

/** One layer of the reward for one rollout, with the mean of its contribution over the group's usable members (but this one, where the baseline leaves it out). */
export interface LayerShare {
	readonly id: string;
	readonly contribution: number;
	readonly baseline: number;
	readonly weight: number;
	readonly score: number;
	readonly pays: readonly Lane[];
}

/** One rollout's row of EstimateParts: A = scale·(reward − baseline)/divisor. */
export interface RowParts {
	readonly reward: number;
	readonly baseline: number;
	readonly divisor: number;
	readonly scale: number;
}

export interface Explainable {
	/** Of the rollout; null for locked estimators. */
	readonly parts: RowParts | null;
	/** Per lane; null for broadcast estimators. */
	readonly laneParts: Readonly<Record<Lane, RowParts | null>> | null;
	/** What the reward is made of; [] when only its total is known. */
	readonly layers: readonly LayerShare[];
	/** Lane of the token; null = none. */
	readonly lane: Lane | null;
	/** Can a loss reach the token? */
	readonly lossMask: boolean;
	readonly reach: "broadcast" | "locked" | "token";
	/** The token's advantage where no `parts` split it (GDPO, ToolPO's tool lane, token estimators); it is then one term. */
	readonly advantage?: number;
	/** SLCA's guard replaced the lane rewards: the layers do not explain them. */
	readonly guarded?: boolean;
}

export interface Explanation {
	/** NaN = none. */
	readonly credit: number;
	/** Add up to the credit within 1e-9 of its size. */
	readonly terms: readonly CreditTerm[];
}

const CLOSE = 1e-9;
const near = (a: number, b: number): boolean => Math.abs(a - b) <= CLOSE * Math.max(1, Math.abs(a), Math.abs(b));
const total = (terms: readonly { readonly value: number }[]): number => terms.reduce((sum, t) => sum + t.value, 0);
const nothing = (id: string): Explanation => ({ credit: Number.NaN, terms: [{ id, value: Number.NaN, data: {} }] });

/**
 * Splits one token's credit into terms. One term per layer when the layers add up to the reward and their means to the
 * baseline (every part of A is linear in the reward, so a split of R splits A); else the reward and the baseline as such, or one
 * term where the reward counts 0 times.
 * A layer that pays other lanes only is listed with 0 as "locked:id".
 */
export function explainToken({ parts, laneParts, layers, lane, lossMask, reach, advantage = Number.NaN, guarded = false }: Explainable): Explanation {
	if (!lossMask) return nothing("masked");
	const locked = reach === "locked";
	if (locked && lane === null) return nothing("no-lane");
	const row = locked ? lane && laneParts?.[lane] : parts;
	if (!row && !Number.isNaN(advantage)) return { credit: advantage, terms: [{ id: "advantage", value: advantage, data: {} }] };
	if (!row) return nothing("no-advantage");
	const { reward, baseline, divisor, scale } = row;
	const worth = (x: number): number => (scale * x) / divisor;
	const credit = worth(reward - baseline) + 0;
	if (!Number.isFinite(credit)) return nothing("no-advantage");
	const pays = (l: LayerShare): boolean => !locked || (lane !== null && l.pays.includes(lane));
	const paying = layers.filter(pays);
	const shut: CreditTerm[] = layers.filter(l => !pays(l)).map(l => ({ id: `locked:${l.id}`, value: 0, data: { contribution: l.contribution } }));
	const byLayer = paying.map(
		(l): CreditTerm => ({
			id: `layer:${l.id}`,
			value: worth(l.contribution - l.baseline) + 0,
			data: { contribution: l.contribution, score: l.score, weight: l.weight, baseline: l.baseline, divisor, scale },
		}),
	);
	const sum = (of: (l: LayerShare) => number): number => paying.reduce((s, l) => s + of(l), 0);
	const explained =
		!(guarded && locked) &&
		paying.length > 0 &&
		near(
			sum(l => l.contribution),
			reward,
		) &&
		near(
			sum(l => l.baseline),
			baseline,
		) &&
		near(total(byLayer), credit);
	if (explained) return { credit, terms: [...byLayer, ...shut] };
	if (scale === 0) return { credit, terms: [{ id: "pays-nothing", value: 0, data: { reward } }, ...shut] };
	const whole: CreditTerm[] = [{ id: guarded && locked ? "guard" : "reward", value: worth(reward) + 0, data: { reward, divisor, scale } }];
	if (baseline !== 0) whole.push({ id: "baseline", value: -worth(baseline), data: { baseline, divisor, scale } });
	// over a tiny divisor both are huge and their difference is rounding: then only the credit itself can be said
	if (!near(total(whole), credit)) return { credit, terms: [{ id: "advantage", value: credit, data: { reward, baseline, divisor, scale } }, ...shut] };
	return { credit, terms: [...whole, ...shut] };
}
