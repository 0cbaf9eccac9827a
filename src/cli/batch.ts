import type { JsonObject, JsonPath, JsonValue } from "../core/base/units";
import { isArray, isObject } from "../core/base/units";
import { DEFAULT_ESTIMATOR_OPTIONS, type EstimatorOptions } from "../core/estimators/contract";
import { OVERLONG } from "../core/estimators/overlong";
import type { EstimatorInput, TokenBatch } from "../core/model/advantage";
import { LANES, type Lane } from "../core/model/segment";
import type { RowProblem } from "./rows";

/** One line of `advantages`: a batch as a trainer would see it. */
export interface Batch {
	readonly id: JsonValue;
	readonly input: EstimatorInput;
	readonly options: EstimatorOptions;
	/** Group as the row wrote it, by dense number. */
	readonly groupNames: readonly JsonValue[];
}

/** Keys of a row, as docs/advantages.md lists them. */
export const BATCH_KEYS = [
	"rewards",
	"id",
	"groups",
	"lengths",
	"components",
	"weights",
	"greedy",
	"segments",
	"present",
	"omitted",
	"kl",
	"steps",
	"tokens",
	"tokens.rewards",
	"tokens.values",
	"tokens.stepScores",
	"options",
] as const;

/** Where a row holds what an estimator misses, by `Estimate.unknown`. */
export const KEY_OF: Readonly<Partial<Record<string, string>>> = {
	"needs-lengths": "lengths",
	"needs-components": "components",
	"needs-lanes": "segments",
	"needs-tokens": "tokens.mask",
	"needs-token-rewards": "tokens.rewards",
	"needs-values": "tokens.values",
	"needs-step-scores": "tokens.stepScores",
	"needs-steps": "steps",
	"needs-greedy": "greedy",
};

class Wrong extends Error {
	constructor(readonly problem: RowProblem) {
		super(problem.code);
	}
}
const wrong = (code: string, path: JsonPath, values: RowProblem["values"] = {}): never => {
	throw new Wrong({ code, path, values: { key: path.join("."), ...values } });
};

const at = (row: JsonObject, path: JsonPath): JsonValue | undefined =>
	path.reduce<JsonValue | undefined>((v, k) => (isObject(v) ? v[String(k)] : isArray(v) ? v[Number(k)] : undefined), row);
const absent = (value: JsonValue | undefined): value is null | undefined => value === undefined || value === null;

function list(row: JsonObject, path: JsonPath, length: number | null): readonly JsonValue[] | null {
	const value = at(row, path);
	if (absent(value)) return null;
	if (!isArray(value)) return wrong("not-a-list", path);
	if (length !== null && value.length !== length) return wrong("length-differs", path, { length: value.length, rewards: length });
	return value;
}

const numeric = (v: JsonValue | undefined, path: JsonPath): number =>
	absent(v) ? Number.NaN : typeof v === "number" || typeof v === "bigint" || typeof v === "boolean" ? Number(v) : wrong("not-a-number", path);

/** Numbers of a list; null and NaN are "none", anything else is refused. */
function column(row: JsonObject, path: JsonPath, length: number | null): Float64Array | null {
	const values = list(row, path, length);
	return values && Float64Array.from(values, (v, i) => numeric(v, [...path, i]));
}

const asFlags = (values: Float64Array): Uint8Array => Uint8Array.from(values, v => (v > 0 ? 1 : 0));

function flags(row: JsonObject, path: JsonPath, length: number): Uint8Array | null {
	const values = column(row, path, length);
	return values && asFlags(values);
}

/** A list of lists: one column of numbers per rollout. */
function columns(row: JsonObject, path: JsonPath, length: number): readonly Float64Array[] | null {
	return list(row, path, length)?.map((_, i) => column(row, [...path, i], null) ?? wrong("not-a-list", [...path, i])) ?? null;
}

/** Dense numbers of labels; a null among them belongs to none (−1). */
function labels(values: readonly JsonValue[]): { readonly numbers: Int32Array; readonly names: readonly JsonValue[] } {
	const known = new Map<string, number>();
	const names: JsonValue[] = [];
	const numbers = Int32Array.from(values, v => {
		if (v === null) return -1;
		const key = `${typeof v}:${String(v)}`;
		let n = known.get(key);
		if (n === undefined) {
			n = names.length;
			known.set(key, n);
			names.push(v);
		}
		return n;
	});
	return { numbers, names };
}

/** `{tool: […], summary: […]}` of a key; a lane that is not there is NaN throughout. Null without the key. */
function lanesOf(row: JsonObject, key: string, length: number): Readonly<Record<Lane, Float64Array>> | null {
	if (absent(row[key])) return null;
	if (!isObject(row[key])) return wrong("not-lanes", [key]);
	const lane = (l: Lane): Float64Array => column(row, [key, l], length) ?? new Float64Array(length).fill(Number.NaN);
	return { tool: lane("tool"), summary: lane("summary") };
}

