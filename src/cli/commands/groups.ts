import type { JsonObject } from "../../core/base/units";
import { keptBy } from "../../core/estimators/degenerate";
import { LANES } from "../../core/model/segment";
import { lackOfGroup } from "../../session/lacks";
import type { Session } from "../../session/session";
import { partAt } from "../../session/source";
import { DEGENERATE, ESTIMATOR_UNKNOWN } from "../../words/estimators";
import { say } from "../../words/words";
import { basisSentence } from "../basis";
import { type Command, ESTIMATOR_FLAGS, FILE_FLAGS, type Io, JSON_FLAGS, shapeOf } from "../command";
import { drawn } from "../drawn";
import { complainOfLines, eachFile, readingOf, titleLines, withSession } from "../open";
import { records } from "../output";
import { nameOf } from "../rows";
import { type Cell, figure } from "../table";
import { oneLine, printable } from "../width";

/** `groups`: each group with its statistics, why it gives no gradient, and which trainers' filters keep it. */
export const groups: Command = {
	name: "groups",
	takes: "files",
	flags: [{ name: "reward", placeholder: "ID" }, ...ESTIMATOR_FLAGS, ...FILE_FLAGS, ...JSON_FLAGS],
	run: async (io, patterns, options) => {
		const reading = await readingOf(io, options);
		const shape = shapeOf(options);
		const sink = shape && records(io.out, shape);
		const status = await eachFile(io, patterns, reading, file =>
			withSession(io, file, reading, async session => {
				await session.ready();
				const found = groupsOf(session);
				if (sink) for (const g of found) await sink.put(answerOf(io, file, g));
				else await io.out.lines(draw(io, file, session, found));
				complainOfLines(io, file, session.state.findings, session.source.parts);
				const loose = session.state.groups.sizeOf(-1);
				if (loose) io.complain(`${printable(nameOf(io, file))}: ${io.words("loose-rollouts", { count: loose })}`);
			}),
		);
		await sink?.end();
		return status;
	},
};

interface Member {
	readonly row: number;
	readonly reward: number;
	readonly advantage: number;
	readonly lanes: JsonObject | null;
	/** In a run: where the member stands. */
	readonly place: { readonly file: string; readonly line: number } | null;
}
interface Group {
	readonly key: string;
	readonly step: number | null;
	readonly mean: number;
	readonly deviation: number;
	readonly degenerate: string | null;
	/** Code of words/estimators: why no member has an advantage; null = one has, or the rewards alone say why. */
	readonly unknown: string | null;
	readonly members: readonly Member[];
}

function groupsOf(session: Session): readonly Group[] {
	const { ledger, groups: found } = session.state;
	const { parts } = session.source;
	const estimated = session.estimate(session.setup.estimator);
	const { estimate } = estimated;
	const column = session.basis === "recorded" ? ledger.recorded : ledger.total;
	return found.members().map((rows, g) => {
		const { mean, deviation, degenerate } = session.groupSummary(g);
		const members = rows.map(row => ({
			row,
			reward: column.get(row),
			advantage: estimate.advantages?.[row] ?? Number.NaN,
			lanes: estimate.lanes && Object.fromEntries(LANES.map(l => [l, estimate.lanes?.[l][row] ?? Number.NaN])),
			place: parts ? { file: parts[partAt(parts, ledger.offset.get(row))]?.path ?? "", line: ledger.line.get(row) } : null,
		}));
		const unknown = lackOfGroup(session, estimated, g);
		return { key: found.keyOf(g) ?? "", step: found.stepOf(g), mean, deviation, degenerate, unknown, members };
	});
}

const answerOf = (io: Io, file: string, g: Group): JsonObject => ({
	file: g.members[0]?.place?.file ?? file,
	group: g.key,
	step: g.step,
	size: g.members.length,
	mean: g.mean,
	std: g.deviation,
	degenerate: g.degenerate,
	unknown: g.unknown === null ? null : { code: g.unknown, message: say(ESTIMATOR_UNKNOWN, g.unknown, io.locale) },
	kept: { ...keptBy(g.members.map(m => m.reward)) },
	members: g.members.map(({ row, reward, advantage, lanes, place }) => ({ row, reward, advantage, ...(lanes ? { lanes } : {}), ...place })),
});

/** Rewards of a group as one mark a member: its height between the file's least and greatest finite reward. */
function sparkline(rewards: readonly number[], low: number, high: number): string {
	const marks = "▁▂▃▄▅▆▇█";
	const markOf = (r: number): string => {
		if (Number.isNaN(r)) return "?";
		if (!Number.isFinite(r)) return r > 0 ? "↑" : "↓";
		// halves: a range wider than any double is not one
		return marks[high > low ? Math.round(((r / 2 - low / 2) / (high / 2 - low / 2)) * 7) : 3] ?? "?";
	};
	return rewards.map(markOf).join("");
}

function gradientCell({ paint, locale, words }: Io, { degenerate, unknown }: Group): Cell {
	if (degenerate !== null) return { text: `✗ ${say(DEGENERATE, degenerate, locale)}`, paint: paint.bad };
	return unknown === null ? { text: words("gradient"), paint: paint.good } : { text: `? ${say(ESTIMATOR_UNKNOWN, unknown, locale)}`, paint: paint.doubt };
}

function draw(io: Io, file: string, session: Session, found: readonly Group[]): readonly string[] {
	const { paint } = io;
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	let infinite = false;
	for (const g of found)
		for (const m of g.members) {
			infinite ||= Math.abs(m.reward) === Number.POSITIVE_INFINITY;
			if (!Number.isFinite(m.reward)) continue;
			if (m.reward < low) low = m.reward;
			if (m.reward > high) high = m.reward;
		}
	const flat = found.filter(g => g.degenerate !== null).length;
	const heading = titleLines(io, file, [
		io.words("groups-found", { groups: found.length, flat }),
		...(session.estimate(session.setup.estimator).reach === "locked" ? [io.words(`figures:${session.basis}`)] : []),
		basisSentence(io, session),
	]);
	const columns = [
		// groups of one prompt are told apart by their steps
		{ title: io.words("column:step"), align: "right" as const, ...(new Set(found.map(g => g.step)).size > 1 ? {} : { drop: 2 }) },
		{ title: io.words("column:group"), most: 40 },
		{ title: io.words("column:size"), align: "right" as const, drop: 3 },
		{ title: io.words("column:mean"), align: "right" as const },
		{ title: io.words("column:deviation"), align: "right" as const },
		{ title: io.words("column:rewards"), most: 32 },
		{ title: io.words("column:kept"), drop: 1 },
		{ title: io.words("column:degenerate"), flex: true },
	];
	const rows = found.map((g): readonly Cell[] => [
		g.step === null ? "–" : String(g.step),
		oneLine(g.key, 60),
		String(g.members.length),
		figure(g.mean),
		figure(g.deviation),
		sparkline(
			g.members.map(m => m.reward),
			low,
			high,
		),
		Object.entries(keptBy(g.members.map(m => m.reward)))
			.flatMap(([name, kept]) => (kept ? [name] : []))
			.join(" ") || "–",
		gradientCell(io, g),
	]);
	// no reward at all has no range
	const [least, greatest] = low <= high ? [low, high] : [Number.NaN, Number.NaN];
	const scale = io.words("rewards-range", { low: figure(least), high: figure(greatest) }) + (infinite ? io.words("rewards-infinite") : "");
	const range = found.length ? scale : io.words("no-groups");
	return [...heading, ...(found.length ? drawn(io, columns, rows, "  ") : []), paint.dim(`  ${range}`), ""];
}
