import { describe, expect, test } from "vitest";
import { type GroupFacts, groupFaults, type LayerFacts } from "../../../src/core/checks/groups";

const group = (key: string, members: readonly number[], more: Partial<GroupFacts> = {}): GroupFacts => ({ key, members, mean: 1, deviation: 0.5, degenerate: null, ...more });
const fill = (n: number, of: (i: number) => number): number[] => Array.from({ length: n }, (_, i) => of(i));
const layer = (score: readonly number[], more: Partial<LayerFacts> = {}): LayerFacts => ({ id: "content", weight: 1, gate: null, score, contribution: score, ...more });
const codes = (groups: readonly GroupFacts[], layers: readonly LayerFacts[] = [], rows = 20) =>
	groupFaults(groups, layers, rows).map(f => [f.finding.code, f.finding.severity, f.row]);

describe("faults of groups and rewards", () => {
	test("components that cancel and rounding noise are told at the group's first rollout", () => {
		const groups = [
			group("a", [3, 4], { degenerate: "components-cancel" }),
			group("b", [7, 8], { degenerate: "noise" }),
			group("c", [9], { degenerate: "all-right" }),
			group("d", [1, 2]),
		];
		expect(codes(groups)).toEqual([
			["G01", "warning", 3],
			["G04", "warning", 7],
		]);
	});

	test.each([
		["the same score everywhere", fill(20, () => 0.4), {}, [["G02", "warning", null]]],
		["the full score everywhere may be a goal reached", fill(20, () => 1), {}, [["G02", "info", null]]],
		["unknown scores do not count", fill(20, i => (i < 8 ? 0.4 : Number.NaN)), {}, []],
		["a score that varies", fill(20, i => i % 2), {}, []],
		["a layer without weight", fill(20, () => 0.4), { weight: 0 }, []],
	])("a dead scorer: %s", (_, score, more, expected) => {
		expect(codes([], [layer(score, more)])).toEqual(expected);
	});

	test("few rollouts say nothing", () => {
		expect(codes([], [layer(fill(8, () => 0.4))], 8)).toEqual([]);
	});

	test("a gate that nobody opens; one opened once is a gate", () => {
		const score = fill(20, i => (i % 2) / 2);
		expect(codes([], [layer(score, { gate: 1, contribution: fill(20, () => 0) })])).toEqual([["G03", "warning", null]]);
		expect(codes([], [layer(score, { gate: 1, contribution: fill(20, i => (i === 7 ? 0.5 : 0)) })])).toEqual([]);
		expect(
			codes(
				[],
				[
					layer(
						fill(20, i => (i ? 0 : Number.NaN)),
						{ gate: 1, contribution: fill(20, () => 0) },
					),
				],
			),
		).toEqual([["G02", "warning", null]]);
	});

	test("no spread within groups while their means differ", () => {
		const flat = (n: number, mean: (i: number) => number) => fill(n, i => i).map(i => group(String(i), [2 * i, 2 * i + 1], { deviation: 0, mean: mean(i) }));
		expect(codes(flat(6, i => i))).toEqual([["G05", "warning", null]]);
		expect(codes(flat(6, () => 1))).toEqual([]);
		expect(codes(flat(3, i => i))).toEqual([]);
		expect(codes([...flat(3, i => i), group("x", [8, 9])])).toEqual([]);
	});
});
