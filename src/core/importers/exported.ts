import { isObject, type JsonObject } from "../base/units";

/** Columns that only a table of `export` has together. */
const COLUMNS = ["advantage_tool", "advantage_summary", "coefficient", "from", "to"] as const;

/**
 * Did `export` write this row, as JSON or as a table? Its numbers are figures of ours, no components of a reward, and its
 * `reward` is what the advantages were computed from; the trainer's stands in `recorded`.
 */
export const isExported = (row: JsonObject): boolean =>
	(isObject(row.credit) && typeof row.credit.estimator === "string" && Object.hasOwn(row.credit, "coefficient")) || COLUMNS.every(name => Object.hasOwn(row, name));
