import { isObject, type JsonObject } from "../base/units";
import { type Assignment, greedyRows, hungarian, weights } from "../matching/assignment";
import { MAX_CELLS, pairByName } from "../matching/pairing";
import { ROUGE_SCORE, type RougeOptions, rougeL } from "../matching/rouge";
import { argumentsSimilarity, type NamedArguments, valueSimilarity } from "../matching/similarity";
import type { CallMatch, Check, ParamMatch } from "../model/reward";
import { type Rollout, responseOf } from "../model/rollout";
import { check, layer, omittedCall, quote, scoreOf } from "./build";
import { argumentsOf, extraCheck, missedOf, missingChecks, parameterChecks } from "./compare";
import type { Reward, Similarity } from "./contract";
import { oneOf, record } from "./options";
import { parameterSpan, readBlocks, referenceCalls, replyOf, schemaOf, textLacking } from "./reading";

type Options = {
	/** "ascii" is the published tokenizer, which has no tokens for Chinese; "cjk" makes each CJK character one. */
	readonly tokenizer: "ascii" | "cjk";
	/** "greedy-predicted" is the published matching; "hungarian" finds the best pairs. */
	readonly matching: "greedy-predicted" | "hungarian";
};

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/** STAR's format gate: one <think>…</think>, every body a call of a known tool with known parameters. Values are not looked at. */
function formatChecks(rollout: Rollout): Check[] {
	const response = responseOf(rollout);
	const thinks = occurrences(response, "<think>");
	const once = Number(thinks === 1 && occurrences(response, "</think>") === 1);
	const checks = [check("simrl-one-think", textLacking(rollout) ? Number.NaN : once, { expected: "1", actual: String(thinks) })];
	if (!rollout.tools && rollout.calls.length) checks.push(check("tools-unknown", Number.NaN));
	for (const b of readBlocks(rollout)) {
		if (!b.wellFormed) {
			checks.push(check("body-is-call", 0, { span: b.problem?.span ?? b.block.body }));
			continue;
		}
		for (const i of b.calls) {
			const call = rollout.calls[i];
			if (!call || !rollout.tools) continue;
			const schema = schemaOf(rollout, call.name);
			checks.push(check("tool-known", Number(schema !== undefined), { actual: call.name, span: call.span, data: { name: call.name } }));
			const properties: JsonObject | null = isObject(schema?.properties) ? schema.properties : null;
			if (!properties) continue;
			for (const [name, value] of Object.entries(argumentsOf(call.arguments))) {
				if (Object.hasOwn(properties, name)) continue;
				checks.push(check("schema-unknown-parameter", 0, { actual: quote(value), span: parameterSpan(rollout, call, name), data: { tool: call.name, name } }));
			}
		}
	}
	return checks;
}

/** Parameters with STAR's similarity of each pair of values. */
function compare(predicted: JsonObject, reference: JsonObject, rouge: RougeOptions): ParamMatch[] {
	const shared = Object.keys(reference).map((name): ParamMatch => {
		const [expected, actual] = [reference[name], Object.hasOwn(predicted, name) ? predicted[name] : undefined];
		if (expected === undefined || actual === undefined) return { name, verdict: "missing", expected, actual, similarity: Number.NaN };
		const similarity = valueSimilarity(actual, expected, rouge);
		return { name, verdict: similarity === 1 ? "equal" : similarity >= 0.5 ? "similar" : "different", expected, actual, similarity };
	});
	const extra = Object.keys(predicted).filter(name => !Object.hasOwn(reference, name));
	return [...shared, ...extra.map((name): ParamMatch => ({ name, verdict: "extra", expected: undefined, actual: predicted[name], similarity: Number.NaN }))];
}

/** Σ similarity of the pairs / (predicted + reference − pairs), each prediction taking the most similar unused reference call of its name. */
function scoreCalls(rollout: Rollout, reference: NonNullable<ReturnType<typeof referenceCalls>>, options: Options, rouge: RougeOptions) {
	const { calls } = rollout;
	const pairs = pairCallsOf(calls, reference, options.matching, rouge);
	const similarity: Similarity = { name: "ROUGE-L", of: (a, b) => rougeL(a, b, rouge) };
	const checks: Check[] = [];
	const matches: CallMatch[] = [];
	let sum = 0;
	let matched = 0;
	for (const [i, call] of calls.entries()) {
		const partner = reference[pairs[i] ?? -1];
		if (!partner) {
			matches.push({ call: i, reference: null, similarity: 0, params: [] });
			checks.push(extraCheck(call));
			continue;
		}
		const params = compare(argumentsOf(call.arguments), argumentsOf(partner.arguments), rouge);
		const alike = argumentsSimilarity(call.arguments, partner.arguments, rouge);
		sum += alike;
		matched++;
		matches.push({ call: i, reference: pairs[i] ?? null, similarity: alike, params });
		checks.push(check("simrl-call", alike, { span: call.span, data: { name: call.name } }), ...parameterChecks(rollout, call, params, similarity));
	}
	const missed = missedOf(reference, pairs);
	checks.push(...missingChecks(reference, missed));
	return { score: sum / (calls.length + reference.length - matched), checks, matches, missed };
}

