import { isObject } from "../base/units";
import { greedyColumns, inverse, weights as matrix } from "../matching/assignment";
import { commonCount } from "../matching/multiset";
import { MAX_CELLS, pairByName } from "../matching/pairing";
import type { NamedArguments } from "../matching/similarity";
import type { Call } from "../model/call";
import type { CallMatch, Check } from "../model/reward";
import type { Rollout } from "../model/rollout";
import { check, layer, omittedCall, scoreOf } from "./build";
import { compareArguments, extraCheck, missingChecks, parameterChecks, parameterShares } from "./compare";
import type { Given, Reward } from "./contract";
import { boolean, number, record } from "./options";
import { hasObservation, type ReadBlock, readBlocks, referenceCalls, replyOf } from "./reading";

type Options = {
	readonly weights: { readonly process: number; readonly summary: number };
	readonly process: { readonly format: number; readonly name: number; readonly key: number; readonly value: number; readonly parallel: number };
	/** Total when a call was due and none was made. */
	readonly omission: number;
	/** A reply shorter than this many characters earns no summary reward. */
	readonly shortReply: number;
	/** Parallelism over the whole first assistant turn; a right abstention scores 1. */
	readonly strict: boolean;
};

/** A block HierR accepts: a call object or list of them, every name a known tool. Unknown tools cannot be ruled out without a tool list. */
function validBlocks(rollout: Rollout, blocks: readonly ReadBlock[]): ReadBlock[] {
	const known = rollout.tools && new Set(rollout.tools.map(t => t.name));
	return blocks.filter(b => b.wellFormed && b.calls.every(i => !known || known.has(rollout.calls[i]?.name ?? "")));
}

function formatChecks(rollout: Rollout, blocks: readonly ReadBlock[], valid: ReadonlySet<ReadBlock>): { readonly score: number; readonly checks: Check[] } {
	const { open, close } = rollout.marksCount;
	const marks = Math.max(open, close, blocks.length);
	const checks = blocks.map(b => {
		const names = b.calls.map(i => rollout.calls[i]?.name ?? "").join(", ");
		const at = b.wellFormed ? b.block.body : (b.problem?.span ?? b.block.body);
		return check(b.wellFormed && !valid.has(b) ? "block-unknown-tool" : "block-valid", Number(valid.has(b)), { actual: names || null, span: at, data: { names } });
	});
	if (open !== close) checks.push(check("marks-balanced", 0, { expected: String(open), actual: String(close), data: { open, close } }));
	if (!rollout.tools && blocks.length) checks.push(check("tools-unknown", Number.NaN));
	return { score: marks ? valid.size / marks : 0, checks };
}

/** Multiset F1 of the names: 2|P∩G| / (|P|+|G|); both empty 1, one empty 0. */
function nameScore(predicted: readonly NamedArguments[], reference: readonly NamedArguments[]): number {
	if (!predicted.length && !reference.length) return 1;
	const names = (calls: readonly NamedArguments[]): string[] => calls.map(c => c.name);
	return (2 * commonCount(names(predicted), names(reference))) / (predicted.length + reference.length);
}

interface Pairing {
	readonly key: number;
	readonly value: number;
	readonly checks: readonly Check[];
	readonly matches: readonly CallMatch[];
	readonly missed: readonly number[];
}

