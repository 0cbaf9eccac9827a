import { describe, expect, test } from "vitest";
import { DEFAULT_ESTIMATOR_OPTIONS } from "../../../src/core/estimators/contract";
import { guardLanes, normalisePresent, slca } from "../../../src/core/estimators/slca";
import type { EstimatorInput } from "../../../src/core/model/advantage";
import { positionalLanes } from "../../../src/core/segmenters/positional";
import { cards, column, dense, expectNear } from "./cards";

interface SlcaCard {
	mask: number[][];
	ids: string[];
	process: number[];
	summary: number[];
	total: number[];
	no_call?: number[];
	w_tool?: number;
	w_sum?: number;
	norm?: boolean;
	kl?: number[][];
}
const spans = (mask: readonly number[]): ReturnType<typeof positionalLanes> => positionalLanes(Uint8Array.from(mask));
const zero = (values: Float64Array | undefined): number[] => [...(values ?? [])].map(v => (Number.isNaN(v) ? 0 : v));

describe("slca, golden cards", () => {
	for (const { id, input, expected } of cards("07_slca_grpo")) {
		if (id.startsWith("seg_")) continue;
		if (id === "k_segments") {
			test("any number of named segments, one at a time", () => {
				const i = input as unknown as { spans: [string, number, number][][]; ids: string[]; rewards: Record<string, (number | null)[]>; weights: Record<string, number> };
				for (const name of ["tool", "summary"]) {
					const present = Uint8Array.from(i.spans, s => (s.some(([n]) => n === name) ? 1 : 0));
					const { advantages } = normalisePresent(column(i.rewards[name] ?? []), present, dense(i.ids), i.weights[name] ?? 1, true);
					expectNear(zero(advantages), (expected.segment_adv as Record<string, number[]>)[name]);
				}
			});
			continue;
		}
		test(id, () => {
			const i = input as unknown as SlcaCard;
			const lanes = i.mask.map(spans);
			const klOf = (of: (at: number) => Uint8Array): Float64Array =>
				Float64Array.from(i.mask, (m, at) => m.reduce((sum, _, t) => sum + (i.kl?.[at]?.[t] ?? 0) * (of(at)[t] ?? 0), 0));
			const none = new Uint8Array(0);
			const toolOf = (at: number): Uint8Array => lanes[at]?.tool ?? none;
			const summaryOf = (at: number): Uint8Array => lanes[at]?.summary ?? none;
			const batch: EstimatorInput = {
				rewards: column(i.total),
				groups: dense(i.ids),
				lengths: null,
				lanes: { tool: column(i.process), summary: column(i.summary) },
				present: { tool: Uint8Array.from(lanes, l => Math.max(0, ...l.tool)), summary: Uint8Array.from(lanes, l => Math.max(0, ...l.summary)) },
				omitted: i.no_call ? Uint8Array.from(i.no_call) : null,
				laneKl: i.kl ? { tool: klOf(toolOf), summary: klOf(summaryOf) } : undefined,
			};
			const got = slca.estimate(batch, "slca", { laneWeights: { tool: i.w_tool ?? 1, summary: i.w_sum ?? 1 }, normalise: i.norm ?? true });
			const [tool, summary] = [zero(got.lanes?.tool), zero(got.lanes?.summary)];
			const tokens = i.mask.map((m, at) => m.map((_, t) => (tool[at] ?? 0) * (toolOf(at)[t] ?? 0) + (summary[at] ?? 0) * (summaryOf(at)[t] ?? 0)));
			const scores = guardLanes(batch);
			expectNear(
				{
					adv_tool: tool,
					adv_sum: summary,
					token_adv: tokens,
					score_tool: scores?.tool,
					score_sum: scores?.summary,
					seg_tool: lanes.map(l => [...l.tool]),
					seg_sum: lanes.map(l => [...l.summary]),
				},
				expected,
			);
		});
	}
});

describe("slca, edges", () => {
	const batch = (lanes: EstimatorInput["lanes"], present: EstimatorInput["present"]): EstimatorInput => ({
		rewards: Float64Array.of(1, 2),
		groups: Int32Array.of(0, 0),
		lengths: null,
		lanes,
		present,
		omitted: null,
	});
	const all = { tool: Uint8Array.of(1, 1), summary: Uint8Array.of(1, 1) };

	test("a reward without lanes gives no lane an advantage, never 0", () => {
		expectNear(slca.estimate(batch(null, null), "slca", DEFAULT_ESTIMATOR_OPTIONS).lanes, { tool: [null, null], summary: [null, null] });
	});
	test("a lane constant over the group learns nothing while the other does", () => {
		const { lanes, laneGroups } = slca.estimate(batch({ tool: Float64Array.of(0.5, 0.5), summary: Float64Array.of(0, 1) }, all), "slca", DEFAULT_ESTIMATOR_OPTIONS);
		expectNear(lanes, { tool: [0, 0], summary: [-0.707105781188, 0.707105781188] });
		expect(laneGroups?.tool[0]?.corner).toBe("constant");
		expect(laneGroups?.summary[0]?.corner).toBeNull();
	});
	test("a lane without a reward is as if the rollout had no such segment", () => {
		const { lanes } = slca.estimate(batch({ tool: Float64Array.of(0.5, Number.NaN), summary: Float64Array.of(0, 1) }, all), "slca", DEFAULT_ESTIMATOR_OPTIONS);
		expectNear(lanes?.tool, [0, null]);
	});
	test("the parts of a lane carry its weight", () => {
		const { lanes, laneParts } = slca.estimate(batch({ tool: Float64Array.of(0, 1), summary: Float64Array.of(0, 1) }, all), "slca", {
			laneWeights: { tool: 2, summary: 1 },
			normalise: false,
		});
		expectNear(lanes?.tool, [-1, 1]);
		expectNear(laneParts?.tool, { reward: [0, 1], baseline: [0.5, 0.5], divisor: [1, 1], scale: [2, 2] });
	});
});
