import { describe, expect, test } from "vitest";
import { cards, expectNear } from "./cards";
import { batch, lengthsOf, overMask, run } from "./run";

interface Input {
	rewards: (number | null)[];
	groups: string[];
	mask?: number[][];
}
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
	rloo: ["rloo", "verl"],
	opo: ["opo", "verl"],
	passk: ["passk", "verl"],
	passk_nostd: ["passk", "verl_nostd"],
	gpg: ["gpg", "verl"],
};

describe("rloo, opo, passk and gpg, golden cards", () => {
	for (const { id, input, expected } of cards<Input>("02_rloo_opo_passk_gpg"))
		test(id, () => {
			const b = batch(input.rewards, input.groups, input.mask ? { lengths: lengthsOf(input.mask) } : {});
			for (const [name, want] of Object.entries(expected)) {
				const [estimator, preset] = NAMES[name] ?? ["rloo", name];
				if (name === "token_rloo") expectNear(overMask(run("rloo", "verl", b).advantages, input.mask ?? []), want);
				else expectNear(run(estimator, preset, b).advantages, want);
			}
		});
});

describe("what the cards leave out", () => {
	test.each([
		["rloo", "openrlhf", [0.9], [null]],
		["rloo", "verl", [1, null], [null, null]],
		["rloo", "trl_normalized", [1, null, 0], [0.7070567847, 0, -0.7070567847]],
		["passk", "verl", [0.9], [null]],
		["passk", "verl_nostd", [1, 1, 0], [0, 0, 0]],
		["passk", "verl_nostd", [1, null, 0], [0, null, 0]],
		["gpg", "verl", [0, 0], [0, 0]],
		["gpg", "verl", [0.9], [0.9]],
	] as const)("%s %s of %j is %j", (id, preset, rewards, want) => expectNear(run(id, preset, batch(rewards)).advantages, want));

	const r = [1, 0, 0.5, 0.25];
	const parts = (id: string, preset: string, rewards: readonly (number | null)[]) => {
		const p = run(id, preset, batch(rewards)).parts;
		return { baseline: [...(p?.baseline ?? [])], scale: [...(p?.scale ?? [])] };
	};
	test.each([
		["rloo", "verl"],
		["rloo", "trl"],
		["rloo", "openrlhf"],
		["grpo", "nemo"],
	] as const)("%s %s: the baseline is the mean of the others, and nothing is scaled", (id, preset) => {
		const { baseline, scale } = parts(id, preset, r);
		expectNear(baseline, [0.25, 1.75 / 3, 1.25 / 3, 0.5]);
		expect(scale).toEqual([1, 1, 1, 1]);
	});
	test("a member without a reward is none of the others", () => expectNear(parts("rloo", "trl", [1, null, 0, 0.5]).baseline, [0.25, 0.5, 0.75, 0.5]));
	test("pass@k compares the best with the second, and nobody else with anything", () => {
		expect(parts("passk", "verl", r)).toEqual({ baseline: [0.5, 0, 0, 0], scale: [1, 0, 0, 0] });
	});

	test("OPO without lengths says so instead of guessing", () => {
		const e = run("opo", "verl", batch([1, 0]));
		expect([e.unknown, ...(e.advantages ?? [])]).toEqual(["needs-lengths", Number.NaN, Number.NaN]);
	});
});
