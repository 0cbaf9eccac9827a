import { isObject, type JsonObject, type JsonValue } from "../base/units";
import { looseEqual } from "../matching/equality";
import { type PairingMode, pairCalls } from "../matching/pairing";
import type { NamedArguments } from "../matching/similarity";
import type { Call } from "../model/call";
import type { Check, ParamMatch, Score } from "../model/reward";
import type { Rollout } from "../model/rollout";
import { check, lazyCheck, quotePair } from "./build";
import type { Similarity } from "./contract";
import { parameterSpan, referenceCalls, schemaOf, stepsOf } from "./reading";

/** From here on two different values are shown as similar, not different. */
const SIMILAR = 0.5;

/** Arguments as an object; no keys when they are not one. */
export const argumentsOf = (v: JsonValue): JsonObject => (isObject(v) ? v : {});

const own = (o: JsonObject, key: string): JsonValue | undefined => (Object.hasOwn(o, key) ? o[key] : undefined);

/**
 * Reference parameters in order, then the extra ones of the prediction. Similarity: 1 if loosely equal, of two strings the given
 * one, else 0. `schema` is that of the tool's parameters.
 */
export function compareArguments(predicted: JsonValue, reference: JsonValue, similarity: Similarity | null, schema: JsonObject | null = null): ParamMatch[] {
	const properties = argumentsOf(schema?.properties ?? null);
	const [p, g] = [argumentsOf(predicted), argumentsOf(reference)];
	const out: ParamMatch[] = [];
	for (const [name, expected] of Object.entries(g)) {
		const actual = own(p, name);
		if (actual === undefined) {
			out.push({ name, verdict: "missing", expected, actual, similarity: Number.NaN });
			continue;
		}
		const equal = looseEqual(actual, expected);
		const texts = similarity && !equal && typeof actual === "string" && typeof expected === "string" ? ([actual, expected, own(properties, name)] as const) : null;
		const alike = equal ? 1 : texts && similarity ? similarity.of(...texts) : 0;
		const by = texts ? similarity?.by?.(...texts) : undefined;
		out.push({ name, verdict: equal ? "equal" : alike >= SIMILAR ? "similar" : "different", expected, actual, similarity: alike, ...(by === undefined ? {} : { by }) });
	}
	for (const [name, actual] of Object.entries(p)) if (!Object.hasOwn(g, name)) out.push({ name, verdict: "extra", expected: undefined, actual, similarity: Number.NaN });
	return out;
}

export interface PairedCall {
	readonly call: Call;
	/** Index into Rollout.calls. */
	readonly index: number;
	/** Flattened index of its reference call and the call itself; null = unpaired. */
	readonly reference: number | null;
	readonly expected: NamedArguments | null;
	readonly params: readonly ParamMatch[];
}

export interface PairedCalls {
	readonly pairs: readonly PairedCall[];
	/** Flattened indices of the reference calls nothing was paired with. */
	readonly missed: readonly number[];
}

/** How calls were paired, as a check that is always met; none where there was nothing to pair. */
export const pairedBy = (mode: PairingMode, calls: number, references: number): Check[] => (calls && references ? [check(`paired-${mode}`, 1)] : []);

/** Every call with the reference call it fits best (weight .1 + .9 · similarity with the same name), compared parameter by parameter. */
export function pairReference(
	rollout: Rollout,
	reference: readonly (NamedArguments & { readonly block: number })[],
	mode: PairingMode,
	similarity: Similarity | null,
): PairedCalls {
	const steps = stepsOf(rollout);
	const predicted = rollout.calls.map(c => ({ name: c.name, arguments: c.arguments, block: steps[c.block] ?? c.block }));
	const partners = pairCalls(predicted, reference, mode);
	const pairs = rollout.calls.map((call, index): PairedCall => {
		const partner = partners[index] ?? -1;
		const expected = reference[partner] ?? null;
		return {
			call,
			index,
			reference: expected && partner,
			expected,
			params: expected ? compareArguments(call.arguments, expected.arguments, similarity, schemaOf(rollout, call.name) ?? null) : [],
		};
	});
	return { pairs, missed: missedOf(reference, partners) };
}

/** Reference calls that are nobody's partner. */
export function missedOf(reference: readonly unknown[], partners: Iterable<number>): number[] {
	const taken = new Set(partners);
	return reference.flatMap((_, j) => (taken.has(j) ? [] : j));
}

/** A check for each reference call nothing was paired with. */
export const missingChecks = (reference: readonly NamedArguments[], missed: readonly number[]): Check[] =>
	missed.map(j => check("call-missing", 0, { expected: reference[j]?.name ?? null, data: { name: reference[j]?.name ?? "" } }));

/** A call the reference has no place for. */
export const extraCheck = (call: Call): Check => check("call-extra", 0, { actual: call.name, span: call.span, data: { name: call.name } });

/** Pairs for display beside a reward that does not pair calls itself: similarity is the share of reference values that agree. */
export function shownPairs(rollout: Rollout): Pick<Score, "matches" | "missed"> {
	const reference = referenceCalls(rollout);
	if (!reference) return { matches: [], missed: [] };
	const { pairs, missed } = pairReference(rollout, reference, "hungarian", null);
	const matches = pairs.map(p => ({
		call: p.index,
		reference: p.reference,
		similarity: p.expected && p.call.name === p.expected.name ? parameterShares(p.params).values : 0,
		params: p.params,
	}));
	return { matches, missed };
}

/** One check per parameter, placed at its value in the text. `pass` says which similarity still passes. */
export function parameterChecks(rollout: Rollout, call: Call, params: readonly ParamMatch[], similarity: Similarity | null, pass = 1): Check[] {
	return params.map(p => {
		const known = Number.isNaN(p.similarity) ? 0 : p.similarity;
		const alike = p.verdict === "similar" || p.verdict === "different" ? { similarity: known, by: p.by ?? similarity?.name ?? "equality" } : null;
		const show = () => ({ ...quotePair(p.expected, p.actual), span: p.verdict === "missing" ? call.span : parameterSpan(rollout, call, p.name) });
		return lazyCheck(`param-${p.verdict}`, known, show, { verdict: known >= pass ? "pass" : "fail", data: { tool: call.name, name: p.name, ...alike } });
	});
}

/** Shares of a call's parameters: keys in common / all keys, loosely equal values / reference keys. Both 1 when neither has parameters. */
export function parameterShares(params: readonly ParamMatch[]): { readonly keys: number; readonly values: number } {
	const count = (...verdicts: ParamMatch["verdict"][]): number => params.filter(p => verdicts.includes(p.verdict)).length;
	const reference = params.length - count("extra");
	return {
		keys: params.length ? count("equal", "similar", "different") / params.length : 1,
		values: reference ? count("equal") / reference : 1,
	};
}
