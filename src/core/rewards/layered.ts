import { PAIRING_MODES, type PairingMode } from "../matching/pairing";
import { astDice } from "../matching/similarity";
import type { CallMatch, Check, Layer } from "../model/reward";
import type { Rollout } from "../model/rollout";
import type { Lane } from "../model/segment";
import { check, layer, lazyCheck, omittedCall, quote, scoreOf } from "./build";
import { extraCheck, missingChecks, pairedBy, pairReference, parameterChecks } from "./compare";
import type { Reward, Similarity } from "./contract";
import { readFormat } from "./formatChecks";
import { lanes, number, oneOf, record } from "./options";
import { readOutcome } from "./outcome";
import { referenceCalls, requiredOf, schemaOf } from "./reading";
import { TIER_MODES, TIERS, type TierMode, tierOf } from "./tiers";

type Options = {
	readonly weights: { readonly format: number; readonly content: number; readonly result: number };
	/** Format score from which content and result count; 0 = always. */
	readonly gate: number;
	readonly tiers: TierMode;
	readonly equal: number;
	readonly deviation: number;
	readonly matching: PairingMode;
	/** "report" shows schema conformance beside the format, "count" makes it a fourth check of it. */
	readonly ast: "report" | "count";
	readonly pays: { readonly format: readonly Lane[]; readonly content: readonly Lane[]; readonly result: readonly Lane[] };
};

interface Content {
	readonly score: number;
	readonly checks: readonly Check[];
	readonly matches: readonly CallMatch[];
	readonly missed: readonly number[];
	readonly unknown: string | null;
}

/** Tier of every reference call's partner, mean over the longer side; unpaired calls count 0. */
function readContent(rollout: Rollout, options: Options, similarity: Similarity): Content {
	const reference = referenceCalls(rollout);
	if (!reference) return { score: Number.NaN, checks: [], matches: [], missed: [], unknown: "no-reference" };
	const { pairs, missed } = pairReference(rollout, reference, options.matching, similarity);
	const rule = { mode: options.tiers, equal: options.equal, deviation: options.deviation };
	const checks: Check[] = pairedBy(options.matching, pairs.length, reference.length);
	const matches: CallMatch[] = [];
	let sum = 0;
	for (const { call, index, reference: partner, expected, params } of pairs) {
		const schema = schemaOf(rollout, call.name);
		const tier = expected?.name === call.name ? tierOf(params, requiredOf(schema), rule) : "wrong";
		sum += TIERS[tier];
		matches.push({ call: index, reference: partner, similarity: TIERS[tier], params });
		if (!expected) checks.push(extraCheck(call));
		else if (call.name !== expected.name) checks.push(check("call-wrong-name", 0, { expected: expected.name, actual: call.name, span: call.span, data: { name: call.name } }));
		else {
			const show = () => ({ expected: quote(expected.arguments), actual: quote(call.arguments), span: call.span });
			checks.push(
				lazyCheck(`tier-${tier}`, TIERS[tier], show, { data: { name: call.name, ast: astDice(call, expected) } }),
				...parameterChecks(rollout, call, params, similarity, options.equal),
			);
			if (!schema && tier !== "equivalent") checks.push(check("required-unknown", Number.NaN, { span: call.span, data: { name: call.name } }));
		}
	}
	checks.push(...missingChecks(reference, missed));
	const longer = Math.max(pairs.length, reference.length);
	if (!longer) checks.push(check("no-call-needed", 1));
	return { score: longer ? sum / longer : 1, checks, matches, missed, unknown: null };
}

/**
 * Format, content and result, the last two behind the format's gate: R = w_f·f + 1[f ≥ gate]·(w_c·c + w_r·r). Content
 * compares each call with the reference call it fits best in four tiers; the result judges the answer, so it pays the
 * summary while format and content pay the calls.
 */
export const layered: Reward<Options> = {
	id: "layered",
	source: "",
	range: [0, 2],
	defaults: {
		weights: { format: 0.4, content: 0.6, result: 1 },
		gate: 1,
		tiers: "literal",
		equal: 0.95,
		deviation: 0.3,
		matching: "hungarian",
		ast: "report",
		pays: { format: ["tool"], content: ["tool"], result: ["summary"] },
	},
	optionsSchema: record("layered", {
		weights: record("layered.weights", { format: number("layered.weights.format"), content: number("layered.weights.content"), result: number("layered.weights.result") }),
		gate: number("layered.gate", { minimum: 0, maximum: 1 }),
		tiers: oneOf("layered.tiers", TIER_MODES),
		equal: number("layered.equal", { minimum: 0, maximum: 1 }),
		deviation: number("layered.deviation", { minimum: 0, maximum: 1 }),
		matching: oneOf("layered.matching", PAIRING_MODES),
		ast: oneOf("layered.ast", ["report", "count"]),
		pays: record("layered.pays", { format: lanes("layered.pays.format"), content: lanes("layered.pays.content"), result: lanes("layered.pays.result") }),
	}),
	score(rollout, options, given) {
		const format = readFormat(rollout);
		const counted = options.ast === "count";
		const f = counted ? format.withSchema : format.score;
		// schema conformance that is only reported costs nothing, and no reader should take it for the reason of a low score
		const formatChecks = counted ? format.checks : format.checks.map((c): Check => (format.schemaChecks.includes(c) ? { ...c, free: true } : c));
		const content = readContent(rollout, options, given.similarity);
		const result = readOutcome(rollout, given);
		const open = options.gate <= 0 ? true : Number.isNaN(f) ? null : f >= options.gate - 1e-12;
		const gated = (id: "content" | "result", reading: Pick<Content, "score" | "checks" | "unknown">): Layer =>
			layer({ id, score: reading.score, weight: options.weights[id], gate: options.gate, open, pays: options.pays[id], checks: reading.checks, unknown: reading.unknown });
		const layers = [
			layer({ id: "format", score: f, weight: options.weights.format, pays: options.pays.format, checks: formatChecks, unknown: format.unknown }),
			gated("content", content),
			gated("result", result),
		];
		return scoreOf(layers, { omitted: omittedCall(rollout), matches: content.matches, missed: content.missed });
	},
};
