import { isArray, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";

/** One member of a record whose values are lists, with the place of each of its values. */
export interface Member {
	readonly row: JsonObject;
	readonly at: (key: string) => JsonPath;
}

/** A row that is a record of its own. */
export const ownRow = (row: JsonObject): Member => ({ row, at: key => [key] });

/**
 * Members of a columnar record (one line = one step, every value a list). Columns whose length is not `count` are named
 * in a finding and left out; nothing is shifted or filled up.
 */
export function membersOf(record: JsonObject, count: number, findings: Finding[]): Member[] {
	const columns = Object.keys(record).filter(key => {
		const v = record[key];
		if (!isArray(v)) return false;
		if (v.length !== count) findings.push(finding("column-length", "warning", { key, count: v.length, expected: count }, { path: [key] }));
		return v.length === count;
	});
	return Array.from({ length: count }, (_, i) => {
		const row: Record<string, JsonValue> = {};
		for (const key of columns) row[key] = (record[key] as readonly JsonValue[])[i] ?? null;
		return { row, at: key => [key, i] };
	});
}

/** Members of a table `{columns, data}`: a row of names, rows of values. Of two columns of one name the later one counts. */
export function tableMembers(columns: readonly JsonValue[], data: readonly JsonValue[]): Member[] {
	const names = columns.map(String);
	return data.map((values, i) => {
		const row: Record<string, JsonValue> = {};
		names.forEach((name, j) => {
			row[name] = (isArray(values) ? values[j] : undefined) ?? null;
		});
		return { row, at: key => ["data", i, names.lastIndexOf(key)] };
	});
}

/** A member's findings, whose paths name a key, with the key's place in the record. */
export const placed = (findings: readonly Finding[], at: Member["at"]): Finding[] =>
	findings.map(f => (f.path && typeof f.path[0] === "string" ? { ...f, path: [...at(f.path[0]), ...f.path.slice(1)] } : f));
