import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import { astDice } from "../../../src/core/matching/similarity";
import type { ReferenceCall } from "../../../src/core/model/call";
import type { Score } from "../../../src/core/model/reward";
import { layered } from "../../../src/core/rewards/layered";
import { resolveOptions } from "../../../src/core/rewards/options";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

const score = (parts: RolloutParts, options: JsonObject = {}, outcome = Number.NaN): Score =>
	layered.score(rolloutOf(parts), resolveOptions(layered, options) as typeof layered.defaults, given({ outcome, outcomeKey: "solved" }));
const checkOf = (s: Score, id: string) => s.layers.flatMap(l => l.checks).find(c => c.id === id);

interface Input {
	readonly pred: ReferenceCall | null;
	readonly gold: ReferenceCall;
	readonly required: string[];
	readonly text: string;
	readonly tools: Record<string, { required: string[]; properties: Record<string, string> }>;
}
const file = golden<Input, Record<string, number>>("12_seed_layers_and_partial_credit");

describe("golden 12: tiers", () => {
	const cases = file.cases.filter(c => c.id.startsWith("tier_"));
	expect(cases).toHaveLength(7);
	test.each(cases)("$id", ({ input, expected }) => {
		const parameters = { type: "object", properties: {}, additionalProperties: true, required: input.required };
		const tools = [...new Set([input.gold.name, input.pred?.name ?? input.gold.name])].map(name => ({ name, parameters }));
		const calls = [[input.gold]];
		const text = input.pred ? hermesCall(input.pred.name, input.pred.arguments) : "";
		for (const tiers of ["literal", "monotone"]) expectClose(score({ text, tools, calls }, { tiers }).layers[1]?.score, expected[tiers]);
		expectClose(astDice(input.pred, input.gold), expected.ast_dice);
		// no call is no format either, so the gate must be off to see the other layers
		const open: JsonObject = input.pred ? {} : { gate: 0, weights: { format: 0 } };
		const base = input.pred ? 0 : 0.4;
		expectClose(score({ text, tools, calls }, open, 0).total + base, expected.R_f1_r0);
		expectClose(score({ text, tools, calls }, open, 1).total + base, expected.R_f1_r1);
	});
	test("half a format pays .4 · .5 and closes the rest", () => {
		const text = hermesCall("cancel", { city: "Rome" });
		const s = score({ text, tools: [{ name: "book", parameters: { properties: {} } }], calls: [[{ name: "book", arguments: {} }]] }, { ast: "count" }, 1);
		expect(s.layers[0]?.score).toBe(0.5);
		for (const c of cases) expectClose(s.total, c.expected.R_f0);
	});
	test("the dice of the call's facts is shown beside its tier", () => {
		const note = (text: string) => ({ city: "Rome", date: "2024-05-01", seats: 2, note: text });
		const s = score({ text: hermesCall("book", note("window seat")), tools: ["book"], calls: [[{ name: "book", arguments: note("window seat please") }]] });
		expect(checkOf(s, "tier-core")?.data.ast).toBeCloseTo(12 / 13, 12);
	});
});

describe("golden 12: format", () => {
	const cases = file.cases.filter(c => c.id.startsWith("format_"));
	expect(cases).toHaveLength(7);
	test.each(cases)("$id", ({ input, expected }) => {
		const tools = Object.entries(input.tools).map(([name, { required, properties }]) => ({
			name,
			parameters: { type: "object", required, properties: Object.fromEntries(Object.entries(properties).map(([k, type]) => [k, { type }])) },
		}));
		const s = score({ text: input.text, tools, calls: [[{ name: "book", arguments: {} }]] });
		const part = (id: string) => checkOf(s, `format-${id}`)?.score;
		expectClose({ json: part("json"), name: part("name"), tag: part("tag"), schema: part("schema"), f: s.layers[0]?.score }, { ...expected, f_ast: undefined });
		expectClose(score({ text: input.text, tools, calls: [[{ name: "book", arguments: {} }]] }, { ast: "count" }).layers[0]?.score, expected.f_ast);
	});
});

