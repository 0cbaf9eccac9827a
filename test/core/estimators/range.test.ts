import { describe, expect, test } from "vitest";
import { ESTIMATORS } from "../../../src/core/estimators/registry";
import { batch, run } from "./run";

const HUGE = [
	[1e308, -1e308, 1e308],
	[0, 1.7e308, -1.7e308, -1.7e308],
	[1e200, -1e200, 0],
	[1e308, 0],
];
const all = ESTIMATORS.flatMap(e => e.presets.map(p => [e.id, p.id] as const));
const numbers = (id: string, preset: string, rewards: readonly number[]): readonly number[] => {
	const column = Float64Array.from(rewards);
	const flags = new Uint8Array(rewards.length).fill(1);
	const estimate = run(id, preset, {
		...batch([...rewards], undefined, { lengths: new Float64Array(rewards.length).fill(2) }),
		lanes: { tool: column, summary: column },
		present: { tool: flags, summary: flags },
		components: { values: [column, column], weights: [1, 1] },
		greedy: new Float64Array(rewards.length),
	});
	return [...(estimate.advantages ?? []), ...(estimate.lanes?.tool ?? []), ...(estimate.lanes?.summary ?? [])];
};

describe("rewards too large to be subtracted or squared", () => {
	test.each(all)("%s %s makes no infinite advantage of them, and no equal members of different ones", (id, preset) => {
		for (const rewards of HUGE) for (const a of numbers(id, preset, rewards)) expect(Number.isFinite(a) || Number.isNaN(a), `${rewards}: ${a}`).toBe(true);
		// all 0 would say that nothing is to be learnt
		const [a, b] = numbers(id, preset, [1e200, -1e200]);
		if (id !== "passk" && id !== "rltr") expect(a === 0 && b === 0).toBe(false);
	});

	test("a sum that cannot be held leaves the group unknown, and says so", () => {
		const { advantages, groups } = run("rloo", "verl", batch([1e308, -1e308, 1e308]));
		expect([...(advantages ?? [])]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
		expect(groups[0]?.corner).toBe("overflow");
	});
	test("what can be subtracted is; what cannot be squared is not divided", () => {
		expect([...(run("rloo", "verl", batch([1e200, -1e200, 0])).advantages ?? [])]).toEqual([1.5e200, -1.5e200, 0]);
		for (const [id, preset] of [
			["grpo", "verl"],
			["grpo", "nemo"],
			["grpo", "trl_batch"],
			["rloo", "trl_normalized"],
			["reinforce_plus_plus", "verl"],
			["gdpo", "trl"],
		] as const)
			expect(numbers(id, preset, [1e200, -1e200, 0]).slice(0, 2), `${id} ${preset}`).toEqual([Number.NaN, Number.NaN]);
		expect([...(run("passk", "verl", batch([1e200, -1e200, 0])).advantages ?? [])]).toEqual([Number.NaN, 0, 0]);
		expect([...(run("passk", "verl_nostd", batch([1e200, -1e200, 0])).advantages ?? [])]).toEqual([1e200, 0, 0]);
	});
});
