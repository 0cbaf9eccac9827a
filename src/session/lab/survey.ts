import { setImmediate as breathe } from "node:timers/promises";
import { type Rate, stepRates } from "../../core/analyses/sparsity";
import { isArray, isObject, type JsonValue } from "../../core/base/units";
import type { StepCall, Subject } from "../../core/checks/contract";
import { MISTAKES } from "../../core/checks/registry";
import { subjectOf } from "../../core/checks/subject";
import { looseEqual } from "../../core/matching/equality";
import { astDice } from "../../core/matching/similarity";
import type { Rollout } from "../../core/model/rollout";
import { judgedRows } from "../findings";
import type { Judged } from "../judge";
import type { SessionState } from "../state";

/** What one more pass over the rollouts tells that the ledger does not hold. */
export interface Survey {
	/** Rollouts looked at. */
	readonly rollouts: number;
	/** Of them with reference calls. */
	readonly referenced: number;
	/** How often each step of the reference was right. */
	readonly rates: readonly Rate[];
	/** Most steps a reference has. */
	readonly steps: number;
	/** Per row: mean likeness of the reference calls and what was called in their place; NaN without reference calls. */
	readonly feature: Float64Array;
	/** Rollouts by the deepest cause of their first mistake: format, plan, key, value. */
	readonly causes: Readonly<Record<string, number>>;
}

const CAUSE = new Map(MISTAKES.map(m => [m.code, m.cause]));

/** Is every expected argument there with a right value, and none that does not belong? */
function sameArguments(actual: JsonValue, wanted: StepCall): boolean {
	const expected = wanted.arguments;
	if (!isObject(actual) || !isObject(expected)) return looseEqual(actual, expected);
	const right = (key: string): boolean => {
		const [value, one, allowed] = [actual[key], expected[key], wanted.allowed?.[key]];
		if (value === undefined) return isArray(allowed) && allowed.includes("");
		return (one !== undefined && looseEqual(value, one)) || (isArray(allowed) && allowed.some(a => looseEqual(value, a)));
	};
	return Object.keys(expected).every(right) && Object.keys(actual).every(k => Object.hasOwn(expected, k) || (wanted.allowed !== null && right(k)));
}

/** Call made in the place of each reference call; −1 = none. */
function partners({ references, pairs }: Subject): Int32Array {
	const out = new Int32Array(references?.length ?? 0).fill(-1);
	pairs.forEach((reference, call) => {
		if (reference >= 0) out[reference] = call;
	});
	return out;
}

/** Whether each reference call was made as it should be (1) or not (0), and how alike calls and reference are; null without reference calls. */
export function stepOutcomes(rollout: Rollout): { readonly outcomes: Float64Array; readonly likeness: number } | null {
	const subject = subjectOf(rollout);
	const { references, calls } = subject;
	if (!references?.length) return null;
	const made = partners(subject);
	const outcomes = Float64Array.from(references, (wanted, j) => {
		const call = calls[made[j] as number];
		return call && call.name === wanted.name && sameArguments(call.arguments, wanted) ? 1 : 0;
	});
	const likeness = references.reduce((sum, wanted, j) => sum + astDice(calls[made[j] as number] ?? null, wanted), 0) / references.length;
	return { outcomes, likeness };
}

/** First mistake by its cause; null when there is none. */
const causeOf = ({ findings }: Judged): string | null => findings.map(f => (f.severity === "info" ? undefined : CAUSE.get(f.code))).find(c => c !== undefined) ?? null;

const SLICE = 64;

/** Looks at every rollout once more. Stops with what it has when the signal says so. */
export async function surveyOf(s: SessionState, signal?: AbortSignal, onRow: (row: number) => void = () => {}): Promise<Survey> {
	const feature = new Float64Array(s.state.rows).fill(Number.NaN);
	const outcomes: Float64Array[] = [];
	const causes: Record<string, number> = { format: 0, plan: 0, key: 0, value: 0 };
	let rollouts = 0;
	for await (const { row, judged } of judgedRows(s.source, s.state)) {
		if (signal?.aborted) break;
		rollouts++;
		const steps = stepOutcomes(judged.rollout);
		if (steps) {
			outcomes.push(steps.outcomes);
			feature[row] = steps.likeness;
		}
		const cause = causeOf(judged);
		if (cause !== null) causes[cause] = (causes[cause] ?? 0) + 1;
		onRow(row);
		if (rollouts % SLICE === 0) await breathe();
	}
	const steps = outcomes.reduce((most, o) => Math.max(most, o.length), 0);
	return { rollouts, referenced: outcomes.length, rates: stepRates(outcomes), steps, feature, causes };
}
