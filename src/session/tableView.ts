import { FLAG } from "../core/model/ledger";
import type { TableItem } from "../protocol/queries";
import { DEGENERATE } from "../words/estimators";
import { say } from "../words/words";
import { type FileEstimate, laneRecord } from "./estimates";
import type { SessionState } from "./state";
import { groupOf, NO_GROUP_HEADER, type TableData } from "./table";

const orNull = (v: number): number | null => (Number.isNaN(v) ? null : v);

/** One display row of the table. */
export function tableItem(s: SessionState, item: number): TableItem {
	const { ledger: l, groups } = s.state;
	if (item < 0) {
		const number = item === NO_GROUP_HEADER ? -1 : groupOf(item);
		const summary = s.groupSummary(number);
		const degenerate = number < 0 ? null : summary.degenerate;
		return {
			kind: "group",
			group: groups.keyOf(number),
			step: groups.stepOf(number),
			size: summary.size,
			mean: summary.mean,
			deviation: summary.deviation,
			degenerate,
			degenerateText: degenerate === null ? "" : say(DEGENERATE, degenerate, s.locale),
		};
	}
	const row = item;
	const group = l.group.get(row);
	const { estimate } = s.estimate(s.setup.estimator);
	const flags = l.flags.get(row);
	return {
		kind: "rollout",
		row,
		id: null,
		group: groups.keyOf(group),
		step: orNull(l.step.get(row)),
		member: groups.placeOf(row, group),
		recorded: l.recorded.get(row),
		total: l.total.get(row),
		known: l.known.get(row),
		layers: l.layers.map(x => x.score.get(row)),
		advantage: estimate.advantages?.[row] ?? Number.NaN,
		lanes: estimate.lanes ? laneRecord(estimate.lanes, row) : null,
		tokens: l.tokens.get(row),
		calls: l.calls.get(row),
		findings: l.findings.get(row),
		severity: flags & FLAG.error ? "error" : flags & FLAG.warning ? "warning" : flags & FLAG.info ? "info" : null,
		...(flags & FLAG.waiting ? { waiting: true } : {}),
	};
}

/** What the order of the table looks at. */
export function tableData(s: SessionState): TableData {
	const { ledger, groups } = s.state;
	const reward = s.basis === "recomputed" ? ledger.total : ledger.recorded;
	let found: FileEstimate | null = null;
	const advantage = (row: number): number => {
		found ??= s.estimate(s.setup.estimator);
		const { estimate } = found;
		return estimate.lanes ? (estimate.lanes.tool[row] as number) : (estimate.advantages?.[row] ?? Number.NaN);
	};
	return {
		rows: s.state.rows,
		groups,
		value: (key, row) => {
			switch (key) {
				case "reward":
					return reward.get(row);
				case "advantage":
					return advantage(row);
				case "tokens":
					return ledger.tokens.get(row);
				case "findings":
					return ledger.findings.get(row);
				case "step":
					return ledger.step.get(row);
				case "deviation":
					return Number.NaN;
			}
		},
		groupDeviation: g => s.groupSummary(g).deviation,
		isDegenerate: g => s.groupSummary(g).degenerate !== null,
		findings: row => ledger.findings.get(row),
		step: row => ledger.step.get(row),
	};
}
