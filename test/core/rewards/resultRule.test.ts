import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import type { ResultRule } from "../../../src/core/model/resultRule";
import { finalAnswer } from "../../../src/core/rewards/answer";
import { readOutcome } from "../../../src/core/rewards/outcome";
import { compileRule } from "../../../src/core/rewards/resultRule";
import { CHECK_WORDS, checkSentence, UNKNOWN_WORDS } from "../../../src/words/rewards";
import { given, hermesCall, rolloutOf } from "../../support/rollout";

function ruleOf(id: string, options: JsonObject): ResultRule {
	const rule = compileRule({ id, options });
	if (!("id" in rule)) throw new Error(JSON.stringify(rule));
	return rule;
}

const before = `${hermesCall("track", { id: "A1" })}<tool_response>ok</tool_response>`;
const record: JsonValue = { expected: "shipped", meta: { rate: 0.75, done: true, note: "order A1 closed" }, list: [3, 4] };

function outcome(reply: string, rule: ResultRule, rest: { answer?: JsonValue; outcome?: number } = {}) {
	const text = before + reply;
	const rollout = rolloutOf({ text, ...(rest.answer === undefined ? {} : { answer: rest.answer }), rest: { record } });
	const reading = readOutcome(rollout, given({ rule, outcome: rest.outcome ?? Number.NaN, outcomeKey: "solved" }));
	const [check] = reading.checks;
	return { ...reading, check, marked: check?.span ? text.slice(check.span.from, check.span.to) : null, rollout };
}

describe("a recipe's rule for the result", () => {
	const JSON_REPLY = 'Done.\n```json\n{"order": {"status": "Shipped", "items": [{"n": 1}, {"n": "2"}]}}\n```';
	test.each<[name: string, id: string, JsonObject, reply: string, score: number, check: string, expected: string | null, actual: string | null, marked: string | null]>([
		[
			"a pattern, at its match",
			"regex",
			{ pattern: "order A\\d (shipped|sent)" },
			"Your order A1 shipped today.",
			1,
			"rule-pattern",
			"order A\\d (shipped|sent)",
			"order A1 shipped",
			"order A1 shipped",
		],
		["a pattern that is not there, at the reply", "regex", { pattern: "lost" }, "It shipped.", 0, "rule-pattern", "lost", "It shipped.", "It shipped."],
		["inside <answer>", "regex", { pattern: "^ok$", flags: "i" }, "Maybe ok? <answer>OK</answer>", 1, "rule-pattern", "^ok$", "OK", "OK"],
		["reasoning is no answer", "regex", { pattern: "Oslo" }, "<think>Oslo</think>Rome", 0, "rule-pattern", "Oslo", "Rome", "Rome"],
		["a pattern in the record", "regex", { pattern: "closed$", on: "record", path: "$.meta.note" }, "x", 1, "rule-pattern", "closed$", "closed", null],
		["a value of the answer's JSON", "json-path", { path: "$.order.status", equals: "shipped" }, JSON_REPLY, 1, "rule-equal", "shipped", "Shipped", '"Shipped"'],
		["… exactly", "json-path", { path: "$.order.status", equals: "shipped", exact: true }, JSON_REPLY, 0, "rule-equal", "shipped", "Shipped", '"Shipped"'],
		["… a number written as text", "json-path", { path: "$.order.items[-1].n", equals: 2 }, JSON_REPLY, 1, "rule-equal", "2", "2", '"2"'],
		["… against the record", "json-path", { path: "$.order.status", equalsPath: "$.expected" }, JSON_REPLY, 1, "rule-equal", "shipped", "Shipped", '"Shipped"'],
		["the answer is no JSON", "json-path", { path: "$.order", equals: 1 }, "It shipped.", 0, "rule-no-json", "$.order", "It shipped.", "It shipped."],
		["the answer's JSON has no such value", "json-path", { path: "$.x", equals: 1 }, '{"y": 1}', 0, "rule-no-value", "$.x", '{"y": 1}', '{"y": 1}'],
		["a value of the record is the result", "json-path", { path: "$.meta.rate", on: "record" }, "x", 0.75, "rule-value", null, "0.75", null],
		["… true too", "json-path", { path: "$.meta.done", on: "record" }, "x", 1, "rule-value", null, "true", null],
		["… nothing else", "json-path", { path: "$.meta.note", on: "record" }, "x", Number.NaN, "rule-value", null, "order A1 closed", null],
		["the record has no such value: unknown", "json-path", { path: "$.meta.none", on: "record" }, "x", Number.NaN, "rule-no-value", "$.meta.none", null, null],
		["equal", "equality", { equals: "SHIPPED" }, " shipped ", 1, "rule-equal", "SHIPPED", "shipped", "shipped"],
		["equal numbers", "equality", { equals: 1250 }, "1,250.0", 1, "rule-equal", "1250", "1,250.0", "1,250.0"],
		["holding it is not being it", "equality", { equals: "shipped" }, "It shipped.", 0, "rule-equal", "shipped", "It shipped.", "It shipped."],
		["equal to null is possible", "json-path", { path: "$.a", equals: null }, '{"a": null}', 1, "rule-equal", "null", "null", "null"],
		["equal to the record", "equality", { equalsPath: "$.expected" }, "shipped", 1, "rule-equal", "shipped", "shipped", "shipped"],
		["the record has no right value: unknown", "equality", { equalsPath: "$.nothing" }, "shipped", Number.NaN, "rule-no-value", "$.nothing", null, null],
		[
			"similar",
			"similarity",
			{ equals: "It was shipped today", least: 0.7 },
			"It was shipped today!",
			1,
			"rule-similar",
			"It was shipped today",
			"It was shipped today!",
			"It was shipped today!",
		],
		["not similar", "similarity", { equals: "It was shipped today" }, "No idea", 0, "rule-similar", "It was shipped today", "No idea", "No idea"],
		["similar to what is not there", "similarity", {}, "No idea", Number.NaN, "rule-no-reference", null, "No idea", "No idea"],
		["no answer at all", "regex", { pattern: "x" }, "", 0, "rule-pattern", "x", "", null],
	])("%s", (_, id, options, reply, score, check, expected, actual, marked) => {
		const found = outcome(reply, ruleOf(id, options));
		expect([found.score, found.check?.id, found.check?.expected, found.check?.actual, found.marked]).toEqual([score, check, expected, actual, marked]);
		expect(found.unknown).toBe(Number.isNaN(score) ? check : null);
		if (found.unknown !== null) expect(UNKNOWN_WORDS).toHaveProperty(found.unknown);
		for (const locale of ["en", "zh-cn"] as const) expect(found.check && checkSentence(found.check, locale)).not.toMatch(/\{\w+\}|^rule-/);
	});

	test("what the file records, a benchmark and a reference answer go before it", () => {
		const rule = ruleOf("regex", { pattern: "shipped" });
		expect(outcome("shipped", rule, { outcome: 0 }).check?.id).toBe("outcome-recorded");
		expect(outcome("shipped", rule, { answer: "lost" }).check?.id).toBe("answer-different");
		const answers = [{ track: { id: ["A2"] } }];
		const benchmark = rolloutOf({
			text: `${before}shipped`,
			tools: [{ name: "track", parameters: { type: "dict", properties: { id: { type: "string" } }, required: ["id"] } }],
			calls: [[{ name: "track", arguments: { id: "A2" } }]],
			answer: answers,
		});
		expect(readOutcome(benchmark, given({ rule }))).toMatchObject({ score: 0, checks: [{ id: "bfcl:value_error:string", expected: "['A2']" }] });
	});

	test("it is asked where the answer cannot be compared", () => {
		const prose = "The parcel left the warehouse on Monday and will arrive within three working days at the address given.";
		const similar = ruleOf("similarity", { least: 0.5 });
		expect(outcome("The parcel left the warehouse on Monday; it arrives in three days.", similar, { answer: prose })).toMatchObject({
			score: 1,
			check: { id: "rule-similar", expected: prose },
		});
		expect(outcome("I do not know.", similar, { answer: prose })).toMatchObject({ score: 0 });
	});

	test("every word is used", () => {
		expect(
			Object.keys(CHECK_WORDS)
				.filter(k => k.startsWith("rule-"))
				.sort(),
		).toEqual(
			[
				"rule-equal",
				"rule-equal:pass",
				"rule-no-json",
				"rule-no-reference",
				"rule-no-value",
				"rule-no-value:unknown",
				"rule-pattern",
				"rule-pattern:pass",
				"rule-similar",
				"rule-similar:pass",
				"rule-value",
			].sort(),
		);
	});
});

