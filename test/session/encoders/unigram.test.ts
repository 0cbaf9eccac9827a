import { describe, expect, test } from "vitest";
import { unigramReader } from "../../../src/session/encoders/unigram";

const RESERVED = ["�", "<s>", "</s>", "x1", "x2", "x3"].map(p => [p, 0] as const);
const PIECES = [
	["▁", -3],
	["▁a", -2],
	["b", -4],
	["ab", -3.5],
	["▁ab", -5],
	["c", -4],
	["▁abc", -9.5],
] as const;
const read = unigramReader([...RESERVED, ...PIECES]);
const name = (id: number): string => [...RESERVED, ...PIECES][id]?.[0] ?? "?";
const cut = (text: string): string => read(text).ids.map(name).join(" ");

describe("unigram pieces", () => {
	test.each([
		["the most probable way, not the longest piece", "abc", "▁ab c"],
		["pieces of words", "abab", "▁ab ab"],
		["spaces are one mark, at the ends none", "  a \t\n b ", "▁a ▁ b"],
		["unknown characters side by side are one", "axyzb", "▁a � b"],
		["written another way", "ａｂ", "▁ab"],
		["nothing", "   ", ""],
	])("%s", (_, text, pieces) => expect(cut(text)).toBe(pieces));

	test.each([
		["abc", 0],
		["abxc", 0.25],
		["北京", 1],
		["a 北 京", 2 / 3],
		["😀", 1],
	])("share of %s that is unknown", (text, share) => expect(read(text).unknown).toBeCloseTo(share, 12));

	test("a long text takes time in proportion", () => {
		expect(read("ab".repeat(50_000)).ids).toHaveLength(50_000);
	});
});
