import type { JsonObject } from "../../core/base/units";
import { figure, table } from "../table";
import { wrap } from "../width";
import type { Topic } from "./contract";

/** What the trainers' group filters would keep. */
export const filters: Topic = {
	name: "filters",
	flags: [],
	ofSession: async (io, _, lab) => {
		const view = await lab.answers.labFilters(null);
		const { columns: width } = io.terminal;
		const reasons = (of: (typeof view.filters)[number]): string => of.reasons.map(r => `${r.label} ${r.count}`).join(", ") || "–";
		return {
			json: view as unknown as JsonObject,
			lines: [
				...table(
					[
						{ title: io.words("column:filter") },
						{ title: io.words("column:kept-rows"), align: "right" },
						{ title: io.words("column:saved"), align: "right" },
						{ title: io.words("column:why"), flex: true },
					],
					view.filters.map(f => [f.label, `${f.kept}/${view.groups}`, `${figure(Math.round((100 * f.tokens_dropped) / Math.max(1, f.tokens)))} %`, reasons(f)]),
					width,
					io.paint,
					"  ",
				),
				...view.notes.flatMap(n => wrap(n, width)).map(io.paint.dim),
				"",
			],
		};
	},
};
