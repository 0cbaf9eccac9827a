import type { JsonObject, JsonValue } from "../core/base/units";
import { SEGMENT_KINDS } from "../core/model/segment";
import type { RolloutView } from "../protocol/queries";
import { boundAt, clippedOf, type RolloutLoss, rangeOf, weightAt } from "../session/gradient";
import type { GroupLeakage } from "../session/leakageView";
import { clipSentence } from "../words/credit";
import type { Locale } from "../words/words";
import { creditOf, type SegmentCredit, segmentCredits } from "./heatmap";
import { leakageAnswer } from "./leakage";

/** What the clip does to the rollout, as a sentence. */
export function lossSentence(loss: RolloutLoss, locale: Locale): string {
	const { low, high } = rangeOf(loss.clip);
	const { dual, per } = loss.clip;
	return clipSentence({ low: String(low), high: String(high), dual, per }, loss.unknown ? { unknown: loss.unknown } : clippedOf(loss), locale);
}

/** The JSON of `credit`: every token with its credit under each estimator, and what the loss makes of the first one's. */
export function creditAnswer(view: RolloutView, estimators: readonly string[], loss: RolloutLoss, leaked: GroupLeakage | null, locale: Locale): JsonObject {
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
				weight: loss.coefficient * (credits[0]?.[1][t] ?? Number.NaN),
				ratio: loss.ratios?.[t] ?? Number.NaN,
				clipped: boundAt(loss, t),
				gradient: weightAt(loss, t)?.value ?? Number.NaN,
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
			.map(a => ({
				estimator: a.estimator,
				preset: a.preset,
				advantage: a.advantage,
				lanes: a.lanes && { ...a.lanes },
				unknown: a.unknown ? { code: a.unknown.code, message: a.unknown.sentence } : null,
			})),
		aggregation: loss.how,
		clip: {
			id: loss.clip.id,
			...rangeOf(loss.clip),
			dual: loss.clip.dual,
			per: loss.clip.per,
			advantages: loss.from,
			unknown: loss.unknown,
			message: lossSentence(loss, locale),
		},
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
