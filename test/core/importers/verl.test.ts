import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/base/units";
import { codes, drawTurns, readOne, readRecord } from "./support/read";

const INPUT = "system\nBe brief.\nuser\nWhen is high tide?\nassistant\n";
const row = { input: INPUT, output: "At 14:20.", score: 1, step: 12 };

describe("turns of a dump without special tokens", () => {
	test("the prompt's turns; the generation prompt belongs to the question", () => {
		expect(drawTurns(readOne(row))).toEqual(["system [system\\n] Be brief.", "user [\\nuser\\n] When is high tide? [\\nassistant\\n]", "assistant* At 14:20."]);
	});

	test("Qwen: results in a user turn", () => {
		const output = "<tool_call>\n{}\n</tool_call>\nuser\n<tool_response>\n14:20\n</tool_response>\n<tool_response>\n02:01\n</tool_response>\nassistant\nAt 14:20.";
		expect(drawTurns(readOne({ ...row, output })).slice(2)).toEqual([
			"assistant* <tool_call>\\n{}\\n</tool_call>",
			"tool [\\nuser\\n] <tool_response>\\n14:20\\n</tool_response>\\n<tool_response>\\n02:01\\n</tool_response>",
			"assistant* [\\nassistant\\n] At 14:20.",
		]);
	});

	test("older path: a bare tool line after a call", () => {
		expect(drawTurns(readOne({ ...row, output: "<tool_call>\n{}\n</tool_call>\ntool\n14:20\nassistant\nAt 14:20." })).slice(2)).toEqual([
			"assistant* <tool_call>\\n{}\\n</tool_call>",
			"tool [\\ntool\\n] 14:20",
			"assistant* [\\nassistant\\n] At 14:20.",
		]);
	});

	test("a user who answers a call without marks is a user", () => {
		expect(drawTurns(readOne({ ...row, output: "<tool_call>\n{}\n</tool_call>\nuser\nno tool\nassistant\nSorry." }))[3]).toBe("user [\\nuser\\n] no tool");
	});

	test.each([
		["prose with a line of its own", "The roles are\nuser\nassistant\nand tool\ntool\n."],
		["a line user with no mark after it", "Write\nuser\nfirst."],
	])("%s is not cut", (_, output) => {
		expect(drawTurns(readOne({ ...row, output })).length).toBe(3);
	});

	test("a line assistant inside a result does not end it", () => {
		const output = "<tool_call>\n{}\n</tool_call>\nuser\n<tool_response>\nroles:\nassistant\nuser\n</tool_response>\nassistant\nDone.";
		expect(drawTurns(readOne({ ...row, output })).slice(3)).toEqual([
			"tool [\\nuser\\n] <tool_response>\\nroles:\\nassistant\\nuser\\n</tool_response>",
			"assistant* [\\nassistant\\n] Done.",
		]);
	});

	test("a rollout that ends in a result, or in an answer's bare header", () => {
		const start = "<tool_call>\n{}\n</tool_call>\nuser\n<tool_response>\n14:20";
		expect(drawTurns(readOne({ ...row, output: start })).at(-1)).toBe("tool [\\nuser\\n] <tool_response>\\n14:20");
		expect(drawTurns(readOne({ ...row, output: `${start}\n</tool_response>\nassistant` })).at(-1)).toMatch(/^assistant\*/);
	});

	test("a step that is none is told with what stands there, and none is made up", () => {
		const steps = (step: JsonValue) => {
			const r = readOne({ ...row, step });
			return [r.step, ...r.findings.map(f => [f.code, f.data.value, f.path?.join(".")].join(" "))];
		};
		expect(steps("abc")).toEqual([null, 'step-not-number "abc" step']);
		expect(steps({ a: 1 })).toEqual([null, 'step-not-number {"a":1} step']);
		expect(steps([1, 2])).toEqual([null, "step-not-number [1,2] step"]);
		expect(steps("7")).toEqual([7]);
		// how tables write "none"
		for (const none of [null, Number.NaN, "nan", ""]) expect(steps(none)).toEqual([null]);
	});

	test("a prompt without headers is one user turn; an empty answer is named", () => {
		expect(drawTurns(readOne({ ...row, input: "q" }))).toEqual(["user q", "assistant* At 14:20."]);
		expect(codes(readOne({ ...row, output: "" }))).toEqual(["no-response"]);
	});

	test("a line user inside the question stays in it", () => {
		expect(drawTurns(readOne({ ...row, input: "user\nSay\nuser\ntwice\nassistant\n" }))[0]).toBe("user [user\\n] Say\\nuser\\ntwice [\\nassistant\\n]");
	});

	test("a thinking prefix of the generation prompt is no turn", () => {
		expect(drawTurns(readOne({ ...row, input: "user\nTide?\nassistant\n<think>\n", output: "Hm.\n</think>\n14:20" }))).toEqual([
			"user [user\\n] Tide? [\\nassistant\\n<think>\\n]",
			"assistant* Hm.\\n</think>\\n14:20",
		]);
	});
});

