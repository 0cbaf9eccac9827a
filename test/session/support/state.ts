import type { GroupTable } from "../../../src/session/groups";
import type { Session } from "../../../src/session/session";

/** Keys, steps and members of groups as lists. */
export function groupsOf(groups: GroupTable) {
	const all = Array.from({ length: groups.count }, (_, g) => g);
	return { keys: all.map(g => groups.keyOf(g)), steps: all.map(g => groups.stepOf(g)), members: groups.members(), loose: groups.membersOf(-1) };
}

/** All that a session knows of a file, as plain data to compare. NaN and −0 survive. */
export function stateOf(s: Session): unknown {
	const { ledger: l, groups, findings, findingCounts, records, seen, rows } = s.state;
	const column = (c: { view(): ArrayLike<number> }): number[] => Array.from(c.view());
	return {
		rows,
		records,
		offset: column(l.offset),
		bytes: column(l.bytes),
		line: column(l.line),
		part: column(l.part),
		group: column(l.group),
		step: column(l.step),
		recorded: column(l.recorded),
		recordedAdvantage: column(l.recordedAdvantage),
		total: column(l.total),
		known: column(l.known),
		lanes: [column(l.laneTool), column(l.laneSummary)],
		calls: column(l.calls),
		tokens: column(l.tokens),
		findingsOfRows: column(l.findings),
		flags: column(l.flags),
		layers: Object.fromEntries(l.layers.map(x => [x.id, [column(x.score), column(x.contribution)]])),
		// a component that every row lacks tells nothing
		components: Object.fromEntries([...l.components].map(([name, c]) => [name, column(c)] as const).filter(([, values]) => !values.every(Number.isNaN))),
		groups: groupsOf(groups),
		findings: findings.map(f => [f.place.line, f.place.offset, f.finding.code, f.column]),
		counts: Object.fromEntries(findingCounts),
		seen: [...seen].sort(),
	};
}
