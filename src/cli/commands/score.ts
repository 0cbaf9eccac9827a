import type { JsonObject, JsonValue, Span } from "../../core/base/units";
import type { Layer, Score } from "../../core/model/reward";
import { LANES } from "../../core/model/segment";
import { REWARDS } from "../../core/rewards/registry";
import type { TableItem } from "../../protocol/queries";
import type { Detail } from "../../session/look";
import { problemOf } from "../../session/problems";
import type { Session } from "../../session/session";
import { ESTIMATOR_UNKNOWN } from "../../words/estimators";
import { LAYER_WORDS, REWARD_LINES, REWARD_TITLES } from "../../words/rewards";
import { say } from "../../words/words";
import { basisSentence } from "../basis";
import { type Command, ESTIMATOR_FLAGS, FILE_FLAGS, type Io, JSON_FLAGS, type Options, SIMILARITY_FLAG, shapeOf } from "../command";
import { drawn } from "../drawn";
import { listing } from "../listing";
import { complainOfFormat, complainOfLines, eachFile, readingOf, rowsNote, sourceOf, titleLines, withSession } from "../open";
import { records } from "../output";
import type { Brush } from "../paint";
import { isClosed, reasonOf } from "../reasons";
import { judgedStream } from "../stream";
import { bar, type Cell, figure, type Row, signed } from "../table";
import { oneLine, printable, wrap } from "../width";

/** `score`: the reward of every rollout, layer by layer, with the check that failed. */
export const score: Command = {
	name: "score",
	takes: "files",
	flags: [{ name: "reward", placeholder: "ID" }, SIMILARITY_FLAG, { name: "list" }, ...ESTIMATOR_FLAGS, ...FILE_FLAGS, ...JSON_FLAGS],
	run: async (io, patterns, options) => {
		if (options.list) return list(io, options);
		const reading = await readingOf(io, options);
		const shape = shapeOf(options);
		if (!shape)
			return eachFile(io, patterns, reading, file =>
				withSession(io, file, reading, async session => {
					await draw(io, file, session);
					complainOfLines(io, file, session.state.findings, session.source.parts);
				}),
			);
		const sink = records(io.out, shape);
		const status = await eachFile(io, patterns, reading, async file => {
			const source = await sourceOf(io, file, reading);
			try {
				const recipe = await reading.recipeFor(file);
				const supplement = await reading.supplements.of(file, recipe);
				const stream = await judgedStream(source, recipe, supplement?.apply, reading.means.cacheDir);
				for await (const detail of stream.rollouts) {
					await sink.put(answerOf(io, file, detail));
					io.progress.update(source.name, stream.share(), rowsNote(io, detail.row + 1));
				}
				complainOfFormat(io, file, stream.detection);
				complainOfLines(io, file, stream.findings, source.parts);
			} finally {
				await source.close();
			}
		});
		await sink.end();
		return status;
	},
};

const spanOf = (s: Span | null): JsonValue => s && [s.from, s.to];

function answerOf(io: Io, file: string, detail: Detail): JsonObject {
	const { rollout, score: s, findings } = detail.judged;
	const matches = new Map(s.matches.map(m => [m.call, m]));
	return {
		file: detail.file?.path ?? file,
		row: detail.row,
		line: detail.place.line,
		id: rollout.id,
		group: rollout.group,
		step: rollout.step,
		recorded: { reward: rollout.recorded.reward, components: rollout.recorded.components, advantage: rollout.recorded.advantage },
		reward: s.total,
		known: s.known,
		layers: Object.fromEntries(s.layers.map(l => [l.id, layerOf(l)])),
		lanes: { ...s.lanes },
		calls: rollout.calls.map((c, i) => {
			const m = matches.get(i);
			const params = m?.params.map(p => ({
				name: p.name,
				verdict: p.verdict,
				expected: p.expected ?? null,
				actual: p.actual ?? null,
				similarity: p.similarity,
				...(p.by === undefined ? {} : { by: p.by }),
			}));
			return {
				name: c.name,
				arguments: c.arguments,
				span: spanOf(c.span),
				origin: c.origin,
				matched: m?.reference ?? null,
				similarity: m?.similarity ?? null,
				params: params ?? [],
			};
		}),
		recovered: rollout.recovered.map(c => ({ name: c.name, arguments: c.arguments, span: spanOf(c.span) })),
		missed: s.missed,
		omitted: s.omitted,
		findings: [...detail.recordFindings, ...findings].map(f => {
			const { code, severity, message, line, column, span } = problemOf(detail, f, io.locale);
			return { code, severity, message, line, column, span: spanOf(span) };
		}),
	};
}

const layerOf = (l: Layer): JsonObject => ({
	score: l.score,
	weight: l.weight,
	gate: l.gate,
	open: l.open,
	contribution: l.contribution,
	pays: l.pays,
	unknown: l.unknown,
	parts: l.checks.map(c => ({ id: c.id, verdict: c.verdict, score: c.score, expected: c.expected, actual: c.actual, span: spanOf(c.span), data: c.data })),
});

/** Display rows whose columns are aligned with each other. */
const PAGE = 400;
/** Below this the reason has a line of its own. */
const WIDE = 110;

