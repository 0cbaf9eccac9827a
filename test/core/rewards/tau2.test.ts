import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import type { Score } from "../../../src/core/model/reward";
import { resolveOptions } from "../../../src/core/rewards/options";
import { actionMatches, communicated, passHat, productOf, tau2 } from "../../../src/core/rewards/tau2";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

const score = (parts: RolloutParts, options: JsonObject = {}): Score => tau2.score(rolloutOf(parts), resolveOptions(tau2, options) as typeof tau2.defaults, given());

interface Input {
	readonly gold_args: JsonObject;
	readonly pred_args: JsonObject;
	readonly compare_args: string[] | null;
	readonly trials: number;
	readonly successes: number;
	readonly k: number;
	readonly basis: string[];
	readonly parts: Record<string, number>;
	readonly info: string[];
	readonly message: string;
}

describe("golden 18", () => {
	const file = golden<Input, { match: boolean; value: number; reward: number; met: boolean[] }>("18_tau2");
	test.each(file.cases)("$id", ({ id, input, expected }) => {
		if (id.startsWith("pass_hat")) return expectClose(passHat(input.trials, input.successes, input.k), expected.value);
		if (id === "product") {
			const components = Object.fromEntries(Object.entries(input.parts));
			expectClose(productOf(input.basis.map(b => input.parts[b] ?? Number.NaN)), expected.reward);
			return expectClose(score({ text: "Hi.", recorded: { components } }, { basis: input.basis }).total, expected.reward);
		}
		if (id === "communicate") {
			expect(input.info.map(i => communicated(i, [input.message]))).toEqual(expected.met);
			const s = score({ text: input.message, answer: input.info }, { basis: ["COMMUNICATE"] });
			expect(s.layers.find(l => l.id === "COMMUNICATE")?.checks.map(c => c.score === 1)).toEqual(expected.met);
			return;
		}
		expect(actionMatches({ name: "f", arguments: input.gold_args }, { name: "f", arguments: input.pred_args }, input.compare_args)).toBe(expected.match);
		if (input.compare_args !== null) return;
		const s = score({ text: hermesCall("f", input.pred_args), calls: [[{ name: "f", arguments: input.gold_args }]] }, { basis: ["ACTION"] });
		expect(s.total).toBe(Number(expected.match));
	});
});

describe("parts", () => {
	const gold = [[{ name: "f", arguments: { a: 1 } }]];
	test("the database needs the environment, unless another part is 0", () => {
		const s = score({ text: hermesCall("f", { a: 1 }), calls: gold }, { basis: ["DB", "ACTION"] });
		expect([s.total, s.layers[0]?.unknown, s.layers.at(-1)?.unknown]).toEqual([Number.NaN, "needs-environment", "needs-environment"]);
		expect(score({ text: hermesCall("g", {}), calls: gold }, { basis: ["DB", "ACTION"] }).total).toBe(0);
	});
	test("the task's own basis goes first", () => {
		const rest = { extras: { reward_info: { reward_basis: ["ACTION"] } } };
		expect(score({ text: hermesCall("f", { a: 1 }), calls: gold, rest }).total).toBe(1);
	});
	test("an early end is 0", () => {
		const s = score({ text: hermesCall("f", { a: 1 }), calls: gold, rest: { extras: { termination_reason: "max_steps" } } }, { basis: ["ACTION"] });
		expect([s.total, s.layers.at(-1)?.checks[0]?.id]).toEqual([0, "ended-early"]);
	});
	test("k beyond the trials is undefined", () => {
		expect(passHat(2, 2, 3)).toBe(Number.NaN);
	});
});
