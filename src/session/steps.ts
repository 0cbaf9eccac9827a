import type { StepsView, StepView } from "../protocol/queries";
import type { SessionState } from "./state";

interface Sum {
	rollouts: number;
	known: number;
	total: number;
	groups: number;
	useful: number;
}

/**
 * Rollouts by training step, in ascending order, those without a step last. The mean is taken over the rewards that are known and finite,
 * in the basis of the session; a group is useful when its rewards differ, so that it gives a gradient.
 */
export function stepsOf(s: SessionState): StepsView {
	const { ledger, groups, rows } = s.state;
	const reward = s.basis === "recomputed" ? ledger.total : ledger.recorded;
	const by = new Map<number, Sum>();
	const at = (step: number): Sum => {
		let sum = by.get(step);
		if (!sum) {
			sum = { rollouts: 0, known: 0, total: 0, groups: 0, useful: 0 };
			by.set(step, sum);
		}
		return sum;
	};
	for (let row = 0; row < rows; row++) {
		const sum = at(ledger.step.get(row));
		const value = reward.get(row);
		sum.rollouts++;
		if (!Number.isFinite(value)) continue;
		sum.known++;
		sum.total += value;
	}
	for (let g = 0; g < groups.count; g++) {
		const sum = at(groups.stepOf(g) ?? Number.NaN);
		sum.groups++;
		if (s.groupSummary(g).degenerate === null) sum.useful++;
	}
	const order = [...by.keys()].sort((a, b) => (Number.isNaN(a) ? 1 : Number.isNaN(b) ? -1 : a - b));
	const steps = order.map((step): StepView => {
		const { rollouts, known, total, groups: count, useful } = by.get(step) as Sum;
		return { step: Number.isNaN(step) ? null : step, rollouts, mean: known ? total / known : Number.NaN, groups: count, useful };
	});
	return { basis: s.basis, steps };
}
