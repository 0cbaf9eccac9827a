import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Contender, compareGroup } from "../../../src/core/analyses/compare";
import { REACH, reachOf } from "../../../src/core/analyses/reach";
import { ESTIMATORS } from "../../../src/core/estimators/registry";
import type { EstimatorInput } from "../../../src/core/model/advantage";
import { column } from "../estimators/cards";
import { batch, run } from "../estimators/run";

/** One group: rewards per lane, null = the rollout has no such segment. */
function group(tool: readonly (number | null)[], summary: readonly number[], more: Partial<EstimatorInput> = {}): EstimatorInput {
	const total = tool.map((t, i) => (t ?? 0) + (summary[i] as number));
	return batch(total, undefined, {
		lanes: { tool: column(tool), summary: column(summary) },
		present: { tool: Uint8Array.from(tool, t => (t === null ? 0 : 1)), summary: new Uint8Array(tool.length).fill(1) },
		lengths: new Float64Array(tool.length).fill(3),
		...more,
	});
}
const contender = (id: string, preset: string, input: EstimatorInput): Contender => ({ id, preset, estimate: run(id, preset, input) });
const compare = (input: EstimatorInput, ...names: readonly (readonly [string, string])[]) =>
	compareGroup(
		Array.from(input.rewards, (_, i) => i),
		0,
		names.map(([id, preset]) => contender(id, preset, input)),
		{ present: input.present ?? { tool: [], summary: [] }, lanes: input.lanes ?? { tool: [], summary: [] } },
	);
const short = (c: ReturnType<typeof compare>): string[] => c.changes.map(x => `${x.row} ${x.lane} ${x.kind} ${x.reason.code}`);

describe("one group under several estimators", () => {
	test("the golden group whose summaries are louder than its calls", () => {
		const input = group([0.6, 0.5, 0.5, 0.4], [0, 1, 0, 1]);
		const found = compare(input, ["grpo", "verl"], ["slca", "slca"]);
		expect(found.flips).toEqual([0, 2]);
		expect(short(found).filter(t => t.includes("tool"))).toEqual(["0 tool flip own-reward", "1 tool vanishes own-reward", "2 tool vanishes own-reward", "3 tool flip own-reward"]);
		const [first] = found.changes;
		expect(first?.reason.data).toMatchObject({ own: 0.6, ownMean: 0.5, total: 0.6, mean: 1 });
		expect(found.treatments.map(t => [t.moved, t.dropped])).toEqual([
			[4, false],
			[4, false],
		]);
	});

	test("equal totals: GRPO drops the group, the segments still learn", () => {
		const found = compare(group([1, 0], [0, 1]), ["grpo", "verl"], ["slca", "slca"]);
		expect(found.treatments.map(t => [t.dropped, t.corners])).toEqual([
			[true, ["constant"]],
			[false, []],
		]);
		expect(new Set(short(found))).toEqual(
			new Set(["0 tool appears total-constant", "0 summary appears total-constant", "1 tool appears total-constant", "1 summary appears total-constant"]),
		);
	});

	test.each([
		["calls all alike", group([0.5, 0.5], [0, 1]), "0 tool vanishes own-constant"],
		["only one called", group([0.5, null], [0, 1]), "0 tool vanishes own-single"],
		["a due call omitted", group([null, 0.5, 0.7], [-0.5, 1, 1], { omitted: Uint8Array.of(1, 0, 0) }), "1 tool flip own-reward"],
	])("%s", (_, input, expected) => expect(short(compare(input, ["grpo", "verl"], ["slca", "slca"]))).toContain(expected));

	test("the guard pays the total instead of the segment's own reward", () => {
		const input = batch([-0.5, 1.5, 1.7], undefined, {
			lanes: { tool: column([0.2, 0.5, 0.7]), summary: column([0.3, 1, 1]) },
			present: { tool: Uint8Array.of(1, 1, 1), summary: Uint8Array.of(1, 1, 1) },
			omitted: Uint8Array.of(1, 0, 0),
		});
		const guarded = compare(input, ["grpo", "verl"], ["slca", "slca"]).changes.filter(c => c.reason.code === "guard");
		expect(guarded.map(c => [c.row, c.lane, c.reason.data.reward])).toEqual([
			[0, "tool", 0],
			[0, "summary", -0.5],
		]);
	});

	test.each([
		["grpo", "trl_group", "divisor"],
		["grpo", "verl_drgrpo", "divisor"],
		["rloo", "trl", "normaliser"],
		["opo", "verl", "normaliser"],
		["toolpo", "paper", "adds"],
		["gae", "verl", "unknown"],
	])("%s %s against verl's GRPO: %s", (id, preset, code) => {
		const input = group([0.6, 0.5, 0.5, 0.4], [0, 1, 0, 1], { lengths: Float64Array.of(2, 3, 1, 2) });
		expect(compare(input, ["grpo", "verl"], [id, preset]).changes[0]?.reason.code).toBe(code);
	});

	test("RLTR does not train the summary", () => {
		const found = compare(group([1, 0], [1, 0]), ["grpo", "verl"], ["rltr", "verl"]);
		expect(new Set(short(found))).toEqual(new Set(["0 summary vanishes not-trained", "1 summary vanishes not-trained"]));
	});

	test("every number that differs has one reason, and nothing else is listed", () => {
		const reward = fc.constantFrom(0, 0.25, 0.5, 1, -0.5);
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.option(reward), reward), { minLength: 1, maxLength: 6 }), fc.constantFrom(...ESTIMATORS), (members, other) => {
				const input = group(
					members.map(m => m[0]),
					members.map(m => m[1]),
				);
				const found = compare(input, ["grpo", "verl"], [other.id, other.defaultPreset]);
				for (const lane of ["tool", "summary"] as const)
					for (const row of found.rows) {
						const [a, b] = [found.lanes[0]?.[lane][row] as number, found.lanes[1]?.[lane][row] as number];
						const listed = found.changes.filter(c => c.row === row && c.lane === lane);
						const alike = Object.is(a, b) || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
						expect(listed).toHaveLength(alike ? 0 : 1);
					}
			}),
		);
	});
});

describe("which segment a method reaches", () => {
	test("every estimator has a line", () => expect(Object.keys(REACH).sort()).toEqual(ESTIMATORS.map(e => e.id).sort()));

	test("with the numbers of one rollout", () => {
		const input = group([0.6, 0.5, 0.5, 0.4], [0, 1, 0, 1]);
		const line = (id: string, preset: string) => reachOf(id, run(id, preset, input), 0, { tool: true, summary: true });
		expect(line("slca", "slca")?.advantage.tool).toBeCloseTo(1.2247, 3);
		expect(line("rltr", "verl")?.advantage.summary).toBe(0);
		expect(line("gae", "verl")).toMatchObject({ unknown: "needs-values", advantage: { tool: Number.NaN } });
		expect(reachOf("grpo", run("grpo", "verl", input), 0, { tool: false, summary: true })?.advantage.tool).toBeNaN();
	});
});