/** A file for a person: a block per group, a line per rollout. */
async function draw(io: Io, file: string, session: Session): Promise<void> {
	const { layers } = session.state.ledger;
	await session.ready();
	const { estimate, preset, estimator } = session.estimate(session.setup.estimator);
	const wide = io.terminal.columns >= WIDE;
	const recorded = session.state.seen.has("reward");
	const right = (title: string, drop?: number) => ({ title, align: "right" as const, ...(drop === undefined ? {} : { drop }) });
	const columns = [
		right(io.words("column:row")),
		...layers.map(l => ({ title: say(LAYER_WORDS, l.id, io.locale), most: 24 })),
		right(io.words("column:reward")),
		...(recorded ? [right(io.words("column:recorded"), 1)] : []),
		...(estimate.lanes ? LANES.map(l => right(io.words(`column:advantage-${l}`))) : [right(io.words("column:advantage"))]),
		...(wide ? [{ title: io.words("column:why"), flex: true }] : []),
	];
	await io.out.lines(titleLines(io, file, [say(REWARD_TITLES, session.setup.reward, io.locale), `${estimator} ${preset}`, basisSentence(io, session)]));
	if (estimate.unknown) await io.out.lines(wrap(`? ${say(ESTIMATOR_UNKNOWN, estimate.unknown, io.locale)}`, io.terminal.columns - 1).map(l => ` ${io.paint.doubt(l)}`));
	for (let from = 0; ; from += PAGE) {
		const { items, total } = session.rowsOf({ from, to: from + PAGE });
		const rows: Row[] = [];
		for (const item of items) rows.push(...(item.kind === "group" ? [groupLine(io, item)] : await rolloutLine(io, session, item, recorded, wide)));
		await io.out.lines(drawn(io, columns, rows, " "));
		if (from + PAGE >= total) break;
	}
	await io.out.lines([...wrap(io.words("score-legend"), io.terminal.columns - 1).map(l => ` ${io.paint.dim(l)}`), ""]);
}

function groupLine(io: Io, g: Extract<TableItem, { kind: "group" }>): Row {
	const name = g.group === null ? io.words("no-group") : oneLine(g.group, 60);
	const step = g.step === null ? "" : ` · ${io.words("step", { step: g.step })}`;
	const text = `▌${name}${step} · ${io.words("group-line", { size: g.size, mean: figure(g.mean), deviation: figure(g.deviation) })}`;
	const flat = g.degenerate === null ? [] : [io.paint.bad(` ✗ ${g.degenerateText}`)];
	return { across: ["", ...wrap(text, io.terminal.columns).map(io.paint.bold), ...flat] };
}

/** What to know about a rollout's score, behind a mark. */
function whyOf(io: Io, score: Score): { readonly text: string; readonly paint: Brush } {
	const reason = reasonOf(score, io.locale);
	if (!reason) return { text: `✓ ${io.words("all-passed")}`, paint: io.paint.good };
	const [mark, brush] = { fail: ["✗", io.paint.bad] as const, partial: ["~", io.paint.doubt] as const, unknown: ["?", io.paint.doubt] as const }[reason.verdict];
	const omitted = score.omitted ? `${io.words("omitted")} · ` : "";
	const sentence = printable(reason.sentence).replaceAll("\n", " ");
	return { text: `${mark} ${omitted}${io.words("reason", { layer: reason.layer, sentence })}`, paint: brush };
}

async function rolloutLine(io: Io, session: Session, item: Extract<TableItem, { kind: "rollout" }>, recorded: boolean, wide: boolean): Promise<readonly Row[]> {
	const { score: found } = (await session.detail(item.row)).judged;
	const layers = session.state.ledger.layers.map(({ id }): Cell => {
		const l = found.layers.find(x => x.id === id);
		// an unknown gate is not a closed one; what has no weight needs no gate to pay nothing
		const gate = l && !l.open && l.weight !== 0 ? (isClosed(l) ? " ⊘" : " ⊘?") : "";
		return l ? { text: `${bar(l.score, wide ? 8 : 4)} ${figure(l.score)}${gate}`, paint: l.open ? text => text : io.paint.dim } : "–";
	});
	const cells = [
		String(item.row),
		...layers,
		Number.isNaN(item.total) ? `${figure(item.known)} + ?` : figure(item.total),
		...(recorded ? [figure(item.recorded)] : []),
		...(item.lanes ? LANES.map(l => signed(item.lanes?.[l] ?? Number.NaN, io.paint)) : [signed(item.advantage, io.paint)]),
	];
	const why = whyOf(io, found);
	if (wide) return [[...cells, why]];
	return [cells, { across: wrap(why.text, io.terminal.columns - 6).map((l, i) => `    ${i ? "  " : ""}${why.paint(l)}`) }];
}

const list = (io: Io, options: Options): Promise<number> =>
	listing(
		io,
		options,
		REWARDS.map(r => ({ id: r.id, title: say(REWARD_TITLES, r.id, io.locale), about: say(REWARD_LINES, r.id, io.locale), source: r.source, range: r.range, defaults: r.defaults })),
		() =>
			REWARDS.flatMap(r => [
				`${io.paint.bold(r.id)}  ${say(REWARD_TITLES, r.id, io.locale)}`,
				...indented(io, say(REWARD_LINES, r.id, io.locale)),
				...indented(io, `${figure(r.range[0])} … ${figure(r.range[1])}${r.source ? ` · ${r.source}` : ""}`).map(io.paint.dim),
				"",
			]),
	);

const indented = (io: Io, text: string): readonly string[] => wrap(text, io.terminal.columns - 4).map(l => `    ${l}`);
