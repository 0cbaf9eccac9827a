import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linesOf } from "../../src/session/lines";
import { BytesSource } from "../../src/session/source";

const read = async (bytes: Buffer, chunk: number) => {
	const out: { offset: number; number: number; text: string; ended: boolean }[] = [];
	for await (const l of linesOf(new BytesSource("x", bytes), { offset: 0, number: 1 }, chunk))
		out.push({ offset: l.offset, number: l.number, text: l.bytes.toString("latin1"), ended: l.ended });
	return out;
};

describe("lines", () => {
	test("splits at line feeds only", async () => {
		const bytes = Buffer.from('{"a":1}\r\n\n{"b":"\u2028\u0085"}\nlast', "utf8");
		expect((await read(bytes, 4)).map(l => [l.number, l.offset, Buffer.from(l.text, "latin1").toString("utf8"), l.ended])).toEqual([
			[1, 0, '{"a":1}\r', true],
			[2, 9, "", true],
			[3, 10, '{"b":"\u2028\u0085"}', true],
			[4, 24, "last", false],
		]);
	});

	test("every chunk size gives the same lines, and they add up to the file", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.constantFrom("a", "\n", "\r", "é", "{", "\u0000", '"'), { maxLength: 60 }), fc.constantFrom(1, 2, 7, 4096), async (parts, chunk) => {
				const bytes = Buffer.from(parts.join(""), "utf8");
				const lines = await read(bytes, chunk);
				expect(lines).toEqual(await read(bytes, 1 << 16));
				expect(lines.map(l => l.text + (l.ended ? "\n" : "")).join("")).toBe(bytes.toString("latin1"));
				for (const l of lines) expect(bytes.subarray(l.offset, l.offset + l.text.length).toString("latin1")).toBe(l.text);
			}),
			{ numRuns: 300 },
		);
	});
});
