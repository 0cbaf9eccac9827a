import type { JsonObject } from "../../core/base/units";
import type { MovedView } from "../../protocol/lab";
import { weightColumns } from "../../session/lab/columns";
import { ESTIMATOR_FLAGS } from "../command";
import { figure, signed, table } from "../table";
import { oneLine, wrap } from "../width";
import { shareOf, type Topic, weightsOf } from "./contract";

const SHOWN = 10;

/** What other weights would do to the file's groups, from stored scores. */
export const whatif: Topic = {
	name: "whatif",
	flags: [{ name: "weights", placeholder: "ID=N,…" }, { name: "gate", placeholder: "N" }, ...ESTIMATOR_FLAGS],
	ofSession: async (io, session, lab, options) => {
		const view = await lab.answers.labWhatIf({
			weights: weightsOf(io, options.weights, weightColumns(session).ids),
			gate: shareOf(io, "gate", options.gate),
			estimator: options.estimator ?? null,
			preset: options.preset ?? null,
		});
		const { columns: width } = io.terminal;
		const setup = {
			estimator: view.estimator,
			preset: view.preset,
			weights: Object.entries(view.weights)
				.map(([id, w]) => `${id} ${figure(w)}`)
				.join(", "),
			gate: figure(view.gate),
		};
		const line = {
			revived: view.revived.length,
			killed: view.killed.length,
			before: view.degenerate_before,
			after: view.degenerate_after,
			flips: view.sign_flips,
			compared: view.compared,
			best: view.new_best,
		};
		// unlike figures are compared: that moves pushes before any weight does
		const asked = [options.weights, options.gate, options.estimator, options.preset].some(o => o !== undefined);
		const sides = view.before === "recorded" ? [io.words(asked ? "whatif:recorded" : "whatif:nothing-asked")] : [];
		const rows = [...view.flips, ...view.winners, ...view.losers].filter((m, i, all) => all.findIndex(o => o.row === m.row) === i).slice(0, SHOWN);
		const cells = (m: MovedView) => [String(m.row), oneLine(m.group ?? "–", 40), signed(m.before, io.paint), signed(m.after, io.paint)];
		return {
			json: view as unknown as JsonObject,
			lines: [
				...wrap(io.words("whatif:setup", setup), width),
				...sides.flatMap(t => wrap(t, width)),
				...wrap(io.words("whatif:line", line), width),
				...(view.groups_unknown ? wrap(io.words("whatif:unknown", { count: view.groups_unknown, groups: view.groups }), width) : []),
				"",
				...table(
					[
						{ title: io.words("column:row"), align: "right" },
						{ title: io.words("column:group"), most: 40 },
						...["before", "after"].map(c => ({ title: io.words(`column:${c}`), align: "right" as const })),
					],
					rows.map(cells),
					width,
					io.paint,
					"  ",
				),
				"",
			],
		};
	},
};
