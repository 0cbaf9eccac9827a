import { FLAG } from "../core/model/ledger";
import type { CardView } from "../protocol/queries";
import { ESTIMATOR_UNKNOWN } from "../words/estimators";
import { LAYER_WORDS, REWARD_TITLES } from "../words/rewards";
import { say } from "../words/words";
import { laneRecord } from "./estimates";
import { rowsOnLine } from "./findings";
import { lackOfRow } from "./lacks";
import type { Detail } from "./look";
import { layerReason } from "./reasons";
import type { SessionState } from "./state";

/** The rollouts of a line, by the ledger alone: nothing is read again. */
export function cardsOf(s: SessionState, line: number): CardView[] {
	const { ledger: l, groups } = s.state;
	return rowsOnLine(s.state, line).map(row => {
		const group = l.group.get(row);
		const found = s.estimate(s.setup.estimator);
		const { estimate, estimator } = found;
		const lack = lackOfRow(s, found, row);
		const flags = l.flags.get(row);
		return {
			row,
			group: groups.keyOf(group),
			step: Number.isNaN(l.step.get(row)) ? null : l.step.get(row),
			recorded: l.recorded.get(row),
			reward: say(REWARD_TITLES, s.setup.reward, s.locale),
			total: l.total.get(row),
			known: l.known.get(row),
			layers: l.layers.map(x => ({ id: x.id, label: say(LAYER_WORDS, x.id, s.locale), score: x.score.get(row), contribution: x.contribution.get(row) })),
			estimator,
			advantage: estimate.advantages?.[row] ?? Number.NaN,
			lanes: estimate.lanes ? laneRecord(estimate.lanes, row) : null,
			lacks: lack === null ? null : say(ESTIMATOR_UNKNOWN, lack, s.locale),
			findings: l.findings.get(row),
			severity: flags & FLAG.error ? "error" : flags & FLAG.warning ? "warning" : flags & FLAG.info ? "info" : null,
		};
	});
}

/** So many rollouts of a line are read again for their reasons. */
const MAX_EXPLAINED = 8;

/** Cards with the reason of each layer that was not met. */
export const explained = (s: SessionState & { detail(row: number): Promise<Detail> }, cards: readonly CardView[]): Promise<readonly CardView[]> =>
	Promise.all(
		cards.map(async (card, i) => {
			if (i >= MAX_EXPLAINED) return card;
			const { layers } = (await s.detail(card.row)).judged.score;
			const reason = (id: string): string | null => {
				const found = layers.find(l => l.id === id);
				return (found && layerReason(found, s.locale)?.sentence) ?? null;
			};
			return { ...card, layers: card.layers.map(l => ({ ...l, reason: reason(l.id) })) };
		}),
	);