const city = (name: string) => ({ name: "weather", arguments: { city: name } });
const tools = [{ name: "weather", parameters: { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } }, required: ["city"] } }];

describe("unknown stays unknown, closed is 0", () => {
	const good = hermesCall("weather", { city: "Oslo" });
	const bad = hermesCall("wether", { city: "Oslo" });
	test.each<[string, RolloutParts, JsonObject, total: number, known: number, unknown: (string | null)[]]>([
		["nothing but the format is known", { text: good, tools }, {}, Number.NaN, 0.4, [null, "no-reference", "no-outcome"]],
		["an outcome is missing", { text: good, tools, calls: [[city("Oslo")]] }, {}, Number.NaN, 1, [null, null, "no-outcome"]],
		["an unknown layer without weight does not count", { text: good, tools, calls: [[city("Oslo")]] }, { weights: { result: 0 } }, 1, 1, [null, null, "no-outcome"]],
		["a closed gate makes the rest known: 0", { text: bad, tools }, {}, (0.4 * 2) / 3, (0.4 * 2) / 3, [null, "no-reference", "no-outcome"]],
		["no call, and nobody says whether one was due", { text: "Hello." }, {}, Number.NaN, 0, ["no-call-no-reference", "no-reference", "no-outcome"]],
		[
			"… with the gate unknown, a known content does not pay either",
			{ text: "Hello.", answer: "hello" },
			{},
			Number.NaN,
			0,
			["no-call-no-reference", "no-reference", "gate-unknown"],
		],
		["no tools: the name check is left out", { text: bad, calls: [[city("Oslo")]] }, { weights: { result: 0 } }, 0.4, 0.4, [null, null, "no-outcome"]],
		["a plain reply was right", { text: "No tool for that.", tools, calls: [] }, { weights: { result: 0 } }, 1, 1, [null, null, "no-outcome"]],
		["a plain reply was due", { text: good, tools, calls: [] }, { weights: { result: 0 } }, 0, 0, [null, null, "no-outcome"]],
		["a call was due", { text: "It is sunny.", tools, calls: [[city("Oslo")]] }, {}, 0, 0, [null, null, "no-outcome"]],
	])("%s", (_, parts, options, total, known, unknown) => {
		const s = score(parts, options);
		expectClose({ total: s.total, known: s.known }, { total: Number.isNaN(total) ? null : total, known });
		expect(s.layers.map(l => l.unknown)).toEqual(unknown);
	});
	test("an omitted call is marked", () => {
		expect(score({ text: "It is sunny.", calls: [[city("Oslo")]] }).omitted).toBe(true);
		expect(score({ text: "It is sunny.", calls: [] }).omitted).toBe(false);
		expect(score({ text: "It is sunny." }).omitted).toBe(false);
	});
});

describe("lanes", () => {
	const parts = { text: `${hermesCall("weather", { city: "Oslo" })}<tool_response>20</tool_response>20 degrees.`, tools, calls: [[city("Oslo")]] };
	test("format and content pay the calls, the result pays the summary", () => {
		expect(score(parts, {}, 0.5).lanes).toEqual({ tool: 1, summary: 0.5 });
		expect(score(parts).lanes).toEqual({ tool: 1, summary: Number.NaN });
	});
	test("a recipe may pay otherwise", () => {
		expect(score(parts, { pays: { result: ["tool", "summary"] } }, 0.5).lanes).toEqual({ tool: 1.5, summary: 0.5 });
		expect(score(parts, { pays: { result: [] } }, 0.5).lanes).toEqual({ tool: 1, summary: Number.NaN });
	});
});

