import { describe, expect, test } from "vitest";
import { MASK_FAULTS, returnsReset } from "../../../src/core/checks/masks";
import { checkRollout } from "../../../src/core/checks/registry";
import type { CallBlock, CallProblem } from "../../../src/core/model/call";
import type { Rollout, TokenColumns } from "../../../src/core/model/rollout";
import { segmenterById } from "../../../src/core/segmenters/registry";
import { FINDING_WORDS, findingSentence } from "../../../src/words/findings";
import { rollout } from "../segmenters/rollouts";

type Turns = Parameters<typeof rollout>[0];
const CALL = '<tool_call>{"name":"tide","arguments":{}}</tool_call>';

/** A rollout of turns, cut into segments; one token a word of the response unless `tokens` says otherwise. */
function made(turns: Turns, more: Parameters<typeof rollout>[1] & Partial<Pick<Rollout, "blocks" | "callProblems" | "truncated" | "pieces">> = {}): Rollout {
	const { blocks, callProblems = [], truncated = null, pieces = [], ...rest } = more;
	const unsegmented = { ...rollout(turns, rest), ...(blocks ? { blocks } : {}), callProblems, truncated, pieces };
	const cut = segmenterById("auto", unsegmented).segment(unsegmented);
	return { ...unsegmented, segments: cut.segments, segmentWarnings: cut.warnings, unclosed: cut.truncated };
}
const masks = (r: Rollout) => checkRollout(r).filter(f => f.code.startsWith("M"));
const drawn = (r: Rollout): string[] =>
	masks(r).map(f => `${f.code}${f.data.variant ? `.${f.data.variant}` : ""} ${f.span ? JSON.stringify(r.text.slice(f.span.from, f.span.to)) : "–"}`);

/** Columns over the words of a text. */
function words(text: string, more: Partial<TokenColumns> = {}): TokenColumns {
	const found = [...text.matchAll(/\s*\S+/g)];
	const from = Uint32Array.from(found, m => m.index);
	const to = Uint32Array.from(found, m => m.index + m[0].length);
	return { count: found.length, spans: { from, to }, ids: null, lossMask: new Uint8Array(found.length).fill(1), logprobs: null, advantages: null, ...more };
}
const ask: Turns[number] = { role: "user", text: "When is high tide?" };
const told: Turns = [ask, { role: "assistant", text: CALL }, { role: "tool", text: "<tool_response>\n14:20\n</tool_response>" }, { role: "assistant", text: "At 14:20." }];
const text = told.map(t => t.text).join("");
const calls = [{ from: text.indexOf(CALL), to: text.indexOf(CALL) + CALL.length }];
const spread = (values: readonly number[]) => Float64Array.from(values);

