import { absQuantile, deviation, mean } from "../core/base/stats";
import type { LayerShare, RowParts } from "../core/credit/explain";
import { DEFAULT_ESTIMATOR_OPTIONS, type EstimatorOptions, type Overlong } from "../core/estimators/contract";
import { type Degenerate, degenerateOf, type Kept, keptBy } from "../core/estimators/degenerate";
import { OVERLONG, overlongPenalty } from "../core/estimators/overlong";
import { estimatorById, presetById } from "../core/estimators/registry";
import type { Estimate, EstimateParts, EstimatorInput } from "../core/model/advantage";
import { FLAG, type Ledger } from "../core/model/ledger";
import type { Score } from "../core/model/reward";
import { LANES, type Lane } from "../core/model/segment";
import { estimateBatches } from "./batches";
import type { GroupTable } from "./groups";
import type { TokenEstimate } from "./tokenEstimate";

/** Which rewards the advantages are computed from. */
export type Basis = "recorded" | "recomputed";

/** 1 where a flag is set. */
function flagged(ledger: Ledger, bit: number): Uint8Array {
	const flags = ledger.flags.view();
	const out = new Uint8Array(flags.length);
	for (let i = 0; i < out.length; i++) if ((flags[i] as number) & bit) out[i] = 1;
	return out;
}

/**
 * Columns of the ledger as an estimator wants them. Segment-locked estimators work on the recomputed reward's lanes and
 * total, since the file records no reward per segment. `split`: with what the rewards are the sum of.
 */
export function estimatorInput(ledger: Ledger, basis: Basis, locked: boolean, split = true): EstimatorInput {
	return {
		// copies: estimates look again later, when rows may have been added or scored
		rewards: (locked || basis === "recomputed" ? ledger.total : ledger.recorded).view().slice(),
		groups: ledger.group.view().slice(),
		lengths: new Float64Array(ledger.tokens.view()),
		lanes: { tool: ledger.laneTool.view(), summary: ledger.laneSummary.view() },
		present: { tool: flagged(ledger, FLAG.toolLane), summary: flagged(ledger, FLAG.summaryLane) },
		omitted: flagged(ledger, FLAG.omitted),
		...(split ? componentsOf(ledger, basis) : {}),
	};
}

/** What the rewards are the sum of: the layers of the recomputed reward, or the recorded components where they add up to it. */
function componentsOf(ledger: Ledger, basis: Basis): Pick<EstimatorInput, "components"> {
	const total = (basis === "recorded" ? ledger.recorded : ledger.total).view();
	const values = basis === "recorded" ? [...ledger.components.values()].map(c => c.view()) : ledger.layers.map(l => l.contribution.view());
	if (values.length < 2 || values.some(v => v.length !== total.length)) return {};
	for (let i = 0; basis === "recorded" && i < total.length; i++) {
		const want = total[i] as number;
		let off = -want;
		for (const v of values) off += v[i] as number;
		if (Math.abs(off) > 1e-6 * Math.max(1, Math.abs(want))) return {};
	}
	return { components: { values, weights: values.map(() => 1) } };
}

/** Advantages of the whole file under one estimator, with the scale their colours clamp at. */
export interface FileEstimate {
	readonly estimator: string;
	readonly preset: string;
	readonly reach: "broadcast" | "locked" | "token";
	readonly estimate: Estimate;
	/** 99th percentile of |advantage|, 0 when nothing moves. */
	readonly scale: number;
	/** Where each token has an advantage of its own; then no single number stands for a rollout. */
	readonly tokens?: TokenEstimate;
}

/** `input`: the ledger's columns, which a caller may have at hand. */
export function estimateFile(
	ledger: Ledger,
	basis: Basis,
	id: string,
	preset: string | null,
	options: Partial<EstimatorOptions>,
	input: (basis: Basis, locked: boolean, split: boolean) => EstimatorInput = (...how) => estimatorInput(ledger, ...how),
): FileEstimate {
	const estimator = estimatorById(id);
	if (!estimator) throw new Error(`invariant: estimator ${id}`);
	const chosen = presetById(estimator, preset) ?? presetById(estimator, null);
	if (!chosen) throw new Error(`invariant: preset of ${id}`);
	const estimate = estimateBatches(input(basis, estimator.reach === "locked", estimator.components === true), ledger.step.view(), estimator, chosen, {
		...DEFAULT_ESTIMATOR_OPTIONS,
		...options,
	});
	const values = estimate.lanes ? [estimate.lanes.tool, estimate.lanes.summary] : [estimate.advantages ?? new Float64Array()];
	return { estimator: id, preset: chosen.id, reach: estimator.reach, estimate, scale: absQuantile(values, 0.99) };
}

export const partsAt = (parts: EstimateParts | null | undefined, row: number): RowParts | null =>
	parts ? { reward: parts.reward[row] as number, baseline: parts.baseline[row] as number, divisor: parts.divisor[row] as number, scale: parts.scale[row] as number } : null;

/**
 * Each layer's contribution to this row's reward and to its group's mean, so that an advantage splits by layer. The mean
 * is taken over the members whose reward is known, as the estimator does.
 */
export function layerShares(ledger: Ledger, groups: GroupTable, row: number, score: Score, usable: (row: number) => boolean): LayerShare[] {
	const group = ledger.group.get(row);
	const members = group >= 0 ? groups.membersOf(group).filter(usable) : [];
	return score.layers.map(layer => {
		const column = ledger.layers.find(l => l.id === layer.id);
		return {
			id: layer.id,
			contribution: layer.contribution,
			baseline: column ? mean(members.map(m => column.contribution.get(m))) : Number.NaN,
			weight: layer.weight,
			score: layer.score,
			pays: layer.pays,
		};
	});
}

/** The overlong punishment as one more addend of the reward. */
export function overlongShare(ledger: Ledger, groups: GroupTable, row: number, rule: Partial<Overlong>, usable: (row: number) => boolean): LayerShare {
	const group = ledger.group.get(row);
	const of = (r: number): number => overlongPenalty(ledger.tokens.get(r), { ...OVERLONG, ...rule });
	const members = group >= 0 ? groups.membersOf(group).filter(usable) : [];
	return { id: "overlong", contribution: of(row), baseline: mean(members.map(of)), weight: 1, score: of(row), pays: LANES };
}

/** One line of the group table. */
export interface GroupSummary {
	readonly size: number;
	readonly mean: number;
	readonly deviation: number;
	readonly degenerate: Degenerate | null;
	/** Which trainers' group filters would keep it. */
	readonly kept: Kept;
}

export function summariseGroup(ledger: Ledger, members: readonly number[], basis: Basis, range: readonly [number, number] | null): GroupSummary {
	const column = basis === "recomputed" ? ledger.total : ledger.recorded;
	const rewards = new Float64Array(members.length);
	for (let i = 0; i < rewards.length; i++) rewards[i] = column.get(members[i] as number);
	let degenerate = degenerateOf(rewards, range);
	// only where nothing else is said of the totals can their layers cancel
	if (degenerate !== null && degenerate !== "unscored" && degenerate !== "single" && basis === "recomputed" && ledger.layers.length > 1)
		degenerate = degenerateOf(
			rewards,
			range,
			ledger.layers.map(l => Float64Array.from(members, r => l.contribution.get(r))),
		);
	return { size: members.length, mean: mean(rewards), deviation: deviation(rewards, 1), degenerate, kept: keptBy(rewards) };
}

export const laneRecord = (lanes: Readonly<Record<Lane, Float64Array>>, row: number): Record<Lane, number> => ({
	tool: lanes.tool[row] as number,
	summary: lanes.summary[row] as number,
});
