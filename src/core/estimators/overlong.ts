import type { EstimatorInput } from "../model/advantage";
import type { Corner, Overlong } from "./contract";

/** The paper's: 20480 tokens, the last 4096 of them punished. */
export const OVERLONG: Overlong = { limit: 20480, buffer: 4096, factor: 1, capped: true };

/** What is added to the reward: 0 up to limit − buffer, then linearly down to −factor at the limit. */
export function overlongPenalty(length: number, { limit, buffer, factor, capped }: Overlong): number {
	const over = (length - (limit - buffer)) / buffer;
	const penalty = Math.min(-over * factor, 0) + 0;
	return capped ? Math.max(penalty, -factor) : penalty;
}

/** The batch with the punishment in its rewards; as it was where nobody knows the lengths, so that nothing is invented. */
export function punished(input: EstimatorInput, rule: Partial<Overlong> | undefined): EstimatorInput {
	const { lengths } = input;
	if (!rule || !lengths) return input;
	const whole = { ...OVERLONG, ...rule };
	const rewards = input.rewards.slice();
	for (let i = 0; i < rewards.length; i++) rewards[i] = (rewards[i] as number) + overlongPenalty(lengths[i] as number, whole);
	return { ...input, rewards };
}

/** What the rule does, as a corner beside a preset's. */
export function describeOverlong(rule: Partial<Overlong> | undefined): readonly Corner[] {
	if (!rule) return [];
	const { limit, buffer, factor, capped } = { ...OVERLONG, ...rule };
	return [{ code: capped ? "overlong-capped" : "overlong-growing", values: { limit, buffer, factor } }];
}
