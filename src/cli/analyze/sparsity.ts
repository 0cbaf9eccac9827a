import { sparsity as figures, simulateTries } from "../../core/analyses/sparsity";
import type { JsonObject } from "../../core/base/units";
import type { SparsityView } from "../../protocol/lab";
import { sparsityView } from "../../session/lab/sparsity";
import { type Io, type Options, UsageError } from "../command";
import { drawn } from "../drawn";
import { figure, table } from "../table";
import { wrap } from "../width";
import { type Analysis, sharesOf, type Topic } from "./contract";

const repeated = (values: readonly number[], steps: number | undefined): readonly number[] =>
	values.length === 1 && steps !== undefined ? new Array<number>(steps).fill(values[0] as number) : values;

/** Options that would be left aside are refused: their user would take the figures for others. */
function held(options: Options): void {
	const { p, steps, rates, trials, seed } = options;
	const repeats = rates !== undefined || (p !== undefined && p.split(",").length === 1);
	if (steps !== undefined && !repeats && p?.split(",").length !== steps) throw new UsageError("sparsity:no-steps");
	if (rates === undefined && (trials !== undefined || seed !== undefined)) throw new UsageError("sparsity:no-rates");
}

/** The simulation of `--rates`, as CPython would print it. */
function simulated(io: Io, options: Options): JsonObject[] {
	const rates = sharesOf(io, "rates", options.rates);
	if (!rates) return [];
	const steps = options.steps ?? 5;
	return simulateTries(rates, steps, options.trials ?? 200, options.seed ?? 20261111).map(r => ({
		p: r.p,
		n: steps,
		P_all: figures(new Array<number>(steps).fill(r.p)).success,
		mean: r.mean,
		analytic: r.analytic,
		standard_error: r.standardError,
		z: r.z,
	}));
}

function draw(io: Io, view: SparsityView, runs: readonly JsonObject[]): readonly string[] {
	const { columns: width } = io.terminal;
	const steps = table(
		["position", "seen", "rate", "interval"].map(c => ({ title: io.words(`column:${c}`), align: "right" as const })),
		view.steps.map(s => [String(s.position), figure(s.seen), figure(s.p), view.typed ? "–" : `${figure(s.low)}–${figure(s.high)}`]),
		width,
		io.paint,
		"  ",
	);
	const line = {
		steps: view.steps.length,
		P: figure(view.P_all),
		low: figure(view.P_low),
		high: figure(view.P_high),
		tries: figure(view.expected_tries),
		median: figure(view.median_tries),
	};
	const sizes = drawn(
		io,
		["G", "useful", "dense", "one-success", "samples"].map((c, i) => ({ title: io.words(`column:${c}`), align: "right" as const, ...(i > 2 ? { drop: i } : {}) })),
		view.by_G.map(g => [String(g.G), figure(g.effective_fraction), figure(1 - g.dense_P_all_same), figure(g.P_any_success), figure(g.samples_per_useful_group)]),
		"  ",
	);
	return [
		...(view.steps.length ? [...steps, "", ...wrap(io.words(view.typed ? "sparsity:typed" : "sparsity:line", line), width), "", ...sizes, ""] : []),
		...view.recommended_G.map(r => io.words("sparsity:recommended", { target: r.target, any: figure(r.any_success), mixed: figure(r.mixed_group) })),
		...wrap(view.advice.sentence, width).map(io.paint.bold),
		...wrap(view.caveat, width).map(io.paint.dim),
		...runs.map(r => io.words("sparsity:simulated", { p: Number(r.p), mean: Number(r.mean), analytic: figure(Number(r.analytic)), z: figure(Number(r.z)) })),
		"",
	];
}

function analysis(io: Io, view: SparsityView, options: Options): Analysis {
	const runs = simulated(io, options);
	return { json: { ...view, ...(runs.length ? { monte_carlo: runs } : {}) } as unknown as JsonObject, lines: draw(io, view, runs) };
}

/** How rare success is: from the file's steps or from typed chances. */
export const sparsity: Topic = {
	name: "sparsity",
	flags: [
		{ name: "p", placeholder: "P,…" },
		{ name: "steps", placeholder: "N", atLeast: 1 },
		{ name: "size", placeholder: "N", atLeast: 2 },
		{ name: "rates", placeholder: "P,…" },
		{ name: "trials", placeholder: "N", atLeast: 1 },
		{ name: "seed", placeholder: "N", atLeast: 0 },
	],
	ofSession: async (io, _, lab, options) => {
		held(options);
		const p = sharesOf(io, "p", options.p);
		return analysis(io, await lab.answers.labSparsity({ p: p && repeated(p, options.steps), size: options.size ?? 8 }), options);
	},
	alone: (io, options) => {
		held(options);
		const p = sharesOf(io, "p", options.p);
		if (!p && options.rates === undefined) return null;
		return analysis(io, sparsityView(null, { p: p && repeated(p, options.steps), size: options.size ?? 8 }, io.locale), options);
	},
};
