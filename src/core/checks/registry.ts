import type { Finding } from "../model/finding";
import type { Rollout } from "../model/rollout";
import type { Check, Mistake } from "./contract";
import { marks } from "./marks";
import { masks } from "./masks";
import { parameters } from "./parameters";
import { plan } from "./plan";
import { subjectOf } from "./subject";
import { tools } from "./tools";
import { values } from "./values";

/** In the order in which findings are listed. */
export const CHECKS: readonly Check[] = [marks, tools, parameters, values, plan, masks];

/** E01–E17, by code. */
export const MISTAKES: readonly Mistake[] = CHECKS.flatMap(c => c.mistakes).sort((a, b) => (a.code < b.code ? -1 : 1));

/** What is wrong with a rollout's calls. Never throws; what the file gives no evidence for is not checked. */
export function checkRollout(rollout: Rollout): readonly Finding[] {
	const subject = subjectOf(rollout);
	return CHECKS.flatMap(c => c.run(subject));
}
