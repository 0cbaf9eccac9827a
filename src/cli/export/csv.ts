import type { ExportRow } from "../../session/exportRows";
import type { Writer } from "./contract";

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const cell = (v: string | number | null): string => (v === null || Number.isNaN(v) ? "" : quoted(String(v)));

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

/** A table with a line per rollout; an empty cell is "no value". */
export const csv: Writer = {
	id: "csv",
	write: async ({ file, first }, rows, to) => {
		if (first) await to.text(`${COLUMNS.map(([name]) => name).join(",")}\n`);
		for await (const row of rows) await to.text(`${COLUMNS.map(([, value]) => cell(value(row, file))).join(",")}\n`);
	},
};
