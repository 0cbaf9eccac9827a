import type { PooledLeakage } from "../../core/analyses/pooledLeakage";
import { ESTIMATORS } from "../../core/estimators/registry";
import { fileLeakage, type GroupLeakage, groupLeakage, leftOutSentence, type Pooled } from "../../session/leakageView";
import { LEAKAGE_WORDS } from "../../words/audit";
import { say, type Values } from "../../words/words";
import { choose } from "../choose";
import { UsageError } from "../command";
import { drawn } from "../drawn";
import { leakageAnswer } from "../leakage";
import { figure } from "../table";
import { oneLine, wrap } from "../width";
import type { Topic } from "./contract";

const SHOWN = 40;
const percent = (share: number): string => (Number.isNaN(share) ? "–" : `${Math.round(share * 100)} %`);

/** Leakage is what one kind of estimator pays against the other: without both there is nothing to compare. */
function pair(list: string): readonly string[] {
	const chosen = list.split(",").map(id => choose("estimator", ESTIMATORS, id.trim()));
	const ids = (reach: "broadcast" | "locked"): string =>
		ESTIMATORS.filter(e => e.reach === reach)
			.map(e => e.id)
			.join(", ");
	if (!chosen.some(e => e.reach === "broadcast") || !chosen.some(e => e.reach === "locked"))
		throw new UsageError("leakage:pair", { broadcast: ids("broadcast"), locked: ids("locked") });
	return chosen.map(e => e.id);
}

/** How far a broadcast advantage pays segments for what others earned, per group and over the file. */
export const leakage: Topic = {
	name: "leakage",
	flags: [{ name: "compare", placeholder: "IDS" }],
	ofSession: async (io, session, _, options) => {
		const estimators = options.compare === undefined ? ["grpo", "slca"] : pair(options.compare);
		const whole = fileLeakage(session, estimators);
		const pooled = whole?.pooled.broadcast.found && whole.pooled.locked.found ? whole : null;
		const leftOut = (of: Pooled) => ({ used: of.found?.points ?? 0, rollouts: whole?.rollouts ?? 0, ...of.left });
		const groups: GroupLeakage[] = [];
		for (let g = 0; g < session.state.groups.count; g++) {
			const found = await groupLeakage(session, g, estimators);
			if (found) groups.push(found);
		}
		const { groups: table } = session.state;
		const text = (code: keyof typeof LEAKAGE_WORDS, values: Values = {}): string => say(LEAKAGE_WORDS, code, io.locale, values);
		const { columns: width } = io.terminal;
		const line = (who: string, p: PooledLeakage | null): readonly string[] =>
			p ? [text("pooled", { who, correlation: figure(p.correlation), partial: figure(p.partial), p: figure(p.pValue), points: p.points })] : [];
		const left = (of: Pooled | null | undefined, who = ""): readonly string[] => {
			const sentence = whole && of ? leftOutSentence(whole.rollouts, of, io.locale) : null;
			return sentence === null ? [] : [who + sentence];
		};
		const recordedLine = whole?.recorded ? [...line(text("recorded"), whole.recorded.found), ...left(whole.recorded, `${text("recorded")}: `)] : [];
		const bullets = (sentences: readonly string[]): readonly string[] => sentences.flatMap(s => wrap(s, width - 4).map((l, i) => `${i ? "    " : "  · "}${l}`));
		const right = (code: keyof typeof LEAKAGE_WORDS) => ({ title: text(code), align: "right" as const });
		const rows = groups
			.slice(0, SHOWN)
			.map(({ group, rows: members, found: { lanes, decomposition: d, falseReward, falsePunishment } }) => [
				oneLine(table.keyOf(group) ?? "–", 40),
				percent(lanes.tool?.signDisagreement ?? Number.NaN),
				percent(lanes.tool?.phantom ?? Number.NaN),
				percent(lanes.tool?.missed ?? Number.NaN),
				figure(d?.kappa ?? Number.NaN),
				percent(d?.noise ?? Number.NaN),
				figure(d?.effectiveGroup ?? Number.NaN),
				`${falseReward.map(i => members[i]).join(" ") || "–"} / ${falsePunishment.map(i => members[i]).join(" ") || "–"}`,
			]);
		return {
			json: {
				pooled: pooled && {
					broadcast: pooled.broadcast,
					locked: pooled.locked,
					groups: pooled.pooled.broadcast.groups,
					[pooled.broadcast]: { ...pooled.pooled.broadcast.found },
					[pooled.locked]: { ...pooled.pooled.locked.found },
					recorded: pooled.recorded?.found ? { ...pooled.recorded.found, leftOut: leftOut(pooled.recorded) } : null,
				},
				leftOut: whole && leftOut(whole.pooled.broadcast),
				groups: groups.map(g => ({ group: table.keyOf(g.group), step: table.stepOf(g.group), rows: g.rows, ...leakageAnswer(g) })),
			},
			lines: pooled
				? [
						...wrap(text("title", { broadcast: pooled.broadcast, locked: pooled.locked }), width),
						...bullets([
							...line(pooled.broadcast, pooled.pooled.broadcast.found),
							...line(pooled.locked, pooled.pooled.locked.found),
							...left(pooled.pooled.broadcast),
							...recordedLine,
						]),
						"",
						...drawn(
							io,
							[
								{ title: text("column:group"), most: 40 },
								right("column:against"),
								right("column:phantom"),
								{ ...right("column:missed"), drop: 3 },
								right("column:kappa"),
								{ ...right("column:noise"), drop: 2 },
								{ ...right("column:effective"), drop: 1 },
								{ title: text("column:wrong"), flex: true },
							],
							rows,
							"  ",
						),
						"",
					]
				: [...wrap(text("nothing"), width), ...bullets([...left(whole?.pooled.broadcast), ...recordedLine]), ""],
		};
	},
};
