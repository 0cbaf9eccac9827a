import type { Redundancy } from "../../core/checks/redundancy";
import type { HackingView, RedundancyView, SpentOn } from "../../protocol/lab";
import { REDUNDANCY_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import { judgedRows } from "../findings";
import { redundancyIn } from "../redundant";
import type { SessionState } from "../state";
import { Screened } from "../wide";

const REASONS = ["duplicate", "superseded", "afterAnswer", "unmatched", "consecutiveRepeat", "unusedResult"] as const satisfies readonly (keyof Redundancy)[];
const LISTED = 50;
/** Sums by a name. */
class Ledger {
	private readonly by = new Map<string, { calls: number; redundant: number; cost: number; wasted: number }>();

	add(of: string, redundant: boolean, price: number): void {
		const entry = this.by.get(of) ?? { calls: 0, redundant: 0, cost: 0, wasted: 0 };
		entry.calls++;
		entry.cost += price;
		if (redundant) {
			entry.redundant++;
			entry.wasted += price;
		}
		this.by.set(of, entry);
	}

	get spent(): readonly SpentOn[] {
		return [...this.by].map(([of, entry]) => ({ of, ...entry })).sort((a, b) => b.wasted - a.wasted || b.calls - a.calls);
	}
}

/** Calls that were for nothing in the whole file. */
export async function redundancyView(s: SessionState, given: Readonly<Record<string, number>>): Promise<RedundancyView> {
	const prices = { ...s.resolution.recipe.prices, ...given };
	const [tools, steps] = [new Ledger(), new Ledger()];
	const counts: Record<string, number> = {};
	const rollouts: RedundancyView["by_rollout"][number][] = [];
	let [calls, redundant, cost, wasted, failed, excess, successes, rows] = [0, 0, 0, 0, 0, 0, 0, 0];
	let [referenced, judgedRollouts, efficiency, efficient] = [0, 0, 0, 0];
	const result = s.state.ledger.layers.find(l => l.id === "result")?.score;
	for await (const { row, judged } of judgedRows(s.source, s.state)) {
		const { rollout } = judged;
		const r = redundancyIn(rollout, prices);
		rows++;
		rollout.calls.forEach((c, i) => {
			const price = prices[c.name] ?? 1;
			tools.add(c.name, !!r.redundant[i], price);
			if (rollout.step !== null) steps.add(String(rollout.step), !!r.redundant[i], price);
			for (const reason of REASONS) if (r[reason][i]) counts[reason] = (counts[reason] ?? 0) + 1;
		});
		const own = r.redundant.filter(Boolean).length;
		calls += rollout.calls.length;
		redundant += own;
		cost += r.cost;
		wasted += r.wastedCost;
		failed += r.failedCost;
		if (!Number.isNaN(r.excess)) {
			excess += r.excess;
			referenced++;
		}
		const met = result?.get(row) ?? Number.NaN;
		if (!Number.isNaN(met)) {
			judgedRollouts++;
			successes += met >= 0.999 ? 1 : 0;
			const gold = rollout.reference?.calls?.flat().length ?? 0;
			if (met >= 0.999 && gold && rollout.calls.length) {
				efficiency += Math.min(1, gold / rollout.calls.length);
				efficient++;
			}
		}
		if (own) rollouts.push({ row, group: rollout.group, calls: rollout.calls.length, redundant: own, cost: r.cost, wasted: r.wastedCost });
	}
	const known = judgedRollouts > 0;
	return {
		rollouts: rows,
		calls,
		redundant,
		redundancy_rate: calls ? redundant / calls : 0,
		cost,
		wasted,
		failed_cost: failed,
		excess: referenced ? excess : Number.NaN,
		successes: known ? successes : Number.NaN,
		tool_productivity: known && calls ? successes / calls : Number.NaN,
		calls_per_success: known && successes ? calls / successes : Number.NaN,
		call_efficiency: efficient ? efficiency / efficient : Number.NaN,
		cost_per_success: known && successes ? cost / successes : Number.NaN,
		prices,
		reasons: REASONS.flatMap(code => (counts[code] ? [{ code, label: say(REDUNDANCY_WORDS, code, s.locale), count: counts[code] }] : [])),
		by_tool: tools.spent,
		by_step: steps.spent,
		by_rollout: rollouts.sort((a, b) => b.wasted - a.wasted || a.row - b.row).slice(0, LISTED),
	};
}

/** The screens H01–H13 over the whole file. */
export async function hackingView(s: SessionState): Promise<HackingView> {
	const screened = new Screened();
	let rollouts = 0;
	for await (const detail of judgedRows(s.source, s.state)) {
		screened.add(detail, s.state.setup.judge.keys);
		rollouts++;
	}
	const data = new Map(screened.findings(s).map(w => [w.finding.code, w.finding.data]));
	const signals = screened
		.views(s)
		.filter(v => /^H\d+$/.test(v.code))
		.map(v => ({ code: v.code, sentence: v.message, row: v.row, data: data.get(v.code) ?? {} }));
	return { rollouts, signals, note: say(REDUNDANCY_WORDS, signals.length ? "proves-nothing" : "nothing", s.locale) };
}
