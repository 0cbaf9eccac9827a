import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstDrift, placeTokens, type TokenPiece } from "../../../src/core/credit/tokenPlaces";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const decode = (utf8: Uint8Array): string => decoder.decode(utf8);
const piece = (text: string): TokenPiece => ({ bytes: encoder.encode(text), special: text.startsWith("<|") });
const raw = (...bytes: number[]): TokenPiece => ({ bytes: Uint8Array.from(bytes), special: false });
/** Tokens as they lie in the text, empty ones as "∅". */
const laid = (pieces: readonly (TokenPiece | null)[], text: string, start = 0): readonly string[] | null => {
	const found = placeTokens(pieces, text, start, decode);
	return found && Array.from(found.from, (from, i) => text.slice(from, found.to[i]) || "∅");
};

describe("tokens over a text", () => {
	test.each([
		["as they are", [piece("At"), piece(" 14"), piece(":20")], "At 14:20", ["At", " 14", ":20"]],
		["special tokens that were stripped", [piece("Yes"), piece("<|im_end|>"), piece("\n")], "Yes\n", ["Yes", "∅", "\n"]],
		["special tokens that were kept", [piece("Yes"), piece("<|im_end|>")], "Yes<|im_end|>", ["Yes", "<|im_end|>"]],
		["what an importer wrote between turns", [piece("call"), piece("<|im_end|>"), piece("noon"), piece(" it is")], "call\nuser\nnoon it is", ["call", "∅", "noon", " it is"]],
		["one character in several tokens", [piece("a"), raw(0xe6, 0xbd), raw(0xae), piece("b")], "a潮b", ["a", "潮", "∅", "b"]],
		["an emoji cut in three", [raw(0xf0, 0x9f), raw(0x8c), raw(0x8a)], "🌊", ["🌊", "∅", "∅"]],
		["a text of other tokens", [piece("x"), piece("y")], "abc", null],
		["an id that is none", [null, null], "abc", null],
	] as const)("%s", (_, pieces, text, expected) => expect(laid(pieces, text)).toEqual(expected));

	test("a prompt before the response is left alone", () => expect(laid([piece("yes")], "yes? yes", 5)).toEqual(["yes"]));

	test("any text cut at any bytes is covered in order without gap", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }), fc.array(fc.nat(60), { maxLength: 12 }), (text, cuts) => {
				fc.pre(!/[\ud800-\udfff]/u.test(text));
				const bytes = encoder.encode(text);
				const at = [...new Set([0, ...cuts.filter(c => c < bytes.length), bytes.length])].sort((a, b) => a - b);
				const pieces = at.slice(1).map((end, i) => ({ bytes: bytes.slice(at[i], end), special: false }));
				const found = placeTokens(pieces, text, 0, decode);
				expect(found?.missed).toBe(0);
				let end = 0;
				found?.from.forEach((from, i) => {
					expect(from).toBe(end);
					end = found.to[i] as number;
				});
				expect(end).toBe(text.length);
			}),
		);
	});
});

test.each([
	[[1, 2, 3], [1, 2, 3], null],
	[[1, 2, 3], [1, 9, 3], 1],
	[[1, 2], [1, 2, 3], 2],
	[[], [], null],
] as const)("%j against %j drift at %s", (a, b, expected) => expect(firstDrift(a, b)).toBe(expected));
