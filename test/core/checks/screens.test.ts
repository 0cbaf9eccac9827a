import { describe, expect, test } from "vitest";
import { SCREEN_KEYS, type ScreenInput, type ScreenRow, screenRow, screens } from "../../../src/core/checks/screens";
import { rewardById } from "../../../src/core/rewards/registry";
import { findingSentence } from "../../../src/words/findings";
import { SCREEN_WORDS } from "../../../src/words/screenHelp";
import { call, verlRollout } from "./record";

const PLAIN: ScreenRow = { name: 1, key: 1, value: 1, repetition: 0, copied: 0, summary: 2, smuggled: 0, omitted: 0 };
/** A file of rollouts that nothing is wrong with, changed where a case says. */
function file(
	rows: readonly Partial<ScreenRow & { reward: number; success: number; tokens: number; redundancy: number; grade: number; step: number; format: number; content: number }>[],
	groups: readonly (readonly number[])[] = [],
): ScreenInput {
	const column = (key: string, otherwise: number) => rows.map(r => (r as Record<string, number>)[key] ?? otherwise);
	return {
		rows: Object.fromEntries(SCREEN_KEYS.map(k => [k, column(k, PLAIN[k])])) as unknown as unknown as ScreenInput["rows"],
		reward: column("reward", Number.NaN),
		success: column("success", Number.NaN),
		tokens: column("tokens", 10),
		redundancy: column("redundancy", Number.NaN),
		grade: column("grade", Number.NaN),
		step: column("step", Number.NaN),
		format: column("format", Number.NaN),
		content: column("content", Number.NaN),
		groups,
	};
}
const found = (input: ScreenInput) => screens(input).map(f => [f.finding.code, f.row]);
const step = (n: number, of: (i: number) => object) => Array.from({ length: n }, (_, i) => ({ step: i, ...of(i) }));

describe("screens", () => {
	test.each([
		["nothing odd", file([{}, {}]), []],
		["farming", file([{}, { value: 0.1 }, { value: 0.95 }]), [["H01", 1]]],
		["repetition", file([{}, { repetition: 0.31 }]), [["H02", 1]]],
		["a copied summary", file([{ copied: Number.NaN }, { copied: 0.9 }]), [["H03", 1]]],
		["an empty reply, a short one", file([{}, {}, { summary: 0 }, { summary: 1 }]), [["H04", 2]]],
		["calls in the reasoning", file([{ smuggled: 1 }]), [["H05", 0]]],
		[
			"longer ones earn more",
			file(
				Array.from({ length: 15 }, (_, i) => ({ reward: i % 3, tokens: 5 + (i % 3) })),
				[0, 3, 6, 9, 12].map(i => [i, i + 1, i + 2]),
			),
			[["H06", null]],
		],
		["reward without success", file(Array.from({ length: 12 }, (_, i) => ({ reward: i % 4, success: Number(i > 5) }))), [["H07", null]]],
		[
			"a failure above a success",
			file(
				[
					{ reward: 2, success: 0 },
					{ reward: 1, success: 1 },
					{ reward: 0, success: 0 },
				],
				[[0, 1, 2]],
			),
			[["H08", 0]],
		],
		["a plateau", file(step(6, i => ({ format: [0.5, 0.8, 0.95, 0.97, 0.98, 0.98][i], content: 0.21 }))), [["H09", null]]],
		["ever longer", file(step(4, i => ({ tokens: 100 + 60 * i, reward: 0.5 + i / 100 }))), [["H10", null]]],
		["ever more omitted, over three steps", file(step(3, i => ({ omitted: i / 10 }))), [["H11", null]]],
		["not rising each time", file(step(4, i => ({ omitted: [0.1, 0.3, 0.3, 0.4][i] }))), []],
		["ever more needless calls", file(step(5, i => ({ redundancy: i / 20, content: 0.5 }))), [["H12", null]]],
		["… while content grows too", file(step(5, i => ({ redundancy: i / 20, content: 0.5 + i / 50 }))), []],
		["… in three steps only", file(step(3, i => ({ redundancy: i / 20, content: 0.5 }))), []],
		["a judge that gives all its best grade", file(step(4, i => ({ grade: 5, success: i % 2 ? 0.5 : 0.51 }))), [["H13", null]]],
		["… where everything succeeds", file(step(4, () => ({ grade: 5, success: 1 }))), []],
		["… while success grows", file(step(4, i => ({ grade: 5, success: i / 10 }))), []],
		["… and nobody knows of success", file(step(4, () => ({ grade: 5 }))), []],
	] as const)("%s", (_, input, expected) => {
		expect(found(input)).toEqual(expected);
	});

	test("every screen says “worth a look”, names what it counted, and has no hole", () => {
		const all = screens(
			file(
				[
					{ value: 0, repetition: 1, copied: 1, summary: 0, smuggled: 1, reward: 2, success: 0 },
					{ reward: 1, success: 1 },
				],
				[[0, 1]],
			),
		);
		expect(all.map(f => f.finding.code)).toEqual(["H01", "H02", "H03", "H04", "H05", "H08"]);
		for (const { finding } of all) {
			expect(finding.severity).toBe("info");
			expect(findingSentence(finding, "en", [SCREEN_WORDS])).toMatch(/^Worth a look: [^{}]*$/);
			expect(findingSentence(finding, "zh-cn", [SCREEN_WORDS])).toMatch(/^值得一看：[^{}]*$/);
		}
	});

	test("what changes over steps has sentences without holes", () => {
		const all = screens(file(step(4, i => ({ redundancy: i / 10, content: 0.5, grade: 5, success: 0.5, value: i > 1 ? 0 : 1 }))));
		expect(all.map(f => f.finding.code)).toEqual(["H01", "H12", "H13"]);
		expect(all[0]?.finding.data).toMatchObject({ count: 2, trend: 0.4 });
		expect(all[1]?.finding.data).toEqual({ slope: 0.1, last: 0.3, contentSlope: 0, steps: 4 });
		expect(all[2]?.finding.data).toEqual({ share: 100, success: 0.5, slope: 0, steps: 4 });
		for (const { finding } of all) for (const locale of ["en", "zh-cn"] as const) expect(findingSentence(finding, locale, [SCREEN_WORDS])).not.toMatch(/[{}]/);
	});

	test("the numbers of one rollout", () => {
		const tools = { find: { properties: { city: { type: "string" }, days: { type: "integer" } } } };
		const gold = [[{ name: "find", arguments: { city: "Rome", days: 3 } }]];
		const reply = "rain in rome on all of the three days";
		const output = `${call("find", { city: "Rome", days: 2 })}\nuser\n<tool_response>\n${reply}\n</tool_response>\nassistant\n${reply}`;
		const rollout = verlRollout(output, { user: "Rome?", tools, gold });
		const reward = rewardById("layered");
		if (!reward) throw new Error("no reward");
		const score = reward.score(rollout, reward.defaults, {
			judge: Number.NaN,
			outcome: Number.NaN,
			outcomeKey: null,
			similarity: { name: "lexical", of: (a, b) => Number(a === b) },
		});
		expect(screenRow(rollout, score)).toMatchObject({ name: 1, key: 1, value: 0.5, copied: 1, summary: 2, smuggled: 0, omitted: 0 });
	});
});
