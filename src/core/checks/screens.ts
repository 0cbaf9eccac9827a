import { mean } from "../base/stats";
import { isObject } from "../base/units";
import { finding } from "../model/finding";
import type { Score } from "../model/reward";
import type { Rollout } from "../model/rollout";
import type { WideFinding } from "./groups";
import {
	callSpam,
	copiedShare,
	correlationOrZero,
	farming,
	formatPlateau,
	judgeSaturation,
	LIMITS,
	lengthGrowth,
	proxyGap,
	repetition,
	slope,
	summaryLength,
	wordsOf,
} from "./hacking";

/** What the screens keep of one rollout: numbers only. NaN = not known. */
export interface ScreenRow {
	readonly name: number;
	readonly key: number;
	readonly value: number;
	/** Share of repeated 4-grams of what the policy wrote. */
	readonly repetition: number;
	/** Share of the summary that is copied from tool results. */
	readonly copied: number;
	/** 0 = there is none, 1 = shorter than 10 characters, 2 = longer; NaN = none was due. */
	readonly summary: number;
	readonly smuggled: number;
	readonly omitted: number;
}
export const SCREEN_KEYS = ["name", "key", "value", "repetition", "copied", "summary", "smuggled", "omitted"] as const satisfies readonly (keyof ScreenRow)[];

/** Texts beyond this length are measured by their beginnings. */
const MAX_MEASURED = 20_000;

/** The numbers of one rollout. */
export function screenRow(rollout: Rollout, score: Score): ScreenRow {
	const { text, segments, calls } = rollout;
	const written = segments.filter(s => s.learnable && s.to > rollout.promptEnd);
	const response = written
		.map(s => text.slice(s.from, s.to))
		.join("\n")
		.slice(0, MAX_MEASURED);
	const summary = written
		.filter(s => s.kind === "summary")
		.map(s => text.slice(s.from, s.to))
		.join("\n")
		.slice(0, MAX_MEASURED);
	const observed = segments
		.filter(s => s.kind === "observation" && s.to > rollout.promptEnd)
		.map(s => text.slice(s.from, s.to))
		.join("\n")
		.slice(0, 5 * MAX_MEASURED);
	const { empty, tooShort } = summaryLength(summary);
	return {
		...matched(rollout, score),
		repetition: repetition(wordsOf(response)),
		copied: observed === "" || empty ? Number.NaN : copiedShare(wordsOf(summary), wordsOf(observed)),
		// a rollout that ends with a call or in its reasoning is judged elsewhere
		summary: calls.length && observed !== "" ? (empty ? 0 : tooShort ? 1 : 2) : Number.NaN,
		smuggled: Number(rollout.callProblems.some(p => p.code === "call-inside-reasoning")),
		omitted: score.omitted ? 1 : calls.length ? 0 : Number.NaN,
	};
}

/** Right names, keys and values over the reference calls, as shares. */
function matched({ calls, reference }: Rollout, { matches }: Score): Pick<ScreenRow, "name" | "key" | "value"> {
	const wanted = reference?.calls?.flat() ?? [];
	if (!wanted.length || !matches.length) return { name: Number.NaN, key: Number.NaN, value: Number.NaN };
	let [names, keys, values, all] = [0, 0, 0, 0];
	for (const w of wanted) all += isObject(w.arguments) ? Object.keys(w.arguments).length : 0;
	for (const m of matches) {
		const right = m.reference === null ? undefined : wanted[m.reference];
		if (!right || right.name !== calls[m.call]?.name) continue;
		names++;
		for (const p of m.params) {
			if (p.verdict === "equal" || p.verdict === "similar" || p.verdict === "different") keys++;
			if (p.verdict === "equal") values++;
		}
	}
	return { name: names / wanted.length, key: all ? keys / all : 1, value: all ? values / all : 1 };
}

