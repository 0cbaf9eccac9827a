import { CLASS_WEIGHTS, type CurriculumOptions, type HardDrop, hardDrop, SAMPLE_CLASSES, type Sample, sampleOf } from "../../core/analyses/curriculum";
import { mean } from "../../core/base/stats";
import type { CurriculumAsk, CurriculumView } from "../../protocol/lab";
import { SAMPLE_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import type { SessionState } from "../state";
import { triple, weightColumns } from "./columns";

interface History extends HardDrop {
	readonly group: string;
	readonly row: number;
	readonly steps: readonly (number | null)[];
	readonly accuracy: readonly number[];
}

/** Accuracy of each prompt over the file's steps; steps it was not evaluated in are NaN. */
function histories(s: SessionState, result: Float64Array): readonly History[] {
	const { groups } = s.state;
	const steps = [...new Set(Array.from({ length: groups.count }, (_, g) => groups.stepOf(g)))].filter(v => v !== null).sort((a, b) => a - b);
	if (steps.length < 2) return [];
	const byKey = new Map<string, Map<number, number>>();
	const latest = new Map<string, { readonly step: number; readonly row: number }>();
	groups.members().forEach((rows, g) => {
		const step = groups.stepOf(g);
		const key = groups.keyOf(g);
		if (step === null || key === null) return;
		const met = rows.map(r => (Number.isNaN(result[r]) ? Number.NaN : (result[r] as number) >= 0.999 ? 1 : 0));
		const list = byKey.get(key) ?? new Map<number, number>();
		list.set(step, mean(met));
		byKey.set(key, list);
		if (step >= (latest.get(key)?.step ?? step)) latest.set(key, { step, row: rows[0] ?? -1 });
	});
	return [...byKey].map(([group, by]) => {
		const accuracy = steps.map(step => by.get(step) ?? Number.NaN);
		return { group, row: latest.get(group)?.row ?? -1, steps, accuracy, ...hardDrop(accuracy, false) };
	});
}

export const curriculumOptions = (ask: CurriculumAsk): CurriculumOptions => ({
	phase: ask.phase,
	reading: ask.reading,
	tau: ask.tau ?? Number.NaN,
	weights: { ...CLASS_WEIGHTS, ...Object.fromEntries(SAMPLE_CLASSES.flatMap(c => (ask.weights[c] === undefined ? [] : [[c, ask.weights[c]]]))) },
});

export interface Curriculum {
	/** One entry per row. */
	readonly samples: readonly Sample[];
	readonly hard: readonly History[];
}

/** What becomes of every rollout of the file; null when the reward has no format and content layers. `feature`: likeness per row, for grey mining. */
export function curriculumOf(s: SessionState, options: CurriculumOptions, feature: Float64Array | null): Curriculum | null {
	const columns = triple(weightColumns(s));
	if (!columns) return null;
	const [format, content, result] = columns;
	const hard = histories(s, result);
	const dropped = new Set(hard.filter(h => h.drop).map(h => h.group));
	const { ledger, groups } = s.state;
	const samples = Array.from(format, (f, row) =>
		sampleOf(
			{
				format: f,
				content: content[row] as number,
				result: result[row] as number,
				feature: feature?.[row] ?? Number.NaN,
				dropped: dropped.has(groups.keyOf(ledger.group.get(row)) ?? ""),
			},
			options,
		),
	);
	return { samples, hard };
}

/** Reasons of samples without weight with their counts, most first. */
function leftOut(samples: readonly Sample[]): readonly (readonly [string, number])[] {
	const counts = new Map<string, number>();
	for (const x of samples) if (x.weight === 0) counts.set(x.reason, (counts.get(x.reason) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Samples that are left out, as many of each reason as a page can show: a file may have millions of rows. */
export function forPage(view: CurriculumView, most = 60): CurriculumView {
	const shown = new Map<string, number>();
	const samples = view.samples.filter(x => {
		if (x.weight > 0) return false;
		const n = (shown.get(x.reason) ?? 0) + 1;
		shown.set(x.reason, n);
		return n <= most;
	});
	return { ...view, samples };
}

/** Longest list of tasks that are shown. */
const LISTED = 200;

export function curriculumView(s: SessionState, ask: CurriculumAsk, feature: Float64Array | null): CurriculumView | null {
	const options = curriculumOptions(ask);
	const made = curriculumOf(s, options, feature);
	if (!made) return null;
	const { samples, hard } = made;
	const words = (code: string, values = {}): string => say(SAMPLE_WORDS, code, s.locale, values);
	const kept = samples.filter(x => x.weight > 0);
	const off = samples.filter(x => x.of === "off_reference_success").length;
	const [, , result] = triple(weightColumns(s)) ?? [];
	const unknown = result?.reduce((n, v, row) => (Number.isNaN(v) && samples[row]?.of !== null ? n + 1 : n), 0) ?? 0;
	return {
		phase: options.phase,
		reading: options.reading,
		classes: SAMPLE_CLASSES.map(id => {
			const own = samples.filter(x => x.of === id);
			return { id, label: words(id), count: own.length, weight: options.weights[id], kept: own.filter(x => x.weight > 0).length };
		}),
		unscored: samples.filter(x => x.of === null).length,
		grey: samples.filter(x => x.grey).length,
		kept: kept.length,
		excluded: samples.length - kept.length,
		weight_sum: kept.reduce((sum, x) => sum + x.weight, 0),
		left_out: leftOut(samples).map(([reason, count]) => ({ reason, sentence: words(reason), count })),
		samples: samples.map((x, row) => ({
			row,
			line: s.state.ledger.line.get(row),
			class: x.of,
			grey: x.grey,
			weight: x.weight,
			reason: x.reason,
			sentence: words(x.reason),
		})),
		hard: hard
			.filter(h => h.streak > 0)
			.sort((a, b) => Number(b.drop) - Number(a.drop) || b.streak - a.streak)
			.slice(0, LISTED)
			.map(h => ({ group: h.group, row: h.row, steps: h.steps, accuracy: h.accuracy, streak: h.streak, drop: h.drop, first_eligible_epoch: h.firstEligible })),
		notes: [
			...(off ? [words("review-off-reference", { count: off })] : []),
			...(unknown ? [words("result-unknown", { count: unknown })] : []),
			...(hard.length ? [] : [words("one-step")]),
			...(kept.length ? [] : [words("nothing-kept")]),
		],
	};
}
