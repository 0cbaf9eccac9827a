import type { JsonObject } from "../../core/base/units";
import { wrap } from "../width";
import type { Topic } from "./contract";

/** Reward without the work: patterns worth a look. */
export const hacking: Topic = {
	name: "hacking",
	flags: [],
	ofSession: async (io, _, lab) => {
		const view = await lab.answers.labHacking(null);
		const { columns: width } = io.terminal;
		return {
			json: view as unknown as JsonObject,
			lines: [...view.signals.flatMap(s => wrap(`${s.code}  ${s.sentence}`, width)), ...wrap(view.note, width).map(io.paint.dim), ""],
		};
	},
};
