import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashBytes } from "../../../src/session/spans/hash";
import { numberAt } from "../../../src/session/spans/number";

const read = (text: string): number | null => {
	const bytes = Buffer.from(`  ${text}, `);
	return numberAt(bytes, 2, 2 + text.length);
};

describe("numbers from bytes", () => {
	test.each([
		"0",
		"-0",
		"1",
		"0.1",
		"-12.5",
		"1e3",
		"1E-7",
		"5e-324",
		"1.7976931348623157e308",
		"0.30000000000000004",
		"123456789.123456789",
		"4.35",
		"9007199254740991",
		"0.000001",
		"100.00",
	])("%s as JSON.parse reads it", text => expect(Object.is(read(text), JSON.parse(text))).toBe(true));
	test.each(["", "-", "01", "-01", "1.", ".5", "+1", "1e", "0x1", "1_0", "NaN", "Infinity", "true", '"1"', "9007199254740993", "1 2", "--1", "1.2.3"])(
		"%j is left to the reader",
		text => expect(read(text)).toBeNull(),
	);
	test("every double that is written", () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), v => Object.is(read(JSON.stringify(v)), JSON.parse(JSON.stringify(v))) || !Number.isSafeInteger(v)),
			{
				numRuns: 2000,
			},
		);
	});
	test("every decimal of a reward", () => {
		fc.assert(
			fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 12 }), (n, d) => Object.is(read((n / 10 ** d).toFixed(d)), JSON.parse((n / 10 ** d).toFixed(d)))),
			{
				numRuns: 2000,
			},
		);
	});
});

test.each([
	["short", ""],
	["long", "You may call tools. ".repeat(6)],
])("a hash tells %s texts apart, whatever stands round them", (_, about) => {
	const seen = new Set<number>();
	for (let i = 0; i < 20_000; i++) {
		const text = Buffer.from(`prompt ${i} ${about}${"x".repeat(i % 9)}`);
		const h = hashBytes(text, 0, text.length);
		expect(hashBytes(Buffer.concat([Buffer.from("ab"), text, Buffer.from("c")]), 2, 2 + text.length)).toBe(h);
		expect(hashBytes(text, 0, text.length, 1)).not.toBe(h);
		seen.add(h);
	}
	expect(seen.size).toBe(20_000);
	expect(Number.isSafeInteger([...seen][7])).toBe(true);
});
