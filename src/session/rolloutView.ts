import { writeJson } from "../core/base/json";
import { returnsReset } from "../core/checks/masks";
import { explainToken, type RowParts } from "../core/credit/explain";
import { seated, spread } from "../core/credit/spread";
import { tokenLanes } from "../core/credit/tokens";
import { AGGREGATIONS } from "../core/credit/weight";
import { describeOverlong } from "../core/estimators/overlong";
import { describePreset } from "../core/estimators/registry";
import type { CreditTerm } from "../core/model/credit";
import type { Finding } from "../core/model/finding";
import { LANES, type Lane, type SegmentKind } from "../core/model/segment";
import type { AdvantageView, Queries, RolloutView, ScoreView } from "../protocol/queries";
import { cornersSentence, ESTIMATOR_TITLES, ESTIMATOR_UNKNOWN, STATISTIC_NOTES } from "../words/estimators";
import { checkSentence, LAYER_WORDS, REWARD_TITLES, UNKNOWN_WORDS } from "../words/rewards";
import { SEGMENT_WARNINGS } from "../words/segmenters";
import { say } from "../words/words";
import { type FileEstimate, laneRecord, layerShares, overlongShare, partsAt } from "./estimates";
import { lossOf, weightAt } from "./gradient";
import { lackOf } from "./lacks";
import type { Detail } from "./look";
import { named, problemOf } from "./problems";
import type { SessionState } from "./state";
import { drift } from "./tokenizers/place";

function scoreView(s: SessionState, detail: Detail): ScoreView {
	const { score } = detail.judged;
	const { reward } = s.resolution.judge;
	const { locale } = s;
	return {
		reward: reward.id,
		rewardLabel: say(REWARD_TITLES, reward.id, locale),
		source: reward.source,
		total: score.total,
		known: score.known,
		omitted: score.omitted,
		lanes: score.lanes,
		matches: score.matches,
		layers: score.layers.map(layer => ({
			...layer,
			label: say(LAYER_WORDS, layer.id, locale),
			unknownText: layer.unknown === null ? null : say(UNKNOWN_WORDS, layer.unknown, locale),
			checks: layer.checks.map(c => ({
				id: c.id,
				verdict: c.verdict,
				score: c.score,
				sentence: checkSentence(c, locale),
				expected: c.expected,
				actual: c.actual,
				span: c.span,
			})),
		})),
	};
}

/** A broadcast estimate's parts. Where a preset leaves a rollout without reward out and gives it 0, what stands in for its reward is not said to be one. */
function ownParts(s: SessionState, { estimate, reach }: FileEstimate, row: number): RowParts | null {
	const parts = partsAt(estimate.parts, row);
	const reward = (s.basis === "recorded" ? s.state.ledger.recorded : s.state.ledger.total).get(row);
	return parts && reach === "broadcast" && !Number.isFinite(reward) && parts.reward !== 0 ? { ...parts, reward: Number.NaN } : parts;
}

function advantageView(s: SessionState, id: string, detail: Detail): AdvantageView {
	const { row } = detail;
	const found = s.estimate(id);
	const { estimate, preset, reach } = found;
	const unknown = lackOf(s, found, detail);
	const group = s.state.ledger.group.get(row);
	const size = group >= 0 ? s.state.groups.sizeOf(group) : 1;
	const line = (of: "reward" | Lane): AdvantageView["statistics"] => {
		const p = of === "reward" ? ownParts(s, found, row) : partsAt(estimate.laneParts?.[of], row);
		const { corner = null } = (of === "reward" ? estimate.groups : (estimate.laneGroups?.[of] ?? []))[group] ?? {};
		const note = corner === null ? null : say(STATISTIC_NOTES, corner, s.locale);
		return p ? [{ of, reward: p.reward, baseline: p.baseline, divisor: p.divisor, scale: p.scale, size, note }] : [];
	};
	return {
		estimator: id,
		label: say(ESTIMATOR_TITLES, id, s.locale),
		preset,
		corners: cornersSentence([...describePreset(id, preset), ...(reach === "broadcast" ? describeOverlong(s.resolution.estimatorOptions.overlong) : [])], s.locale),
		unknown: unknown === null ? null : { code: unknown, sentence: say(ESTIMATOR_UNKNOWN, unknown, s.locale) },
		advantage: estimate.advantages?.[row] ?? Number.NaN,
		lanes: estimate.lanes ? laneRecord(estimate.lanes, row) : null,
		statistics: reach === "locked" ? LANES.flatMap(line) : line("reward"),
	};
}

