import { describe, expect, test } from "vitest";
import { exchangesOf, observationsOf, resultsOf } from "../../../src/core/analyses/exchanges";
import { recordingOf, simulate } from "../../../src/core/analyses/simulator";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import { assemble } from "../../../src/core/pipeline";
import { hermesCall, rolloutOf } from "../../support/rollout";
import { readOne } from "../importers/support/read";

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

const turn = (role: string, rest: JsonObject): JsonObject => ({ role, ...rest });
const calling = (id: string | number | null, args: JsonValue): JsonObject => ({ ...(id === null ? {} : { id }), type: "function", function: { name: "f", arguments: args } });
const answered = (messages: readonly JsonObject[]) =>
	resultsOf(assemble(readOne({ messages: [turn("user", { content: "hi" }), ...messages], reward: 1 }), { syntax: "auto", segmenter: "auto" }));

describe("messages as a file holds them", () => {
	const result = (content: JsonValue, id?: string | number): JsonObject => turn("tool", { content, ...(id === undefined ? {} : { tool_call_id: id }) });
	const asks = (...calls: readonly JsonObject[]): JsonObject => turn("assistant", { content: "", tool_calls: calls });
	const done = turn("assistant", { content: "done" });

	test.each<[string, readonly JsonObject[], readonly (string | null)[]]>([
		["the next answer's header is no part of a result", [asks(calling("a", { x: 1 })), result("RESULT 42", "a"), done], ["RESULT 42"]],
		["nor is the next result's", [asks(calling("a", {}), calling("b", {})), result("A", "a"), result("B", "b"), done], ["A", "B"]],
		["an empty result is empty", [asks(calling("a", {})), result("", "a"), done], [""]],
		["an empty one between two keeps its place", [asks(calling(null, 1), calling(null, 2), calling(null, 3)), result("1"), result(""), result("3"), done], ["1", "", "3"]],
		["a result goes to the call it names", [asks(calling("a", { x: 1 }), calling("b", { x: 2 })), result("RES-B", "b"), result("RES-A", "a"), done], ["RES-A", "RES-B"]],
		["numbers are ids too", [asks(calling(0, 1), calling(1, 2)), result("one", 1), result("zero", 0)], ["zero", "one"]],
		["one that names none of the calls answers none", [asks(calling("a", {})), result("lost", "z"), done], [null]],
		["ids that come again mean the call before", [asks(calling("c", 1)), result("first", "c"), asks(calling("c", 2)), result("second", "c"), done], ["first", "second"]],
		["a second result of one call is not another's", [asks(calling("c", 1)), asks(calling("c", 2)), result("second", "c"), result("again", "c"), done], [null, "second"]],
		["results without ids go by order", [asks(calling("a", 1), calling("b", 2)), result("A"), result("B"), done], ["A", "B"]],
		["and so where calls have none", [asks(calling(null, 1), calling(null, 2)), result("A", "x"), result("B", "y"), done], ["A", "B"]],
	])("%s", (_, messages, expected) => {
		expect(answered(messages)).toEqual(expected);
	});

	test("Anthropic's results name their calls, Responses' theirs by call_id", () => {
		const use = (id: string): JsonObject => ({ type: "tool_use", id, name: "f", input: { id } });
		const back = (id: string): JsonObject => ({ type: "tool_result", tool_use_id: id, content: `for ${id}` });
		expect(answered([turn("assistant", { content: [use("a"), use("b")] }), turn("user", { content: [back("b"), back("a")] })])).toEqual(["for a", "for b"]);
		const item = (id: string): JsonObject => ({ type: "function_call", id: `fc_${id}`, call_id: id, name: "f", arguments: "{}" });
		const output = (id: string): JsonObject => ({ type: "function_call_output", id: `o_${id}`, call_id: id, output: `for ${id}` });
		const read = readOne({ input: "hi", output: [item("a"), item("b"), output("b"), output("a")] });
		expect(resultsOf(assemble(read, { syntax: "auto", segmenter: "auto" }))).toEqual(["for a", "for b"]);
	});

	test("ATIF's results name their calls, τ²'s have their ids", () => {
		const called = (id: string): JsonObject => ({ tool_call_id: id, function_name: "f", arguments: { id } });
		const observed = (id: string): JsonObject => ({ source_call_id: id, content: `for ${id}` });
		const steps: JsonObject[] = [
			{ step_id: 1, source: "user", message: "hi" },
			{ step_id: 2, source: "agent", message: "", tool_calls: [called("a"), called("b")], observation: { results: [observed("b"), observed("a")] } },
		];
		const atif = readOne({ schema_version: "ATIF-v1.5", session_id: "s", agent: { name: "a", version: "1" }, steps });
		expect(resultsOf(assemble(atif, { syntax: "auto", segmenter: "auto" }))).toEqual(["for a", "for b"]);
		const tool_calls = ["a", "b"].map(id => ({ id, name: "f", arguments: { id }, requestor: "assistant" }));
		const messages = [
			turn("user", { content: "hi" }),
			turn("assistant", { content: null, tool_calls }),
			...["b", "a"].map(id => turn("tool", { id, content: `for ${id}`, requestor: "assistant", error: false })),
		];
		const tau = readOne({ id: "s0", task_id: "4", termination_reason: "user_stop", messages });
		expect(resultsOf(assemble(tau, { syntax: "auto", segmenter: "auto" }))).toEqual(["for a", "for b"]);
	});
});

test("answers made from a recording keep its JSON's shape", () => {
	const messages = [
		turn("user", { content: "hi" }),
		turn("assistant", { content: "", tool_calls: [calling("a", { x: 1 })] }),
		turn("tool", { tool_call_id: "a", content: '{"status": "ok", "id": 7}' }),
		turn("assistant", { content: "done" }),
	];
	const recording = recordingOf(exchangesOf(assemble(readOne({ messages, reward: 1 }), { syntax: "auto", segmenter: "auto" })));
	const made = simulate({ tools: null, outputs: new Map(), recording, mode: "auto" }, { name: "f", arguments: { x: 77 } });
	expect(made.origin).toBe("shape");
	expect(Object.keys(JSON.parse(made.observation))).toEqual(["status", "id"]);
});
