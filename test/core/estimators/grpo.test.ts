import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_ESTIMATOR_OPTIONS, type Estimator } from "../../../src/core/estimators/contract";
import { grpo } from "../../../src/core/estimators/grpo";
import { presetById } from "../../../src/core/estimators/registry";
import { normalisePresent } from "../../../src/core/estimators/slca";
import type { Estimate, EstimatorInput } from "../../../src/core/model/advantage";
import { type Card, cards, column, dense, expectNear } from "./cards";

const input = (rewards: readonly (number | null)[], groups: readonly string[]): EstimatorInput => ({
	rewards: column(rewards),
	groups: dense(groups),
	lengths: null,
	lanes: null,
	present: null,
	omitted: null,
});
const run = (e: Estimator, preset: string, i: EstimatorInput, options = DEFAULT_ESTIMATOR_OPTIONS): Estimate => e.estimate(i, presetById(e, preset)?.id ?? preset, options);
const of = (preset: string, rewards: readonly (number | null)[], groups = rewards.map(() => "g")): readonly number[] => [
	...(run(grpo, preset, input(rewards, groups)).advantages ?? []),
];

describe("grpo, golden presets", () => {
	const list = cards("01_group_advantage_presets") as unknown as Card<{ rewards: (number | null)[]; groups: string[] }, Record<string, (number | null)[]>>[];
	for (const { id, input: i, expected } of list)
		for (const [preset, want] of Object.entries(expected))
			test(`${id} / ${preset}`, () => {
				if (preset === "slca") return expectNear(normalisePresent(column(i.rewards), new Uint8Array(i.rewards.length).fill(1), dense(i.groups), 1, true).advantages, want);
				expectNear(of(preset, i.rewards, i.groups), want);
			});
});

describe("grpo, corners the golden cards leave out", () => {
	test.each([
		["openrlhf_drgrpo", [1, 0], [0.5, -0.5]],
		["openrlhf_drgrpo", [0.4], [0]],
		["prime_rl", [1, 0, 0, 0], [0.75, -0.25, -0.25, -0.25]],
		["skyrl_maxrl", [1, 0, 0, 0], [0.75 / 0.250001, -0.25 / 0.250001, -0.25 / 0.250001, -0.25 / 0.250001]],
		["swift_none", [1, null], [0.5, -0.5]],
		["roll_agentic", [0.5, 0.5 + 1e-7], [0, 0]],
		["trl_group", [null, null], [0, 0]],
		["nemo", [1, 3], [-2, 2]],
		["nemo", [0.1, 0.1, 0.1, 0.1 + 1e-16], [0, 0, 0, 0]],
		["nemo", [1, null, 0], [null, null, null]],
		["verl", [Number.POSITIVE_INFINITY, 0], [null, null]],
	] as const)("%s of %j is %j", (preset, rewards, want) => expectNear(of(preset, rewards), want));

	test("slime with uneven groups takes the whole batch as one group", () => {
		const rewards = [0.2, 0.9, 0.4];
		expectNear(of("slime_pooled", rewards, ["a", "b", "a"]), of("slime", rewards));
		const stats = run(grpo, "slime_pooled", input(rewards, ["a", "b", "a"])).groups;
		expect(stats.map(s => [s.size, s.corner])).toEqual([[3, "pooled"]]);
	});

	test("rollouts without a group have no advantage and change nobody's", () => {
		const i = { ...input([1, 5, 0], ["a", "a", "a"]), groups: Int32Array.from([0, -1, 0]) };
		expectNear(run(grpo, "verl_drgrpo", i).advantages, [0.5, null, -0.5]);
		expectNear(run(grpo, "trl_batch", i).advantages, [Math.SQRT1_2 / (1 + 1e-4 / Math.SQRT1_2), null, -Math.SQRT1_2 / (1 + 1e-4 / Math.SQRT1_2)]);
	});

	test("the option normalise=false leaves out the division", () => {
		expectNear(run(grpo, "verl", input([1, 0], ["a", "a"]), { ...DEFAULT_ESTIMATOR_OPTIONS, normalise: false }).advantages, [0.5, -0.5]);
	});

	test("statistics name the corner that applied", () => {
		const note = (preset: string, rewards: (number | null)[]): string | null | undefined =>
			run(
				grpo,
				preset,
				input(
					rewards,
					rewards.map(() => "g"),
				),
			).groups[0]?.corner;
		expect([
			note("verl", [1, 0]),
			note("verl", [1, 1]),
			note("verl", [1]),
			note("verl", [1, null]),
			note("nemo", [1, 0]),
			note("roll", [1, 1 + 1e-8]),
			note("trl", [1, 1.0005]),
		]).toEqual([null, "constant", "single", "nan", "leave-one-out", "flat", "epsilon-sensitive"]);
	});
});

const batch = fc.integer({ min: 1, max: 24 }).chain(n =>
	fc.record({
		rewards: fc.array(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -20, max: 20 }).map(k => k / 8) }, { weight: 1, arbitrary: fc.constant(null) }), {
			minLength: n,
			maxLength: n,
		}),
		groups: fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: n, maxLength: n }),
	}),
);

describe("grpo, properties", () => {
	test("every preset's advantage is scale · (reward − baseline) / divisor of its own parts", () => {
		fc.assert(
			fc.property(batch, fc.constantFrom(...grpo.presets.map(p => p.id)), ({ rewards, groups }, preset) => {
				const { advantages, parts } = run(grpo, preset, input(rewards, groups));
				advantages?.forEach((a, i) => {
					const [r, b, d, s] = [parts?.reward[i], parts?.baseline[i], parts?.divisor[i], parts?.scale[i]] as [number, number, number, number];
					expect((s * (r - b)) / d + 0).toBe(a);
				});
			}),
		);
	});

	test("order of the rollouts does not matter, nor do other groups", () => {
		fc.assert(
			fc.property(batch, fc.constantFrom("verl", "trl_group", "nemo", "rllm", "swift"), ({ rewards, groups }, preset) => {
				const straight = of(preset, rewards, groups);
				const back = of(preset, [...rewards].reverse(), [...groups].reverse()).toReversed();
				expectNear(straight, back, 1e-12);
				const alone = of(
					preset,
					rewards.filter((_, i) => groups[i] === groups[0]),
				);
				expectNear(
					alone,
					straight.filter((_, i) => groups[i] === groups[0]),
					1e-12,
				);
			}),
		);
	});

	test("with the mean subtracted, the advantages of a scored group of two or more add up to 0", () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 12 }),
				fc.constantFrom("verl", "trl_group", "rllm", "openrlhf", "deepseekmath"),
				(rewards, preset) => {
					expect(Math.abs(of(preset, rewards).reduce((a, b) => a + b, 0))).toBeLessThan(1e-9);
				},
			),
		);
	});
});
