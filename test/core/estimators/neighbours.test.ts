import { describe, expect, test } from "vitest";
import { turnTokens } from "../../../src/core/estimators/mtgrpo";
import { primeReturns } from "../../../src/core/estimators/prime";
import { stepRewards } from "../../../src/core/estimators/steptool";
import { foldPreference } from "../../../src/core/estimators/toolpo";
import { positionalLanes } from "../../../src/core/segmenters/positional";
import { cards, column, dense, expectNear } from "./cards";
import { batch, floats, masks, run, zeroed } from "./run";

type Any = Record<string, never>;
const card = (id: string): { readonly input: Any; readonly expected: Any } => {
	const found = cards<Any, Any>("08_toolpo_rltr_mtgrpo_gigpo_steptool").find(c => c.id === id);
	if (!found) throw new Error(`no card ${id}`);
	return found;
};
/** Lane advantages spread over tokens: tool where the tool mask says so, summary on the rest of the mask. */
const tokens = (lanes: { tool: Float64Array; summary: Float64Array } | null, tool: readonly ArrayLike<number>[], mask: readonly (readonly number[])[]): number[][] =>
	mask.map((row, i) => row.map((m, t) => (m ? ((tool[i]?.[t] ? lanes?.tool[i] : lanes?.summary[i]) ?? Number.NaN) : 0)));

describe("credit schemes near SLCA, golden cards", () => {
	test("toolpo_paper", () => {
		const { input, expected } = card("toolpo_paper");
		const { R_succ, R_action, groups, tool_mask, mask } = input as unknown as { R_succ: number[]; R_action: number[]; groups: string[]; tool_mask: number[][]; mask: number[][] };
		const e = run("toolpo", "paper", batch(R_succ, groups, { lanes: { tool: column(R_action), summary: column(R_succ) } }));
		const action = (e.lanes?.tool ?? []).map((a, i) => a - (e.lanes?.summary[i] as number));
		expectNear({ A_succ: e.lanes?.summary, A_action: action, token_adv: tokens(e.lanes, tool_mask, mask) }, expected);
	});

	test("toolpo_S_pref", () => {
		const { L_direct, L_fold } = card("toolpo_S_pref").input as unknown as { L_direct: number; L_fold: number };
		expectNear({ S_pref: foldPreference(L_direct, L_fold) }, card("toolpo_S_pref").expected);
	});

	test("toolpo_baseline_in_slca_repo", () => {
		const { input, expected } = card("toolpo_baseline_in_slca_repo");
		const { total, correct_ratio, groups, mask, lam } = input as unknown as { total: number[]; correct_ratio: number[]; groups: string[]; mask: number[][]; lam: number };
		const e = run("toolpo", "slca_repo", batch(total, groups, { lanes: { tool: column(correct_ratio), summary: column(total) } }), { laneWeights: { tool: lam, summary: 1 } });
		const action = (e.lanes?.tool ?? []).map((a, i) => (a - (e.lanes?.summary[i] as number)) / lam);
		const tool = mask.map(m => positionalLanes(Uint8Array.from(m)).tool);
		expectNear({ A_global: e.lanes?.summary, A_tool: action, token_adv: tokens(e.lanes, tool, mask) }, expected);
	});

	test("mt_grpo", () => {
		const { input, expected } = card("mt_grpo");
		const { A_turn, A_outcome, A_combined, mask, split, coef } = input as unknown as {
			A_turn: number[];
			A_outcome: number[];
			A_combined: number[];
			mask: number[][];
			split: (number | null)[];
			coef: number;
		};
		const got = mask.map((m, i) => turnTokens(m.length, split[i] ?? null, A_turn[i] as number, A_outcome[i] as number, A_combined[i] as number, coef));
		expectNear({ token_adv: got }, expected);
	});

	for (const mode of ["mean_norm", "mean_std_norm"])
		test(`gigpo_${mode}`, () => {
			const { input, expected } = card(`gigpo_${mode}`);
			const { ep_return, traj_group, step_return, anchor, w } = input as unknown as {
				ep_return: number[];
				traj_group: string[];
				step_return: number[];
				anchor: string[];
				w: number;
			};
			const b = batch(ep_return, traj_group, { steps: { rewards: column(step_return), anchors: dense(anchor) } });
			const of = (weight: number): Float64Array => run("gigpo", mode, b, { laneWeights: { tool: weight, summary: 1 } }).advantages ?? new Float64Array();
			const episode = of(0);
			expectNear({ A: of(w), A_episode: episode, A_step: of(1).map((a, i) => a - (episode[i] as number)) }, expected);
		});

	test("steptool_rewards", () => {
		const { step_scores, mask } = card("steptool_rewards").input as unknown as { step_scores: number[]; mask: number[] };
		expectNear({ token_rewards: stepRewards(step_scores, Uint8Array.from(mask)) }, card("steptool_rewards").expected);
	});

	test("prime", () => {
		const { input, expected } = card("prime");
		const { process, outcome, mask, n, gamma_process, gamma_outcome } = input as unknown as {
			process: number[][];
			outcome: number[];
			mask: number[][];
			n: number;
			gamma_process: number;
			gamma_outcome: number;
		};
		const groups = outcome.map((_, i) => String(Math.floor(i / n)));
		const returns = primeReturns(floats(process), column(outcome), masks(mask), dense(groups), { process: gamma_process, outcome: gamma_outcome });
		const e = run("prime", "official", batch(outcome, groups, { tokens: { mask: masks(mask), rewards: floats(process) } }));
		expectNear({ returns, token_adv: zeroed(e.tokens) }, expected);
	});
});

