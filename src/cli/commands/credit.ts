import { AGGREGATIONS } from "../../core/credit/weight";
import { ESTIMATORS } from "../../core/estimators/registry";
import type { RolloutView } from "../../protocol/queries";
import { lossOf } from "../../session/gradient";
import { groupLeakage } from "../../session/leakageView";
import type { Session } from "../../session/session";
import { termSentence } from "../../words/credit";
import { LAYER_WORDS } from "../../words/rewards";
import { SEGMENT_KIND_WORDS } from "../../words/segmenters";
import { say } from "../../words/words";
import { choose } from "../choose";
import { type Command, ESTIMATOR_FLAGS, EXIT, FILE_FLAGS, type Io, LOSS_FLAGS, lossAsked, type Options, shapeOf, UsageError } from "../command";
import { creditAnswer, lossSentence } from "../creditAnswer";
import { drawn } from "../drawn";
import { expandFiles } from "../files";
import { beside, creditOf, heatmap, legend, type SegmentCredit, segmentCredits, shownSegments } from "../heatmap";
import { leakageLines } from "../leakage";
import { readingOf, titleLines, withSession } from "../open";
import { records } from "../output";
import { namedRun } from "../run";
import { type Cell, figure, signed } from "../table";
import { oneLine, padStart, wrap } from "../width";

/** `credit`: which tokens of one rollout are pushed, how hard, and why; several estimators beside each other with --compare. */
export const credit: Command = {
	name: "credit",
	takes: "file",
	flags: [
		{ name: "row", placeholder: "N", atLeast: 0 },
		{ name: "compare", placeholder: "IDS" },
		{ name: "full" },
		...LOSS_FLAGS,
		{ name: "reward", placeholder: "ID" },
		...ESTIMATOR_FLAGS,
		...FILE_FLAGS,
		{ name: "json" },
	],
	run: async (io, [pattern = ""], options) => {
		const { row } = options;
		if (row === undefined) throw new UsageError("needs-row");
		const compared = options.compare?.split(",").map(id => choose("estimator", ESTIMATORS, id.trim()).id) ?? [];
		const { how, longest } = lossAsked(io, options);
		const reading = await readingOf(io, { ...options, estimator: options.estimator ?? compared[0] });
		const { files, missing } = await (reading.runs ? namedRun([pattern], reading.runs) : expandFiles([pattern]));
		const [file, ...more] = files;
		if (file === undefined) throw new UsageError("no-such-file", { path: missing[0] ?? pattern });
		if (more.length) throw new UsageError("one-file", { count: files.length });
		await withSession(io, file, reading, async session => {
			const estimators = compared.length ? compared : [session.setup.estimator];
			const view = await lookUnder(session, row, estimators);
			if (shapeOf(options)) {
				const sink = records(io.out, "ndjson");
				const leaked = await groupLeakage(session, session.state.ledger.group.get(row), estimators);
				const loss = lossOf(session, await session.detail(row), creditOf(view, estimators[0] ?? ""), how, longest);
				await sink.put(creditAnswer(view, estimators, loss, leaked, io.locale));
				await sink.end();
			} else await io.out.lines(await draw(io, file, session, view, estimators, options));
		});
		return EXIT.done;
	},
};

/** The rollout with the credit of every estimator asked for; the session credits a few always and others in turn. */
async function lookUnder(session: Session, row: number, estimators: readonly string[]): Promise<RolloutView> {
	await session.ready(estimators);
	let view = await session.look(row);
	for (const id of estimators) {
		if (id in view.credit) continue;
		session.change({ estimator: id });
		await session.ready([id]);
		const next = await session.look(row);
		view = {
			...view,
			credit: { ...view.credit, ...next.credit },
			scale: { ...view.scale, ...next.scale },
			advantages: [...view.advantages, ...next.advantages.filter(a => a.estimator === id)],
		};
	}
	return view;
}

/** Columns from which two maps stand beside each other. */
const BESIDE = 140;

async function draw(io: Io, file: string, session: Session, view: RolloutView, estimators: readonly string[], options: Options): Promise<readonly string[]> {
	const { columns } = io.terminal;
	const parts = [
		io.words("row", { row: view.row, line: view.line }),
		...(view.id === null ? [] : [oneLine(view.id, 60)]),
		...(view.group === null ? [] : [io.words("of-group", { group: oneLine(view.group, 50) })]),
		io.words("rewards-line", { total: totalOf(view), recorded: figure(view.recorded.reward) }),
	];
	const head = titleLines(io, file, parts);
	const full = options.full ?? false;
	if (estimators.length === 1) {
		const [id = ""] = estimators;
		const why = await reasons(io, session, view, id);
		return [...head, ...why, "", ...heatmap(io, view, id, { width: columns, full, trainedOnly: false }), "", ...legend(io, view, estimators), ""];
	}
	const sideBySide = estimators.length === 2 && columns >= BESIDE;
	const width = sideBySide ? Math.floor((columns - 3) / 2) : columns;
	const maps = estimators.map(id => [io.paint.bold(id), ...heatmap(io, view, id, { width, full, trainedOnly: true }), ""]);
	const [left = [], right = []] = maps;
	return [
		...head,
		"",
		...comparison(io, view, estimators),
		...lacking(io, view, estimators),
		...leakageLines(io, await groupLeakage(session, session.state.ledger.group.get(view.row), estimators)),
		"",
		...(sideBySide ? beside(left, right, width) : maps.flat()),
		...legend(io, view, estimators),
		"",
	];
}