/** Reference index of each call of the same name. A pair of similarity 0 is a pair all the same: it shortens the denominator. */
function pairCallsOf(calls: readonly NamedArguments[], reference: readonly NamedArguments[], matching: Options["matching"], rouge: RougeOptions): Assignment {
	if (calls.length * reference.length > MAX_CELLS) return pairByName(calls, reference);
	const memo: RougeOptions = { ...rouge, memo: new Map() };
	const w = weights(calls.length, reference.length, (i, j) => {
		const [p, g] = [calls[i], reference[j]];
		return p && g && p.name === g.name ? 1e-12 + argumentsSimilarity(p.arguments, g.arguments, memo) : 0;
	});
	return matching === "hungarian" ? hungarian(w) : greedyRows(w);
}

const NOT_APPLICABLE = { score: Number.NaN, weight: 0, unknown: "not-applicable" } as const;

/**
 * STAR's Sim-RL (simrl.py, arXiv 2602.03022 eq. 6–10): R = (f − 1) + f·(R_fc + R_resp). A broken format costs 1 and closes
 * the rest; where the reference calls tools the calls are compared, where it replies the reply is (ROUGE-L).
 */
export const simrl: Reward<Options> = {
	id: "simrl",
	source: "STAR simrl.py, arXiv 2602.03022 eq. 6–10",
	range: [-1, 1],
	defaults: { tokenizer: "ascii", matching: "greedy-predicted" },
	optionsSchema: record("simrl", { tokenizer: oneOf("simrl.tokenizer", ["ascii", "cjk"]), matching: oneOf("simrl.matching", ["greedy-predicted", "hungarian"]) }),
	score(rollout, options) {
		const rouge = options.tokenizer === "cjk" ? { ...ROUGE_SCORE, tokenizer: "cjk" as const } : ROUGE_SCORE;
		const checks = formatChecks(rollout);
		const broken = checks.some(c => c.verdict === "fail");
		// one break is enough; without one, a text that nobody has may hold it
		const doubt = broken ? null : textLacking(rollout);
		const penalty = layer({ id: "format-penalty", score: doubt ? Number.NaN : Number(broken), weight: -1, pays: ["tool"], checks, unknown: doubt });
		const gated = { gate: 1, open: doubt ? null : !broken };
		const reference = referenceCalls(rollout);
		if (!reference) {
			const unknown = { score: Number.NaN, weight: 1, unknown: "no-reference", ...gated };
			return scoreOf([penalty, layer({ id: "calls", pays: ["tool"], ...unknown }), layer({ id: "reply", pays: ["summary"], ...unknown })]);
		}
		if (reference.length) {
			const calls = scoreCalls(rollout, reference, options, rouge);
			const layers = [
				penalty,
				layer({ id: "calls", score: calls.score, weight: 1, pays: ["tool"], checks: calls.checks, ...gated }),
				layer({ id: "reply", pays: ["summary"], ...NOT_APPLICABLE, ...gated }),
			];
			return scoreOf(layers, { omitted: omittedCall(rollout), matches: calls.matches, missed: calls.missed });
		}
		const answer = rollout.reference?.answer;
		const reply = replyOf(rollout);
		const called = rollout.blocks.length > 0;
		const score = called ? 0 : typeof answer !== "string" ? Number.NaN : reply.text === answer ? 1 : rougeL(reply.text, answer, rouge);
		const replied = check(called ? "no-call-expected" : "simrl-reply", score, {
			expected: quote(answer ?? undefined),
			actual: quote(reply.text),
			span: reply.text ? reply.span : null,
		});
		return scoreOf([
			penalty,
			layer({ id: "calls", pays: ["tool"], ...NOT_APPLICABLE, ...gated }),
			layer({ id: "reply", score, weight: 1, pays: ["summary"], checks: [replied], unknown: Number.isNaN(score) ? "no-outcome" : null, ...gated }),
		]);
	},
};
