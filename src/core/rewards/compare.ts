import { isObject, type JsonObject, type JsonValue } from "../base/units";
import { looseEqual } from "../matching/equality";
import type { Call } from "../model/call";
import type { Check, ParamMatch } from "../model/reward";
import type { Rollout } from "../model/rollout";
import { check, quote } from "./build";
import type { Similarity } from "./contract";
import { parameterSpan } from "./reading";

/** From here on two different values are shown as similar, not different. */
const SIMILAR = 0.5;

/** Arguments as an object; no keys when they are not one. */
export const argumentsOf = (v: JsonValue): JsonObject => (isObject(v) ? v : {});

const own = (o: JsonObject, key: string): JsonValue | undefined => (Object.hasOwn(o, key) ? o[key] : undefined);

/** Reference parameters in order, then the extra ones of the prediction. Similarity: 1 if loosely equal, of two strings the given one, else 0. */
export function compareArguments(predicted: JsonValue, reference: JsonValue, similarity: Similarity | null): ParamMatch[] {
	const [p, g] = [argumentsOf(predicted), argumentsOf(reference)];
	const out: ParamMatch[] = [];
	for (const [name, expected] of Object.entries(g)) {
		const actual = own(p, name);
		if (actual === undefined) {
			out.push({ name, verdict: "missing", expected, actual, similarity: Number.NaN });
			continue;
		}
		const equal = looseEqual(actual, expected);
		const alike = equal ? 1 : similarity && typeof actual === "string" && typeof expected === "string" ? similarity.of(actual, expected) : 0;
		out.push({ name, verdict: equal ? "equal" : alike >= SIMILAR ? "similar" : "different", expected, actual, similarity: alike });
	}
	for (const [name, actual] of Object.entries(p)) if (!Object.hasOwn(g, name)) out.push({ name, verdict: "extra", expected: undefined, actual, similarity: Number.NaN });
	return out;
}

/** One check per parameter, placed at its value in the text. `pass` says which similarity still passes. */
export function parameterChecks(rollout: Rollout, call: Call, params: readonly ParamMatch[], similarity: Similarity | null, pass = 1): Check[] {
	return params.map(p => {
		const known = Number.isNaN(p.similarity) ? 0 : p.similarity;
		return check(`param-${p.verdict}`, known, {
			verdict: known >= pass ? "pass" : "fail",
			expected: quote(p.expected),
			actual: quote(p.actual),
			span: p.verdict === "missing" ? call.span : parameterSpan(rollout, call, p.name),
			data: { tool: call.name, name: p.name, ...(p.verdict === "similar" || p.verdict === "different" ? { similarity: known, by: similarity?.name ?? "equality" } : {}) },
		});
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
