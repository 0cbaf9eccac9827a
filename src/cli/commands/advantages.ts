import type { JsonObject, JsonValue } from "../../core/base/units";
import { punished } from "../../core/estimators/overlong";
import { ESTIMATORS } from "../../core/estimators/registry";
import { isOutOfRange } from "../../core/estimators/standardise";
import type { Estimate, GroupStatistics } from "../../core/model/advantage";
import { LANES } from "../../core/model/segment";
import { cornersSentence, ESTIMATOR_TITLES, ESTIMATOR_UNKNOWN, STATISTIC_NOTES } from "../../words/estimators";
import { say } from "../../words/words";
import { type Batch, KEY_OF, laneLists, readBatch } from "../batch";
import { chooseEstimator } from "../choose";
import { type Command, ESTIMATOR_FLAGS, type Io, JSON_FLAGS, type Options, shapeOf } from "../command";
import { drawn, saysLeftOut } from "../drawn";
import { listing } from "../listing";
import { records } from "../output";
import { answerRows } from "../rows";
import { type Cell, figure, type LeftOut, signed, table } from "../table";
import { oneLine, wrap } from "../width";

/** `advantages`: batches of rewards in, what a trainer's estimator makes of them out. */
export const advantages: Command = {
	name: "advantages",
	takes: "lines",
	flags: [...ESTIMATOR_FLAGS, { name: "list" }, ...JSON_FLAGS],
	run: async (io, [file], options) => {
		if (options.list) return list(io, options);
		const { estimator, preset } = chooseEstimator(options.estimator, options.preset);
		const shape = shapeOf(options);
		const sink = shape && records(io.out, shape);
		const status = await answerRows(io, file, async row => {
			const batch = readBatch(row);
			if ("code" in batch) return batch;
			const estimate = estimator.estimate(estimator.reach === "broadcast" ? punished(batch.input, batch.options.overlong) : batch.input, preset.id, batch.options);
			if (sink) await sink.put(answerOf(io, batch, estimate, estimator.id, preset.id));
			else await io.out.lines(draw(io, batch, estimate, `${say(ESTIMATOR_TITLES, estimator.id, io.locale)} · ${preset.id}`));
			return null;
		});
		await sink?.end();
		return status;
	},
};

/** What the input lacks, or that a reward is too large to be reckoned with; null = every rollout with a reward has its advantage, or its group says why not. */
function unknownOf({ input: { rewards } }: Batch, estimate: Estimate): string | null {
	if (estimate.unknown) return estimate.unknown;
	const columns = estimate.lanes ? LANES.map(l => estimate.lanes?.[l]) : [estimate.advantages];
	const lost = columns.some(c => c?.some((a, i) => Number.isNaN(a) && Number.isFinite(rewards[i])));
	return lost && isOutOfRange(rewards) ? "out-of-range" : null;
}

function answerOf(io: Io, batch: Batch, estimate: Estimate, estimator: string, preset: string): JsonObject {
	const groups = (of: readonly GroupStatistics[]): JsonValue => of.map((g, i) => ({ group: batch.groupNames[i] ?? null, ...g }));
	const { laneGroups } = estimate;
	const unknown = unknownOf(batch, estimate);
	return {
		id: batch.id,
		advantages: estimate.advantages && [...estimate.advantages],
		...(estimate.lanes ? { segments: laneLists(estimate.lanes) } : {}),
		...(estimate.tokens ? { tokens: estimate.tokens.map(t => [...t]) } : {}),
		...(unknown ? { unknown: { code: unknown, message: say(ESTIMATOR_UNKNOWN, unknown, io.locale), key: KEY_OF[unknown] ?? null } } : {}),
		stats: laneGroups ? { estimator, preset, lanes: Object.fromEntries(LANES.map(l => [l, groups(laneGroups[l])])) } : { estimator, preset, groups: groups(estimate.groups) },
	};
}

/** "Needs the reward of the greedy rollout: "greedy"". */
function lackSentence(io: Io, code: string): string {
	const sentence = say(ESTIMATOR_UNKNOWN, code, io.locale);
	const key = KEY_OF[code];
	return key === undefined ? sentence : io.words("in-key", { sentence, key });
}

