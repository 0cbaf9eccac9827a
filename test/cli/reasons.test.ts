import { describe, expect, test } from "vitest";
import { isClosed, reasonOf } from "../../src/cli/reasons";
import type { JsonObject } from "../../src/core/base/units";
import type { Score } from "../../src/core/model/reward";
import { layered } from "../../src/core/rewards/layered";
import { resolveOptions } from "../../src/core/rewards/options";
import { simrl } from "../../src/core/rewards/simrl";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../support/rollout";

const tools = [{ name: "weather", parameters: { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } }, required: ["city"] } }];
const right = { name: "weather", arguments: { city: "Oslo", days: 3 } };
const asText = { city: "Oslo", days: "3" };

const score = (parts: RolloutParts, outcome = Number.NaN, options: JsonObject = {}): Score =>
	layered.score(rolloutOf({ tools, ...parts }), resolveOptions(layered, options) as typeof layered.defaults, given({ outcome, outcomeKey: "acc" }));
const line = (s: Score): string => {
	const reason = reasonOf(s, "en");
	return reason ? `${reason.verdict} ${reason.layer}: ${reason.sentence}` : "none";
};

describe("the one line under a rollout names what cost most", () => {
	test("a type the schema forbids costs nothing where it is only reported: the result is the reason", () => {
		expect(line(score({ text: hermesCall("weather", asText), calls: [[right]] }, 0))).toBe("fail Result: The file says 0 (acc)");
	});
	test("it is said, with the quotes of the text, when nothing else is wrong", () => {
		expect(line(score({ text: hermesCall("weather", asText), calls: [[right]] }, 1))).toBe('fail Format: days should be of type integer, is "3"');
		expect(line(score({ text: hermesCall("weather", right.arguments), calls: [[right]] }, 1))).toBe("none");
	});
	test("where it is counted it closes the gate and is the reason", () => {
		expect(line(score({ text: hermesCall("weather", asText), calls: [[right]] }, 0, { ast: "count" }))).toBe('fail Format: days should be of type integer, is "3"');
	});
	test("it does not stand before the check of its layer that costs", () => {
		const text = `${hermesCall("weather", asText)}<tool_call>no call at all, for sure</tool_call>`;
		expect(line(score({ text, calls: [[right]] }, 0))).toMatch(/^fail Format: This block is not a call/);
	});
	test("the greater loss goes first, whatever the order of the layers", () => {
		const wrong = { text: hermesCall("weather", { city: "Rome", days: 3 }), calls: [[right]] };
		expect(line(score(wrong, 0))).toBe("fail Result: The file says 0 (acc)");
		expect(line(score(wrong, 0, { weights: { content: 2, result: 1 } }))).toBe("fail Content: city: expected Oslo, got Rome");
		expect(line(score(wrong, 0.9))).toBe("fail Content: city: expected Oslo, got Rome");
		expect(line(score(wrong, 0.3))).toBe("partial Result: The file says 0.3 (acc)");
	});
	test("what a closed gate keeps was cost by the format", () => {
		expect(line(score({ text: "<tool_call>oops</tool_call>", calls: [[right]] }, 0))).toMatch(/^fail Format: /);
		const s = simrl.score(rolloutOf({ tools, text: hermesCall("weather", { city: "Rome" }), calls: [[right]] }), simrl.defaults, given({}));
		expect(line(s)).toBe("fail Format penalty: 0 openings of <think>, exactly one <think>…</think> is wanted");
	});
	test("an unknown layer that counts goes before a warning that costs nothing, and after a loss", () => {
		expect(line(score({ text: hermesCall("weather", asText) }, 1))).toBe("unknown Content: The file has no reference calls. Join them with a reference file to score this layer.");
		expect(line(score({ text: hermesCall("weather", asText) }, 0))).toBe("fail Result: The file says 0 (acc)");
	});
});

test("what an unknown gate keeps costs nothing that anybody knows", () => {
	const s = layered.score(rolloutOf({ text: "It is 14 °C.", answer: "15" }), layered.defaults, given({ outcome: 0, outcomeKey: "acc" }));
	expect(line(s)).toBe("unknown Format: No call was made, and nothing says whether one was due.");
});

test("an expected and an actual value that look alike keep the quotes of the text", () => {
	const s = score({ text: hermesCall("weather", { city: "null" }), calls: [[{ name: "weather", arguments: { city: null } }]] });
	const found = s.layers.flatMap(l => l.checks).find(c => c.id === "param-different");
	expect([found?.expected, found?.actual]).toEqual(["null", `"null"`]);
	const rome = score({ text: hermesCall("weather", { city: "Rome" }), calls: [[{ name: "weather", arguments: { city: "Oslo" } }]] });
	expect(rome.layers.flatMap(l => l.checks).find(c => c.id === "param-different")).toMatchObject({ expected: "Oslo", actual: "Rome" });
});

test("an unknown gate is not a closed one", () => {
	expect(score({ text: "It is 14 °C." }, 1).layers.map(isClosed)).toEqual([false, false, false]);
	expect(score({ text: "<tool_call>oops</tool_call>", calls: [[right]] }, 1).layers.map(isClosed)).toEqual([false, true, true]);
});
