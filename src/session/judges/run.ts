import type { Rollout } from "../../core/model/rollout";
import { judgedRows } from "../findings";
import type { SessionState } from "../state";
import { contentKey, type GradeCache } from "./cache";
import { type Judge, unknown, type Verdict } from "./contract";
import { contentOf, judgeInput } from "./input";

export interface Graded extends Verdict {
	readonly row: number;
	readonly line: number;
	readonly id: string | null;
	/** Mark of the rollout's text, by which a grade finds it again. */
	readonly content: string;
	/** It was known already; nobody was asked. */
	readonly cached: boolean;
}

export interface RunOptions {
	readonly cache: GradeCache;
	readonly signal: AbortSignal;
	/** Questions under way at a time. */
	readonly concurrency: number;
	/** The grade that a record has itself, NaN = none: such a rollout is not asked about. */
	readonly recorded?: (rollout: Rollout) => number;
}

/** Grades every rollout in file order. A row without a grade is answered with the reason: none is lost, and a second run asks only for those. */
export async function* gradeRows(s: SessionState, judge: Judge, options: RunOptions): AsyncGenerator<Graded> {
	const waiting: Promise<Graded>[] = [];
	for await (const { row, place, judged } of judgedRows(s.source, s.state)) {
		waiting.push(gradeOne(judge, judged.rollout, { row, line: place.line }, options));
		if (waiting.length >= options.concurrency) yield (await waiting.shift()) as Graded;
	}
	for (const one of waiting) yield await one;
}

async function gradeOne(judge: Judge, rollout: Rollout, at: { readonly row: number; readonly line: number }, { cache, signal, recorded }: RunOptions): Promise<Graded> {
	const input = judgeInput(rollout);
	const facts = { ...at, id: rollout.id, content: contentOf(rollout) };
	const own = recorded?.(rollout) ?? Number.NaN;
	if (!Number.isNaN(own)) return { ...facts, cached: true, grade: own, reason: "recorded", detail: "" };
	if (!input) return { ...facts, cached: false, ...unknown("no-summary") };
	const key = contentKey(judge, input);
	const known = cache.get(key);
	if (known) return { ...facts, cached: true, ...known };
	if (signal.aborted) return { ...facts, cached: false, ...unknown("cancelled") };
	const verdict = await judge.grade(input, signal);
	await cache.put(key, verdict);
	return { ...facts, cached: false, ...verdict };
}
