import type { JsonPath, Span } from "../base/units";

export type Severity = "error" | "warning" | "info";

/**
 * One oddity, with where it is. Core never throws on data: it returns findings beside the value.
 * The sentence a person reads is made from `code` and `data` by the words room.
 */
export interface Finding {
	readonly code: string;
	readonly severity: Severity;
	readonly data: Readonly<Record<string, string | number>>;
	/** Where in the rollout's text; null when it is about the record or the file. */
	readonly span: Span | null;
	/** Where in the record, when it is not in the text. */
	readonly path: JsonPath | null;
	/** Offset (UTF-16) in the record's line, when the record is not JSON. */
	readonly at: number | null;
}

export const finding = (code: string, severity: Severity, data: Finding["data"] = {}, where: Partial<Pick<Finding, "span" | "path" | "at">> = {}): Finding => ({
	code,
	severity,
	data,
	span: where.span ?? null,
	path: where.path ?? null,
	at: where.at ?? null,
});
