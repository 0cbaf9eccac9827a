import type { JsonObject } from "../../core/base/units";
import { distillationView } from "../../session/lab/distillation";
import { figure, table } from "../table";
import { oneLine, wrap } from "../width";
import { numberOf, type Topic } from "./contract";

const SHOWN = 8;

/** Where teacher and student differ, row by row. */
export const distillation: Topic = {
	name: "distillation",
	flags: [
		{ name: "k", placeholder: "N", atLeast: 1 },
		{ name: "m", placeholder: "N", atLeast: 1 },
		{ name: "lambda", placeholder: "N" },
	],
	ofRow: (io, row, record, options) => {
		const view = distillationView(record, { k: options.k ?? 100, m: options.m ?? 100, lambda: numberOf(io, "lambda", options.lambda, 10) }, io.locale);
		if (!view) return null;
		return {
			json: { row, ...(view as unknown as JsonObject) },
			lines: [
				io.words("distillation:line", { row, loss: figure(view.loss), head: figure(view.head), tail: figure(view.tail) }),
				...(view.wrong.length
					? table(
							[
								{ title: io.words("column:position"), align: "right" },
								{ title: io.words("column:token"), most: 30 },
								{ title: io.words("column:probability"), align: "right" },
							],
							view.wrong.slice(0, SHOWN).map(w => [String(w.position), oneLine(w.token, 30), figure(w.probability)]),
							io.terminal.columns,
							io.paint,
							"  ",
						)
					: []),
				...view.notes.flatMap(n => wrap(n, io.terminal.columns)),
				"",
			],
		};
	},
};
