import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countLearnable, displayTokens, segmentOfTokens, type Tokenable, tokenLanes } from "../../../src/core/credit/tokens";
import type { DisplayTokens } from "../../../src/core/model/credit";
import type { TokenColumns } from "../../../src/core/model/rollout";
import { SEGMENT_KINDS, type Segment, type SegmentKind } from "../../../src/core/model/segment";
import { segmentLanes } from "../../../src/core/segmenters/lanes";
import { tags } from "../../../src/core/segmenters/tags";
import { cards } from "../estimators/cards";
import { answer, rollout } from "../segmenters/rollouts";

const segment = (from: number, to: number, kind: SegmentKind = "summary", learnable = true): Segment => ({ from, to, kind, learnable });
const plain = (text: string, segments = text ? [segment(0, text.length)] : [], tokens: TokenColumns | null = null): Tokenable => ({ text, segments, tokens });
const pieces = (text: string, t: DisplayTokens): string[] => [...t.from].map((from, i) => text.slice(from, t.to[i]));
const columns = (spans: readonly (readonly [number, number])[], more: Partial<TokenColumns> = {}): TokenColumns => ({
	count: spans.length,
	spans: { from: Uint32Array.from(spans, s => s[0]), to: Uint32Array.from(spans, s => s[1]) },
	ids: null,
	lossMask: null,
	logprobs: null,
	advantages: null,
	...more,
});

describe("tokens of our own", () => {
	test.each([
		["words take the space before them", "It is 20C.", ["It", " is", " 20C", "."]],
		["marks run together, three at most", '{"name": "w"}', ['{"', "name", '":', ' "', "w", '"}']],
		["one CJK character each", "今天 20 度。", ["今", "天", " 20", " 度", "。"]],
		["line breaks run together, spaces before them apart", "a \n\nb", ["a", " ", "\n\n", "b"]],
		["of many spaces the last goes with the word", "a    b", ["a", "   ", " b"]],
		["trailing spaces", "a  ", ["a", "  "]],
		["long words are cut", "abcdefghijklmnop", ["abcdefghijkl", "mnop"]],
		["accents stay with their letter", "cafe\u0301s", ["cafe\u0301s"]],
		["joined emoji stay whole", "ok👩‍🔬!👍🏽", ["ok", "👩‍🔬", "!", "👍🏽"]],
		["other alphabets", "Привет мир", ["Привет", " мир"]],
		["nothing", "", []],
	])("%s", (_, text, want) => expect(pieces(text, displayTokens(plain(text)))).toEqual(want));

	test("no token straddles two segments", () => {
		const text = "<think>a</think><tool_call>{}</tool_call>";
		const tokens = displayTokens(tags.segment(answer(text)).segments.length ? plain(text, [...tags.segment(answer(text)).segments]) : plain(text));
		expect(pieces(text, tokens)).toEqual(["<", "think", ">", "a", "</", "think", ">", "<", "tool_call", ">{}", "</", "tool_call", ">"]);
		expect([...tokens.kind].map(k => SEGMENT_KINDS[k]?.[0]).join("")).toBe("rrrrrrrcccccc");
	});

	test("tokens cover the text and never cut a surrogate pair or part a combining mark from its letter", () => {
		const unit = fc.oneof(fc.string({ unit: "grapheme", maxLength: 6 }), fc.constantFrom("\u0301", "\u200d", "😀", "中", " ", "\n", "ab", "{", "<tool_call>", "</tool_call>"));
		fc.assert(
			fc.property(
				fc.array(unit, { maxLength: 12 }).map(p => p.join("")),
				text => {
					const cut = tags.segment(answer(text)).segments;
					const { from, to } = displayTokens(plain(text, [...cut]));
					expect([...from]).toEqual([0, ...to].slice(0, from.length));
					expect(to[to.length - 1] ?? 0).toBe(text.length);
					expect(countLearnable(plain(text, [...cut]))).toBe(displayTokens(plain(text, [...cut])).lossMask.reduce((a, b) => a + b, 0));
					for (const at of from.slice(1)) expect(text.slice(at)).not.toMatch(/^(?:[\udc00-\udfff]|\p{M}|\u200d)/u);
				},
			),
		);
	});
});

