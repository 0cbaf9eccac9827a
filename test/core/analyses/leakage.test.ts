import { describe, expect, test } from "vitest";
import { leakage } from "../../../src/core/analyses/leakage";
import { pooledLeakage } from "../../../src/core/analyses/pooledLeakage";
import { groupAdvantages, PLAIN } from "../../../src/core/estimators/group";
import { normalisePresent } from "../../../src/core/estimators/slca";
import { cards, column, expectNear } from "../estimators/cards";

interface Input {
	R_tool: number[];
	R_sum: number[];
	n_tool: number[];
	n_sum: number[];
	lambda_tool: number;
	lambda_sum: number;
	eps: number;
	groups: { R_tool: number[]; R_sum: number[] }[];
}
const list = cards<Input>("22_credit_leakage");
const z = (values: readonly number[], present: readonly number[] = values.map(() => 1)): Float64Array =>
	groupAdvantages(column(values.map((v, i) => (present[i] ? v : null))), new Int32Array(values.length), { ...PLAIN, epsilon: 0, missing: "absent" }).advantages;
const zero = (values: Float64Array): number[] => Array.from(values, v => (Number.isNaN(v) ? 0 : v));

describe("leakage, golden cards", () => {
	for (const { id, input, expected } of list.filter(c => c.id !== "pooled_partial"))
		test(id, () => {
			const weights = { tool: input.lambda_tool, summary: input.lambda_sum };
			const total = input.R_tool.map((r, i) => weights.tool * r + weights.summary * (input.R_sum[i] as number));
			const broadcast = z(total);
			const locked = { tool: z(input.R_tool, input.n_tool), summary: z(input.R_sum, input.n_sum) };
			const got = leakage({ rewards: { tool: input.R_tool, summary: input.R_sum }, tokens: { tool: input.n_tool, summary: input.n_sum }, broadcast, locked, weights });
			const lane = (l: (typeof got.lanes)["tool"]): unknown =>
				l && {
					tokens: l.tokens,
					sign_disagree: l.signDisagreement,
					phantom: l.phantom,
					missed: l.missed,
					l1_per_token: l.l1PerToken,
					l1_relative: l.l1Relative,
					cosine: l.cosine,
					energy_unexplained: l.unexplained,
				};
			const d = got.decomposition;
			expectNear(
				{
					A_grpo: broadcast,
					A_tool: zero(locked.tool),
					A_sum: zero(locked.summary),
					tool: lane(got.lanes.tool),
					summary: lane(got.lanes.summary),
					decomposition: d && {
						alpha_own: d.alpha,
						beta_leak: d.beta,
						rho: d.rho,
						own_share: d.ownShare,
						leak_share: d.leakShare,
						noise_fraction: d.noise,
						signal_to_noise: d.signalToNoise,
						kappa: d.kappa,
					},
					false_reward: got.falseReward,
					false_punish: got.falsePunishment,
					corr_tooladv_pref: got.correlation,
					partial_corr_tooladv_pref_given_exec: got.partial,
					grad_mass_share_summary: got.summaryShare,
				},
				expected,
			);
			if (!input.n_tool.includes(0)) expect(d?.residual).toBeLessThan(1e-9);
		});

	test("pooled_partial", () => {
		const card = list.find(c => c.id === "pooled_partial");
		if (!card) throw new Error("card");
		const { groups } = card.input;
		const of = (advantages: (g: Input["groups"][number]) => Float64Array): ReturnType<typeof pooledLeakage> =>
			pooledLeakage(groups.map(g => ({ advantages: advantages(g), tool: g.R_tool, summary: g.R_sum })));
		const broadcast = of(g => z(g.R_tool.map((r, i) => r + (g.R_sum[i] as number))));
		const locked = of(g => z(g.R_tool));
		expectNear({ grpo: { corr: broadcast.correlation, partial: broadcast.partial }, locked: { corr: locked.correlation, partial: locked.partial } }, card.expected);
		expect(broadcast.pValue).toBe(0.001);
		expect(locked.pValue).toBeGreaterThan(0.05);
	});
});

describe("leakage, edges", () => {
	const none = { rewards: { tool: [0, 0], summary: [0, 1] }, tokens: { tool: [0, 0], summary: [3, 3] }, weights: { tool: 1, summary: 1 } };

	test("no tool tokens: no tool block; summary credit is its own", () => {
		const own = normalisePresent(Float64Array.of(0, 1), Uint8Array.of(1, 1), new Int32Array(2), 1, true).advantages;
		const got = leakage({ ...none, broadcast: own, locked: { tool: [Number.NaN, Number.NaN], summary: own } });
		expect([got.lanes.tool, got.lanes.summary?.l1PerToken, got.summaryShare, got.falseReward]).toEqual([null, 0, 1, []]);
	});
	test("a total that does not vary cannot be decomposed and moves nothing", () => {
		const got = leakage({
			rewards: { tool: [0, 1], summary: [1, 0] },
			tokens: { tool: [1, 1], summary: [1, 1] },
			weights: none.weights,
			broadcast: [0, 0],
			locked: { tool: z([0, 1]), summary: z([1, 0]) },
		});
		expect([got.decomposition, got.lanes.tool?.missed, got.summaryShare]).toEqual([null, 1, Number.NaN]);
	});
	test("no points, no figures", () => expect(pooledLeakage([])).toEqual({ points: 0, correlation: Number.NaN, partial: Number.NaN, pValue: Number.NaN }));
});
