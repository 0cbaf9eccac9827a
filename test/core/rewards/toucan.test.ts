import { describe, expect, test } from "vitest";
import { resolveOptions } from "../../../src/core/rewards/options";
import { desiredToolsUsed, orderCorrect, toucan } from "../../../src/core/rewards/toucan";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, rolloutOf } from "../../support/rollout";

describe("golden 19", () => {
	const file = golden<{ actual: string[]; target: string[] }, { desired_tools_used: number; order_correct: boolean }>("19_toucan");
	test.each(file.cases)("$id", ({ input, expected }) => {
		expectClose(desiredToolsUsed(input.actual, input.target), expected.desired_tools_used);
		expect(orderCorrect(input.actual, input.target)).toBe(expected.order_correct);
		const rollout = rolloutOf({ text: input.actual.map(name => hermesCall(name, {})).join(""), calls: input.target.map(name => [{ name, arguments: {} }]) });
		const s = toucan.score(rollout, toucan.defaults, given());
		expectClose([s.layers[0]?.score, s.layers[1]?.score, s.total], [expected.desired_tools_used, Number(expected.order_correct), expected.desired_tools_used]);
	});
});

test("the order may be weighed too", () => {
	const rollout = rolloutOf({ text: hermesCall("b", {}) + hermesCall("a", {}), calls: [[{ name: "a", arguments: {} }], [{ name: "b", arguments: {} }]] });
	expectClose(toucan.score(rollout, resolveOptions(toucan, { weights: { tools: 0.5, order: 0.5 } }) as typeof toucan.defaults, given()).total, 0.5);
});

test("no reference: unknown", () => {
	expect(toucan.score(rolloutOf({ text: "hi" }), toucan.defaults, given()).layers.map(l => l.unknown)).toEqual(["no-reference", "no-reference"]);
});
