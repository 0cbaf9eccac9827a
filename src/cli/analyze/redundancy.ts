import type { JsonObject } from "../../core/base/units";
import { figure, table } from "../table";
import { oneLine, wrap } from "../width";
import { pricesOf, type Topic } from "./contract";

const SHOWN = 10;

/** Calls that were for nothing, and what they cost. */
export const redundancy: Topic = {
	name: "redundancy",
	flags: [{ name: "prices", placeholder: "TOOL=N,…" }],
	ofSession: async (io, _, lab, options) => {
		const view = await lab.answers.labRedundancy({ prices: pricesOf(io, options.prices) });
		const { columns: width } = io.terminal;
		const right = (name: string) => ({ title: io.words(`column:${name}`), align: "right" as const });
		const line = {
			redundant: view.redundant,
			calls: view.calls,
			wasted: figure(view.wasted),
			cost: figure(view.cost),
			failed: figure(view.failed_cost),
			per: figure(view.calls_per_success),
			paid: figure(view.cost_per_success),
		};
		return {
			json: view as unknown as JsonObject,
			lines: [
				...wrap(io.words("redundancy:line", line), width),
				...view.reasons.map(r => `  ${r.label}: ${r.count}`),
				"",
				...table(
					[{ title: io.words("column:tool"), most: 40 }, right("calls"), right("redundant"), right("cost"), right("wasted")],
					view.by_tool.slice(0, SHOWN).map(t => [oneLine(t.of, 40), String(t.calls), String(t.redundant), figure(t.cost), figure(t.wasted)]),
					width,
					io.paint,
					"  ",
				),
				"",
			],
		};
	},
};
