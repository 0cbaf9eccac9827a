import { expect, test } from "vitest";
import { type Aggregation, batchSizes, tokenCoefficient } from "../../../src/core/credit/weight";
import { sumComponents } from "../../../src/core/estimators/gdpo";
import { gae, rewardToGo, whiten } from "../../../src/core/estimators/returns";
import { column } from "./cards";
import { batch, floats, lengthsOf, masks, overMask, run, zeroed } from "./run";

type Value = number | string | null;
/** One case of what the trainers' own functions gave; which keys it has depends on its kind. */
export interface Case {
	readonly kind: "scalar" | "multi" | "token";
	readonly case: string;
	readonly rewards: Value[];
	readonly group: string[];
	readonly response_len: number[];
	readonly advantage_at_first_token: Record<string, Value[] | { raises: string }>;
	readonly rewards_per_func: (number | null)[][];
	readonly weights: number[];
	readonly num_generations: number;
	readonly advantages: Record<string, Value[]>;
	readonly token_level_rewards: number[][];
	readonly response_mask: number[][];
	readonly values: number[][];
	readonly gamma: number;
	readonly lam: number;
	readonly reward_baselines: number[];
	readonly results: Record<string, { advantages: number[][]; returns: number[][] }>;
	readonly loss_mat: number[][];
	readonly "verl.agg_loss": Record<string, number>;
}
const number = (v: Value): number | null => (typeof v === "number" ? v : null);
const close = (got: number, want: number): boolean => Math.abs(got - want) <= 2e-4 * Math.max(1, Math.abs(want));

const SCALAR: Readonly<Record<string, readonly [string, string]>> = {
	"verl.grpo(norm_adv_by_std=True)": ["grpo", "verl"],
	"verl.grpo(norm_adv_by_std=False)": ["grpo", "verl_drgrpo"],
	"verl.grpo_vectorized(norm=True)": ["grpo", "verl_vectorised"],
	"verl.rloo": ["rloo", "verl"],
	"verl.rloo_vectorized": ["rloo", "verl_vectorised"],
	"verl.opo": ["opo", "verl"],
	"verl.gpg": ["gpg", "verl"],
	"verl.grpo_passk(norm=True)": ["passk", "verl"],
	"verl.grpo_passk(norm=False)": ["passk", "verl_nostd"],
	"verl.reinforce_plus_plus_baseline": ["reinforce_plus_plus", "verl_baseline"],
	"trl.grpo(scale_rewards=group)": ["grpo", "trl_group"],
	"trl.grpo(scale_rewards=batch)": ["grpo", "trl_batch"],
	"trl.grpo(scale_rewards=none)": ["grpo", "trl_none"],
	"trl.rloo(normalize_advantages=False)": ["rloo", "trl"],
	"trl.rloo(normalize_advantages=True)": ["rloo", "trl_normalized"],
	"ms-swift.grpo(scale_rewards=group)": ["grpo", "swift"],
	"ms-swift.grpo(scale_rewards=batch)": ["grpo", "swift_batch"],
	"ms-swift.grpo(scale_rewards=none)": ["grpo", "swift_none"],
	"ms-swift.rloo(scale_rewards=group)": ["rloo", "swift_group"],
	"ms-swift.rloo(scale_rewards=batch)": ["rloo", "swift_batch"],
	"ms-swift.rloo(scale_rewards=none)": ["rloo", "swift_none"],
	"ms-swift.reinforce_plus_plus(scale_rewards=group)": ["reinforce_plus_plus", "swift_group"],
	"ms-swift.reinforce_plus_plus(scale_rewards=batch)": ["reinforce_plus_plus", "swift_batch"],
	"ms-swift.reinforce_plus_plus(scale_rewards=none)": ["reinforce_plus_plus", "swift_none"],
	"openrlhf.group_norm (reward shaping only)": ["grpo", "openrlhf"],
	"openrlhf.rloo (reward shaping only)": ["rloo", "openrlhf"],
	"openrlhf.dr_grpo (reward shaping only)": ["grpo", "openrlhf_drgrpo"],
	"openrlhf.reinforce_baseline (reward shaping only)": ["grpo", "openrlhf_drgrpo"],
};