/** K and V: each reference call with arguments takes the unused call of its name with the most shared keys and equal values. */
function pairParameters(rollout: Rollout, indices: readonly number[], reference: readonly NamedArguments[]): Pairing {
	const calls = indices.map(i => rollout.calls[i]).filter((c): c is Call => c !== undefined);
	const needs = reference.map(g => isObject(g.arguments) && Object.keys(g.arguments).length > 0);
	// calls without arguments pair last, with what the others left
	const order = [...reference.keys()].sort((a, b) => Number(needs[b]) - Number(needs[a]) || a - b);
	const ordered = order.map(j => reference[j] as NamedArguments);
	const shares = (i: number, k: number): { readonly keys: number; readonly values: number } =>
		parameterShares(compareArguments(calls[i]?.arguments ?? null, ordered[k]?.arguments ?? null, null));
	const pairs =
		calls.length * ordered.length > MAX_CELLS
			? pairByName(calls, ordered)
			: greedyColumns(
					matrix(calls.length, ordered.length, (i, k) => {
						if (calls[i]?.name !== ordered[k]?.name) return 0;
						const { keys, values } = shares(i, k);
						// a bare name still pairs: a call of the name is better than none
						return 1e-9 + keys + values;
					}),
				);
	let key = 0;
	let value = 0;
	const checks: Check[] = [];
	const matches: CallMatch[] = [];
	for (const [i, call] of calls.entries()) {
		const index = indices[i] ?? -1;
		const column = pairs[i] ?? -1;
		const j = order[column];
		const expected = ordered[column];
		if (j === undefined || !expected) {
			matches.push({ call: index, reference: null, similarity: 0, params: [] });
			checks.push(extraCheck(call));
			continue;
		}
		const params = compareArguments(call.arguments, expected.arguments, null);
		const { keys, values } = parameterShares(params);
		matches.push({ call: index, reference: j, similarity: (keys + values) / 2, params });
		checks.push(...parameterChecks(rollout, call, params, null));
		if (needs[j]) {
			key += keys;
			value += values;
		}
	}
	const partner = inverse(pairs, order.length);
	const missed = order.filter((_, k) => (partner[k] as number) < 0).sort((a, b) => a - b);
	checks.push(...missingChecks(reference, missed));
	const n = needs.filter(Boolean).length;
	return { key: n ? key / n : 1, value: n ? value / n : 1, checks, matches, missed };
}

/** Calls of the first marked block, or in strict mode of the whole first assistant turn with a block, against the first reference step. */
function parallelCheck(rollout: Rollout, blocks: readonly ReadBlock[], valid: ReadonlySet<ReadBlock>, strict: boolean): Check {
	const first = blocks[0];
	const end = first ? (rollout.segments.find(s => s.kind === "observation" && s.from >= first.block.span.to)?.from ?? Number.POSITIVE_INFINITY) : 0;
	const together = strict ? blocks.filter(b => b.block.turn === first?.block.turn && b.block.span.from < end) : blocks.slice(0, 1);
	const actual = together.reduce((n, b) => n + (valid.has(b) ? b.calls.length : 0), 0);
	const expected = rollout.reference?.calls?.[0]?.length ?? 0;
	return check("hierr-parallel", Number(actual === expected), { expected: String(expected), actual: String(actual), span: first?.block.span ?? null });
}

/** (grade − 1)/4; 0 without an observation or with a short reply, whatever the judge says; unknown without a grade. */
function summaryReading(rollout: Rollout, options: Options, given: Given): { readonly score: number; readonly checks: readonly Check[]; readonly unknown: string | null } {
	const reply = replyOf(rollout);
	const span = reply.text ? reply.span : null;
	if (!hasObservation(rollout)) return { score: 0, checks: [check("summary-no-observation", 0)], unknown: null };
	if (reply.text.length < options.shortReply)
		return { score: 0, checks: [check("summary-short-reply", 0, { actual: reply.text, span, data: { length: reply.text.length, least: options.shortReply } })], unknown: null };
	if (Number.isNaN(given.judge)) return { score: Number.NaN, checks: [check("summary-judge", Number.NaN, { span })], unknown: "no-judge" };
	const score = (given.judge - 1) / 4;
	return { score, checks: [check("summary-judge", score, { actual: String(given.judge), span, data: { grade: given.judge } })], unknown: null };
}

/** Total on a scale of 0 to 1: divided by the weights' sum, not below 0. */
export const hierrNorm = (total: number, weights: Options["weights"]): number => Math.max(0, total / (weights.process + weights.summary));

