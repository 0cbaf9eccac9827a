import type { JsonObject, JsonValue } from "../core/base/units";
import { type Aggregation, batchSizes, tokenCoefficient } from "../core/credit/weight";
import { SEGMENT_KINDS } from "../core/model/segment";
import type { RolloutView } from "../protocol/queries";
import type { GroupLeakage } from "../session/leakageView";
import type { Session } from "../session/session";
import { creditOf, type SegmentCredit, segmentCredits } from "./heatmap";
import { leakageAnswer } from "./leakage";

/** Coefficient of each of the row's learnable tokens in the loss. The trainer's batch is taken to be the rollouts of its step in this file. */
export function tokenWeight(session: Session, row: number, how: Aggregation): number {
	const { tokens, step } = session.state.ledger;
	const batch = Array.from({ length: session.rows }, (_, r) => r).filter(r => Object.is(step.get(r), step.get(row)));
	const lengths = batch.map(r => tokens.get(r));
	return tokenCoefficient(
		how,
		tokens.get(row),
		batchSizes(lengths),
		lengths.reduce((most, n) => Math.max(most, n), 0),
	);
}

/** The JSON of `credit`: every token with its credit under each estimator, and what the loss makes of the first one's. */
export function creditAnswer(
	view: RolloutView,
	estimators: readonly string[],
	loss: { readonly how: Aggregation; readonly weight: number },
	leaked: GroupLeakage | null,
): JsonObject {
	const [first = ""] = estimators;
	const { tokens } = view;
	const credits = estimators.map(id => [id, creditOf(view, id)] as const);
	const parts = credits.map(([id, c]) => [id, segmentCredits(view, c)] as const);
	const several = estimators.length > 1;
	const perEstimator = (value: (index: number) => number): JsonObject => Object.fromEntries(estimators.map((id, i) => [id, value(i)]));
	return {
		row: view.row,
		...(view.file === undefined ? {} : { file: view.file, line: view.line }),
		id: view.id,
		group: view.group,
		step: view.step,
		line: view.line,
		estimator: first,
		text: view.text,
		approximate: tokens.approximate,
		tokens: Array.from(
			tokens.from,
			(from, t): JsonValue => ({
				from,
				to: tokens.to[t] as number,
				text: view.text.slice(from, tokens.to[t]),
				kind: SEGMENT_KINDS[tokens.kind[t] as number] ?? "other",
				lossMask: tokens.lossMask[t] as number,
				logprob: tokens.logprob[t] as number,
				credit: credits[0]?.[1][t] ?? Number.NaN,
				weight: loss.weight * (credits[0]?.[1][t] ?? Number.NaN),
				...(several ? { credits: perEstimator(i => credits[i]?.[1][t] ?? Number.NaN) } : {}),
			}),
		),
		segments: view.segments.map((s, k) => ({
			kind: s.kind,
			from: s.from,
			to: s.to,
			lane: s.lane,
			advantage: advantageOf(view, first, parts[0]?.[1][k]),
			...(several ? { advantages: perEstimator(i => advantageOf(view, estimators[i] ?? "", parts[i]?.[1][k])) } : {}),
		})),
		advantages: view.advantages
			.filter(a => estimators.includes(a.estimator))
			.map(a => ({ estimator: a.estimator, preset: a.preset, advantage: a.advantage, lanes: a.lanes && { ...a.lanes } })),
		aggregation: loss.how,
		...(several ? { leakage: leaked && leakageAnswer(leaked) } : {}),
		scale: view.scale[first] ?? null,
	};
}

/** The estimator's own number where the whole segment has it (credits are kept in single precision), else the mean of its tokens. */
function advantageOf(view: RolloutView, estimator: string, segment: SegmentCredit | undefined): number {
	if (!segment?.credited) return Number.NaN;
	const found = view.advantages.find(a => a.estimator === estimator);
	const exact = found?.lanes ? (segment.lane ? found.lanes[segment.lane] : Number.NaN) : (found?.advantage ?? Number.NaN);
	return segment.least === segment.most && Math.fround(exact) === segment.mean ? exact : segment.mean;
}