/** A batch for a person: a table of its rollouts, then what each group was compared with. */
function draw(io: Io, batch: Batch, estimate: Estimate, title: string): readonly string[] {
	const { input } = batch;
	const { lanes, advantages: single } = estimate;
	const name = (group: number): string => (group < 0 ? "–" : oneLine(String(batch.groupNames[group] ?? io.words("one-group")), 40));
	const columns = [
		{ title: io.words("column:index"), align: "right" as const },
		{ title: io.words("column:group") },
		{ title: io.words("column:reward"), align: "right" as const },
		...(lanes ? LANES.flatMap(l => [{ title: io.words(`column:reward-${l}`), align: "right" as const, drop: 1 }]) : []),
		...(single ? [{ title: io.words("column:advantage"), align: "right" as const }] : []),
		...(lanes ? LANES.map(l => ({ title: io.words(`column:advantage-${l}`), align: "right" as const })) : []),
	];
	const rows = Array.from(input.rewards, (reward, i): readonly Cell[] => [
		String(i),
		name(input.groups[i] as number),
		figure(reward),
		...(lanes ? LANES.map(l => figure(input.lanes?.[l][i] ?? Number.NaN)) : []),
		...(single ? [signed(single[i] as number, io.paint)] : []),
		...(lanes ? LANES.map(l => signed(lanes[l][i] as number, io.paint)) : []),
	]);
	const heading = `${io.words("batch", { id: batch.id === null ? "–" : oneLine(String(batch.id), 60) })} · ${title}`;
	const { laneGroups } = estimate;
	const notes =
		estimate.unknown !== undefined
			? []
			: laneGroups
				? LANES.flatMap(l => groupNotes(io, laneGroups[l], g => `${name(g)} · ${io.words(`lane:${l}`)}`))
				: groupNotes(io, estimate.groups, name);
	const lacking = unknownOf(batch, estimate);
	const unknown = lacking === null ? [] : [io.paint.doubt(`  ? ${lackSentence(io, lacking)}`)];
	return [...wrap(heading, io.terminal.columns).map(io.paint.bold), ...unknown, ...drawn(io, columns, rows, "  "), ...notes, ""];
}

function groupNotes(io: Io, groups: readonly GroupStatistics[], name: (group: number) => string): readonly string[] {
	return groups.flatMap((g, i) => {
		const values = { group: name(i), usable: g.usable, size: g.size, mean: figure(g.mean), deviation: figure(g.deviation), divisor: figure(g.denominator) };
		const note = g.corner === null ? "" : ` — ${say(STATISTIC_NOTES, g.corner, io.locale)}`;
		return wrap(`${io.words("group-statistics", values)}${note}`, io.terminal.columns - 2).map(l => `  ${io.paint.dim(l)}`);
	});
}

const list = (io: Io, options: Options): Promise<number> =>
	listing(
		io,
		options,
		ESTIMATORS.map(({ id, reach, defaultPreset, presets }) => ({
			id,
			reach,
			default: defaultPreset,
			presets: presets.map(p => ({ id: p.id, aliases: p.aliases, source: p.source, corners: cornersSentence(p.corners, io.locale) })),
		})),
		() => {
			let missing: readonly string[] = [];
			// said once, not below each estimator
			const hear: LeftOut = titles => {
				missing = saysLeftOut(io)(titles);
				return [];
			};
			const tables = ESTIMATORS.flatMap(e => {
				const columns = [{ title: io.words("column:preset") }, { title: io.words("column:corners"), flex: true }, { title: io.words("column:source"), drop: 1 }];
				const rows = e.presets.map(p => [p.id + (p.id === e.defaultPreset ? " *" : ""), cornersSentence(p.corners, io.locale), p.source]);
				return [`${io.paint.bold(e.id)}  ${say(ESTIMATOR_TITLES, e.id, io.locale)}`, ...table(columns, rows, io.terminal.columns, io.paint, "  ", hear), ""];
			});
			return [...tables, ...missing, io.paint.dim(io.words("list-default"))];
		},
	);
