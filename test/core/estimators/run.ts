import { DEFAULT_ESTIMATOR_OPTIONS, type EstimatorOptions } from "../../../src/core/estimators/contract";
import { estimatorById, presetById } from "../../../src/core/estimators/registry";
import type { Estimate, EstimatorInput } from "../../../src/core/model/advantage";
import { column, dense } from "./cards";

/** A batch of rewards; one group when no groups are given. */
export const batch = (rewards: readonly (number | null)[], groups: readonly string[] = rewards.map(() => "g"), more: Partial<EstimatorInput> = {}): EstimatorInput => ({
	rewards: column(rewards),
	groups: dense(groups),
	lengths: null,
	lanes: null,
	present: null,
	omitted: null,
	...more,
});

/** An estimate by names, as a door would ask for it. */
export function run(id: string, preset: string, input: EstimatorInput, options: Partial<EstimatorOptions> = {}): Estimate {
	const estimator = estimatorById(id);
	const found = estimator && presetById(estimator, preset);
	if (!found) throw new Error(`no ${id} ${preset}`);
	return estimator.estimate(input, found.id, { ...DEFAULT_ESTIMATOR_OPTIONS, ...options });
}

export const masks = (rows: readonly (readonly number[])[]): Uint8Array[] => rows.map(r => Uint8Array.from(r));
export const floats = (rows: readonly (readonly number[])[]): Float64Array[] => rows.map(r => Float64Array.from(r));
export const lengthsOf = (rows: readonly (readonly number[])[]): Float64Array => Float64Array.from(rows, r => r.reduce((a, b) => a + b, 0));
/** NaN of masked tokens as the 0 a tensor holds there. */
export const zeroed = (rows: readonly Float64Array[] | undefined): number[][] => (rows ?? []).map(r => Array.from(r, v => (Number.isNaN(v) ? 0 : v)));
/** One value per rollout spread over its mask. */
export const overMask = (values: Float64Array | null | undefined, rows: readonly (readonly number[])[]): number[][] =>
	rows.map((r, i) => r.map(m => (m ? (values?.[i] ?? Number.NaN) : 0)));
