import type { ImportedRollout } from "../model/rollout";

/** What a file may hold beyond text; the protocol's `Signal` has the same names. */
export const SIGNALS = ["messages", "tokens", "logprobs", "lossMask", "advantages", "values", "reward", "components", "reference", "tools"] as const;
export type Signal = (typeof SIGNALS)[number];

export interface Signals {
	readonly has: Readonly<Record<Signal, boolean>>;
	/** What is not there; `disables` is a code of words/formats that says what becomes impossible and the way out. */
	readonly missing: readonly { readonly signal: Signal; readonly disables: string }[];
}

/** What one rollout has. `messages`: its turns come from the file's own messages, not from marks in a text. */
export const signalsIn = (r: ImportedRollout): Record<Signal, boolean> => ({
	messages: r.turns.some(t => t.body.from > t.span.from && !r.pieces.some(p => p.from <= t.span.from && p.to > t.span.from)),
	tokens: r.tokens !== null,
	logprobs: r.tokens?.logprobs != null,
	lossMask: r.tokens?.lossMask != null,
	advantages: r.tokens?.advantages != null || !Number.isNaN(r.recorded.advantage),
	values: r.tokens?.values != null,
	reward: !Number.isNaN(r.recorded.reward),
	components: Object.keys(r.recorded.components).length > 0,
	reference: r.reference !== null,
	tools: r.tools !== null,
});

/** Signals of a file: there if any of the rollouts has it. */
export function signalsOf(rollouts: Iterable<ImportedRollout>): Signals {
	const has = Object.fromEntries(SIGNALS.map(s => [s, false])) as Record<Signal, boolean>;
	for (const r of rollouts) {
		const own = signalsIn(r);
		for (const s of SIGNALS) has[s] ||= own[s];
	}
	return withMissing(has);
}

/** What a file lacks. Only PPO has a critic: a file without its values is whole. */
export const lacking = (has: Readonly<Record<Signal, boolean>>): readonly Signal[] => SIGNALS.filter(s => !has[s] && s !== "values");

export const withMissing = (has: Readonly<Record<Signal, boolean>>): Signals => ({
	has,
	missing: lacking(has).map(signal => ({ signal, disables: `without-${signal}` })),
});
