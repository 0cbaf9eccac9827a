import { writeJson } from "../base/json";
import { isArray, type JsonValue } from "../base/units";
import type { NamedArguments } from "../matching/similarity";
import type { Check } from "../model/reward";
import type { Rollout } from "../model/rollout";
import { check, layer, omittedCall, scoreOf } from "./build";
import type { Given, Reward } from "./contract";
import { number, record, text } from "./options";
import { readBlocks } from "./reading";

type Options = {
	/** λ: cost of a call equal to the one before it. */
	readonly repeat: number;
	/** μ: cost of a call of a tool that does not exist. */
	readonly illegal: number;
	/** Key of the record that holds the verifiers' votes, a list of 0 and 1. */
	readonly votesKey: string;
};

/** Calls that equal the one right before them; a, b, a repeats nothing. */
export function repeatedCalls(calls: readonly NamedArguments[]): number[] {
	const signature = (c: NamedArguments): string => `${c.name}\n${writeJson(c.arguments, { sortKeys: true })}`;
	const out: number[] = [];
	for (let i = 1; i < calls.length; i++) if (signature(calls[i] as NamedArguments) === signature(calls[i - 1] as NamedArguments)) out.push(i);
	return out;
}

const voteOf = (v: JsonValue): number => (typeof v === "boolean" ? Number(v) : typeof v === "number" ? v : Number.NaN);

/** Mean of the votes; the outcome when the record has no votes; NaN when neither is known. */
function completeness(rollout: Rollout, options: Options, given: Given): { readonly score: number; readonly checks: Check[] } {
	const raw = Object.hasOwn(rollout.extras, options.votesKey) ? rollout.extras[options.votesKey] : undefined;
	const votes = isArray(raw) ? raw.map(voteOf).filter(v => !Number.isNaN(v)) : [];
	const score = votes.length ? votes.reduce((a, b) => a + b, 0) / votes.length : given.outcome;
	if (Number.isNaN(score)) return { score, checks: [] };
	return {
		score,
		checks: [
			check(votes.length ? "rltr-votes" : "outcome-recorded", score, {
				actual: votes.length ? votes.join(", ") : String(score),
				data: { count: votes.length, key: given.outcomeKey ?? "" },
			}),
		],
	};
}

/** Marks pair up, every body is a call, and none stands outside its marks. */
function formatChecks(rollout: Rollout): Check[] {
	const { open, close } = rollout.marksCount;
	const untagged = rollout.callProblems.filter(p => p.code === "untagged-call");
	return [
		check("marks-balanced", Number(open === close), { expected: String(open), actual: String(close), data: { open, close } }),
		...readBlocks(rollout).map(b => check("body-is-call", Number(b.wellFormed), { span: b.wellFormed ? b.block.body : (b.problem?.span ?? b.block.body) })),
		...untagged.map(p => check("marks-present", 0, { span: p.span })),
	];
}

/**
 * RLTR (arXiv 2508.19598 Alg. 1) for the planner: −1 with a broken format, else completeness of the tool sequence by
 * verifier votes − λ · consecutive repeats − μ · illegal calls. λ and μ are not published; .1 and .2 as in SLCA's baseline.
 */
export const rltr: Reward<Options> = {
	id: "rltr",
	source: "RLTR, arXiv 2508.19598 Alg. 1 (λ, μ: SLCA-GRPO)",
	range: [Number.NEGATIVE_INFINITY, 1],
	defaults: { repeat: 0.1, illegal: 0.2, votesKey: "votes" },
	optionsSchema: record("rltr", { repeat: number("rltr.repeat"), illegal: number("rltr.illegal"), votesKey: text("rltr.votesKey") }),
	score(rollout, options, given) {
		const format = formatChecks(rollout);
		const broken = format.some(c => c.verdict === "fail");
		const complete = completeness(rollout, options, given);
		const repeats = repeatedCalls(rollout.calls);
		const tools = rollout.tools && new Set(rollout.tools.map(t => t.name));
		const illegal = rollout.calls.filter(c => tools && !tools.has(c.name));
		const unknownTools = !tools && rollout.calls.length > 0;
		const gated = { gate: 1, open: !broken, pays: ["tool"] as const };
		return scoreOf(
			[
				layer({ id: "format-penalty", score: Number(broken), weight: -1, pays: ["tool"], checks: format }),
				layer({ id: "completeness", score: complete.score, weight: 1, checks: complete.checks, unknown: Number.isNaN(complete.score) ? "no-votes" : null, ...gated }),
				layer({
					id: "repeats",
					score: repeats.length,
					weight: -options.repeat,
					checks: repeats.map(i => check("repeated-call", 0, { span: rollout.calls[i]?.span ?? null, data: { name: rollout.calls[i]?.name ?? "" } })),
					...gated,
				}),
				layer({
					id: "illegal",
					score: unknownTools ? Number.NaN : illegal.length,
					weight: -options.illegal,
					checks: illegal.map(c => check("tool-known", 0, { actual: c.name, span: c.span, data: { name: c.name } })),
					unknown: unknownTools ? "no-tools" : null,
					...gated,
				}),
			],
			{ omitted: omittedCall(rollout) },
		);
	},
};