describe("the answer", () => {
	test.each([
		["It is Oslo.", "It is Oslo."],
		["Oslo? <answer> Rome </answer>", "Rome"],
		["Rome is fine. <answer>Rome</answer>", "Rome"],
	])("%s", (reply, text) => {
		const rollout = rolloutOf({ text: before + reply });
		const answer = finalAnswer(rollout);
		expect([answer.text, answer.span && rollout.text.slice(answer.span.from, answer.span.to)]).toEqual([text, text]);
		expect(answer.span?.from).toBe(rollout.text.lastIndexOf(text));
	});
	test("a reply in two pieces has no single place", () => {
		const rollout = rolloutOf({ text: `${before}One<think>x</think>Two` });
		expect(finalAnswer(rollout)).toMatchObject({ text: "One\nTwo", span: null });
	});
});

describe("a reference answer that is a list or an object", () => {
	test.each<[reply: string, answer: JsonValue, score: number, check: string]>([
		['["b", "a"]', ["a", "b"], 1, "answer-set"],
		['["b", "b"]', ["a", "b"], 1, "answer-contained"],
		['["c", "d"]', ["a", "b"], 0, "answer-different"],
		['{"b": 1, "a": "x"}', { a: "x", b: 1 }, 1, "answer-loose"],
		['{"b": 2, "a": "x"}', { a: "x", b: 1 }, 0, "answer-different"],
		["b is 1", { a: "x", b: 1 }, Number.NaN, "answer-not-comparable"],
	])("%s against %j", (reply, answer, score, check) => {
		const reading = readOutcome(rolloutOf({ text: before + reply, answer }), given());
		expect([reading.score, reading.checks[0]?.id]).toEqual([score, check]);
	});
});
