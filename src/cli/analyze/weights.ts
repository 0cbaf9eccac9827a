import type { JsonObject } from "../../core/base/units";
import { weightColumns } from "../../session/lab/columns";
import { figure, signed, table } from "../table";
import { wrap } from "../width";
import { numberOf, preferencesOf, type Topic, weightsOf } from "./contract";

/** Which behaviour wins and who votes in the file's groups. */
export const weights: Topic = {
	name: "weights",
	flags: [
		{ name: "weights", placeholder: "ID=N,…" },
		{ name: "prefer", placeholder: "A>B,…" },
		{ name: "floor", placeholder: "N" },
		{ name: "alpha", placeholder: "N" },
	],
	ofSession: async (io, session, lab, options) => {
		const columns = weightColumns(session);
		const view = await lab.answers.labWeights({
			weights: weightsOf(io, options.weights, columns.ids),
			preferences: preferencesOf(io, options.prefer),
			floor: numberOf(io, "floor", options.floor, 0.1),
			alpha: numberOf(io, "alpha", options.alpha, 1),
		});
		const { columns: width } = io.terminal;
		const titles = (...names: readonly string[]) => names.map((n, i) => ({ title: io.words(`column:${n}`), align: i ? ("right" as const) : ("left" as const) }));
		const layers = table(
			titles("layer", "weight", "vote", "outvoted", "failures", "fit"),
			view.columns.map((id, k) => [
				columns.labels[k] ?? id,
				figure(view.weights[k] ?? Number.NaN),
				figure(view.share?.[k] ?? Number.NaN),
				String(view.outvoted[k] ?? 0),
				String(view.failures[id] ?? 0),
				figure(view.fit_failures[id] ?? Number.NaN),
			]),
			width,
			io.paint,
			"  ",
		);
		const votes = table(
			titles("behaviour", "total", "share"),
			view.votes.map(v => [v.label, figure(v.total), figure(v.share_of_max)]),
			width,
			io.paint,
			"  ",
		);
		const mix = table(
			titles("behaviour", "share", "total", "advantage"),
			view.mix.map(b => [b.label, figure(b.share), figure(b.total), signed(b.push, io.paint)]),
			width,
			io.paint,
			"  ",
		);
		const fit = view.fit_preferences;
		const fitted = fit
			? [io.words("weights:fitted", { weights: view.columns.map((id, k) => `${id} ${figure(fit.weights[k] ?? Number.NaN)}`).join(", "), margin: figure(fit.margin) })]
			: [];
		return {
			json: view as unknown as JsonObject,
			lines: [
				...layers,
				"",
				...(view.votes.length ? [...votes, ""] : []),
				...(view.mix.length ? [...mix, io.words("weights:expected", { value: figure(view.expected_return) }), ""] : []),
				...fitted,
				...(view.fit_note && options.prefer !== undefined ? [view.fit_note] : []),
				...view.notes.flatMap(n => wrap(n, width)),
				"",
			],
		};
	},
};
