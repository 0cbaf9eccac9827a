import { isArray, isObject, type JsonObject, type JsonValue, type Span } from "../base/units";
import type { Check } from "../model/reward";
import type { Rollout } from "../model/rollout";
import { check, quote, quoteTyped } from "./build";
import { parameterSpan, type ReadBlock, readBlocks, requiredOf, schemaOf } from "./reading";

/** Format of a rollout: the mean of its known checks, and the score with schema conformance as a fourth. NaN = unknown. */
export interface FormatReading {
	readonly score: number;
	readonly withSchema: number;
	readonly checks: readonly Check[];
	/** Of `checks`: schema conformance, which only `withSchema` counts. */
	readonly schemaChecks: readonly Check[];
	readonly unknown: string | null;
}

const mean = (scores: readonly number[]): number => {
	const known = scores.filter(s => !Number.isNaN(s));
	return known.length ? known.reduce((a, b) => a + b, 0) / known.length : Number.NaN;
};

/** Worst of some details: 0 when one fails, NaN when none fails but one is unknown, else 1. */
const worst = (details: readonly Check[]): number => (details.some(d => d.verdict === "fail") ? 0 : details.some(d => d.verdict === "unknown") ? Number.NaN : 1);

/** A check over details: points at the first that failed. */
const over = (id: string, score: number, details: readonly Check[]): Check => {
	const failed = details.find(d => d.verdict === "fail");
	return check(id, score, { span: failed?.span ?? null, data: { count: details.length, failed: details.filter(d => d.verdict === "fail").length } });
};

/** Every marked body is a call with a name and an arguments object. */
const bodyChecks = (rollout: Rollout, blocks: readonly ReadBlock[]): Check[] =>
	blocks.map(b =>
		check("body-is-call", b.wellFormed ? 1 : 0, {
			expected: '{"name", "arguments"}',
			actual: b.wellFormed ? null : quote(rollout.text.slice(b.block.body.from, b.block.body.to).trim()),
			span: b.wellFormed ? b.block.body : (b.problem?.span ?? b.block.body),
			data: b.problem ? { problem: b.problem.code } : {},
		}),
	);

/** Every called name is one of the tools; unknown when the file names no tools. */
function nameChecks(rollout: Rollout, blocks: readonly ReadBlock[]): Check[] {
	const known = rollout.tools && new Set(rollout.tools.map(t => t.name));
	return blocks.flatMap(b =>
		b.calls.flatMap(i => {
			const call = rollout.calls[i];
			if (!call) return [];
			return check("tool-known", known ? Number(known.has(call.name)) : Number.NaN, { actual: call.name, span: call.span, data: { name: call.name } });
		}),
	);
}

function tagChecks(rollout: Rollout): Check[] {
	const { open, close } = rollout.marksCount;
	const wrong = rollout.callProblems.find(p => p.code === "unclosed-tag" || p.code === "stray-close-tag");
	const lost = rollout.callProblems.find(p => p.code === "untagged-call" || p.code === "call-inside-reasoning");
	const present = check("marks-present", open > 0 ? 1 : 0, { span: open > 0 ? null : (lost?.span ?? null), data: lost ? { problem: lost.code } : {} });
	return [present, check("marks-balanced", open === close ? 1 : 0, { expected: String(open), actual: String(close), span: wrong?.span ?? null, data: { open, close } })];
}

const TYPES: Readonly<Record<string, (v: JsonValue) => boolean>> = {
	string: v => typeof v === "string",
	number: v => typeof v === "number" || typeof v === "bigint",
	float: v => typeof v === "number" || typeof v === "bigint",
	integer: v => typeof v === "bigint" || (typeof v === "number" && Number.isInteger(v)),
	boolean: v => typeof v === "boolean",
	array: isArray,
	tuple: isArray,
	object: isObject,
	dict: isObject,
	null: v => v === null,
};

/** Does a value have the type a schema names? True when the schema names none we know. */
export function hasType(value: JsonValue, schema: JsonValue | undefined): boolean {
	const type = isObject(schema) ? schema.type : undefined;
	const names = (isArray(type) ? type : [type]).filter((t): t is string => typeof t === "string" && Object.hasOwn(TYPES, t));
	if (!names.length || (value === null && isObject(schema) && schema.nullable === true)) return true;
	return names.some(n => TYPES[n]?.(value));
}

