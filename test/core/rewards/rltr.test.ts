import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import type { Score } from "../../../src/core/model/reward";
import { resolveOptions } from "../../../src/core/rewards/options";
import { repeatedCalls, rltr } from "../../../src/core/rewards/rltr";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

const score = (parts: RolloutParts, votes: readonly JsonValue[] | null, outcome = Number.NaN): Score =>
	rltr.score(
		rolloutOf({ ...parts, rest: { extras: (votes ? { votes } : {}) as JsonObject } }),
		resolveOptions(rltr, {}) as typeof rltr.defaults,
		given({ outcome, outcomeKey: "done" }),
	);

describe("golden 08, the reward's part", () => {
	const file = golden<{ fmt_ok: boolean; votes: number[]; calls: [string, number][]; err: number }, Record<string, number>>("08_toolpo_rltr_mtgrpo_gigpo_steptool");
	const cases = file.cases.filter(c => c.id.startsWith("rltr_"));
	expect(cases).toHaveLength(3);
	test.each(cases)("$id", ({ input, expected }) => {
		const calls = input.calls.map(([name, n]) => ({ name, arguments: { n } }));
		if (expected.repeat_count !== undefined) expect(repeatedCalls(calls)).toHaveLength(expected.repeat_count);
		// the golden counts illegal calls apart from the others: the last tools of the list are left out of the tool list
		const names = [...new Set(calls.map(c => c.name))];
		const tools = names.slice(0, names.length - input.err);
		const text = calls.map(c => hermesCall(c.name, c.arguments)).join("") + (input.fmt_ok ? "" : "<tool_call>");
		const s = score({ text, tools }, input.votes);
		expectClose(s.total, expected.total);
		if (expected.comp === undefined) return;
		expectClose(
			s.layers.slice(1).map(l => l.contribution),
			[expected.comp, expected.repeat, expected.error],
		);
	});
});

describe("corners", () => {
	test("an untagged call is a broken format", () => {
		expect(score({ text: '{"name": "f", "arguments": {}}', tools: ["f"] }, [1]).total).toBe(-1);
	});
	test("without votes the outcome speaks; without both completeness is unknown", () => {
		expect(score({ text: "Done.", tools: [] }, null, 1).total).toBe(1);
		const s = score({ text: hermesCall("f", {}) }, null);
		expect(s.layers.map(l => l.unknown)).toEqual([null, "no-votes", null, "no-tools"]);
	});
	test("the summary earns nothing: only the planner is trained", () => {
		expect(score({ text: hermesCall("f", {}), tools: ["f"] }, [true, false]).lanes).toEqual({ tool: 0.5, summary: Number.NaN });
	});
	test("the repeated call is shown", () => {
		const text = hermesCall("f", { a: 1, b: 2 }) + hermesCall("f", { b: 2, a: 1 });
		const repeat = score({ text, tools: ["f"] }, [1]).layers[2]?.checks[0];
		expect([repeat?.id, repeat?.span?.from]).toEqual(["repeated-call", text.lastIndexOf('{"name"')]);
	});
});