/** What is found only when a rollout is open, since it needs its tokens made again, or depends on the estimator in force. */
function openedFindings(s: SessionState, { judged }: Detail): readonly Finding[] {
	const { tokenizer, ignore } = s.resolution.judge;
	const { estimator, preset } = s.setup;
	const resets = describePreset(estimator, preset).some(c => c.code === "reset-at-masked");
	const found = [tokenizer ? drift(judged.rollout, tokenizer) : null, resets ? returnsReset(judged.rollout) : null];
	return found.flatMap(f => (f && !ignore.includes(f.code) ? [f] : []));
}

/** Credit of every display token under one estimator. */
function creditColumn(s: SessionState, { judged, row }: Detail, id: string, laneOfToken: Int8Array): Float32Array {
	const { estimate, tokens } = s.estimate(id);
	const { seats, lossMask } = judged.tokens;
	const own = seats && tokens?.column(row, judged.rollout);
	if (own && seats) return seated(own, seats, lossMask.length);
	return spread(estimate.advantages?.[row] ?? Number.NaN, estimate.lanes ? laneRecord(estimate.lanes, row) : null, judged.tokens, laneOfToken);
}

/** Everything the page needs of one rollout; token columns are fresh arrays that may be moved. */
export function rolloutView(s: SessionState, detail: Detail): RolloutView {
	const { judged, row } = detail;
	const { rollout } = judged;
	// the arrays will be moved to another thread: the kept rollout keeps its own
	const tokens = {
		...judged.tokens,
		from: judged.tokens.from.slice(),
		to: judged.tokens.to.slice(),
		kind: judged.tokens.kind.slice(),
		lossMask: judged.tokens.lossMask.slice(),
		logprob: judged.tokens.logprob.slice(),
	};
	const laneOfToken = tokenLanes(tokens, rollout.segments, judged.lanes);
	const credit: Record<string, Float32Array> = {};
	const scale: Record<string, number> = {};
	for (const id of s.credited) {
		credit[id] = creditColumn(s, detail, id, laneOfToken);
		scale[id] = s.estimate(id).scale;
	}
	return {
		row,
		id: rollout.id,
		group: rollout.group,
		step: rollout.step,
		line: detail.place.line,
		...named(detail.file),
		text: rollout.text,
		promptEnd: rollout.promptEnd,
		turns: rollout.turns.map(t => ({ role: t.role, from: t.span.from, to: t.span.to })),
		segments: rollout.segments.map((g, i) => ({ kind: g.kind as SegmentKind, from: g.from, to: g.to, lane: judged.lanes[i] ?? null, learnable: g.learnable })),
		segmentWarnings: rollout.segmentWarnings.map(w => say(SEGMENT_WARNINGS, w, s.locale)),
		syntax: rollout.syntax,
		calls: [...rollout.calls, ...rollout.recovered].map(c => ({ name: c.name, span: c.span, argumentsText: writeJson(c.arguments), origin: c.origin })),
		tokens: { from: tokens.from, to: tokens.to, kind: tokens.kind, lossMask: tokens.lossMask, logprob: tokens.logprob, approximate: tokens.source === "approximate" },
		credit,
		scale,
		score: scoreView(s, detail),
		recorded: rollout.recorded,
		advantages: s.credited.map(id => advantageView(s, id, detail)),
		findings: [...detail.recordFindings, ...judged.findings, ...openedFindings(s, detail)].map(f => problemOf(detail, f, s.locale)),
		reference: rollout.reference
			? { source: rollout.reference.source, text: writeJson({ calls: rollout.reference.calls as never, answer: rollout.reference.answer }, { indent: 2 }) }
			: null,
	};
}