/** Tests of all estimators against what the trainers' own functions gave, in float32. */
export function trainerTests(all: readonly Case[]): void {
	// JSON has no infinity: those cases cannot be given
	const scalar = all.filter(c => c.kind === "scalar" && !c.case.startsWith("inf"));

	test("every scalar estimator of the file is mapped", () => {
		expect([...new Set(scalar.flatMap(c => Object.keys(c.advantage_at_first_token)))].filter(n => !(n in SCALAR))).toEqual([]);
	});

	test.each(Object.entries(SCALAR))("%s", (name, [estimator, preset]) => {
		const misses: string[] = [];
		let compared = 0;
		for (const c of scalar) {
			const want = c.advantage_at_first_token[name];
			if (!Array.isArray(want)) continue;
			compared++;
			const rewards = c.rewards.map(number);
			const got = run(estimator, preset, batch(rewards, c.group, { lengths: Float64Array.from(c.response_len) })).advantages ?? new Float64Array();
			want.forEach((w, i) => {
				const members = rewards.filter((_, j) => c.group[j] === c.group[i]);
				const a = got[i] as number;
				const exact = number(w);
				const spread = members.includes(null) ? 1 : Math.max(...(members as number[])) - Math.min(...(members as number[]));
				// equal rewards leave float32 residue in the originals, divided by a deviation that is residue too
				const residue = members.length > 1 && spread < 1e-9 && Math.abs(a) <= Math.max(1e-6, Math.abs(exact ?? 0)) && !/batch|baseline/.test(name);
				if (exact === null ? !(Number.isNaN(a) || (members.length === 1 && a === 0)) : !(close(a, exact) || residue)) misses.push(`${c.case} row ${i}: want ${w}, got ${a}`);
			});
		}
		expect(misses).toEqual([]);
		expect(compared).toBeGreaterThan(0);
	});

	test.each(all.filter(c => c.kind === "multi").map(c => [c.case, c] as const))("%s", (_, c) => {
		const values = c.weights.map((_w, k) => column(c.rewards_per_func.map(r => r[k] ?? null)));
		const components = { values, weights: c.weights };
		const groups = c.rewards_per_func.map((_r, i) => String(Math.floor(i / c.num_generations)));
		const one = new Float64Array(groups.length).fill(1);
		const b = batch(
			[...sumComponents(components)].map(v => (Number.isNaN(v) ? null : v)),
			groups,
			{ components, lengths: one },
		);
		const MULTI: Readonly<Record<string, readonly [string, string]>> = {
			"trl.grpo(sum_then_normalize,group)": ["grpo", "trl_group"],
			"trl.grpo(sum_then_normalize,batch)": ["grpo", "trl_batch"],
			"trl.grpo(sum_then_normalize,none)": ["grpo", "trl_none"],
			"trl.grpo(normalize_then_sum,group)": ["gdpo", "trl"],
			"trl.rloo": ["rloo", "trl"],
			"ms-swift.grpo(group)": ["grpo", "swift"],
			"ms-swift.grpo(batch)": ["grpo", "swift_batch"],
			"ms-swift.grpo(none)": ["grpo", "swift_none"],
			"ms-swift.grpo(gdpo)": ["gdpo", "swift"],
			"verl.gdpo (response of 1 token)": ["gdpo", "verl"],
		};
		const misses: string[] = [];
		for (const [name, want] of Object.entries(c.advantages)) {
			const [estimator, preset] = MULTI[name] ?? ["", ""];
			const got = run(estimator, preset, b).advantages;
			want.forEach((w, i) => {
				const exact = number(w);
				if (exact === null ? !Number.isNaN(got?.[i]) : !close(got?.[i] as number, exact)) misses.push(`${name} row ${i}: want ${w}, got ${got?.[i]}`);
			});
		}
		expect(misses).toEqual([]);
	});

	test.each(all.filter(c => c.kind === "token").map(c => [c.case, c] as const))("%s", (_, c) => {
		const mask = masks(c.response_mask);
		const [rewards, values] = [floats(c.token_level_rewards), floats(c.values)];
		const total = rewards.map(r => r.reduce((a, b) => a + b, 0));
		const tokens = { mask, rewards, values };
		const b = batch(total, c.group, { tokens, greedy: Float64Array.from(c.reward_baselines) });
		const raw = rewards.map((r, i) => gae(r, values[i] as Float64Array, mask[i] as Uint8Array, c.gamma, c.lam, "skip"));
		const toGo = rewards.map((r, i) => rewardToGo(r, mask[i] as Uint8Array, c.gamma, true));
		const got: Readonly<Record<string, readonly ArrayLike<number>[]>> = {
			"verl.gae (advantages whitened over the batch; returns not)": zeroed(run("gae", "verl", b, { gamma: c.gamma, lambda: c.lam }).tokens),
			"verl.gae without whitening": zeroed(raw.map(r => r.advantages)),
			"verl.reinforce_plus_plus without whitening": toGo,
			"verl.reinforce_plus_plus": zeroed(run("reinforce_plus_plus", "verl", b, { gamma: c.gamma }).tokens),
			"verl.remax": zeroed(run("remax", "verl", b).tokens),
			"verl.grpo broadcast to tokens": overMask(run("grpo", "verl", batch(total, c.group)).advantages, c.response_mask),
		};
		const misses: string[] = [];
		const compare = (name: string, rows: readonly ArrayLike<number>[] | undefined, want: readonly (readonly number[])[]): void => {
			want.forEach((row, i) => {
				row.forEach((w, t) => {
					const a = rows?.[i]?.[t];
					if (c.response_mask[i]?.[t] && !(a !== undefined && close(a, w))) misses.push(`${name} row ${i} token ${t}: want ${w}, got ${a}`);
				});
			});
		};
		for (const [name, { advantages, returns }] of Object.entries(c.results)) {
			compare(name, got[name], advantages);
			if (name.includes("gae"))
				compare(
					`${name}, returns`,
					raw.map(r => r.returns),
					returns,
				);
		}
		const lengths = lengthsOf(c.response_mask);
		for (const [how, want] of Object.entries(c["verl.agg_loss"])) {
			const sum = c.response_mask.reduce(
				(s, row, i) =>
					s + row.reduce((n, m, t) => n + m * (c.loss_mat[i]?.[t] as number), 0) * tokenCoefficient(how as Aggregation, lengths[i] as number, batchSizes(lengths), row.length),
				0,
			);
			if (!close(sum, want)) misses.push(`${how}: want ${want}, got ${sum}`);
		}
		expect(misses).toEqual([]);
		expect(whiten(toGo, mask)).toHaveLength(mask.length);
	});
}
