import type { JsonObject, JsonPath, JsonValue } from "../core/base/units";
import { isArray, isObject } from "../core/base/units";
import type { EstimatorInput } from "../core/model/advantage";
import { LANES, type Lane } from "../core/model/segment";
import type { RowProblem } from "./rows";

/** One line of `advantages`: a batch as a trainer would see it. */
export interface Batch {
	readonly id: JsonValue;
	readonly input: EstimatorInput;
	/** Group as the row wrote it, by dense number. */
	readonly groupNames: readonly JsonValue[];
}

class Wrong extends Error {
	constructor(readonly problem: RowProblem) {
		super(problem.code);
	}
}
const wrong = (code: string, path: RowProblem["path"], values: RowProblem["values"] = {}): never => {
	throw new Wrong({ code, path, values: { key: path.join("."), ...values } });
};

function list(row: JsonObject, path: JsonPath, length: number | null): readonly JsonValue[] | null {
	const value = path.reduce<JsonValue | undefined>((v, k) => (isObject(v) ? v[String(k)] : undefined), row);
	if (value === undefined || value === null) return null;
	if (!isArray(value)) return wrong("not-a-list", path);
	if (length !== null && value.length !== length) return wrong("length-differs", path, { length: value.length, rewards: length });
	return value;
}

/** Numbers of a list; null and NaN are "none", anything else is refused. */
function column(row: JsonObject, path: JsonPath, length: number | null): Float64Array | null {
	const values = list(row, path, length);
	return (
		values &&
		Float64Array.from(values, (v, i) =>
			v === null ? Number.NaN : typeof v === "number" || typeof v === "bigint" || typeof v === "boolean" ? Number(v) : wrong("not-a-number", [...path, i]),
		)
	);
}

function flags(row: JsonObject, path: JsonPath, length: number): Uint8Array | null {
	const values = column(row, path, length);
	return values && Uint8Array.from(values, v => (v > 0 ? 1 : 0));
}

/** Dense group numbers; a row without groups is one group, a null among them belongs to none. */
function groupsOf(row: JsonObject, length: number): { readonly groups: Int32Array; readonly names: readonly JsonValue[] } {
	const values = list(row, ["groups"], length);
	if (!values) return { groups: new Int32Array(length), names: [null] };
	const numbers = new Map<string, number>();
	const names: JsonValue[] = [];
	const groups = Int32Array.from(values, v => {
		if (v === null) return -1;
		const key = `${typeof v}:${String(v)}`;
		let n = numbers.get(key);
		if (n === undefined) {
			n = names.length;
			numbers.set(key, n);
			names.push(v);
		}
		return n;
	});
	return { groups, names };
}

/** Lane columns `{tool: […], summary: […]}` of a key; a lane that is not there is NaN throughout. */
function lanesOf(row: JsonObject, length: number): { readonly lanes: EstimatorInput["lanes"]; readonly present: EstimatorInput["present"] } {
	if (row.segments === undefined || row.segments === null) return { lanes: null, present: null };
	if (!isObject(row.segments)) return wrong("not-lanes", ["segments"]);
	const lane = (l: Lane): Float64Array => column(row, ["segments", l], length) ?? new Float64Array(length).fill(Number.NaN);
	const lanes = { tool: lane("tool"), summary: lane("summary") };
	const present = (l: Lane): Uint8Array => flags(row, ["present", l], length) ?? Uint8Array.from(lanes[l], v => (Number.isNaN(v) ? 0 : 1));
	return { lanes, present: { tool: present("tool"), summary: present("summary") } };
}

/** Reads one row `{id, rewards, groups?, lengths?, segments?, present?, omitted?}`. A lane counts as present where it has a reward, unless `present` says otherwise. */
export function readBatch(row: JsonObject): Batch | RowProblem {
	try {
		const rewards = column(row, ["rewards"], null) ?? wrong("no-rewards", []);
		const { length } = rewards;
		const { groups, names } = groupsOf(row, length);
		const input: EstimatorInput = { rewards, groups, lengths: column(row, ["lengths"], length), ...lanesOf(row, length), omitted: flags(row, ["omitted"], length) };
		return { id: row.id ?? null, input, groupNames: names };
	} catch (e) {
		if (e instanceof Wrong) return e.problem;
		throw e;
	}
}

/** Lanes as JSON lists. */
export const laneLists = (lanes: Readonly<Record<Lane, Float64Array>>): JsonObject => Object.fromEntries(LANES.map(l => [l, [...lanes[l]]]));
