import type { PooledLeakage } from "../core/analyses/pooledLeakage";
import type { AuditView, ChangeView, CompareView, CreditQueries, LeakageView, ReachView } from "../protocol/creditQueries";
import { LEAKAGE_WORDS } from "../words/audit";
import { LEAKAGE_FIGURES, REACH_WORDS, reasonSentence } from "../words/compare";
import { ESTIMATOR_TITLES, ESTIMATOR_UNKNOWN, STATISTIC_NOTES } from "../words/estimators";
import { say } from "../words/words";
import { type Auditing, auditTokens, tokenSentences } from "./auditTokens";
import { auditFile, auditSentences } from "./auditView";
import { compareAt, reachAt } from "./compareView";
import { fileLeakage, groupLeakage, leftOutSentence, type Pooled } from "./leakageView";
import type { Detail } from "./look";
import type { SessionState } from "./state";

type Held = SessionState & { detail(row: number): Promise<Detail>; ready(ids: readonly string[]): Promise<unknown> };

/** Mismatches a card lists at most; the others are counted in its sentences. */
const LISTED = 50;

async function compareView(s: Held, { row, estimators }: CreditQueries["compare"]["ask"]): Promise<CompareView | null> {
	const found = await compareAt(s, row, estimators);
	if (!found) return null;
	const { locale } = s;
	const reach = await reachAt(s, row);
	const idOf = (k: number): string => found.contenders[k]?.estimator ?? "";
	const change = (c: (typeof found.changes)[number]): ChangeView => ({
		estimator: idOf(c.contender),
		lane: c.lane,
		from: c.from,
		to: c.to,
		kind: c.kind,
		reason: reasonSentence(c.reason, locale, typeof c.reason.data.unknown === "string" ? { lacks: say(ESTIMATOR_UNKNOWN, c.reason.data.unknown, locale) } : {}),
	});
	return {
		estimators: found.contenders.map(({ estimator, preset }, k) => {
			const { moved = 0, dropped = true, corners = [], unknown = null } = found.treatments[k] ?? {};
			return {
				id: estimator,
				label: say(ESTIMATOR_TITLES, estimator, locale),
				preset,
				moved,
				dropped,
				flips: found.flips[k] ?? 0,
				notes: unknown === null ? corners.map(c => say(STATISTIC_NOTES, c, locale)) : [say(ESTIMATOR_UNKNOWN, unknown, locale)],
			};
		}),
		members: found.rows.map((r, i) => ({
			row: r,
			reward: found.rewards[i] as number,
			lanes: { tool: found.lanes.map(l => l.tool[i] as number), summary: found.lanes.map(l => l.summary[i] as number) },
			changes: found.changes.filter(c => c.row === r).map(change),
		})),
		kept: Object.entries(found.kept).flatMap(([name, kept]) => (kept ? [name] : [])),
		reach: reach.map(
			(line): ReachView => ({
				id: line.id,
				label: say(ESTIMATOR_TITLES, line.id, locale),
				pays: { tool: say(REACH_WORDS, line.tool, locale), summary: say(REACH_WORDS, line.summary, locale) },
				advantage: line.advantage,
				normaliser: say(REACH_WORDS, line.normaliser, locale),
				extra: say(REACH_WORDS, line.extra, locale),
				unknown: line.unknown === null ? null : say(ESTIMATOR_UNKNOWN, line.unknown, locale),
			}),
		),
	};
}

const short = (v: number): string => (Number.isNaN(v) ? "–" : String(Number(v.toPrecision(3))));

async function leakageView(s: Held, { row, estimators }: CreditQueries["leakage"]["ask"]): Promise<LeakageView | null> {
	const leaked = await groupLeakage(s, s.state.ledger.group.get(row), estimators);
	if (!leaked) return null;
	const { found, rows, broadcast, locked } = leaked;
	const { tool } = found.lanes;
	const d = found.decomposition;
	const figure = (id: keyof typeof LEAKAGE_FIGURES, value: number | undefined, share = false) => ({
		id,
		label: say(LEAKAGE_FIGURES, id, s.locale),
		value: value ?? Number.NaN,
		share,
	});
	const pooled = fileLeakage(s, estimators);
	const line = (who: string, p: PooledLeakage | null): readonly string[] =>
		p ? [say(LEAKAGE_WORDS, "pooled", s.locale, { who, correlation: short(p.correlation), partial: short(p.partial), p: short(p.pValue), points: p.points })] : [];
	const left = (rollouts: number, of: Pooled): readonly string[] => [leftOutSentence(rollouts, of, s.locale)].filter(x => x !== null);
	return {
		broadcast,
		locked,
		rows,
		figures: [
			figure("against", tool?.signDisagreement, true),
			figure("phantom", tool?.phantom, true),
			figure("missed", tool?.missed, true),
			figure("l1", tool?.l1PerToken),
			figure("cosine", tool?.cosine),
			figure("kappa", d?.kappa),
			figure("noise", d?.noise, true),
			figure("snr", d?.signalToNoise),
			figure("effective", d?.effectiveGroup),
			figure("summaryShare", found.summaryShare, true),
		],
		falseReward: found.falseReward.map(i => rows[i] as number),
		falsePunishment: found.falsePunishment.map(i => rows[i] as number),
		pooled: pooled
			? [
					...line(pooled.broadcast, pooled.pooled.broadcast.found),
					...line(pooled.locked, pooled.pooled.locked.found),
					...left(pooled.rollouts, pooled.pooled.broadcast),
					...(pooled.recorded ? line(say(LEAKAGE_WORDS, "recorded", s.locale), pooled.recorded.found) : []),
				]
			: [],
	};
}

/** Rollouts that a card's audit reads again; the command line reads all. */
const AUDITED = 2000;

async function auditView(s: Auditing): Promise<AuditView> {
	const found = auditFile(s);
	const tokens = await auditTokens(s, found, AUDITED);
	return {
		sentences: [...auditSentences(s, found), ...(tokens ? tokenSentences(s, tokens) : [])],
		candidates: found.candidates.map(({ estimator, preset, matching, compared, maxAbsDiff }) => ({ estimator, preset, matching, compared, maxAbsDiff })),
		mismatches: found.mismatches.slice(0, LISTED).map(({ row, recorded, recomputed, unexplained }) => ({ row, recorded, recomputed, unexplained })),
	};
}

/** Answers about where a group's reward goes. */
export const creditAnswers = {
	compare: compareView,
	leakage: leakageView,
	audit: auditView,
} as const;