describe("result", () => {
	const say = (reply: string) => ({ text: `${hermesCall("weather", { city: "Oslo" })}<tool_response>20</tool_response>${reply}` });
	test.each<[reply: string, answer: JsonValue, score: number | null, check: string]>([
		["Oslo", "Oslo", 1, "answer-exact"],
		["1,250", 1250, 1, "answer-numeric"],
		["oslo ", "Oslo", 1, "answer-loose"],
		["It is Oslo.", "Oslo", 1, "answer-contained"],
		["It is Oslonia.", "Oslo", 0, "answer-different"],
		["答案是北京。", "北京", 1, "answer-contained"],
		["It is Rome.", ["Oslo", "Rome"], 1, "answer-contained"],
		["<think>Oslo</think>It is Rome.", "Oslo", 0, "answer-different"],
		["Oslo? <answer>Rome</answer>", "Oslo", 0, "answer-different"],
		["<answer>Rome</answer>", "rome", 1, "answer-loose"],
		["42", 41, 0, "answer-different"],
		["It is rather warm today.", "The weather in Oslo will be warm and sunny for most of the day, with some wind in the evening.", null, "answer-not-comparable"],
		["Anything", { a: 1 }, null, "answer-not-comparable"],
	])("%s against %j", (reply, answer, want, id) => {
		const result = score({ ...say(reply), tools, calls: [[city("Oslo")]], answer }).layers[2];
		expectClose(result?.score, want);
		expect(result?.checks.map(c => c.id)).toEqual([id]);
	});
	test("an outcome of the file goes before the answer, with its key", () => {
		const result = score({ ...say("Rome"), tools, answer: "Oslo" }, {}, 1).layers[2];
		expect(result?.checks).toMatchObject([{ id: "outcome-recorded", verdict: "pass", actual: "1", data: { key: "solved" } }]);
	});
	test("a check is placed at the reply", () => {
		const parts = say("It is Rome.");
		const c = score({ ...parts, answer: "Oslo" }).layers[2]?.checks[0];
		expect([parts.text.slice(c?.span?.from, c?.span?.to), c?.expected, c?.actual]).toEqual(["It is Rome.", "Oslo", "It is Rome."]);
	});
});

describe("checks point at characters", () => {
	/** The text with ^ under every failed check's span, and the check's id. */
	const draw = (parts: RolloutParts, layer: number): string[] =>
		score(parts)
			.layers[layer]?.checks.filter(c => c.verdict === "fail" && c.span && !c.id.startsWith("format-"))
			.map(c => `${c.id}: ${parts.text.slice(c.span?.from, c.span?.to)}`) ?? [];
	test("format", () => {
		const text = `<tool_call>{"name":"weather","arguments":{"city":3,"town":"x"}}</tool_call><tool_call>{"name":"time","arguments":{}}</tool_call><tool_call>{"name" oops</tool_call><tool_call>`;
		const drawn = draw({ text, tools, calls: [[city("Oslo")]] }, 0);
		expect(drawn.filter(d => d.startsWith("tool-known"))).toEqual(['tool-known: {"name":"time","arguments":{}}']);
		expect(drawn).toContain("body-is-call: o");
		expect(drawn).toContain("marks-balanced: <tool_call>");
		expect(drawn).toContain("schema-wrong-type: 3");
		expect(drawn).toContain('schema-unknown-parameter: "x"');
	});
	test("content", () => {
		const text = hermesCall("weather", { city: "Rome", days: 3, extra: [1] });
		expect(draw({ text, tools, calls: [[{ name: "weather", arguments: { city: "Oslo", days: 3, unit: "C" } }, city("Paris")]] }, 1)).toEqual([
			'tier-wrong: {"name":"weather","arguments":{"city":"Rome","days":3,"extra":[1]}}',
			'param-different: "Rome"',
			'param-missing: {"name":"weather","arguments":{"city":"Rome","days":3,"extra":[1]}}',
			"param-extra: [1]",
		]);
	});
	test("which call stands for which reference, and what is missing", () => {
		const text = `${hermesCall("weather", { city: "Rome" })}${hermesCall("clock", {})}${hermesCall("weather", { city: "Oslo" })}`;
		const s = score({
			text,
			tools: ["weather", "clock", "map"],
			calls: [[city("Oslo"), city("Rome")], [{ name: "map", arguments: { at: "x" } }], [{ name: "map", arguments: { at: "y" } }]],
		});
		expect(s.matches.map(m => [m.call, m.reference, m.similarity])).toEqual([
			[0, 1, 1],
			[1, 2, 0],
			[2, 0, 1],
		]);
		expect(s.missed).toEqual([3]);
		expect(s.layers[1]?.score).toBeCloseTo(0.5, 12);
	});
});
