import { describe, expect, test } from "vitest";
import { filterGroups } from "../../../src/core/analyses/groupFilters";
import { reweigh, whatIf } from "../../../src/core/analyses/whatIf";
import { keptBy } from "../../../src/core/estimators/degenerate";
import { golden } from "../../support/golden";

describe("group filters", () => {
	const cases = golden<{ values: number[] }, Record<string, boolean>>("05_dapo_overlong_filter").cases.filter(c => c.id.startsWith("filter_"));
	const groups = cases.map(c => ({ rewards: c.input.values, tokens: 10, kept: { ...keptBy(c.input.values) } }));
	const reports = filterGroups(groups, ["dapo", "star", "prime", "slime", "openrlhf"]);
	const report = (filter: string) => reports.find(r => r.filter === filter);

	test.each([
		["dapo", "dapo_verl"],
		["slime", "slime"],
		["openrlhf", "openrlhf_0_1"],
		["star", "star"],
	])("%s keeps what its trainer keeps", (filter, name) => {
		const dropped = new Set(report(filter)?.dropped.map(d => d.group));
		expect(cases.map((_, i) => !dropped.has(i))).toEqual(cases.map(c => c.expected[name]));
	});

	test("every dropped group has its reason, and the reasons add up", () => {
		for (const r of reports) expect(Object.values(r.reasons).reduce((s, n) => s + n, 0)).toBe(r.groups - r.kept);
		expect(report("slime")?.reasons).toEqual({ "all-equal": 3, noise: 1, single: 1 });
		expect(report("star")?.dropped.at(-1)).toMatchObject({ reason: "too-hard" });
	});

	test("what the update saves", () => {
		expect(report("slime")).toMatchObject({ groups: 7, kept: 2, rollouts: 25, rolloutsDropped: 17, tokens: 70, tokensDropped: 50, sampledPerKept: 3.5 });
		expect(filterGroups([{ rewards: [Number.NaN, 1], tokens: 3, kept: keptBy([Number.NaN, 1]) as never }], ["dapo"])[0]).toMatchObject({
			reasons: { unscored: 1 },
			sampledPerKept: Number.POSITIVE_INFINITY,
		});
	});
});

describe("what if", () => {
	const scores = [
		[1, 1, 0.5, 1],
		[1, 0.5, 1, Number.NaN],
	];
	test("weights and the gate are applied to stored scores", () => {
		expect([...reweigh({ scores, gate: null }, [1, 2])]).toEqual([3, 2, 2.5, Number.NaN]);
		expect([...reweigh({ scores, gate: { layer: 0, at: 1 } }, [1, 2])]).toEqual([3, 2, 0.5, Number.NaN]);
		expect([...reweigh({ scores, gate: { layer: 0, at: 1 } }, [1, 0])]).toEqual([1, 1, 0.5, 1]);
	});

	test("groups revived and killed, flips, winners and losers", () => {
		const before = { rewards: [1, 1, 0, 1, 2, 2], advantages: [0, 0, -1, 1, 0, 0] };
		const after = { rewards: [1, 0, 5, 0, 2, 2], advantages: [1, -1, 1, -1, 0, Number.NaN] };
		const found = whatIf(before, after, [
			[0, 1],
			[2, 3],
			[4, 5],
		]);
		expect(found).toMatchObject({ compared: 5, revived: [0], killed: [], flipCount: 2, newBest: [1] });
		expect(found.flips.map(f => f.row)).toEqual([2, 3]);
		expect(found.winners.map(w => [w.row, w.change, w.rankBefore, w.rankAfter])).toEqual([
			[2, 2, 2, 1],
			[0, 1, 1, 1],
		]);
		expect(found.losers.map(w => w.row)).toEqual([3, 1]);
		expect(whatIf(after, before, [[0, 1]])).toMatchObject({ revived: [], killed: [0] });
	});

	test("a group whose rewards are known on one side only neither dies nor revives", () => {
		const known = { rewards: [1, 0, 1, 1], advantages: [1, -1, 0, 0] };
		const lost = { rewards: [Number.NaN, Number.NaN, 1, Number.NaN], advantages: [Number.NaN, Number.NaN, 0, Number.NaN] };
		const groups = [
			[0, 1],
			[2, 3],
		];
		expect(whatIf(known, lost, groups)).toMatchObject({ killed: [], revived: [], newBest: [], unknown: [0, 1], compared: 1 });
		expect(whatIf(lost, known, groups)).toMatchObject({ killed: [], revived: [], unknown: [0, 1] });
	});
});