/** `components`: lists by name, or in order; `weights` likewise, 1 when not given. */
function componentsOf(row: JsonObject, length: number): EstimatorInput["components"] {
	const { components } = row;
	if (absent(components)) return undefined;
	if (!isObject(components) && !isArray(components)) return wrong("not-a-list", ["components"]);
	const keys: readonly (string | number)[] = isArray(components) ? components.map((_, i) => i) : Object.keys(components);
	const values = keys.map(k => column(row, ["components", k], length) ?? wrong("not-a-list", ["components", k]));
	const weights = keys.map(k => (absent(row.weights) ? 1 : numeric(at(row, ["weights", k]), ["weights", k])));
	return { values, weights };
}

function tokensOf(row: JsonObject, length: number): TokenBatch | undefined {
	const mask = columns(row, ["tokens", "mask"], length);
	if (!mask) return undefined;
	const optional = (key: string): readonly Float64Array[] | undefined => columns(row, ["tokens", key], length) ?? undefined;
	return { mask: mask.map(asFlags), rewards: optional("rewards"), values: optional("values"), stepScores: optional("stepScores") };
}

function stepsOf(row: JsonObject, length: number): EstimatorInput["steps"] {
	const rewards = column(row, ["steps", "rewards"], length);
	const anchors = list(row, ["steps", "anchors"], length);
	return rewards && anchors ? { rewards, anchors: labels(anchors).numbers } : undefined;
}

/** `options.overlong`: `{limit?, buffer?, factor?, capped?}`. */
function overlongOf(row: JsonObject): EstimatorOptions["overlong"] {
	const path = (key: string): JsonPath => ["options", "overlong", key];
	const of = (key: "limit" | "buffer" | "factor"): number => (absent(at(row, path(key))) ? OVERLONG[key] : numeric(at(row, path(key)), path(key)));
	const capped = at(row, path("capped"));
	return { limit: of("limit"), buffer: of("buffer"), factor: of("factor"), capped: typeof capped === "boolean" ? capped : OVERLONG.capped };
}

function optionsOf(row: JsonObject): EstimatorOptions {
	const of = (path: JsonPath, fallback: number): number => (absent(at(row, path)) ? fallback : numeric(at(row, path), path));
	const { laneWeights, normalise } = DEFAULT_ESTIMATOR_OPTIONS;
	const optional = (key: "gamma" | "lambda") => (absent(at(row, ["options", key])) ? {} : { [key]: of(["options", key], 1) });
	const chosen = at(row, ["options", "normalise"]);
	return {
		laneWeights: { tool: of(["options", "laneWeights", "tool"], laneWeights.tool), summary: of(["options", "laneWeights", "summary"], laneWeights.summary) },
		normalise: typeof chosen === "boolean" ? chosen : normalise,
		...optional("gamma"),
		...optional("lambda"),
		...(isObject(at(row, ["options", "overlong"])) ? { overlong: overlongOf(row) } : {}),
	};
}

/**
 * Reads one row `{id?, rewards, groups?, lengths?, segments?, present?, omitted?, kl?, components?, weights?, greedy?, steps?,
 * tokens?, options?}`. Without `groups` the row is one group. A lane counts as present where it has a reward, unless
 * `present` says otherwise.
 */
export function readBatch(row: JsonObject): Batch | RowProblem {
	try {
		const rewards = column(row, ["rewards"], null) ?? wrong("no-rewards", []);
		const { length } = rewards;
		const groups = list(row, ["groups"], length);
		const { numbers, names } = groups ? labels(groups) : { numbers: new Int32Array(length), names: [null] };
		const lanes = lanesOf(row, "segments", length);
		const presence = (l: Lane): Uint8Array => flags(row, ["present", l], length) ?? Uint8Array.from(lanes?.[l] ?? [], v => (Number.isNaN(v) ? 0 : 1));
		const input: EstimatorInput = {
			rewards,
			groups: numbers,
			lengths: column(row, ["lengths"], length),
			lanes,
			present: lanes && { tool: presence("tool"), summary: presence("summary") },
			omitted: flags(row, ["omitted"], length),
			laneKl: lanesOf(row, "kl", length) ?? undefined,
			components: componentsOf(row, length),
			greedy: column(row, ["greedy"], length) ?? undefined,
			steps: stepsOf(row, length),
			tokens: tokensOf(row, length),
		};
		return { id: row.id ?? null, input, options: optionsOf(row), groupNames: names };
	} catch (e) {
		if (e instanceof Wrong) return e.problem;
		throw e;
	}
}

/** Lanes as JSON lists. */
export const laneLists = (lanes: Readonly<Record<Lane, Float64Array>>): JsonObject => Object.fromEntries(LANES.map(l => [l, [...lanes[l]]]));
