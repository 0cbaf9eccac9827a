import type { Corner, Estimator, Preset } from "./contract";
import { grpo } from "./grpo";
import { slca } from "./slca";

/** Every way to turn rewards into advantages; a new one is a file and a row here. */
export const ESTIMATORS: readonly Estimator[] = [grpo, slca];

export const estimatorById = (id: string): Estimator | undefined => ESTIMATORS.find(e => e.id === id);

/** A preset by its id or another spelling of it; null or "" = the estimator's default. */
export function presetById(estimator: Estimator, id: string | null): Preset | undefined {
	const wanted = id || estimator.defaultPreset;
	return estimator.presets.find(p => p.id === wanted || p.aliases.includes(wanted));
}

/** A preset's corners as codes with values, for a sentence of words/estimators. Unknown ids: nothing to say. */
export function describePreset(estimatorId: string, presetId: string): readonly Corner[] {
	const estimator = estimatorById(estimatorId);
	return (estimator && presetById(estimator, presetId)?.corners) ?? [];
}
