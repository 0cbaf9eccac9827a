import { writeJson } from "../base/json";
import type { JsonValue, Span } from "../base/units";
import type { Check, Layer, Score, Verdict } from "../model/reward";
import type { Rollout } from "../model/rollout";
import type { Lane } from "../model/segment";

/** Longest value quoted in a check. */
const MAX_QUOTE = 400;

/** A value as a check quotes it; null when there is none. */
export function quote(value: JsonValue | undefined): string | null {
	if (value === undefined) return null;
	const text = typeof value === "string" ? value : writeJson(value, { spaced: true });
	return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}

/** An expected and an actual value as a check quotes them: texts keep their quotes where only these tell "3" from 3. */
export function quotePair(expected: JsonValue | undefined, actual: JsonValue | undefined): Pick<Check, "expected" | "actual"> {
	const mixed = expected !== undefined && actual !== undefined && (typeof expected === "string") !== (typeof actual === "string");
	const of = mixed ? quoteTyped : quote;
	return { expected: of(expected), actual: of(actual) };
}

/** A value whose type matters: a text in its quotes. */
export const quoteTyped = (value: JsonValue | undefined): string | null => quote(typeof value === "string" ? writeJson(value) : value);

/** 1 → pass, 0 (or less) → fail, between → partial, NaN → unknown. */
export const verdictOf = (score: number): Verdict => (Number.isNaN(score) ? "unknown" : score >= 1 ? "pass" : score <= 0 ? "fail" : "partial");

/** A check; the verdict follows from the score unless it is given. */
export const check = (id: string, score: number, rest: Partial<Omit<Check, "id" | "score">> = {}): Check => ({
	id,
	verdict: rest.verdict ?? verdictOf(score),
	score,
	expected: rest.expected ?? null,
	actual: rest.actual ?? null,
	span: rest.span ?? null,
	data: rest.data ?? {},
});

type Shown = Partial<Pick<Check, "expected" | "actual" | "span">>;

/** A check whose texts and place are worked out when somebody looks: a scan reads the scores of thousands and the texts of none. */
export function lazyCheck(id: string, score: number, show: () => Shown, rest: Partial<Pick<Check, "verdict" | "data">> = {}): Check {
	let known: Shown | null = null;
	const shown = (): Shown => (known ??= show());
	return {
		id,
		verdict: rest.verdict ?? verdictOf(score),
		score,
		get expected() {
			return shown().expected ?? null;
		},
		get actual() {
			return shown().actual ?? null;
		},
		get span() {
			return shown().span ?? null;
		},
		data: rest.data ?? {},
	};
}

interface LayerParts {
	readonly id: string;
	readonly score: number;
	readonly weight: number;
	readonly gate?: number | null;
	/** null = the gating layer is unknown, so nobody knows whether this one is open. */
	readonly open?: boolean | null;
	readonly pays: readonly Lane[];
	readonly checks?: readonly Check[];
	readonly unknown?: string | null;
}

/** A layer with its contribution: 0 when closed or without weight, else weight · score (NaN when the score or the gate is unknown). */
export function layer({ id, score, weight, gate = null, open = true, pays, checks = [], unknown = null }: LayerParts): Layer {
	const contribution = open === false || weight === 0 ? 0 : open === null ? Number.NaN : weight * score + 0;
	return { id, score, weight, gate, open: open === true, contribution, pays, checks, unknown: unknown ?? (open === null ? "gate-unknown" : null) };
}

/** Sum of the contributions that pay a lane; NaN when one of them is unknown or none pays. */
function laneReward(layers: readonly Layer[], lane: Lane): number {
	const paying = layers.filter(l => l.pays.includes(lane));
	return paying.length ? paying.reduce((sum, l) => sum + l.contribution, 0) : Number.NaN;
}

/** Total, known part and lanes of some layers. `rest` overrides what a reward defines otherwise. */
export function scoreOf(layers: readonly Layer[], rest: Partial<Score> = {}): Score {
	return {
		total: layers.reduce((sum, l) => sum + l.contribution, 0),
		known: layers.reduce((sum, l) => sum + (Number.isNaN(l.contribution) ? 0 : l.contribution), 0),
		layers,
		lanes: { tool: laneReward(layers, "tool"), summary: laneReward(layers, "summary") },
		omitted: false,
		matches: [],
		missed: [],
		findings: [],
		...rest,
	};
}

/** Was a call due (the reference has calls) and no call mark or call object is there? */
export const omittedCall = (rollout: Rollout): boolean =>
	(rollout.reference?.calls ?? []).some(step => step.length > 0) && rollout.marksCount.open === 0 && !rollout.blocks.some(b => b.tagged);

/** Span shifted from a slice of the text back into the text. */
export const shifted = (span: Span, by: number): Span => ({ from: span.from + by, to: span.to + by });