describe("groups", () => {
	const uid = "7c0e3a52-1111-4222-8333-444444444444";
	test("V1: uid without rollout and sequence; a later sequence is named", () => {
		const [a, b] = [readOne({ ...row, uid: `${uid}_0_0` }), readOne({ ...row, input: "other", uid: `${uid}_1_2` })];
		expect([a.group, b.group]).toEqual([uid, uid]);
		expect([codes(a), codes(b)]).toEqual([[], ["later-sequence"]]);
		expect(b.id).toBe(`${uid}_1_2`);
	});

	test("a V1 file's row without uid has no group", () => {
		const reading = readRecord([{ ...row, uid: `${uid}_0_0` }, row]);
		expect(reading.rollouts.map(r => r.group)).toEqual([uid, null]);
	});

	test("legacy: equal inputs, and only those; the key can be read", () => {
		const keys = [row, { ...row, output: "x" }, { ...row, input: `${INPUT} ` }].map(r => readOne(r).group);
		expect(keys[0]).toBe(keys[1]);
		expect(keys[0]).not.toBe(keys[2]);
		expect(keys[0]).toMatch(/^When is high tide\? #[0-9a-v]{11}$/);
		const huge = readOne({ ...row, input: `user\n${"long ".repeat(100_000)}\nassistant\n` }).group;
		expect(huge?.length).toBeLessThan(80);
	});
});

describe("rewards", () => {
	test.each([
		["score, components, booleans", { acc: true, format_reward: 0.5 }, 1, { acc: 1, format_reward: 0.5 }, []],
		["null components are none, not zero", { format: null }, 1, { format: Number.NaN }, []],
		["numbers written as text", { acc: "True", loss: "0.5" }, 1, { acc: 1, loss: 0.5 }, ["number-as-text", "number-as-text"]],
		["what the model said is no component", { pred: "42", extracted_answer: "7", feedback: "no", request_id: "12" }, 1, {}, []],
		["DAPO's penalty is not in the score", { overlong_reward: -0.35 }, 1, { overlong_reward: -0.35 }, ["penalty-beside-score"]],
		["NaN stays NaN", { score: Number.NaN }, Number.NaN, {}, ["reward-not-finite"]],
		["-Infinity is kept and named", { score: Number.NEGATIVE_INFINITY }, Number.NEGATIVE_INFINITY, {}, ["reward-not-finite"]],
		["an integer beyond every double is infinite, and named", { score: 10n ** 400n }, Number.POSITIVE_INFINITY, {}, ["reward-not-finite"]],
		["infinity as text is named too", { score: "-inf" }, Number.NEGATIVE_INFINITY, {}, ["number-as-text", "reward-not-finite"]],
		["a score as text is the number", { score: "0.25" }, 0.25, {}, ["number-as-text"]],
		["a score that is no number is none", { score: "high" }, Number.NaN, {}, ["reward-not-number"]],
		["null is none", { score: null }, Number.NaN, {}, []],
	])("%s", (_, extra, reward, components, findings) => {
		const r = readOne({ ...row, ...extra }, { format: "verl" });
		expect(r.recorded).toEqual({ reward, components, advantage: Number.NaN });
		expect(codes(r)).toEqual(findings);
	});
	test.each([
		[10n ** 400n, "1e+400"],
		[-125n * 10n ** 398n, "-1.25e+400"],
		[Number.NEGATIVE_INFINITY, "-Infinity"],
	])("%s is said as a person reads it", (score, value) => {
		expect(readOne({ ...row, score }, { format: "verl" }).findings).toMatchObject([{ code: "reward-not-finite", data: { value }, path: ["score"] }]);
	});
	test("an infinite reward is named whatever it was made of", () => {
		const found = readOne({ prompt: "q", completion: "a", step: 1, ended: Number.POSITIVE_INFINITY, short: 1 }, { format: "trl" });
		expect([found.recorded.reward, codes(found)]).toEqual([Number.POSITIVE_INFINITY, ["reward-not-finite"]]);
	});
});

describe("tools and reference", () => {
	const tool = '{"type": "function", "function": {"name": "lookup_tide", "parameters": {"type": "object"}}}';
	test("tools from the prompt's text", () => {
		const input = `system\nsignatures within <tools></tools> XML tags:\n<tools>\n${tool}\n</tools>\nuser\nTide?\nassistant\n`;
		expect(readOne({ ...row, input }).tools?.map(t => t.name)).toEqual(["lookup_tide"]);
	});

	test("SLCA: schemas, steps of parallel calls, and the raw truth kept", () => {
		const gts = {
			question_content: "Tide?",
			allowed_tools: ["lookup_tide"],
			tool_schemas: `[${tool}]`,
			gold_tool_calls: '[[{"name": "a", "arguments": {}}, {"name": "b", "arguments": {}}], [{"name": "c", "arguments": {"x": 1}}]]',
		};
		const r = readOne({ ...row, gts });
		expect(r.tools?.map(t => t.name)).toEqual(["lookup_tide"]);
		expect(r.reference?.calls?.map(step => step.map(c => c.name))).toEqual([["a", "b"], ["c"]]);
		expect(r.extras.gts).toEqual(gts);
	});

	test("no gts, no reference; text answers stay text", () => {
		expect(readOne(row).reference).toBeNull();
		expect(readOne({ ...row, gts: null }).reference).toBeNull();
		expect(readOne({ ...row, gts: "14:20" }).reference).toEqual({ calls: null, answer: "14:20", source: "gts" });
	});
});

test("lone surrogates, U+2028 and big integers pass through", () => {
	const r = readOne({ ...row, output: "a\u2028b \ud83d c", id64: 9007199254740993n });
	expect(r.text.slice(r.promptEnd)).toBe("a\u2028b \ud83d c");
	expect(r.extras.id64).toBe(9007199254740993n);
});

test("a 20 MB answer with a thousand results is cut in a moment", () => {
	const round = `<tool_call>\n{}\n</tool_call>\nuser\n<tool_response>\n${"0123456789 ".repeat(1800)}\n</tool_response>\nassistant\n`;
	const started = performance.now();
	const r = readOne({ ...row, output: round.repeat(1000) });
	expect(r.turns.filter(t => t.role === "tool").length).toBe(1000);
	expect(performance.now() - started).toBeLessThan(5000);
});

test("linear on a megabyte of header lines", () => {
	const started = performance.now();
	readOne({ ...row, output: "\nuser\nassistant\ntool".repeat(50_000) });
	readOne({ ...row, input: `user\n${"<tool_response>\nuser\n".repeat(50_000)}` });
	expect(performance.now() - started).toBeLessThan(2000);
});
