import { LANES, type Lane } from "../model/segment";
import { correlation, partialCorrelation } from "./correlation";

type PerLane = Readonly<Record<Lane, ArrayLike<number>>>;

/** One group under a broadcast and a segment-locked estimator with the same normaliser. All columns [G]. */
export interface LeakageInput {
	/** Reward per lane; a rollout without the segment has 0 tokens of it, and 0 here adds nothing to its total. */
	readonly rewards: PerLane;
	/** Learnable tokens per lane. */
	readonly tokens: PerLane;
	/** Advantage of the weighted sum of both rewards, the same for all tokens of a rollout. */
	readonly broadcast: ArrayLike<number>;
	/** Advantage per lane; NaN = the rollout has no such segment. */
	readonly locked: PerLane;
	/** λ of each lane in the total. */
	readonly weights: Readonly<Record<Lane, number>>;
}

/** How far the broadcast advantage is from the segment's own, over the tokens of one lane (ALGORITHMS §23.1). Shares of tokens; NaN = not defined. */
export interface LaneLeakage {
	readonly tokens: number;
	/** Pushed against their own reward. */
	readonly signDisagreement: number;
	/** Moved although their own reward says nothing. */
	readonly phantom: number;
	/** Not moved although their own reward says something. */
	readonly missed: number;
	readonly l1PerToken: number;
	readonly l1Relative: number;
	readonly cosine: number;
	/** 1 − cosine²: share of the broadcast energy that is not parallel to the own credit. */
	readonly unexplained: number;
}

/** A^G = α·A^tool + β·A^summary inside a group (§23.2). Exact with ε = 0 and all segments there; `residual` says how far off it is. */
export interface Decomposition {
	readonly alpha: number;
	readonly beta: number;
	/** Correlation of the two rewards; NaN when one is constant. */
	readonly rho: number;
	/** Correlation of the broadcast with the tool lane's own advantage; negative = pushed the wrong way on average. */
	readonly kappa: number;
	readonly ownShare: number;
	readonly leakShare: number;
	readonly noise: number;
	/** NaN when there is no noise. */
	readonly signalToNoise: number;
	readonly effectiveGroup: number;
	readonly residual: number;
}

export interface Leakage {
	/** Null when no rollout has tokens of the lane. */
	readonly lanes: Readonly<Record<Lane, LaneLeakage | null>>;
	/** Null when the total does not vary. */
	readonly decomposition: Decomposition | null;
	/** Rollouts whose calls are worse than the mean of their group and are rewarded all the same. */
	readonly falseReward: readonly number[];
	/** Better calls that are punished. */
	readonly falsePunishment: readonly number[];
	/** Correlation of the tool tokens' broadcast advantage with the summary's reward, alone and with the tool reward held fixed. */
	readonly correlation: number;
	readonly partial: number;
	/** Share of |advantage| over all tokens that falls on summary tokens. */
	readonly summaryShare: number;
}

/** Signs are compared with this dead zone. */
const ZERO = 1e-9;
const sign = (x: number): number => (Math.abs(x) < ZERO ? 0 : Math.sign(x));
const share = (part: number, whole: number): number => (whole > 0 ? part / whole : Number.NaN);

function laneLeakage(tokens: ArrayLike<number>, broadcast: ArrayLike<number>, own: ArrayLike<number>): LaneLeakage | null {
	let [n, disagree, phantom, missed, distance, mass, gg, aa, ga] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
	for (let i = 0; i < tokens.length; i++) {
		const [w, g, a] = [tokens[i] as number, broadcast[i] as number, own[i] as number];
		if (!(w > 0) || Number.isNaN(g) || Number.isNaN(a)) continue;
		n += w;
		const [sg, sa] = [sign(g), sign(a)];
		if (sg * sa < 0) disagree += w;
		if (sa === 0 && sg !== 0) phantom += w;
		if (sa !== 0 && sg === 0) missed += w;
		distance += w * Math.abs(g - a);
		mass += w * Math.abs(a);
		gg += w * g * g;
		aa += w * a * a;
		ga += w * g * a;
	}
	if (n === 0) return null;
	const cosine = gg > n * ZERO ** 2 && aa > n * ZERO ** 2 ? ga / Math.sqrt(gg * aa) : Number.NaN;
	return {
		tokens: n,
		signDisagreement: disagree / n,
		phantom: phantom / n,
		missed: missed / n,
		l1PerToken: distance / n,
		l1Relative: mass > n * ZERO ? distance / mass : Number.NaN,
		cosine,
		unexplained: 1 - cosine * cosine,
	};
}

function deviationOf(values: ArrayLike<number>): number {
	let mean = 0;
	for (let i = 0; i < values.length; i++) mean += (values[i] as number) / values.length;
	let squares = 0;
	for (let i = 0; i < values.length; i++) squares += ((values[i] as number) - mean) ** 2;
	const deviation = Math.sqrt(squares / (values.length - 1));
	return deviation > 1e-12 * Math.max(1, Math.abs(mean)) ? deviation : 0;
}

function decompose({ rewards, broadcast, locked, weights }: LeakageInput): Decomposition | null {
	const total = Array.from(broadcast, (_, i) => LANES.reduce((sum, lane) => sum + weights[lane] * (rewards[lane][i] as number), 0));
	const all = deviationOf(total);
	if (!(all > 0)) return null;
	const alpha = (weights.tool * deviationOf(rewards.tool)) / all;
	const beta = (weights.summary * deviationOf(rewards.summary)) / all;
	const rho = correlation(rewards.tool, rewards.summary);
	const r = Number.isNaN(rho) ? 0 : rho;
	const kappa = alpha + beta * r;
	const noise = Math.max(0, 1 - kappa * kappa);
	let residual = 0;
	total.forEach((_, i) => {
		const off = Math.abs((broadcast[i] as number) - alpha * (locked.tool[i] as number) - beta * (locked.summary[i] as number));
		if (off > residual) residual = off;
	});
	return {
		alpha,
		beta,
		rho,
		kappa,
		ownShare: alpha * kappa,
		leakShare: beta * (beta + alpha * r),
		noise,
		signalToNoise: noise > 1e-12 ? (kappa * kappa) / noise : Number.NaN,
		effectiveGroup: broadcast.length * kappa * kappa,
		residual,
	};
}

/** What a broadcast advantage does to tool tokens that their own reward would not (ALGORITHMS §23), for one group. */
export function leakage(input: LeakageInput): Leakage {
	const { rewards, tokens, broadcast, locked } = input;
	const called = Array.from(broadcast, (_, i) => i).filter(i => (tokens.tool[i] as number) > 0);
	const mean = called.reduce((sum, i) => sum + (rewards.tool[i] as number) / called.length, 0);
	const wrong = (side: 1 | -1): number[] => called.filter(i => sign((rewards.tool[i] as number) - mean) === -side && sign(broadcast[i] as number) === side);
	let [summaryMass, mass] = [0, 0];
	for (let i = 0; i < broadcast.length; i++) {
		const g = Math.abs(broadcast[i] as number);
		summaryMass += (tokens.summary[i] as number) * g;
		mass += ((tokens.tool[i] as number) + (tokens.summary[i] as number)) * g;
	}
	return {
		lanes: { tool: laneLeakage(tokens.tool, broadcast, locked.tool), summary: laneLeakage(tokens.summary, broadcast, locked.summary) },
		decomposition: decompose(input),
		falseReward: wrong(1),
		falsePunishment: wrong(-1),
		correlation: correlation(broadcast, rewards.summary),
		partial: partialCorrelation(broadcast, rewards.summary, rewards.tool),
		summaryShare: share(summaryMass, mass),
	};
}
