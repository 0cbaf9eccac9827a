import { Column } from "../core/base/columns";
import { groupFaults, type LayerFacts, type WideFinding } from "../core/checks/groups";
import { SCREEN_KEYS, type ScreenRow, screenRow, screens } from "../core/checks/screens";
import type { FindingView } from "../protocol/queries";
import type { Locale } from "../words/words";
import { givenOf } from "./judge";
import { type Detail, fileOf } from "./look";
import { findingMessage, named } from "./problems";
import { redundancyIn } from "./redundant";
import type { SessionState } from "./state";

const byKey = <T>(of: (key: keyof ScreenRow) => T): Readonly<Record<keyof ScreenRow, T>> => Object.fromEntries(SCREEN_KEYS.map(k => [k, of(k)])) as Record<keyof ScreenRow, T>;

/** What screens need of every rollout, as columns: a few numbers a row, so that files may be large. */
export class Screened {
	private readonly columns = byKey(() => new Column("f64"));
	private readonly success = new Column("f64");
	private readonly grade = new Column("f64");
	private readonly redundancy = new Column("f64");
	private layers: readonly { readonly id: string; readonly weight: number; readonly gate: number | null }[] = [];

	/** Rows come in their order. */
	add({ judged: { rollout, score } }: Detail, keys: Readonly<Record<string, string>>): void {
		const row = screenRow(rollout, score);
		for (const k of SCREEN_KEYS) this.columns[k].push(row[k]);
		const { outcome, judge } = givenOf(rollout, keys);
		this.success.push(outcome);
		this.grade.push(judge);
		this.redundancy.push(rollout.calls.length ? redundancyIn(rollout).rate : Number.NaN);
		if (!this.layers.length) this.layers = score.layers.map(({ id, weight, gate }) => ({ id, weight, gate }));
	}

	/** Findings about groups, about the reward and about the file as a whole. */
	findings(s: SessionState): readonly WideFinding[] {
		const { ledger, groups } = s.state;
		const rows = this.success.length;
		if (rows !== s.state.rows) return [];
		const layers = ledger.layers.flatMap((l): LayerFacts[] => {
			const known = this.layers.find(x => x.id === l.id);
			return known ? [{ ...known, score: l.score.view(), contribution: l.contribution.view() }] : [];
		});
		const recorded = [...ledger.components].map(([id, column]): LayerFacts => ({ id, weight: 1, gate: null, score: column.view(), contribution: column.view() }));
		const facts = groups.members().map((members, g) => ({ key: groups.keyOf(g) ?? "", members, ...s.groupSummary(g) }));
		const layer = (id: string): ArrayLike<number> | null => ledger.layers.find(l => l.id === id)?.score.view() ?? null;
		return [
			...groupFaults(facts, [...layers, ...recorded.filter(r => !layers.some(l => l.id === r.id))], rows),
			...screens({
				rows: byKey(k => this.columns[k].view()),
				reward: (s.basis === "recomputed" ? ledger.total : ledger.recorded).view(),
				success: this.success.view(),
				tokens: ledger.tokens.view(),
				redundancy: this.redundancy.view(),
				grade: this.grade.view(),
				step: ledger.step.view(),
				format: layer("format"),
				content: layer("content"),
				groups: facts.map(f => f.members),
			}),
		].filter(w => !s.state.setup.judge.ignore.includes(w.finding.code));
	}

	views(s: SessionState): FindingView[] {
		return this.findings(s).map(w => viewOf(s, w, s.locale));
	}
}

function viewOf(s: SessionState, { row, finding }: WideFinding, locale: Locale): FindingView {
	const line = row === null ? null : s.state.ledger.line.get(row);
	return {
		code: finding.code,
		severity: finding.severity,
		message: findingMessage(finding, locale),
		line,
		column: line === null ? null : 1,
		span: null,
		...(row === null ? {} : named(fileOf(s.source, s.state.ledger.offset.get(row)).file)),
		row,
		place: line === null ? null : { line, column: 1, endLine: line, endColumn: 2 },
		expected: null,
		actual: null,
		related: [],
		reference: null,
		repaired: null,
	};
}
