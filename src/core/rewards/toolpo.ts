import { isObject, type JsonValue } from "../base/units";
import { looseEqual } from "../matching/equality";
import type { NamedArguments } from "../matching/similarity";
import type { Check } from "../model/reward";
import { check, layer, omittedCall, quote, scoreOf } from "./build";
import type { Reward } from "./contract";
import { number, oneOf, record, text } from "./options";
import { readOutcome } from "./outcome";
import { referenceCalls } from "./reading";

type Options = {
	/** λ₁: weight of the correct calls. */
	readonly action: number;
	/** λ₂: weight of the folding preference. */
	readonly preference: number;
	/** "sum": number of correct calls (paper) · "ratio": share of the reference calls met (SLCA's baseline). */
	readonly counting: "sum" | "ratio";
	/** Keys of the record that hold the token lengths without and with memory folding. */
	readonly directKey: string;
	readonly foldKey: string;
};

/** Does a call meet a reference call: same name, every reference argument loosely equal? Extra arguments do not matter. */
const meets = (call: NamedArguments, reference: NamedArguments): boolean =>
	call.name === reference.name &&
	Object.entries(isObject(reference.arguments) ? reference.arguments : {}).every(
		([k, v]) => isObject(call.arguments) && Object.hasOwn(call.arguments, k) && looseEqual(call.arguments[k], v),
	);

/** Call that meets each reference call, −1 = none; every reference call in order takes the first unused one. */
export function correctCalls(calls: readonly NamedArguments[], reference: readonly NamedArguments[]): number[] {
	const used = new Set<number>();
	return reference.map(g => {
		const found = calls.findIndex((c, i) => !used.has(i) && meets(c, g));
		if (found >= 0) used.add(found);
		return found;
	});
}

/** Share of the reference calls that were met; without reference calls 1, without calls 0. */
export const correctRatio = (calls: readonly NamedArguments[], reference: readonly NamedArguments[]): number =>
	reference.length ? correctCalls(calls, reference).filter(i => i >= 0).length / reference.length : 1;

/** (L_direct − L_fold)/(L_direct + L_fold). */
export const foldPreference = (direct: number, fold: number): number => (direct - fold) / (direct + fold);

const numberOf = (v: JsonValue | undefined): number => (typeof v === "number" ? v : Number.NaN);

/** ToolPO (DeepAgent, arXiv 2510.21618 eq. 5–8): success for all tokens, correct calls and memory folding for tool tokens. λ₁, λ₂ are not published; 1 here. */
export const toolpo: Reward<Options> = {
	id: "toolpo",
	source: "DeepAgent ToolPO, arXiv 2510.21618 eq. 5–8",
	range: [-1, Number.POSITIVE_INFINITY],
	defaults: { action: 1, preference: 1, counting: "sum", directKey: "L_direct", foldKey: "L_fold" },
	optionsSchema: record("toolpo", {
		action: number("toolpo.action"),
		preference: number("toolpo.preference"),
		counting: oneOf("toolpo.counting", ["sum", "ratio"]),
		directKey: text("toolpo.directKey"),
		foldKey: text("toolpo.foldKey"),
	}),
	score(rollout, options, given) {
		const success = readOutcome(rollout, given);
		const reference = referenceCalls(rollout);
		const pairs = reference ? correctCalls(rollout.calls, reference) : [];
		const met = pairs.filter(i => i >= 0).length;
		const action = !reference ? Number.NaN : options.counting === "sum" ? met : correctRatio(rollout.calls, reference);
		const checks = (reference ?? []).map((g, j): Check => {
			const call = rollout.calls[pairs[j] ?? -1];
			const shown = { expected: quote(g.arguments), actual: call ? quote(call.arguments) : null, span: call?.span ?? null, data: { name: g.name } };
			return check(call ? "call-met" : "call-not-met", Number(call !== undefined), shown);
		});
		const [direct, fold] = [numberOf(rollout.extras[options.directKey]), numberOf(rollout.extras[options.foldKey])];
		const preference = foldPreference(direct, fold);
		const folded = !Number.isNaN(preference);
		return scoreOf(
			[
				layer({ id: "success", score: success.score, weight: 1, pays: ["tool", "summary"], checks: success.checks, unknown: success.unknown }),
				layer({ id: "action", score: action, weight: options.action, pays: ["tool"], checks, unknown: reference ? null : "no-reference" }),
				layer({
					id: "preference",
					score: preference,
					weight: folded ? options.preference : 0,
					pays: ["tool"],
					checks: folded ? [check("fold-preference", preference, { verdict: preference >= 0 ? "pass" : "fail", data: { direct, fold } })] : [],
					unknown: folded ? null : "not-applicable",
				}),
			],
			{
				omitted: omittedCall(rollout),
				matches: rollout.calls.map((_, i) => ({ call: i, reference: pairs.indexOf(i) < 0 ? null : pairs.indexOf(i), similarity: Number(pairs.includes(i)), params: [] })),
				missed: pairs.flatMap((i, j) => (i < 0 ? j : [])),
			},
		);
	},
};
