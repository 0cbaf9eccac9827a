import type { Corner, Estimator, Preset } from "./contract";
import { gae } from "./gae";
import { gdpo } from "./gdpo";
import { gigpo } from "./gigpo";
import { gpg } from "./gpg";
import { grpo } from "./grpo";
import { mtgrpo } from "./mtgrpo";
import { opo } from "./opo";
import { passk } from "./passk";
import { prime } from "./prime";
import { reinforcePlusPlus } from "./reinforcePlusPlus";
import { remax } from "./remax";
import { rloo } from "./rloo";
import { rltr } from "./rltr";
import { slca } from "./slca";
import { steptool } from "./steptool";
import { toolpo } from "./toolpo";

/** Every way to turn rewards into advantages; a new one is a file and a row here. */
export const ESTIMATORS: readonly Estimator[] = [grpo, slca, rloo, opo, gpg, passk, gdpo, reinforcePlusPlus, remax, gae, toolpo, rltr, mtgrpo, gigpo, steptool, prime];

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
