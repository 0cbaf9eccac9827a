import { advise, denseAllSame, GROUP_SIZES, groupOdds, type Rate, smallestGroup, sparsity } from "../../core/analyses/sparsity";
import type { SparsityAsk, SparsityView } from "../../protocol/lab";
import { SPARSITY_WORDS } from "../../words/lab";
import { type Locale, say } from "../../words/words";

const TARGETS = [0.5, 0.9, 0.99] as const;
/** Group sizes of the table and the plot. */
export const SIZES: readonly number[] = [2, ...GROUP_SIZES, 128, 256];

const product = (steps: readonly number[]): number => steps.reduce((p, x) => p * x, 1);
/** Percent with as many digits as a small one needs. */
export const percent = (share: number): string => String(Number((share * 100).toPrecision(3)));

/** Figures of a reward that pays only when all steps are right, from the file's rates or from typed ones. */
export function sparsityView(survey: { readonly rates: readonly Rate[]; readonly referenced: number } | null, ask: SparsityAsk, locale: Locale): SparsityView {
	const rates = ask.p ? ask.p.map(p => ({ right: Number.NaN, seen: Number.NaN, rate: p, low: p, high: p })) : (survey?.rates ?? []);
	const steps = rates.map(r => r.rate);
	const all = steps.length ? sparsity(steps) : sparsity([Number.NaN]);
	const P = all.success;
	const known = !Number.isNaN(P);
	// unequal steps: the dense comparison takes their geometric mean
	const typical = known ? P ** (1 / steps.length) : Number.NaN;
	const advice = advise(P);
	const sentence = say(SPARSITY_WORDS, advice.code, locale, { G: advice.size, percent: percent(advice.effectiveFraction) });
	return {
		steps: rates.map((r, i) => ({ position: i + 1, right: r.right, seen: r.seen, p: r.rate, low: r.low, high: r.high })),
		typed: ask.p !== null,
		rollouts: survey?.referenced ?? 0,
		P_all: P,
		P_low: known ? product(rates.map(r => r.low)) : Number.NaN,
		P_high: known ? product(rates.map(r => r.high)) : Number.NaN,
		expected_tries: known ? all.expectedTries : Number.NaN,
		sd_tries: known ? all.deviationTries : Number.NaN,
		median_tries: known ? all.medianTries : Number.NaN,
		binary_usable: all.binaryUsable,
		by_G: known
			? [...new Set([...SIZES, ask.size])]
					.sort((a, b) => a - b)
					.map(size => {
						const odds = groupOdds(P, size);
						return {
							G: size,
							P_all_same: odds.allSame,
							effective_fraction: odds.effectiveFraction,
							P_any_success: odds.anySuccess,
							samples_per_useful_group: odds.samplesPerUsefulGroup,
							dense_P_all_same: denseAllSame(typical, steps.length, size),
						};
					})
			: [],
		recommended_G: known
			? TARGETS.map(target => {
					const { anySuccess, mixed } = smallestGroup(P, target);
					return { target, any_success: anySuccess, mixed_group: mixed };
				})
			: [],
		advice: { code: advice.code, G: advice.size, sentence: known && !all.binaryUsable && P > 0 ? say(SPARSITY_WORDS, "unusable", locale, { advice: sentence }) : sentence },
		caveat: say(SPARSITY_WORDS, "caveat", locale),
	};
}
