import { describe, expect, test } from "vitest";
import { distinctAdvantages, sumComponents, sumNormalised } from "../../../src/core/estimators/gdpo";
import { PLAIN } from "../../../src/core/estimators/group";
import { cards, column, dense, expectNear } from "./cards";
import { batch, lengthsOf, overMask, run } from "./run";

interface Input {
	components: (number | null)[][];
	weights: number[];
	groups: string[];
	mask?: number[][];
	digits?: number;
}

describe("gdpo, golden cards", () => {
	for (const { id, input, expected } of cards<Input>("06_multi_reward_gdpo"))
		test(id, () => {
			const components = { values: input.components.map(column), weights: input.weights };
			const sum = sumComponents(components);
			const b = batch([...sum], input.groups, { components, lengths: input.mask ? lengthsOf(input.mask) : null });
			const trl = run("gdpo", "trl", b).advantages ?? [];
			const plain = run("grpo", "trl_group", b).advantages ?? [];
			expectNear(
				{
					sum_reward: sum,
					sum_then_normalize_trl: plain,
					gdpo_trl: trl,
					gdpo_verl_seq: sumNormalised(components, dense(input.groups), { ...PLAIN, single: "raw" }),
					gdpo_verl_token: overMask(run("gdpo", "verl", b).advantages, input.mask ?? []),
					distinct_sum: distinctAdvantages(plain, input.digits ?? 3),
					distinct_gdpo: distinctAdvantages(trl, input.digits ?? 3),
				},
				expected,
			);
		});

	test("a component that is constant in a group drops out of it", () => {
		const groups = ["a", "a", "b", "b"];
		const trl = (format: number[]): Float64Array | null =>
			run("gdpo", "trl", batch([0, 0, 0, 0], groups, { components: { values: [column(format), column([0, 1, 0, 1])], weights: [1, 1] } })).advantages;
		expectNear(trl([1, 1, 0, 0]), [...(trl([0, 0, 1, 1]) ?? [])]);
	});

	test("verl without lengths says so", () => {
		expect(run("gdpo", "verl", batch([1], undefined, { components: { values: [column([1])], weights: [1] } })).unknown).toBe("needs-lengths");
	});
});
