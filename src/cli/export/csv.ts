import type { ExportRow } from "../../session/exportRows";
import type { Writer } from "./contract";

/** A spreadsheet takes a text that begins like this for a formula, and runs it. */
const FORMULA = /^[=+\-@\t\r]/;
/** Marked with an apostrophe, as OWASP advises: a spreadsheet then shows the text. Numbers are no texts. */
const inert = (v: string | number): string => (typeof v === "string" && FORMULA.test(v) ? `'${v}` : String(v));
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const cell = (v: string | number | null): string => (v === null || Number.isNaN(v) ? "" : quoted(inert(v)));

const COLUMNS: readonly (readonly [name: string, value: (r: ExportRow, file: string) => string | number | null])[] = [
	["file", (r, file) => r.file ?? file],
	["row", r => r.row],
	["line", r => r.line],
	["id", r => r.id],
	["group", r => r.group],
	["step", r => r.step],
	["recorded", r => r.recorded],
	["total", r => r.total],
	["advantage", r => r.advantage],
	["advantage_tool", r => r.lanes?.tool ?? null],
	["advantage_summary", r => r.lanes?.summary ?? null],
	["coefficient", r => r.coefficient],
	["tokens", r => r.learnable],
	["calls", r => r.calls],
	["findings", r => r.findings],
];

/** A table with a line per rollout; an empty cell is "no value". A text that a spreadsheet would run as a formula begins with an apostrophe. */
export const csv: Writer = {
	id: "csv",
	write: async ({ file, first }, rows, to) => {
		if (first) await to.text(`${COLUMNS.map(([name]) => name).join(",")}\n`);
		for await (const row of rows) await to.text(`${COLUMNS.map(([, value]) => cell(value(row, file))).join(",")}\n`);
	},
};