describe("tokens of the file", () => {
	const text = "Q: call()done";
	const segments = [segment(0, 3, "user", false), segment(3, 9, "call"), segment(9, 13)];

	test("the prompt and gaps are cut by us, the mask and log-probabilities are the file's", () => {
		const tokens = displayTokens(
			plain(
				text,
				segments,
				columns(
					[
						[3, 7],
						[9, 13],
					],
					{ lossMask: Uint8Array.of(1, 0), logprobs: Float64Array.of(-0.5, Number.NaN) },
				),
			),
		);
		expect(pieces(text, tokens)).toEqual(["Q", ":", " ", "call", "()", "done"]);
		expect([...tokens.lossMask]).toEqual([0, 0, 0, 1, 0, 0]);
		expect([...tokens.logprob]).toEqual([Number.NaN, Number.NaN, Number.NaN, -0.5, Number.NaN, Number.NaN]);
		expect(tokens.source).toBe("file");
	});

	test("learnable tokens are counted as they are shown", () => {
		for (const more of [{}, { lossMask: Uint8Array.of(1, 0) }]) {
			const r = plain(
				text,
				segments,
				columns(
					[
						[3, 7],
						[9, 13],
					],
					more,
				),
			);
			expect(countLearnable(r)).toBe(displayTokens(r).lossMask.reduce((a, b) => a + b, 0));
		}
	});

	test("without a mask the segments say what is learnable; ids without places are of no use here", () => {
		expect([
			...displayTokens(
				plain(
					text,
					segments,
					columns([
						[3, 9],
						[9, 13],
					]),
				),
			).lossMask,
		]).toEqual([0, 0, 0, 1, 1]);
		const blind = displayTokens(plain(text, segments, { ...columns([]), spans: null, count: 2, lossMask: Uint8Array.of(0, 0) }));
		expect([blind.source, [...blind.lossMask].slice(-2)]).toEqual(["approximate", [1, 1]]);
	});

	test("golden: a token takes the class that covers most of it, ties to the earlier", () => {
		const card = cards("28_segmentation_tags").find(c => c.id === "token_labels");
		const list = card?.input.tokens as string[];
		const whole = list.join("");
		const ends = list.map((_, i) => list.slice(0, i + 1).join("").length);
		const cut = tags.segment(answer(whole)).segments;
		const tokens = displayTokens(plain(whole, [...cut], columns(ends.map((to, i) => [ends[i - 1] ?? 0, to] as const))));
		expect([...tokens.kind].map(k => (SEGMENT_KINDS[k] === "call" ? "tool" : SEGMENT_KINDS[k]))).toEqual(card?.expected.labels);
	});

	test.each([
		[
			"most characters",
			[[0, 5]],
			[
				[0, 2],
				[2, 5],
			],
			[1],
		],
		[
			"a tie goes to the earlier",
			[[1, 3]],
			[
				[0, 2],
				[2, 4],
			],
			[0],
		],
		[
			"empty tokens stand where they are",
			[
				[2, 2],
				[4, 4],
			],
			[
				[0, 2],
				[2, 4],
			],
			[1, -1],
		],
		[
			"one token over many segments",
			[
				[0, 6],
				[6, 7],
			],
			[
				[0, 1],
				[1, 4],
				[4, 7],
			],
			[1, 2],
		],
	] as const)("%s", (_, tokens, segs, want) => {
		const got = segmentOfTokens(
			tokens.map(t => t[0]),
			tokens.map(t => t[1]),
			segs.map(([a, b]) => segment(a, b)),
		);
		expect([...got]).toEqual(want);
	});
});

test("tokenLanes: each token's lane as an index, −1 where no lane pays", () => {
	const r = rollout(
		[
			{ role: "user", text: "Q" },
			{ role: "assistant", text: "<tool_call>{}</tool_call>" },
			{ role: "tool", text: "1" },
			{ role: "assistant", text: "ok" },
		],
		{ prompt: 1 },
	);
	const { segments } = tags.segment(r);
	const tokens = displayTokens({ ...r, segments });
	const lanes = tokenLanes(tokens, segments, segmentLanes(segments, "fine"));
	expect(
		pieces(r.text, tokens)
			.map((p, i) => `${p}${[".", "t", "s"][(lanes[i] ?? 0) + 1]}`)
			.join(" "),
	).toBe("Q. <t tool_callt >{}t </t tool_callt >t 1. oks");
});
