import { PAIRING_MODES, type PairingMode } from "../matching/pairing";
import type { CallMatch, Check } from "../model/reward";
import { check, layer, omittedCall, scoreOf } from "./build";
import { missingChecks, pairedBy, pairReference, parameterChecks, parameterShares } from "./compare";
import type { Reward } from "./contract";
import { boolean, number, oneOf, record } from "./options";
import { referenceCalls } from "./reading";

type Options = {
	readonly weights: { readonly name: number; readonly key: number; readonly value: number };
	/** Keys earn only as far as their values are right. */
	readonly valueGated: boolean;
	readonly matching: PairingMode;
};

const PARTS = ["name", "key", "value"] as const;

/**
 * BotPsy's partial credit: each reference step earns w_n for the right tool, w_k · shared keys / all keys and w_v · equal
 * values / reference keys, nothing with the wrong tool; mean over the steps. Extra calls cost nothing. No step scores 1.
 */
export const partialCredit: Reward<Options> = {
	id: "partial-credit",
	source: "BotPsy-0.8B",
	range: [0, 1],
	defaults: { weights: { name: 1 / 3, key: 1 / 3, value: 1 / 3 }, valueGated: false, matching: "hungarian" },
	optionsSchema: record("partial-credit", {
		weights: record("partial-credit.weights", {
			name: number("partial-credit.weights.name"),
			key: number("partial-credit.weights.key"),
			value: number("partial-credit.weights.value"),
		}),
		valueGated: boolean("partial-credit.valueGated"),
		matching: oneOf("partial-credit.matching", PAIRING_MODES),
	}),
	score(rollout, options) {
		const { weights } = options;
		const reference = referenceCalls(rollout);
		if (!reference) return scoreOf(PARTS.map(id => layer({ id, score: Number.NaN, weight: weights[id], pays: ["tool"], unknown: "no-reference" })));
		const { pairs, missed } = pairReference(rollout, reference, options.matching, null);
		const checks: Record<(typeof PARTS)[number], Check[]> = { name: pairedBy(options.matching, pairs.length, reference.length), key: [], value: [] };
		const sums = { name: 0, key: 0, value: 0 };
		const matches: CallMatch[] = [];
		for (const { call, index, reference: partner, expected, params } of pairs) {
			if (!expected) {
				matches.push({ call: index, reference: null, similarity: 0, params });
				continue;
			}
			const right = call.name === expected.name;
			const { keys, values } = right ? parameterShares(params) : { keys: 0, values: 0 };
			const parts = { name: Number(right), key: options.valueGated ? keys * values : keys, value: values };
			for (const id of PARTS) sums[id] += parts[id];
			matches.push({ call: index, reference: partner, similarity: PARTS.reduce((sum, id) => sum + weights[id] * parts[id], 0), params });
			checks.name.push(
				check(right ? "call-right-name" : "call-wrong-name", Number(right), { expected: expected.name, actual: call.name, span: call.span, data: { name: call.name } }),
			);
			if (!right) continue;
			checks.key.push(check("keys-shared", keys, { span: call.argumentsSpan ?? call.span, data: { name: call.name } }));
			checks.value.push(check("values-equal", values, { span: call.argumentsSpan ?? call.span, data: { name: call.name } }), ...parameterChecks(rollout, call, params, null));
		}
		checks.name.push(...missingChecks(reference, missed));
		const n = reference.length;
		const layers = PARTS.map(id => layer({ id, score: n ? sums[id] / n : 1, weight: weights[id], pays: ["tool"], checks: checks[id] }));
		return scoreOf(layers, { omitted: omittedCall(rollout), matches, missed });
	},
};
