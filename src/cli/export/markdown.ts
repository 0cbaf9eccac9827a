import type { ExportRow } from "../../session/exportRows";
import type { Writer } from "./contract";
import { factsOf, groupTable, heading, type ReportTable, rolloutTable, textFor } from "./tables";

/** A cell stays one cell and is no markup. */
const plain = (text: string): string => text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>|#]/g, "\\$&");

const drawn = ({ titles, left, rows }: ReportTable): string =>
	[titles.map(plain), titles.map((_, i) => (i < left ? "---" : "--:")), ...rows.map(r => r.map(plain))].map(cells => `| ${cells.join(" | ")} |\n`).join("");

/** Two tables to paste elsewhere: groups and rollouts. */
export const markdown: Writer = {
	id: "markdown",
	write: async (setup, rows, to) => {
		const text = textFor(setup);
		const all: ExportRow[] = [];
		for await (const row of rows) all.push(row);
		const groups = groupTable(setup, text);
		await to.text(`# ${plain(heading(setup, text))}\n\n${plain(factsOf(setup, text))}\n\n`);
		if (groups.rows.length) await to.text(`## ${text("groups")}\n\n${drawn(groups)}\n`);
		await to.text(`## ${text("rollouts")}\n\n${drawn(rolloutTable(all, text))}\n`);
	},
};
