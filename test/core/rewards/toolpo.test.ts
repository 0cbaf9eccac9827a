import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import type { ReferenceCall } from "../../../src/core/model/call";
import type { Score } from "../../../src/core/model/reward";
import { resolveOptions } from "../../../src/core/rewards/options";
import { correctRatio, foldPreference, toolpo } from "../../../src/core/rewards/toolpo";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

const score = (parts: RolloutParts, options: JsonObject = {}, outcome = 1): Score =>
	toolpo.score(rolloutOf(parts), resolveOptions(toolpo, options) as typeof toolpo.defaults, given({ outcome, outcomeKey: "success" }));

describe("golden 08, the reward's part", () => {
	const file = golden<{ calls: [string, JsonObject][]; gold: ReferenceCall[]; L_direct: number; L_fold: number }, { ratio: number; S_pref: number }>(
		"08_toolpo_rltr_mtgrpo_gigpo_steptool",
	);
	const ratios = file.cases.filter(c => c.id.startsWith("toolpo_C_"));
	expect(ratios).toHaveLength(3);
	test.each(ratios)("$id", ({ input, expected }) => {
		expectClose(
			correctRatio(
				input.calls.map(([name, args]) => ({ name, arguments: args })),
				input.gold,
			),
			expected.ratio,
		);
		const text = input.calls.map(([name, args]) => hermesCall(name, args)).join("");
		expectClose(score({ text, calls: [input.gold] }, { counting: "ratio" }).layers[1]?.score, expected.ratio);
	});
	test("the folding preference", () => {
		const { input, expected } = file.cases.find(c => c.id === "toolpo_S_pref") ?? file.cases[0] ?? { input: { L_direct: 0, L_fold: 0 }, expected: { S_pref: 0 } };
		expectClose(foldPreference(input.L_direct, input.L_fold), expected.S_pref);
		const rest = { extras: { L_direct: input.L_direct, L_fold: input.L_fold } as Record<string, JsonValue> };
		expectClose(score({ text: "Done.", calls: [], rest }).total, 1 + expected.S_pref);
	});
});

test("success pays everything, the calls pay the tool lane", () => {
	const g = (q: string) => ({ name: "f", arguments: { q } });
	const s = score({ text: hermesCall("f", { q: "a", more: 1 }) + hermesCall("f", { q: "c" }), calls: [[g("a"), g("b")]] });
	expect(s.layers.map(l => [l.id, l.score, l.weight])).toEqual([
		["success", 1, 1],
		["action", 1, 1],
		["preference", Number.NaN, 0],
	]);
	expect([s.total, s.lanes]).toEqual([2, { tool: 2, summary: 1 }]);
	expect(s.matches.map(m => m.reference)).toEqual([0, null]);
	expect(s.missed).toEqual([1]);
});

test("nothing known, nothing invented", () => {
	const s = score({ text: hermesCall("f", {}) }, {}, Number.NaN);
	expect(s.layers.map(l => l.unknown)).toEqual(["no-outcome", "no-reference", "not-applicable"]);
	expect(s.total).toBe(Number.NaN);
});
