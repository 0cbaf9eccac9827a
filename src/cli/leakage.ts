import type { JsonObject } from "../core/base/units";
import { LANES } from "../core/model/segment";
import type { GroupLeakage } from "../session/leakageView";
import type { Io } from "./command";
import { wrap } from "./width";

const percent = (share: number): string => (Number.isNaN(share) ? "–" : `${Math.round(share * 100)} %`);

/** Leakage in sentences, under a heading; nothing without it. */
export function leakageLines(io: Io, leaked: GroupLeakage | null): readonly string[] {
	if (!leaked) return [];
	const { broadcast, locked, rows, found } = leaked;
	const named = (indices: readonly number[]): string => indices.map(i => rows[i]).join(", ");
	const sentences = [
		...LANES.flatMap(lane => {
			const l = found.lanes[lane];
			return l ? [io.words(`leak-${lane}`, { against: percent(l.signDisagreement), phantom: percent(l.phantom) })] : [];
		}),
		io.words("leak-share", { share: percent(found.summaryShare) }),
		...(found.falseReward.length ? [io.words("leak-reward", { rows: named(found.falseReward) })] : []),
		...(found.falsePunishment.length ? [io.words("leak-punishment", { rows: named(found.falsePunishment) })] : []),
	];
	const { columns } = io.terminal;
	return ["", ...wrap(io.words("leak-title", { broadcast, locked }), columns), ...sentences.flatMap(t => wrap(t, columns - 4).map((l, i) => `${i ? "    " : "  · "}${l}`))];
}

/** Leakage of one group as JSON: rows of the file instead of indices into the group. */
export const leakageAnswer = ({ broadcast, locked, rows, found }: GroupLeakage): JsonObject => ({
	broadcast,
	locked,
	tool: found.lanes.tool && { ...found.lanes.tool },
	summary: found.lanes.summary && { ...found.lanes.summary },
	decomposition: found.decomposition && { ...found.decomposition },
	falseReward: found.falseReward.map(i => rows[i] ?? null),
	falsePunishment: found.falsePunishment.map(i => rows[i] ?? null),
	correlation: found.correlation,
	partial: found.partial,
	summaryShare: found.summaryShare,
});