/** Columns over all rollouts. */
export interface ScreenInput {
	readonly rows: Readonly<Record<keyof ScreenRow, ArrayLike<number>>>;
	readonly reward: ArrayLike<number>;
	/** 1 = the task was done, as the file says; NaN = it does not say. */
	readonly success: ArrayLike<number>;
	readonly tokens: ArrayLike<number>;
	/** Share of calls that were for nothing (ALGORITHMS §24); NaN = no call. */
	readonly redundancy: ArrayLike<number>;
	/** Judge's grade 1–5; NaN = none. */
	readonly grade: ArrayLike<number>;
	readonly step: ArrayLike<number>;
	/** Format and content scores; null when the reward has no such layer. */
	readonly format: ArrayLike<number> | null;
	readonly content: ArrayLike<number> | null;
	readonly groups: readonly (readonly number[])[];
}

const LISTED = 8;
const share = (part: number, all: number): number => Math.round((1000 * part) / all) / 10;
const round = (n: number): number => Math.round(n * 1000) / 1000;

/** H01–H13: patterns that are worth a look, each with its evidence; none of them proves anything. */
export function screens(input: ScreenInput): readonly WideFinding[] {
	const { rows } = input;
	const n = rows.name.length;
	const steps = rowsBySteps(input.step);
	const flagged = (code: string, known: (i: number) => boolean, is: (i: number) => boolean, data: Readonly<Record<string, string | number>> = {}): WideFinding[] => {
		const hits: number[] = [];
		let of = 0;
		for (let i = 0; i < n; i++) {
			if (!known(i)) continue;
			of++;
			if (is(i)) hits.push(i);
		}
		const [row] = hits;
		if (row === undefined) return [];
		const listed = hits.slice(0, LISTED).join(", ") + (hits.length > LISTED ? ", …" : "");
		return [{ row, finding: finding(code, "info", { count: hits.length, of, share: share(hits.length, of), rows: listed, ...trendOf(steps, known, is), ...data }) }];
	};
	const at = (key: keyof ScreenRow, i: number): number => rows[key][i] as number;
	const known = (key: keyof ScreenRow) => (i: number) => !Number.isNaN(at(key, i));
	return [
		...flagged("H01", known("value"), i => farming(at("name", i), at("key", i), at("value", i)).flag),
		...flagged("H02", known("repetition"), i => at("repetition", i) > LIMITS.repetition, { limit: LIMITS.repetition }),
		...flagged("H03", known("copied"), i => at("copied", i) > LIMITS.copied, { limit: LIMITS.copied }),
		...flagged("H04", known("summary"), i => at("summary", i) < 2, { limit: LIMITS.shortSummary }),
		...flagged("H05", known("smuggled"), i => at("smuggled", i) === 1),
		...lengthScreen(input),
		...proxyScreen(input),
		...trends(input, steps),
	];
}

/** Rows of each step, in the order of the steps. */
type Steps = readonly (readonly number[])[];
function rowsBySteps(step: ArrayLike<number>): Steps {
	const out = new Map<number, number[]>();
	for (let i = 0; i < step.length; i++) {
		const at = step[i] as number;
		if (Number.isNaN(at)) continue;
		const rows = out.get(at);
		if (rows) rows.push(i);
		else out.set(at, [i]);
	}
	return [...out].sort((a, b) => a[0] - b[0]).map(([, members]) => members);
}

/** How the share of flagged rollouts moves from step to step; nothing when there is one step only. */
function trendOf(steps: Steps, known: (i: number) => boolean, is: (i: number) => boolean): { readonly trend?: number } {
	const shares = steps.map(members => members.filter(known)).flatMap(members => (members.length ? [members.filter(is).length / members.length] : []));
	return shares.length > 1 ? { trend: round(slope(shares)) } : {};
}

/** H06: within groups the longer rollout earns more. */
function lengthScreen({ tokens, reward, groups }: ScreenInput): WideFinding[] {
	const found = groups.flatMap(rows => {
		const known = rows.filter(r => Number.isFinite(reward[r]) && !Number.isNaN(tokens[r]));
		const rewards = known.map(r => reward[r] as number);
		return known.length > 2 && rewards.some(v => v !== rewards[0])
			? [
					correlationOrZero(
						known.map(r => tokens[r] as number),
						rewards,
					),
				]
			: [];
	});
	const correlation = mean(found);
	if (found.length < LIMITS.lengthGroups || !(correlation > LIMITS.lengthCorrelation)) return [];
	return [{ row: null, finding: finding("H06", "info", { correlation: round(correlation), groups: found.length }) }];
}