describe("planted faults in what is trained", () => {
	test("a sound rollout has none", () => {
		const found = words(text);
		const mask = Uint8Array.from(found.spans?.from ?? [], at => (at >= text.indexOf(CALL) && !(at >= text.indexOf("<tool_response>") && at < text.indexOf("At 14")) ? 1 : 0));
		expect(drawn(made(told, { prompt: 1, calls, tokens: { ...found, lossMask: mask } }))).toEqual([]);
		expect(drawn(made(told, { prompt: 1, calls }))).toEqual([]);
	});

	test("M01: an advantage on a masked token; one that is 0 or none is no fault", () => {
		const tokens = words("a b c d", { lossMask: Uint8Array.of(1, 0, 0, 0), advantages: spread([1, 0, Number.NaN, -0.5]) });
		const r = made([{ role: "assistant", text: "a b c d" }], { tokens });
		expect(drawn(r)).toEqual(['M01 " d"']);
		expect(masks(r)[0]?.data).toEqual({ count: 1, first: 3, value: -0.5 });
	});

	test("M01: where the trainer fills every token, only another number than the trained tokens' is a fault", () => {
		const masked = (third: number) => words("a b c", { lossMask: Uint8Array.of(1, 0, 0), filled: true, advantages: spread([0.5, 0.5, third]) });
		const of = (third: number) => masks(made([{ role: "assistant", text: "a b c" }], { tokens: masked(third) })).map(f => f.data);
		const none = words("a b", { lossMask: new Uint8Array(2), filled: true, advantages: spread([0.5, 0.5]) });
		expect(masks(made([{ role: "assistant", text: "a b" }], { tokens: none })).map(f => f.code)).toEqual(["M03"]);
		expect([of(0.5), of(0), of(0.75)]).toEqual([[], [], [{ count: 1, first: 2, value: 0.75 }]]);
	});

	test("M02: tokens of a tool result are trained", () => {
		const r = made(told, { prompt: 1, calls, tokens: words(text) });
		expect(drawn(r)).toEqual(['M02 "\\n14:20"']);
	});

	test("M02: more tokens are trained than the policy can have written", () => {
		const tokens = { ...words("x"), spans: null, count: 400, lossMask: new Uint8Array(400).fill(1) };
		expect(drawn(made(told, { prompt: 1, calls, tokens }))).toEqual(["M02.too-many –"]);
	});

	test("M03: the mask leaves out everything", () => {
		expect(drawn(made([{ role: "assistant", text: "a b" }], { tokens: words("a b", { lossMask: new Uint8Array(2) }) }))).toEqual(["M03 –"]);
	});

	test("M04: trained tokens without a log-probability", () => {
		const r = made([{ role: "assistant", text: "a b c" }], { tokens: words("a b c", { logprobs: spread([-1, Number.NaN, Number.NaN]) }) });
		expect(masks(r).map(f => f.data)).toEqual([{ key: "logprobs", count: 2, first: 1 }]);
	});

	test.each([
		["At 14:20.<|im_end|>", []],
		["At 14:20.<|im_end|>\n<|endoftext|> ", []],
		["At 14:20.<|im_end|> Anything else?", ['M05 "Anything else?"']],
		["It was <s>noon</s> two.", []],
		["At noon.</s> More", ['M05 "More"']],
	])("M05: %s", (answer, expected) => expect(drawn(made([ask, { role: "assistant", text: answer }], { prompt: 1 }))).toEqual(expected));

	test("M06: a result inside the policy's turn, where results have turns of their own", () => {
		const own = `${CALL}<tool_response>noon</tool_response>So noon.`;
		expect(drawn(made([ask, { role: "assistant", text: own }, ...told.slice(2)], { prompt: 1 }))).toEqual(['M06 "<tool_response>noon</tool_response>"']);
		// one text for the whole response: the trainer masks by tags
		expect(drawn(made([ask, { role: "assistant", text: own }], { prompt: 1 }))).toEqual([]);
	});

	test("M07: several turns in one string without a template's marks, beside token ids", () => {
		const tokens = { ...words(text), spans: null, ids: new Int32Array(9), count: 9, lossMask: null };
		const whole = { pieces: [{ from: ask.text.length, to: text.length, path: ["output"], at: 0 }] };
		expect(drawn(made(told, { prompt: 1, calls, tokens, ...whole }))).toEqual(["M07 –"]);
		expect(drawn(made(told, { prompt: 1, calls, tokens }))).toEqual([]);
		expect(drawn(made(told, { prompt: 1, calls, ...whole }))).toEqual([]);
	});

	test("M08: cut off inside a call", () => {
		const cut = '<tool_call>{"name":"ti';
		const span = { from: 0, to: cut.length };
		const blocks: CallBlock[] = [{ span, body: span, tagged: true, problem: null, turn: 0 }];
		const callProblems: CallProblem[] = [{ code: "unclosed-tag", span, data: {} }];
		expect(drawn(made([{ role: "assistant", text: cut }], { blocks, callProblems }))).toEqual([`M08 ${JSON.stringify(cut)}`]);
		expect(drawn(made([{ role: "assistant", text: cut }], { blocks }))).toEqual([]);
		expect(drawn(made([{ role: "assistant", text: cut }], { blocks, callProblems, truncated: false }))).toEqual([]);
	});

	test("M10: a result behind learnable text, under returns that start anew", () => {
		const found = returnsReset(made(told, { prompt: 1, calls }));
		expect(found?.code).toBe("M10");
		expect(returnsReset(made([ask, { role: "assistant", text: "No idea." }], { prompt: 1 }))).toBeNull();
	});
});

test("every fault has a sentence in both languages", () => {
	expect(MASK_FAULTS.map(m => m.code)).toEqual(Array.from({ length: 10 }, (_, i) => `M${String(i + 1).padStart(2, "0")}`));
	for (const { code } of MASK_FAULTS) {
		expect(FINDING_WORDS).toHaveProperty([code]);
		for (const locale of ["en", "zh-cn"] as const) expect(findingSentence({ code, data: {} }, locale)).not.toBe(code);
	}
});
