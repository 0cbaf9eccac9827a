import type { ParamMatch } from "../model/reward";

export const TIER_MODES = ["literal", "monotone"] as const;
export type TierMode = (typeof TIER_MODES)[number];

export interface TierRule {
	readonly mode: TierMode;
	/** Similarity from which a parameter is right. */
	readonly equal: number;
	/** Mean similarity below which the call is a strong deviation. */
	readonly deviation: number;
}

/** The four steps of the content layer. */
export const TIERS = { equivalent: 1, core: 0.6, partial: 0.3, wrong: 0 } as const;
export type Tier = keyof typeof TIERS;

/**
 * Tier of a call whose name is right. `core` names the required parameters; without any, the core holds.
 * Literal: a wrong core is worth nothing, a right core with a secondary parameter missing .3. Monotone: a right core is
 * worth .6, one right core parameter .3, so that one core error is no cliff.
 */
export function tierOf(params: readonly ParamMatch[], core: readonly string[], rule: TierRule): Tier {
	const reference = params.filter(p => p.verdict !== "extra");
	const score = (p: ParamMatch): number => (Number.isNaN(p.similarity) ? 0 : p.similarity);
	const right = (p: ParamMatch): boolean => score(p) >= rule.equal;
	if (reference.length === params.length && reference.every(right)) return "equivalent";
	if (reference.length && reference.reduce((sum, p) => sum + score(p), 0) / reference.length < rule.deviation) return "wrong";
	const required = reference.filter(p => core.includes(p.name));
	const coreRight = required.every(right);
	if (rule.mode === "monotone") return coreRight ? "core" : required.some(right) ? "partial" : "wrong";
	if (!coreRight) return "wrong";
	return reference.some(p => p.verdict === "missing" && !core.includes(p.name)) ? "partial" : "core";
}
