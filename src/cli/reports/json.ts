import { writeJson } from "../../core/base/json";
import type { JsonValue } from "../../core/base/units";
import type { FindingView } from "../../protocol/queries";
import { type Checked, type MakeReporter, ranked, type Tally } from "./contract";

/** One document: `{findings: […], counts: {code: n}, files: […]}`. */
export const jsonReport: MakeReporter = io => {
	let first = true;
	const files: JsonValue[] = [];
	return {
		begin: async () => {},
		put: async (file, f) => {
			await io.out.line(`${first ? '{"findings": [' : ","}${writeJson(findingJson(file, f))}`);
			first = false;
		},
		endFile: async (file, tally) => {
			files.push({ file: file.file, format: file.format, rollouts: file.rollouts, counts: countsOf(tally) });
		},
		end: async tally => {
			await io.out.line(`${first ? '{"findings": [' : ""}], "counts": ${writeJson(countsOf(tally))}, "files": ${writeJson(files)}}`);
		},
	};
};

const countsOf = (tally: Tally): JsonValue => Object.fromEntries(ranked(tally).map(([code, , count]) => [code, count]));

function findingJson(file: Checked, f: FindingView): JsonValue {
	return {
		file: file.file,
		row: f.row,
		line: f.line,
		column: f.column,
		endLine: f.place?.endLine ?? null,
		endColumn: f.place?.endColumn ?? null,
		code: f.code,
		severity: f.severity,
		message: f.message,
		expected: f.expected,
		actual: f.actual,
		span: f.span && [f.span.from, f.span.to],
		related: f.related.map(r => ({ message: r.message, line: r.place.line, column: r.place.column, endLine: r.place.endLine, endColumn: r.place.endColumn })),
		reference: f.reference,
		repaired: f.repaired,
	};
}
