import { isConstant } from "../base/stats";
import { type Finding, finding } from "../model/finding";

/** A group as the ledger knows it. */
export interface GroupFacts {
	readonly key: string;
	/** Rows of its members. */
	readonly members: readonly number[];
	readonly mean: number;
	readonly deviation: number;
	/** Why it gives no gradient, as the estimators room names it; null when it does. */
	readonly degenerate: string | null;
}

/** A layer of the reward over all rollouts, one entry per row; NaN = unknown. */
export interface LayerFacts {
	readonly id: string;
	readonly weight: number;
	/** Score another layer must reach before this one pays; null = none. */
	readonly gate: number | null;
	readonly score: ArrayLike<number>;
	readonly contribution: ArrayLike<number>;
}

/** A finding about a group or the whole file; `row` is where it is shown, null = the file. */
export interface WideFinding {
	readonly row: number | null;
	readonly finding: Finding;
}

/** Fewer rollouts, or fewer groups, say nothing about a reward. */
const LEAST_ROWS = 16;
const LEAST_GROUPS = 4;
/** This share of groups without any spread, while their means differ, is worth a word. */
const FLAT_SHARE = 0.9;

/** G01–G05: groups and rewards that cannot teach what they seem to. */
export function groupFaults(groups: readonly GroupFacts[], layers: readonly LayerFacts[], rows: number): readonly WideFinding[] {
	return [...cancelled(groups), ...layers.flatMap(l => [...deadScorer(l, rows), ...unreachable(l, rows)]), ...flatGroups(groups)];
}

const shortKey = (key: string): string => (key.length > 60 ? `${key.slice(0, 59)}…` : key);

/** G01: components differ and cancel out; G04: all that differs is float residue. */
const cancelled = (groups: readonly GroupFacts[]): WideFinding[] =>
	groups.flatMap(g => {
		const code = g.degenerate === "components-cancel" ? "G01" : g.degenerate === "noise" ? "G04" : null;
		const [row] = g.members;
		return code === null || row === undefined ? [] : [{ row, finding: finding(code, "warning", { group: shortKey(g.key), size: g.members.length }) }];
	});

/** G02: a layer that gives every rollout the same score. A constant full score may be a goal reached: that is said as information. */
function deadScorer({ id, weight, score }: LayerFacts, rows: number): WideFinding[] {
	if (weight === 0 || rows < LEAST_ROWS) return [];
	const known = Array.from(score).filter(v => !Number.isNaN(v));
	if (known.length < LEAST_ROWS || !isConstant(known)) return [];
	const value = known[0] as number;
	return [{ row: null, finding: finding("G02", value >= 1 ? "info" : "warning", { layer: id, value, count: known.length }) }];
}

/** G03: a layer that would have paid, behind a gate that no rollout opened. */
function unreachable({ id, weight, gate, score, contribution }: LayerFacts, rows: number): WideFinding[] {
	if (weight === 0 || gate === null || rows < LEAST_ROWS) return [];
	let worth = 0;
	for (let i = 0; i < score.length; i++) {
		if ((contribution[i] as number) !== 0 && !Number.isNaN(contribution[i])) return [];
		if ((score[i] as number) > 0) worth++;
	}
	return worth ? [{ row: null, finding: finding("G03", "warning", { layer: id, gate, count: worth }) }] : [];
}

/** G05: the reward tells prompts apart, and rollouts of one prompt not. */
function flatGroups(groups: readonly GroupFacts[]): WideFinding[] {
	const several = groups.filter(g => g.members.length > 1 && !Number.isNaN(g.mean));
	if (several.length < LEAST_GROUPS) return [];
	const flat = several.filter(g => !(g.deviation > 1e-9));
	if (flat.length < FLAT_SHARE * several.length || isConstant(several.map(g => g.mean))) return [];
	return [{ row: null, finding: finding("G05", "warning", { count: flat.length, groups: several.length }) }];
}