/** H07: the reward does not go with success, or a failure earns more than a success of its group. */
function proxyScreen({ reward, success, groups }: ScreenInput): WideFinding[] {
	const rows = Array.from({ length: reward.length }, (_, i) => i).filter(i => Number.isFinite(reward[i]) && !Number.isNaN(success[i]));
	const outcomes = rows.map(i => success[i] as number);
	const out: WideFinding[] = [];
	if (rows.length >= LIMITS.shortSummary && outcomes.some(v => v !== outcomes[0])) {
		const { correlation, flag } = proxyGap(
			rows.map(i => reward[i] as number),
			outcomes,
		);
		if (flag) out.push({ row: null, finding: finding("H07", "info", { correlation: round(correlation), count: rows.length }) });
	}
	for (const members of groups) {
		const best = (of: number): number =>
			members.filter(r => success[r] === of && Number.isFinite(reward[r])).reduce((b, r) => (b < 0 || (reward[r] as number) > (reward[b] as number) ? r : b), -1);
		const worst = members.filter(r => success[r] === 1 && Number.isFinite(reward[r])).reduce((b, r) => (b < 0 || (reward[r] as number) < (reward[b] as number) ? r : b), -1);
		const failed = best(0);
		if (failed >= 0 && worst >= 0 && (reward[failed] as number) > (reward[worst] as number))
			out.push({
				row: failed,
				finding: finding("H08", "info", { row: failed, reward: round(reward[failed] as number), other: worst, otherReward: round(reward[worst] as number) }),
			});
	}
	return out;
}

const WINDOW = 4;
const BEST_GRADE = 5;
/** Steps over which the share of omitted calls must rise each time. */
const RISING = 3;

/** H09–H13: what changes from step to step, where the file holds enough of them. */
function trends({ format, content, tokens, reward, redundancy, grade, success, rows }: ScreenInput, steps: Steps): WideFinding[] {
	const series = (column: ArrayLike<number>): number[] => steps.map(members => mean(members.map(i => column[i] as number)));
	const out: WideFinding[] = [];
	if (steps.length >= WINDOW && format && content) {
		const p = formatPlateau(series(format), series(content), WINDOW);
		if (p.flag) out.push({ row: null, finding: finding("H09", "info", { level: round(p.level), slope: round(p.contentSlope), steps: WINDOW }) });
	}
	if (steps.length >= WINDOW) {
		const l = lengthGrowth(series(tokens), series(reward));
		if (l.flag) out.push({ row: null, finding: finding("H10", "info", { growth: round(l.growth), gain: round(l.gain), steps: steps.length }) });
	}
	if (steps.length >= RISING) {
		const omitted = series(rows.omitted).slice(-RISING);
		if (omitted.every((v, i) => i === 0 || v > (omitted[i - 1] as number)))
			out.push({ row: null, finding: finding("H11", "info", { slope: round(slope(omitted)), last: round(omitted.at(-1) ?? 0) }) });
	}
	if (steps.length >= WINDOW) {
		const spam = content ? callSpam(series(redundancy), series(content), WINDOW) : null;
		if (spam?.flag)
			out.push({ row: null, finding: finding("H12", "info", { slope: round(spam.slope), last: round(spam.last), contentSlope: round(spam.contentSlope), steps: WINDOW }) });
		const best = Array.from(grade, g => (Number.isNaN(g) ? Number.NaN : Number(g >= BEST_GRADE)));
		const judge = judgeSaturation(series(best), series(success), WINDOW);
		if (judge.flag)
			out.push({ row: null, finding: finding("H13", "info", { share: round(100 * judge.share), success: round(judge.success), slope: round(judge.slope), steps: WINDOW }) });
	}
	return out;
}