/** Keys known, required ones present, JSON types: one check per parameter that breaks a rule; none when all is well. */
function callSchemaChecks(rollout: Rollout, index: number, schema: JsonObject): Check[] {
	const call = rollout.calls[index];
	if (!call) return [];
	const given = isObject(call.arguments) ? call.arguments : {};
	const properties = isObject(schema.properties) ? schema.properties : {};
	const out: Check[] = [];
	const fail = (id: string, name: string, span: Span, rest: Partial<Check>): void => {
		out.push(check(id, 0, { ...rest, span, data: { tool: call.name, name } }));
	};
	for (const [name, value] of Object.entries(given)) {
		const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (property === undefined) {
			if (isObject(schema.properties) && schema.additionalProperties !== true) fail("schema-unknown-parameter", name, parameterSpan(rollout, call, name), { actual: quote(value) });
		} else if (!hasType(value, property)) {
			const type = isObject(property) ? quote(property.type) : null;
			fail("schema-wrong-type", name, parameterSpan(rollout, call, name), { expected: type, actual: quoteTyped(value) });
		}
	}
	for (const name of requiredOf(schema)) if (!Object.hasOwn(given, name)) fail("schema-missing-parameter", name, call.span, { expected: name });
	return out;
}

/** 1 when every call keeps its tool's schema, NaN when some tool has none. */
function schemaReading(rollout: Rollout, blocks: readonly ReadBlock[], wellNamed: number): { readonly score: number; readonly details: readonly Check[] } {
	const details: Check[] = [];
	let unknown = false;
	for (const i of blocks.flatMap(b => b.calls)) {
		const schema = schemaOf(rollout, rollout.calls[i]?.name ?? "");
		if (schema) details.push(...callSchemaChecks(rollout, i, schema));
		else unknown = true;
	}
	if (wellNamed === 0 || details.length) return { score: 0, details };
	return { score: unknown ? Number.NaN : 1, details };
}

/** The reference is a plain reply: well formed means no call mark at all. */
function replyFormat(rollout: Rollout): FormatReading {
	const [block] = rollout.blocks;
	const { open, close } = rollout.marksCount;
	const score = open === 0 && close === 0 && !rollout.blocks.some(b => b.tagged) ? 1 : 0;
	return { score, withSchema: score, checks: [check("no-call-expected", score, { span: score ? null : (block?.span ?? null) })], schemaChecks: [], unknown: null };
}

/**
 * Three checks over all marked bodies outside reasoning: every body is a call, every name is a tool, marks are present
 * and balanced; schema conformance is a fourth. A check without its evidence is unknown and left out of the mean.
 * Without any trace of a call, and without a reference that says whether one was due, the whole format is unknown.
 */
export function readFormat(rollout: Rollout): FormatReading {
	if (rollout.reference?.calls && !rollout.reference.calls.some(step => step.length)) return replyFormat(rollout);
	const blocks = readBlocks(rollout);
	const silent = !blocks.length && rollout.marksCount.open + rollout.marksCount.close === 0 && !rollout.callProblems.length;
	if (silent && !rollout.reference?.calls) return { score: Number.NaN, withSchema: Number.NaN, checks: [], schemaChecks: [], unknown: "no-call-no-reference" };
	const [bodies, names, tags] = [bodyChecks(rollout, blocks), nameChecks(rollout, blocks), tagChecks(rollout)];
	const json = blocks.length ? worst(bodies) : 0;
	// no name can be looked up without tools; a body that is no call names none of them
	const name = !rollout.tools ? Number.NaN : json === 0 ? 0 : worst(names);
	const tag = worst(tags);
	const schema = schemaReading(rollout, blocks, name);
	const overSchema = over("format-schema", schema.score, schema.details);
	const checks = [over("format-json", json, bodies), over("format-name", name, names), over("format-tag", tag, tags), overSchema, ...bodies, ...names, ...tags, ...schema.details];
	return { score: mean([json, name, tag]), withSchema: mean([json, name, tag, schema.score]), checks, schemaChecks: [overSchema, ...schema.details], unknown: null };
}
