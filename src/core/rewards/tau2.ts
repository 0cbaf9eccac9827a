import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { strictEqual } from "../matching/equality";
import type { Check, Layer } from "../model/reward";
import type { Rollout } from "../model/rollout";
import { check, layer, omittedCall, quote, scoreOf } from "./build";
import { shownPairs } from "./compare";
import type { Reward } from "./contract";
import { record } from "./options";
import { referenceCalls } from "./reading";

const BASES = ["DB", "COMMUNICATE", "ACTION", "ENV_ASSERTION", "NL_ASSERTION"] as const;
type Basis = (typeof BASES)[number];

type Options = {
	/** Parts that are multiplied; a task's own reward_basis goes before it. */
	readonly basis: readonly string[];
};

const DEFAULTS: Options = { basis: ["DB", "COMMUNICATE"] };

/** Endings after which τ² gives 0. */
const PREMATURE = new Set(["too_many_errors", "max_steps"]);

/**
 * Does a call fulfil a gold action (compare_with_tool_call)? Same name; of the arguments those in `compare`, or, when that
 * is null, those the call gives: leaving a gold argument out still matches.
 */
export function actionMatches(
	gold: { readonly name: string; readonly arguments: JsonObject },
	call: { readonly name: string; readonly arguments: JsonObject },
	compare: readonly string[] | null,
): boolean {
	if (gold.name !== call.name) return false;
	const keys = compare ?? Object.keys(call.arguments);
	return keys.every(
		k => Object.hasOwn(gold.arguments, k) === Object.hasOwn(call.arguments, k) && (!Object.hasOwn(call.arguments, k) || strictEqual(gold.arguments[k], call.arguments[k])),
	);
}

/** Is the information part of some assistant message? The messages lose their commas, the information does not: "1,200" is never met. */
export const communicated = (info: string, messages: readonly string[]): boolean => messages.some(m => m.toLowerCase().replaceAll(",", "").includes(info.toLowerCase()));

/** pass^k of one task: C(c,k)/C(n,k) for c successes in n trials; NaN when k > n. */
export function passHat(trials: number, successes: number, k: number): number {
	if (k > trials) return Number.NaN;
	let p = 1;
	for (let i = 0; i < k; i++) p *= Math.max(0, successes - i) / (trials - i);
	return p;
}

const argumentsOf = (v: JsonValue): JsonObject => (isObject(v) ? v : {});

interface Part {
	readonly score: number;
	readonly checks: readonly Check[];
}

function actionPart(rollout: Rollout): Part {
	const reference = referenceCalls(rollout);
	if (!reference) return { score: Number.NaN, checks: [] };
	const checks = reference.map(g => {
		const gold = { name: g.name, arguments: argumentsOf(g.arguments) };
		const call = rollout.calls.find(c => actionMatches(gold, { name: c.name, arguments: argumentsOf(c.arguments) }, null));
		return check(call ? "call-met" : "call-not-met", Number(call !== undefined), {
			expected: quote(g.arguments),
			actual: call ? quote(call.arguments) : null,
			span: call?.span ?? null,
			data: { name: g.name },
		});
	});
	return { score: Number(checks.every(c => c.score === 1)), checks };
}

/** Texts of the assistant's turns in the response, without reasoning marks being taken out: what the user saw is not told apart there either. */
const assistantTexts = (rollout: Rollout): string[] =>
	rollout.turns.filter(t => t.role === "assistant" && t.span.to > rollout.promptEnd).map(t => rollout.text.slice(Math.max(t.body.from, rollout.promptEnd), t.body.to));

function communicatePart(rollout: Rollout): Part {
	const answer = rollout.reference?.answer;
	if (!isArray(answer) || !answer.every(a => typeof a === "string")) return { score: Number.NaN, checks: [] };
	const messages = assistantTexts(rollout);
	const checks = (answer as readonly string[]).map(info => check("info-communicated", Number(communicated(info, messages)), { expected: info, data: { info } }));
	return { score: Number(checks.every(c => c.score === 1)), checks };
}

/** What the file itself recorded for a part. */
function recordedPart(rollout: Rollout, basis: Basis): number {
	const { components } = rollout.recorded;
	const key = Object.keys(components).find(k => k.toUpperCase() === basis);
	return key === undefined ? Number.NaN : (components[key] ?? Number.NaN);
}

function partOf(rollout: Rollout, basis: Basis): Part {
	const recorded = recordedPart(rollout, basis);
	if (!Number.isNaN(recorded)) return { score: recorded, checks: [check("part-recorded", recorded, { actual: String(recorded), data: { part: basis } })] };
	if (basis === "ACTION") return actionPart(rollout);
	if (basis === "COMMUNICATE") return communicatePart(rollout);
	return { score: Number.NaN, checks: [] };
}

/** The task's own basis where the record keeps it, else the recipe's. */
export function basisOf(rollout: Rollout, options: Options = DEFAULTS): readonly string[] {
	const info = rollout.extras.reward_info;
	const own = isObject(info) ? info.reward_basis : undefined;
	return isArray(own) && own.every(b => typeof b === "string") ? (own as readonly string[]) : options.basis;
}

/** τ²'s reward of its parts: their product; NaN parts make it unknown unless another part is 0. */
export function productOf(parts: readonly number[]): number {
	if (parts.some(p => p === 0)) return 0;
	return parts.reduce((product, p) => product * p, 1);
}

/**
 * τ²-bench (src/tau2/evaluator): the product of the parts in the task's basis. Databases and assertions need the
 * environment, so they are taken from the file; actions and communicated information are compared here where it has none.
 */
export const tau2: Reward<Options> = {
	id: "tau2",
	source: "τ²-bench src/tau2/evaluator",
	range: [0, 1],
	defaults: DEFAULTS,
	optionsSchema: record("tau2", { basis: { type: "array", description: "tau2.basis", items: { enum: BASES }, uniqueItems: true } }),
	score(rollout, options) {
		const basis = basisOf(rollout, options);
		const ending = rollout.extras.termination_reason;
		const ended = typeof ending === "string" && PREMATURE.has(ending);
		const parts = BASES.map((id): readonly [Layer, boolean] => {
			const counted = basis.includes(id);
			const part = partOf(rollout, id);
			const unknown = !Number.isNaN(part.score) ? null : counted ? "needs-environment" : "not-applicable";
			return [layer({ id, score: part.score, weight: 0, pays: [], checks: part.checks, unknown }), counted];
		});
		const counted = parts.filter(([, counts]) => counts).map(([part]) => part.score);
		const product = ended ? 0 : productOf(counted);
		const why = ended ? [check("ended-early", 0, { actual: String(ending), data: { reason: String(ending) } })] : [];
		const total = layer({ id: "product", score: product, weight: 1, pays: ["tool", "summary"], checks: why, unknown: Number.isNaN(product) ? "needs-environment" : null });
		return scoreOf([...parts.map(([part]) => part), total], { omitted: omittedCall(rollout), ...shownPairs(rollout) });
	},
};
