import { type Moved, reweigh, whatIf } from "../../core/analyses/whatIf";
import { DEFAULT_ESTIMATOR_OPTIONS, type Estimator } from "../../core/estimators/contract";
import { degenerateOf } from "../../core/estimators/degenerate";
import { estimatorById, presetById } from "../../core/estimators/registry";
import type { GroupRef, MovedView, WhatIfAsk, WhatIfView } from "../../protocol/lab";
import { estimatorInput } from "../estimates";
import type { SessionState } from "../state";
import { weightColumns, weightsWith } from "./columns";

/** A group with its first rollout, to go there. */
export function groupRef(s: SessionState, group: number): GroupRef {
	const { groups } = s.state;
	return { group: groups.keyOf(group), step: groups.stepOf(group), row: groups.firstOf(group) };
}

/** The estimator a comparison is made under. Segment-locked and per-token estimators have no single advantage a rollout, so GRPO stands in for them. */
export function comparable(id: string): Estimator {
	const wanted = estimatorById(id);
	const estimator = wanted?.reach === "broadcast" ? wanted : estimatorById("grpo");
	if (!estimator) throw new Error("invariant: grpo");
	return estimator;
}

function estimatorFor(s: SessionState, ask: WhatIfAsk) {
	const estimator = comparable(ask.estimator ?? s.setup.estimator);
	const preset = (ask.preset !== null && presetById(estimator, ask.preset)?.id) || presetById(estimator, s.presetOf(estimator.id))?.id || estimator.defaultPreset;
	return { estimator, preset };
}

/** What other weights, another gate or another estimator would do to this file; nothing is read again. */
export function whatIfView(s: SessionState, ask: WhatIfAsk): WhatIfView {
	const columns = weightColumns(s);
	const weights = weightsWith(columns, ask.weights);
	const gate = columns.gate && { ...columns.gate, at: ask.gate ?? columns.gate.at };
	const rewards = reweigh({ scores: columns.scores, gate }, weights);
	const { estimator, preset } = estimatorFor(s, ask);
	const input = estimatorInput(s.state.ledger, s.basis, false);
	const options = { ...DEFAULT_ESTIMATOR_OPTIONS, ...s.resolution.estimatorOptions };
	const none = new Float64Array(rewards.length).fill(Number.NaN);
	const advantages = (of: Float64Array, which: string): Float64Array => estimator.estimate({ ...input, rewards: of }, which, options).advantages ?? none;
	const before = Float64Array.from(input.rewards);
	const beforePreset = s.setup.estimator === estimator.id ? s.setup.preset : preset;
	const members = s.state.groups.members();
	const found = whatIf({ rewards: before, advantages: advantages(before, beforePreset) }, { rewards, advantages: advantages(rewards, preset) }, members);
	const moved = (m: Moved): MovedView => {
		const g = s.state.ledger.group.get(m.row);
		return { row: m.row, id: null, group: s.state.groups.keyOf(g), before: m.before, after: m.after, rank_before: m.rankBefore, rank_after: m.rankAfter };
	};
	// what is unknown on one side cannot be compared
	const left = new Set(found.unknown);
	const dead = (of: Float64Array): number => members.filter((rows, g) => !left.has(g) && degenerateOf(rows.map(r => of[r] as number)) !== null).length;
	return {
		before: s.basis,
		estimator: estimator.id,
		preset,
		weights: Object.fromEntries(columns.ids.map((id, k) => [id, weights[k] ?? 0])),
		gate: gate?.at ?? Number.NaN,
		compared: found.compared,
		unknown: rewards.reduce((n, r) => (Number.isNaN(r) ? n + 1 : n), 0),
		groups: members.length,
		groups_unknown: found.unknown.length,
		revived: found.revived.map(g => groupRef(s, g)),
		killed: found.killed.map(g => groupRef(s, g)),
		degenerate_before: dead(before),
		degenerate_after: dead(rewards),
		sign_flips: found.flipCount,
		new_best: found.newBest.length,
		flips: found.flips.map(moved),
		winners: found.winners.map(moved),
		losers: found.losers.map(moved),
	};
}
