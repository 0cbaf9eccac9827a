import type { JsonObject } from "../../core/base/units";
import type { CurriculumAsk } from "../../protocol/lab";
import type { Flag, Io, Options } from "../command";
import { figure, table } from "../table";
import { oneLine, wrap } from "../width";
import { numberOf, type Topic } from "./contract";

/** Options of everything that makes samples. */
export const CURRICULUM_FLAGS: readonly Flag[] = [
	{ name: "phase", placeholder: "N", choices: ["1", "2", "3"] },
	{ name: "reading", placeholder: "HOW", choices: ["cumulative", "add"] },
	{ name: "tau", placeholder: "N" },
];

export const curriculumAsk = (io: Io, options: Options): CurriculumAsk => ({
	phase: options.phase === "3" ? 3 : options.phase === "2" ? 2 : 1,
	reading: options.reading ?? "cumulative",
	tau: numberOf(io, "tau", options.tau, 0.8),
	weights: {},
});

/** What each rollout is worth as a sample. */
export const curriculum: Topic = {
	name: "curriculum",
	flags: CURRICULUM_FLAGS,
	ofSession: async (io, _, lab, options) => {
		const view = await lab.curriculum(curriculumAsk(io, options));
		if (!view) return { json: {}, lines: [] };
		const { columns: width } = io.terminal;
		return {
			json: view as unknown as JsonObject,
			lines: [
				io.words("curriculum:line", { phase: view.phase, kept: view.kept, excluded: view.excluded, sum: figure(view.weight_sum) }),
				"",
				...table(
					["class", "weight", "count", "kept-rows"].map((c, i) => ({ title: io.words(`column:${c}`), align: i ? ("right" as const) : ("left" as const) })),
					view.classes.map(c => [c.label, figure(c.weight), String(c.count), String(c.kept)]),
					width,
					io.paint,
					"  ",
				),
				"",
				...view.hard.filter(h => h.drop).map(h => io.words("curriculum:hard", { group: oneLine(h.group, 60), streak: h.streak })),
				...view.notes.flatMap(n => wrap(n, width)),
				"",
			],
		};
	},
};
