import { expect, test } from "vitest";
import { exchangesOf, observationsOf } from "../../../src/core/analyses/exchanges";
import { hermesCall, rolloutOf } from "../../support/rollout";

const text = (...parts: readonly string[]): string => parts.join("\n");
const seen = (body: string) => exchangesOf(rolloutOf({ text: body })).map(e => [e.call.name, e.observation]);

test("results answer the calls before them, in order", () => {
	const body = text(
		hermesCall("a", { x: 1 }),
		hermesCall("b", {}),
		"<tool_response>\nA\n</tool_response>",
		"<tool_response>\nB\n</tool_response>",
		"<think>next</think>",
		hermesCall("c", {}),
		"<tool_response>\nC\n</tool_response>",
		"Done.",
	);
	expect(seen(body)).toEqual([
		["a", "A"],
		["b", "B"],
		["c", "C"],
	]);
});

test("a call without a result takes none from the next one", () => {
	const body = text(
		hermesCall("a", {}),
		hermesCall("b", {}),
		"<tool_response>\nA\n</tool_response>",
		"<think>go on</think>",
		hermesCall("c", {}),
		"<tool_response>\nC\n</tool_response>",
	);
	expect(seen(body)).toEqual([
		["a", "A"],
		["c", "C"],
	]);
});

test("several results in one turn", () => {
	const rollout = rolloutOf({ text: text(hermesCall("a", {}), hermesCall("b", {}), "<tool_response>1</tool_response>\n<tool_response>2</tool_response>") });
	expect(observationsOf(rollout).map(o => o.text)).toEqual(["1", "2"]);
});
