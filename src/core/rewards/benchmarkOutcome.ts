import { isArray, isObject, type JsonValue } from "../base/units";
import type { Rollout } from "../model/rollout";
import { acebench } from "./acebench";
import { bfcl } from "./bfcl";
import type { Given, OutcomeReading, Reward } from "./contract";
import { bfclIdState } from "./stateful";
import { tau2 } from "./tau2";

/** Without the schemas a checker would find every parameter to be unknown. */
const described = (tools: Rollout["tools"]): boolean => !!tools?.length && tools.every(t => t.parameters !== null);

const listed = (v: JsonValue): boolean => isObject(v) && Object.keys(v).length > 0 && Object.values(v).every(p => isObject(p) && Object.values(p).every(isArray));

/** BFCL's `[{name: {param: [allowed values]}}]`, which no other writer has. */
const isBfcl = ({ id, reference, tools }: Rollout): boolean => {
	const answer = reference?.answer;
	return bfclIdState(id) === null && described(tools) && isArray(answer) && answer.length > 0 && answer.every(listed);
};

/** ACEBench's `{name: {param: value}}`, told from any other object by the key it stands under. */
const isAce = ({ reference, tools }: Rollout): boolean => {
	const answer = reference?.answer;
	const alternatives = isArray(answer) ? answer : [answer ?? null];
	return described(tools) && reference?.source === "possible_answer" && alternatives.length > 0 && alternatives.every(a => isObject(a) && Object.values(a).every(isObject));
};

/** The verdict of the first layer of a checker that has a weight. */
function verdictOf(reward: Reward, rollout: Rollout, given: Given): OutcomeReading | null {
	const found = reward.score(rollout, reward.defaults, given).layers.find(l => l.weight !== 0);
	return found && !Number.isNaN(found.score) ? { score: found.score, checks: found.checks, unknown: null } : null;
}

/** What the benchmark's own checker says of a rollout whose reference is written for it; null when it is not. */
export function benchmarkOutcome(rollout: Rollout, given: Given): OutcomeReading | null {
	if (isBfcl(rollout)) return verdictOf(bfcl, rollout, given);
	if (isAce(rollout)) return verdictOf(acebench, rollout, given);
	return isObject(rollout.extras.reward_info) && isArray(rollout.extras.reward_info.reward_basis) ? verdictOf(tau2, rollout, given) : null;
}
