import { describe, expect, test } from "vitest";
import { answerF1, toolstar } from "../../../src/core/rewards/toolstar";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, rolloutOf } from "../../support/rollout";

const score = (text: string, answer: string[] | null = ["Paris"]) => toolstar.score(rolloutOf({ text, ...(answer ? { answer } : {}) }), toolstar.defaults, given());

describe("golden 20, Tool-Star", () => {
	const file = golden<{ body: string; gold: string[] }, { score: number }>("20_toolstar_otc");
	const cases = file.cases.filter(c => c.id.startsWith("toolstar_"));
	expect(cases).toHaveLength(4);
	test.each(cases)("$id", ({ input, expected }) => expectClose(score(input.body, input.gold).total, expected.score));
});

describe("format", () => {
	const answer = "<answer>\\boxed{paris}</answer>";
	test.each<[string, string, string | null]>([
		["right", `<think>t</think><search>q</search><result>r</result>${answer}`, null],
		["a search without result", `<think>t</think><search>q</search>${answer}`, "toolstar-order"],
		["code without result", `<think>t</think><python>q</python>${answer}`, "toolstar-order"],
		["result before the search ends", `<think>t</think><search>q<result>r</result></search>${answer}`, "toolstar-order"],
		["two answers", `<think>t</think>${answer}${answer}`, "toolstar-answer"],
		["thinking left open", `<think>t${answer}`, "toolstar-think"],
		["no box", "<think>t</think><answer>paris</answer>", "toolstar-boxed"],
	])("%s", (_, text, failed) => {
		const s = score(text);
		expect(s.layers[0]?.checks.filter(c => c.verdict === "fail").map(c => c.id)).toEqual(failed ? [failed] : []);
		expect(s.total).toBe(failed ? -1 : 1);
	});
});

test.each([
	["The Eiffel Tower!", "eiffel tower", 1],
	["eiffel tower in Paris", "Eiffel Tower", 2 / 3],
	["yes", "no", 0],
	["yes, it is", "yes", 0],
	["a", "the", 0],
])("F1 of %s and %s", (predicted, answer, want) => expectClose(answerF1(predicted, answer), want));

test("nested braces, several answers, no answer", () => {
	expectClose(score("<think>t</think><answer>\\boxed{\\text{new york}}</answer>", ["textnew york"]).total, 1);
	expectClose(score("<think>t</think><answer>\\boxed{rome}</answer>", ["Paris", "Rome"]).total, 1);
	const s = score("<think>t</think><answer>\\boxed{rome}</answer>", null);
	expect([s.total, s.layers.map(l => l.unknown)]).toEqual([Number.NaN, [null, "no-outcome", null]]);
});
