import { describe, expect, test } from "vitest";
import { audit } from "../../../src/core/analyses/audit";
import { ESTIMATORS } from "../../../src/core/estimators/registry";
import { batch, run } from "../estimators/run";

const none = Number.NaN;
const REWARDS = [1, 0, 0.5, 0.25, 0.5, 0.5, 0.5, 0.5001];
const GROUPS = ["a", "a", "a", "a", "b", "b", "b", "b"];
const candidates = ESTIMATORS.filter(e => e.reach === "broadcast" && ["grpo", "rloo"].includes(e.id)).flatMap(e =>
	e.presets.map(p => ({ estimator: e.id, preset: p.id, advantages: run(e.id, p.id, batch(REWARDS, GROUPS)).advantages ?? [] })),
);

describe("which variant a trainer's advantages come from", () => {
	test.each([
		["grpo", "trl_group"],
		["grpo", "rllm"],
		["grpo", "openrlhf"],
		["grpo", "nemo"],
		["rloo", "verl"],
	])("%s %s is found among all the others", (estimator, preset) => {
		const recorded = Float64Array.from(run(estimator, preset, batch(REWARDS, GROUPS)).advantages ?? [], v => Math.fround(v));
		const found = audit(recorded, candidates);
		expect(found.best).toMatchObject({ matching: 8, compared: 8 });
		expect(found.best?.maxAbsDiff).toBeLessThan(1e-6);
		expect([found.best, ...found.equals].map(c => `${c?.estimator} ${c?.preset}`)).toContain(`${estimator} ${preset}`);
		expect(found.explained).toBe(true);
		expect(found.mismatches).toEqual([]);
	});

	test("a number nobody gives is listed, with what the best gives", () => {
		const recorded = Float64Array.from(run("grpo", "verl", batch(REWARDS, GROUPS)).advantages ?? []);
		recorded[2] = 7;
		const found = audit(recorded, candidates);
		expect(found.best).toMatchObject({ estimator: "grpo", matching: 7, compared: 8 });
		expect(found.explained).toBe(false);
		expect(found.mismatches).toHaveLength(1);
		expect(found.mismatches[0]).toMatchObject({ row: 2, recorded: 7, unexplained: true });
	});

	test("of variants that explain it as well, the file's own trainer comes first; a closer one goes before it", () => {
		const found = (own: readonly number[]) =>
			audit(
				[1, 2],
				[
					{ estimator: "a", preset: "", advantages: [1, 2] },
					{ estimator: "b", preset: "", advantages: own, home: true },
				],
			);
		expect([found([1, 2 + 5e-7]).best?.estimator, found([1, 2 + 5e-7]).equals.map(c => c.estimator)]).toEqual(["b", ["a"]]);
		expect([found([1, 2 + 1e-4]).best?.estimator, found([1, 2 + 1e-4]).equals.map(c => c.estimator)]).toEqual(["a", ["b"]]);
		expect(found([1, 9]).best?.estimator).toBe("a");
	});

	test("rollouts without a recorded number are left out; without any there is nothing to say", () => {
		expect(audit([none, 1], [{ estimator: "x", preset: "y", advantages: [5, 1] }]).best).toMatchObject({ compared: 1, maxAbsDiff: 0 });
		expect(audit([none, none], candidates)).toMatchObject({ recorded: 0, best: null, mismatches: [] });
		expect(audit([1], [])).toMatchObject({ recorded: 1, best: null });
	});

	test("a candidate that gives nothing does not win", () => {
		const found = audit(
			[1, 2],
			[
				{ estimator: "a", preset: "", advantages: [none, none] },
				{ estimator: "b", preset: "", advantages: [1, none] },
				{ estimator: "c", preset: "", advantages: [9, 2] },
			],
		);
		expect(found.candidates.map(c => c.estimator)).toEqual(["b", "c", "a"]);
		expect(found.mismatches).toEqual([{ row: 1, recorded: 2, recomputed: none, difference: none, unexplained: false }]);
	});
});
