import { bestTally, compareTokens, type TokenMatch, type TokenMismatch, TokenTally } from "../core/analyses/tokenAudit";
import { maskedAdvantages } from "../core/checks/masks";
import { ESTIMATORS } from "../core/estimators/registry";
import { segmentLanes } from "../core/segmenters/lanes";
import { AUDIT_WORDS } from "../words/audit";
import { say, type Values } from "../words/words";
import type { FileAudit } from "./auditView";
import { eachRollout } from "./eachRollout";
import type { FileEstimate } from "./estimates";
import type { SessionState } from "./state";
import { fileCredit } from "./tokenCredit";

export type Auditing = SessionState & { estimateAs(id: string, preset: string): FileEstimate; ready(ids: readonly string[]): Promise<unknown> };

/** Advantages that a trainer wrote token by token, against those that each estimator gives the same tokens. */
export interface TokenAudit {
	/** Rollouts with recorded advantages per token that were read; `all` = the file has no more of them. */
	readonly rollouts: number;
	readonly all: boolean;
	readonly best: TokenMatch | null;
	/** Best first. */
	readonly candidates: readonly TokenMatch[];
	/** Against the best. */
	readonly mismatches: readonly TokenMismatch[];
	/** Rollouts whose mask does not fit their tokens: they are not compared. */
	readonly unfit: readonly number[];
	/** Rollouts whose masked tokens carry an advantage that is not 0, but where the trainer fills them all by design. */
	readonly masked: readonly { readonly row: number; readonly count: number; readonly first: number; readonly value: number }[];
}

/** The variants worth a look at every token: what explains the rollouts' single numbers, what is in force, and all that differ from segment to segment or token to token. */
async function variantsOf(s: Auditing, { best }: FileAudit): Promise<readonly FileEstimate[]> {
	const several = ESTIMATORS.filter(e => e.reach !== "broadcast");
	await s.ready(several.map(e => e.id));
	const { estimator, preset } = s.setup;
	const named = [...(best ? [[best.estimator, best.preset] as const] : []), [estimator, preset] as const, ...several.flatMap(e => e.presets.map(p => [e.id, p.id] as const))];
	const unique = new Map(named.map(([id, p]) => [`${id} ${p}`, [id, p] as const]));
	return [...unique.values()].map(([id, p]) => s.estimateAs(id, p)).filter(e => !e.estimate.unknown);
}

/** Reads at most `limit` rollouts with recorded advantages per token; null when the file has none. */
export async function auditTokens(s: Auditing, found: FileAudit, limit = Number.POSITIVE_INFINITY): Promise<TokenAudit | null> {
	const { seen, setup } = s.state;
	if (!seen.has("advantages") || !seen.has("tokens")) return null;
	const variants = (await variantsOf(s, found)).map(estimate => ({ estimate, tally: new TokenTally(estimate.estimator, estimate.preset) }));
	const masked: TokenAudit["masked"][number][] = [];
	const unfit: number[] = [];
	let rollouts = 0;
	let all = true;
	await eachRollout(
		s,
		null,
		r => r.tokens?.advantages != null,
		(row, rollout) => {
			if (rollouts === limit) {
				all = false;
				return false;
			}
			rollouts++;
			const { tokens } = rollout;
			const recorded = tokens?.advantages;
			if (!tokens || !recorded) return true;
			if (tokens.maskUnfit) {
				unfit.push(row);
				return true;
			}
			const stray = maskedAdvantages(tokens);
			if (stray) masked.push({ row, ...stray });
			const lanes = segmentLanes(rollout.segments, setup.judge.lanes);
			for (const { estimate, tally } of variants) {
				const credit = fileCredit(rollout, tokens, lanes, row, estimate);
				tally.add(compareTokens(row, recorded, credit.advantages, credit.lossMask));
			}
			return true;
		},
	);
	if (!rollouts) return null;
	const ranked = bestTally(variants.map(v => v.tally));
	const [first] = ranked;
	const best = first && first.match.compared > 0 ? first : null;
	return { rollouts, all, best: best?.match ?? null, candidates: ranked.map(t => t.match), mismatches: best?.mismatches ?? [], unfit, masked };
}

const short = (n: number): string => (Number.isNaN(n) ? "–" : String(Number(n.toPrecision(4))));

/** What the comparison token by token says, as sentences. */
export function tokenSentences({ state, locale }: Pick<SessionState, "state" | "locale">, { rollouts, all, best, mismatches, unfit, masked }: TokenAudit): readonly string[] {
	const text = (code: keyof typeof AUDIT_WORDS, values: Values = {}): string => say(AUDIT_WORDS, code, locale, values);
	const [wrong] = mismatches;
	const [stray] = masked;
	return [
		...(all ? [] : [text("tokens-read", { read: rollouts, rows: state.rows })]),
		...(best
			? [
					text(mismatches.length ? "tokens-partly" : "tokens-explained", {
						matching: best.matching,
						count: best.compared + best.without,
						rollouts: best.rollouts,
						estimator: best.estimator,
						preset: best.preset,
						most: short(best.maxAbsDiff),
					}),
				]
			: [text("tokens-no-candidate")]),
		...(wrong ? [text("tokens-first", { ...wrong, recorded: short(wrong.recorded), recomputed: short(wrong.recomputed), rollouts: mismatches.length })] : []),
		...(unfit.length ? [text("tokens-unfit", { rollouts: unfit.length, row: unfit[0] ?? 0 })] : []),
		...(stray ? [text("tokens-masked", { ...stray, value: short(stray.value), rollouts: masked.length })] : []),
	];
}
