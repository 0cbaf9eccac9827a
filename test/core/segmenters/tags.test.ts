import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LANES } from "../../../src/core/model/segment";
import { assemble } from "../../../src/core/pipeline";
import { segmentLanes } from "../../../src/core/segmenters/lanes";
import { SEGMENTERS } from "../../../src/core/segmenters/registry";
import { tags } from "../../../src/core/segmenters/tags";
import { cards } from "../estimators/cards";
import { answer, draw, rollout } from "./rollouts";

describe("tags, golden cards", () => {
	for (const { id, input, expected } of cards("28_segmentation_tags")) {
		if (id === "token_labels") continue;
		test.each(["the tags alone", "what the syntaxes found"])(`${id}, by %s`, by => {
			const bare = answer(input.text as string);
			const read = assemble(bare, { syntax: "hermes", segmenter: "tags" });
			const { segments, truncated } = by === "the tags alone" ? tags.segment(bare) : { segments: read.segments, truncated: read.unclosed };
			const named = segments.map(s => [s.kind === "call" ? "tool" : s.kind, s.from, s.to]);
			const has = (kind: string): boolean => segments.some(s => s.kind === kind);
			expect({ spans: named, truncated, has_tool: has("call"), has_summary: has("summary"), calls: segments.filter(s => s.kind === "call").length }).toEqual(expected);
		});
	}
});

describe("tags", () => {
	test("headers of turns are the environment's, the prompt is not learnable", () => {
		const r = rollout(
			[
				{ role: "system", text: "Sys", header: "S:" },
				{ role: "user", text: "Hi?", header: "U:" },
				{ role: "assistant", text: "ok<tool_call>{}</tool_call>", header: "A:" },
				{ role: "user", text: "<tool_response>1</tool_response>", header: "U:" },
				{ role: "assistant", text: "Done", header: "A:" },
				{ role: "user", text: "more", header: "U:" },
				{ role: "assistant", text: " \n", header: "A:" },
			],
			{ prompt: 2 },
		);
		expect(`${r.text.replaceAll("\n", "~")}\n${draw(tags.segment(r))}`).toBe(
			[
				"S:SysU:Hi?A:ok<tool_call>{}</tool_call>U:<tool_response>1</tool_response>A:DoneU:moreA: ~",
				"yyyyyuuuuuuuNNCCCCCCCCCCCCCCCCCCCCCCCCCooooooooooooooooooooooooooooooooooooSSSSuuuuuuuu==",
			].join("\n"),
		);
	});

	test("an answer begun in the prompt is learnable only after it", () => {
		const r = {
			...rollout(
				[
					{ role: "user", text: "Q" },
					{ role: "assistant", text: "<think>ab</think>c" },
				],
				{ prompt: 1 },
			),
			promptEnd: 8,
		};
		expect(`${r.text}\n${draw(tags.segment(r))}`).toBe("Q<think>ab</think>c\nurrrrrrrRRRRRRRRRRS");
	});

	test("an answer of the prompt's history has kinds of its own but no loss", () => {
		const r = rollout(
			[
				{ role: "user", text: "Q" },
				{ role: "assistant", text: "old" },
				{ role: "user", text: "Q" },
				{ role: "assistant", text: "<tool_call>{}</tool_call>" },
			],
			{ prompt: 3 },
		);
		expect(draw(tags.segment(r))).toBe(`usssu${"C".repeat(25)}`);
	});

	test("calls and reasoning a syntax found count like tags", () => {
		const r = answer("Thought: a\nAction: f\nAction Input: {}\nObservation: 5\nThought: b\nFinal Answer: 5", { calls: [{ from: 11, to: 37 }], reasoning: [{ from: 0, to: 11 }] });
		expect(`${r.text.replaceAll("\n", "~")}\n${draw(tags.segment(r))}`).toBe(
			["Thought: a~Action: f~Action Input: {}~Observation: 5~Thought: b~Final Answer: 5", "RRRRRRRRRRRCCCCCCCCCCCCCCCCCCCCCCCCCC=oooooooooooooooSSSSSSSSSSSSSSSSSSSSSSSSSS"].join(
				"\n",
			),
		);
	});

	test("a result tag that prose may use is an observation only right after a call", () => {
		const search = "<search>q</search>";
		const r = answer(`${search}\n<information>i</information>So <result>4</result>`, { calls: [{ from: 0, to: search.length }] });
		expect(draw(tags.segment(r))).toBe(`${"C".repeat(18)}=${"o".repeat(28)}${"S".repeat(21)}`);
	});

	test("nothing learnable is a warning", () => {
		expect(tags.segment(rollout([{ role: "user", text: "Q" }], { prompt: 1 })).warnings).toEqual(["no-learnable-text"]);
		expect(tags.segment(answer("\n")).warnings).toEqual(["no-learnable-text"]);
		expect(tags.segment(answer("a")).warnings).toEqual([]);
	});
});

describe("every segmenter", () => {
	const pieces = [
		"<think>",
		"</think>",
		"<tool_call>",
		"</tool_call>",
		"<tool_response>",
		"</tool_response>",
		"<information>",
		"Observation:",
		"\nThought:",
		"a",
		" ",
		"\n",
		"你",
		"{}",
	];
	const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map(p => p.join(""));
	const turns = fc.array(fc.record({ role: fc.constantFrom("system", "user", "assistant", "tool", "other") as fc.Arbitrary<"user">, text, header: fc.constantFrom("", "H:") }), {
		maxLength: 6,
	});
	const spans = fc.array(
		fc.tuple(fc.nat(60), fc.nat(30)).map(([from, length]) => ({ from, to: from + length })),
		{ maxLength: 4 },
	);
	const any = fc.record({
		turns,
		prompt: fc.nat(3),
		calls: spans,
		reasoning: spans,
		marks: spans,
		mask: fc.option(fc.array(fc.nat(1), { maxLength: 20 })),
		by: fc.constantFrom(...SEGMENTERS),
	});

	test("covers the text without gap or overlap and gives a lane to exactly what is learnable", () => {
		fc.assert(
			fc.property(any, ({ turns, prompt, calls, reasoning, marks, mask, by }) => {
				const sorted = [...marks].sort((a, b) => a.from - b.from).map(m => ({ ...m, kind: "call" as const }));
				const bare = rollout(turns, { prompt, calls, reasoning, marks: sorted });
				const places = mask && {
					from: Uint32Array.from(mask, (_, i) => Math.min(bare.promptEnd + i * 3, bare.text.length)),
					to: Uint32Array.from(mask, (_, i) => Math.min(bare.promptEnd + i * 3 + 3, bare.text.length)),
				};
				const r = mask ? { ...bare, tokens: { count: mask.length, spans: places, ids: null, lossMask: Uint8Array.from(mask), logprobs: null, advantages: null } } : bare;
				const { segments } = by.segment(r);
				let at = 0;
				for (const s of segments) {
					expect(s.from).toBe(at);
					expect(s.to).toBeGreaterThan(s.from);
					if (s.learnable) expect(s.from).toBeGreaterThanOrEqual(r.promptEnd);
					at = s.to;
				}
				expect(at).toBe(r.text.length);
				for (const mode of ["fine", "two-segment"] as const)
					segmentLanes(segments, mode).forEach((lane, i) => {
						if (!segments[i]?.learnable) expect(lane).toBeNull();
						else if (segments[i]?.kind !== "other") expect(LANES).toContain(lane);
					});
			}),
			{ numRuns: 400 },
		);
	});
});