/**
 * HierR, the reward of SLCA-GRPO (rl/slca_grpo/reward_fn.py): process = .10 F + .25 N + .15 K + .20 V + .30 P over the
 * calls, summary = judge's grade of the reply. An omitted call costs −.5 and nothing else counts. As published, a
 * missing grade adds 0 to the total; the summary layer and its lane stay unknown.
 */
export const hierr: Reward<Options> = {
	id: "hierr",
	source: "SLCA-GRPO rl/slca_grpo/reward_fn.py, arXiv 2609.29050",
	range: [-0.5, 2],
	defaults: {
		weights: { process: 1, summary: 1 },
		process: { format: 0.1, name: 0.25, key: 0.15, value: 0.2, parallel: 0.3 },
		omission: -0.5,
		shortReply: 10,
		strict: false,
	},
	optionsSchema: record("hierr", {
		weights: record("hierr.weights", { process: number("hierr.weights.process"), summary: number("hierr.weights.summary") }),
		process: record("hierr.process", {
			format: number("hierr.process.format"),
			name: number("hierr.process.name"),
			key: number("hierr.process.key"),
			value: number("hierr.process.value"),
			parallel: number("hierr.process.parallel"),
		}),
		omission: number("hierr.omission"),
		shortReply: number("hierr.shortReply", { minimum: 0 }),
		strict: boolean("hierr.strict"),
	}),
	score(rollout, options, given) {
		const { weights } = options;
		const reference = referenceCalls(rollout);
		const omitted = omittedCall(rollout);
		const due = omitted ? [check("omitted-call", 0, { data: { due: reference?.length ?? 0 } })] : [];
		const penalty = layer({ id: "omission", score: Number(omitted), weight: options.omission, pays: [], checks: due });
		if (omitted) {
			const nothing = { score: 0, checks: due } as const;
			const layers = [
				layer({ id: "process", weight: weights.process, pays: ["tool"], ...nothing }),
				layer({ id: "summary", weight: weights.summary, pays: ["summary"], ...nothing }),
				penalty,
			];
			return scoreOf(layers, { omitted, missed: reference?.map((_, j) => j) ?? [] });
		}
		const summary = summaryReading(rollout, options, given);
		const summaryLayer = layer({ id: "summary", weight: weights.summary, pays: ["summary"], ...summary });
		if (!reference) return scoreOf([layer({ id: "process", score: Number.NaN, weight: weights.process, pays: ["tool"], unknown: "no-reference" }), summaryLayer, penalty]);
		const blocks = readBlocks(rollout);
		const valid = new Set(validBlocks(rollout, blocks));
		const indices = [...valid].flatMap(b => b.calls);
		const calls = indices.map(i => rollout.calls[i]).filter((c): c is Call => c !== undefined);
		const format = formatChecks(rollout, blocks, valid);
		const parameters = pairParameters(rollout, indices, reference);
		const parallel = parallelCheck(rollout, blocks, valid, options.strict);
		const parts = { format: format.score, name: nameScore(calls, reference), key: parameters.key, value: parameters.value, parallel: parallel.score };
		const ids = ["format", "name", "key", "value", "parallel"] as const;
		const sum = ids.reduce((total, id) => total + options.process[id] * parts[id], 0);
		const abstained = options.strict && !reference.length && !blocks.length;
		const heads = ids.map(id =>
			id === "parallel" ? { ...parallel, data: { weight: options.process.parallel } } : check(`hierr-${id}`, parts[id], { data: { weight: options.process[id] } }),
		);
		const checks = [...heads, ...format.checks, ...parameters.checks];
		const process = layer({
			id: "process",
			score: abstained ? 1 : sum,
			weight: weights.process,
			pays: ["tool"],
			checks: abstained ? [check("no-call-needed", 1), ...checks] : checks,
		});
		const score = scoreOf([process, summaryLayer, penalty], { matches: parameters.matches, missed: parameters.missed });
		return summary.unknown === "no-judge" ? { ...score, total: score.known } : score;
	},
};