const sumOf = (terms: readonly CreditTerm[]): Queries["explain"]["answer"] => ({ credit: terms.reduce((sum, t) => sum + t.value, 0), terms });

/** Where there is no advantage: what is missing for it, instead of that there is none. */
function reasoned(s: SessionState, detail: Detail, estimator: string, answer: Queries["explain"]["answer"]): Queries["explain"]["answer"] {
	const lack = answer.terms.some(t => t.id === "no-advantage") ? lackOf(s, s.estimate(estimator), detail) : null;
	return lack === null ? answer : { ...answer, terms: answer.terms.map(t => (t.id === "no-advantage" ? { ...t, id: `lack:${lack}` } : t)) };
}

/** The terms that add up to one token's credit, and the factors of its gradient weight. */
export function explainOf(s: SessionState, detail: Detail, ask: Queries["explain"]["ask"]): Queries["explain"]["answer"] {
	const answer = reasoned(s, detail, ask.estimator, termsOf(s, detail, ask));
	const { judged } = detail;
	const column = creditColumn(s, detail, ask.estimator, tokenLanes(judged.tokens, judged.rollout.segments, judged.lanes));
	const weight = weightAt(lossOf(s, detail, column, AGGREGATIONS[0]), ask.token, answer.credit);
	return weight ? { ...answer, weight } : answer;
}

function termsOf(s: SessionState, detail: Detail, ask: Queries["explain"]["ask"]): Queries["explain"]["answer"] {
	const { judged, row } = detail;
	const { ledger, groups } = s.state;
	const found = s.estimate(ask.estimator);
	const { estimate, reach, tokens, preset } = found;
	const place = judged.tokens.seats?.indexOf(ask.token) ?? -1;
	if (tokens && place >= 0) return sumOf(tokens.terms(row, judged.rollout, place));
	const laneNumber = tokenLanes(judged.tokens, judged.rollout.segments, judged.lanes)[ask.token] ?? -1;
	const lane = laneNumber < 0 ? null : (LANES[laneNumber] ?? null);
	const locked = reach === "locked";
	const reward = locked ? (lane === "summary" ? ledger.laneSummary : ledger.laneTool) : ledger.total;
	// a layer explains the recomputed reward only: what the trainer recorded is one number
	// the baseline is the mean of the others: so are those of its layers
	const leftOut = describePreset(ask.estimator, preset).some(c => c.code === "leave-one-out");
	const usable = (m: number): boolean => !(leftOut && m === row) && !Number.isNaN(reward.get(m));
	const { overlong } = s.resolution.estimatorOptions;
	const own = locked || s.basis === "recomputed" ? layerShares(ledger, groups, row, judged.score, usable) : [];
	const layers = own.length && overlong && reach === "broadcast" ? [...own, overlongShare(ledger, groups, row, overlong, usable)] : own;
	const laneParts = estimate.laneParts ? { tool: partsAt(estimate.laneParts.tool, row), summary: partsAt(estimate.laneParts.summary, row) } : null;
	const advantage = estimate.lanes ? (lane === null ? Number.NaN : (estimate.lanes[lane][row] as number)) : (estimate.advantages?.[row] ?? Number.NaN);
	const { omitted, total } = judged.score;
	const parts = ownParts(s, found, row);
	const answer = explainToken({
		parts: Number.isNaN(parts?.reward) ? null : parts,
		laneParts,
		advantage,
		layers,
		lane,
		lossMask: judged.tokens.lossMask[ask.token] === 1,
		reach,
		guarded: omitted || total < 0,
	});
	return leftOut ? { ...answer, terms: answer.terms.map(t => (t.id.startsWith("layer:") ? { ...t, data: { ...t.data, among: "others" } } : t)) } : answer;
}
