import { describe, expect, test } from "vitest";
import { SEGMENT_KINDS, type Segment } from "../../../src/core/model/segment";
import { segmentLanes } from "../../../src/core/segmenters/lanes";

/** "r c o s" → segments; each one character long, not learnable when environment. */
const segments = (kinds: string): Segment[] =>
	[...kinds].map((letter, i) => {
		const kind = SEGMENT_KINDS.find(k => k[0] === letter && k !== "system") ?? "other";
		return { from: i, to: i + 1, kind: letter === "o" ? "observation" : kind, learnable: !"uo".includes(letter) };
	});
const draw = (kinds: string, mode: "fine" | "two-segment"): string =>
	segmentLanes(segments(kinds), mode)
		.map(l => l?.[0] ?? ".")
		.join("");

describe("segmentLanes", () => {
	// u user, r reasoning, n narration, c call, o observation, s summary, - white space
	test.each([
		["reasoning goes with the next action", "urcors", ".tt.ss", ".tt.ss"],
		["narration too", "unconcos", ".tt.tt.s", ".tt.tt.s"],
		["direct answer", "urs", ".ss", ".ss"],
		["call without a result", "urc", ".tt", ".ss"],
		["reasoning cut off after a result", "ucor", ".t.s", ".t.s"],
		["reasoning cut off after a call", "ucr", ".tt", ".ss"],
		["reasoning cut off, no call", "ur", ".s", ".s"],
		["white space between calls", "uc-co", ".ttt.", ".ttt."],
		["white space after the last result", "uco-", ".t.t", ".t.s"],
		["white space before the summary", "uco-s", ".t.ss", ".t.ss"],
		["summary, then a new question", "usucos", ".s.t.s", ".t.t.s"],
		["nothing but white space", "u-", "..", ".s"],
	])("%s", (_, kinds, fine, two) => {
		expect([draw(kinds, "fine"), draw(kinds, "two-segment")]).toEqual([fine, two]);
	});
});