const totalOf = (view: RolloutView): string => (Number.isNaN(view.score.total) ? `${figure(view.score.known)} + ?` : figure(view.score.total));

/** What leaves the rollout without an advantage under each estimator that gives it none. */
const lacking = (io: Io, view: RolloutView, estimators: readonly string[]): readonly string[] =>
	view.advantages
		.filter(a => estimators.includes(a.estimator))
		.flatMap(a => (a.unknown ? wrap(`? ${estimators.length > 1 ? `${a.estimator}: ` : ""}${a.unknown.sentence}`, io.terminal.columns).map(io.paint.doubt) : []));

/** Why a token of each lane has its credit: the terms that add up to it. */
async function reasons(io: Io, session: Session, view: RolloutView, estimator: string): Promise<readonly string[]> {
	const values = creditOf(view, estimator);
	const found = view.advantages.find(a => a.estimator === estimator);
	const { columns } = io.terminal;
	const lines: string[] = found ? wrap(`${found.label} · ${found.preset}: ${found.corners}`, columns).map(io.paint.dim) : [];
	const loss = lossOf(session, await session.detail(view.row), values, AGGREGATIONS[0]);
	// said where there is something to say: the file tells the ratios, or the recipe asks for a clip
	lines.push(...lacking(io, view, [estimator]));
	if (!loss.unknown || session.resolution.estimatorOptions.clip !== undefined) lines.push(...wrap(lossSentence(loss, io.locale), columns).map(io.paint.dim));
	const told = new Set<string>();
	for (const segment of segmentCredits(view, values)) {
		const lane = found?.lanes ? (segment.lane ?? "") : "";
		if (!segment.credited || told.has(lane)) continue;
		told.add(lane);
		const token = values.findIndex((v, t) => t >= segment.first && !Number.isNaN(v));
		const { credit: sum, terms } = await session.explain({ row: view.row, token, estimator });
		const label = (id: string): string => say(LAYER_WORDS, id, io.locale);
		lines.push(...wrap(`${lane ? `${io.words(`lane:${lane}`)}: ` : ""}${io.words("credit-is", { credit: figure(sum, { signed: true }) })}`, columns));
		for (const t of terms) {
			const [first = "", ...rest] = wrap(termSentence(t, label, io.locale), columns - 11);
			lines.push(`  ${padStart(figure(t.value, { signed: true }), 7)}  ${first}`, ...rest.map(l => `           ${l}`));
		}
	}
	return lines;
}

/** Segments with their credit under each estimator, and how the last differs from the first. */
function comparison(io: Io, view: RolloutView, estimators: readonly string[]): readonly string[] {
	const parts = estimators.map(id => segmentCredits(view, creditOf(view, id)));
	const right = (title: string) => ({ title, align: "right" as const });
	const columns = [
		{ title: io.words("column:segment") },
		{ title: io.words("column:lane"), drop: 2 },
		{ ...right(io.words("column:tokens")), drop: 1 },
		...estimators.map(right),
		right(io.words("column:change")),
	];
	const shown = new Set(shownSegments(view, creditOf(view, estimators[0] ?? "")).map(s => s.from));
	const rows = (parts[0] ?? []).flatMap((s, k): (readonly Cell[])[] => {
		if (!s.learnable || !shown.has(s.from)) return [];
		const means = parts.map(p => (p[k] as SegmentCredit).mean);
		const change = (means.at(-1) ?? Number.NaN) - (means[0] ?? Number.NaN);
		const flipped = (means[0] ?? 0) * (means.at(-1) ?? 0) < 0;
		const cells = means.map(v => signed(v, io.paint));
		return [
			[
				say(SEGMENT_KIND_WORDS, s.kind, io.locale),
				s.lane === null ? "–" : io.words(`lane:${s.lane}`),
				String(s.last - s.first),
				...cells,
				`${figure(change, { signed: true })}${flipped ? ` ${io.words("flipped")}` : ""}`,
			],
		];
	});
	return drawn(io, columns, rows);
}