describe("credit schemes near SLCA", () => {
	const present = { tool: Uint8Array.of(1, 1, 0), summary: Uint8Array.of(1, 1, 1) };
	const lanes = { tool: Float64Array.of(1, 0, Number.NaN), summary: Float64Array.of(0, 0, 0) };

	test("rltr: the planner learns, the summary does not", () => {
		const e = run("rltr", "verl", batch([1, 0, 0.5], undefined, { lanes, present }));
		expectNear(e.lanes, { tool: [0.999998, -0.999998, null], summary: [0, 0, 0] });
		expect(e.lanes?.summary[1]).toBe(0);
	});
	test("mtgrpo: the turn adds to the outcome before the result; without a call the sum of both counts", () => {
		const z = (values: readonly (number | null)[]): number[] => [...(run("grpo", "trl_group", batch(values)).advantages ?? [])];
		const [out, turn, sum] = [z([1, 0, 0]), z([1, 0]), z([2, 0, 0])];
		const e = run("mtgrpo", "official", batch([1, 0, 0], undefined, { lanes, present }));
		expectNear(e.lanes, { tool: [(out[0] as number) + (turn[0] as number), (out[1] as number) + (turn[1] as number), null], summary: [out[0], out[1], sum[2]] });
	});
	test("toolpo: a rollout without calls has no tool advantage and does not enter the calls' mean", () => {
		expectNear(run("toolpo", "paper", batch([1, 0, 0.5], undefined, { lanes, present })).lanes, { tool: [0.5 + 0.5, -0.5 - 0.5, null], summary: [0.5, -0.5, 0] });
	});
	test("gigpo: a step without a state has the episode's advantage alone", () => {
		const steps = { rewards: Float64Array.of(1, 0, 5), anchors: Int32Array.of(0, 0, -1) };
		expectNear(run("gigpo", "mean_norm", batch([1, 0, 0.5], undefined, { steps })).advantages, [1, -1, 0]);
	});
	test("prime: a group of one has no leave-one-out baseline", () => {
		const e = run("prime", "official", batch([1, 0, 1], ["a", "a", "b"], { tokens: { mask: masks([[1], [1], [1]]), rewards: floats([[0], [0], [0]]) } }));
		expect(e.tokens?.map(t => t[0])).toEqual([Number.NaN, Number.NaN, Number.NaN]);
	});
	test("remax: less than the greedy rollout is punished", () => {
		expectNear(run("remax", "verl", batch([1, 0.25], undefined, { greedy: Float64Array.of(0.5, 0.5) })).advantages, [0.5, -0.25]);
	});
	test("steptool: step scores reach earlier tokens through the critic", () => {
		const e = run(
			"steptool",
			"official",
			batch([0], undefined, { tokens: { mask: masks([[1, 0, 1, 0, 1]]), values: floats([[0, 0, 0, 0, 0]]), stepScores: floats([[1, 1, 1]]) } }),
			{ gamma: 1, lambda: 1 },
		);
		const raw = [3, 1, 0];
		const deviation = Math.sqrt(((3 - 4 / 3) ** 2 + (1 - 4 / 3) ** 2 + (4 / 3) ** 2) / 2 + 1e-8);
		expectNear(
			e.tokens?.[0]?.filter(v => !Number.isNaN(v)),
			raw.map(v => (v - 4 / 3) / deviation),
			1e-7,
		);
	});
});
