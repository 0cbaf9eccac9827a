import { Buffer } from "node:buffer";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readJson } from "../../../src/core/base/json";
import { MAX_ROWS, ROW_FLAG, ROW_HEAD, type SpanScanner } from "../../../src/session/spans/contract";
import { PlainScanner } from "../../../src/session/spans/plain";
import { compileModule, type WasmModule, WasmScanner } from "../../../src/session/spans/wasm";

const KEYS = ["step", "group_id", "reward", "score", "input", "__proto__", ""];
let module: WasmModule;
let generate: (style: string, bytes: number) => Iterable<Buffer>;
const folder = mkdtempSync(join(tmpdir(), "scanner-"));
beforeAll(async () => {
	const build = (await import("../../../scripts/build.mjs" as string)) as { compileScanner(file: string): Promise<void> };
	const file = join(folder, "scan.wasm");
	await build.compileScanner(file);
	const compiled = compileModule(readFileSync(file));
	if (!compiled) throw new Error("this engine has no SIMD: the compiled scanner cannot be tested");
	module = compiled;
	({ generate } = (await import("../../../bench/generate.mjs" as string)) as { generate: typeof generate });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Found {
	readonly from: number;
	readonly to: number;
	readonly flag: number;
	readonly places: readonly (readonly [number, number])[];
}

/** All rows of a text read in chunks; an unended last line is not a row. */
function rowsOf(scanner: SpanScanner, bytes: Buffer, chunk: number): Found[] {
	const out: Found[] = [];
	scanner.begin(0);
	for (let position = 0; position < bytes.length; position += chunk) {
		const part = bytes.subarray(position, position + chunk);
		scanner.buffer.set(part);
		for (let from = 0; from < part.length; from += scanner.used) {
			const n = scanner.scan(from, part.length - from, position + from);
			for (let r = 0; r < n; r++) {
				const row = scanner.rows.subarray(r * scanner.stride, (r + 1) * scanner.stride);
				const at = (i: number): number => row[i] as number;
				out.push({ from: at(0), to: at(1), flag: at(2), places: KEYS.map((_, k) => [at(ROW_HEAD + 2 * k), at(ROW_HEAD + 2 * k + 1)]) });
			}
		}
	}
	return out;
}

const CHUNKS = [61, 64, 1000, 12_289, 65_536, 1 << 19];
const scanners = (chunk: number): SpanScanner[] => [new WasmScanner(module, KEYS, chunk), new PlainScanner(KEYS, chunk)];

/** Holds rows against the engine's own parser, line by line; answers how many were told apart without it. */
function hold(found: readonly Found[], bytes: Buffer): { readonly told: number; readonly lines: number } {
	let told = 0;
	let at = 0;
	for (const row of found) {
		if (row.from !== at) throw new Error(`row begins at ${row.from}, not ${at}`);
		if (bytes[row.to] !== 10) throw new Error(`row ends at ${row.to} without a line feed`);
		at = row.to + 1;
		const text = bytes.subarray(row.from, row.to).toString("utf8");
		if (row.flag === ROW_FLAG.blank) expect(text.trim()).toBe("");
		if (row.flag !== ROW_FLAG.ok) continue;
		const read = readJson(text);
		// what lies inside a value is not looked at: such a line is found out when it is read
		if (!read.ok) continue;
		told++;
		const record = read.value as Record<string, unknown>;
		for (const [k, key] of KEYS.entries()) {
			const [from, to] = row.places[k] as [number, number];
			const is = to > 0 ? readJson(bytes.subarray(from, to).toString("utf8")) : null;
			const wanted = Object.hasOwn(record, key) ? record[key] : undefined;
			if (is && !is.ok) throw new Error(`${key}: ${bytes.subarray(from, to)}`);
			if (!Object.is(is?.value, wanted)) expect([row.from, key, is?.value]).toEqual([row.from, key, wanted]);
		}
	}
	expect(bytes.indexOf(10, at)).toBe(-1);
	return { told, lines: found.length };
}

describe("places of values, held against a full parse of every line", () => {
	test.each([
		["std", 1.5e6],
		["verl", 1.5e6],
		["tok", 1.5e6],
		["big", 2e6],
		["weird", 1.5e6],
	])("%s: no wrong value at any chunk size, compiled and plain alike", (style, size) => {
		const bytes = Buffer.concat([...generate(style, size)]);
		let first: Found[] | null = null;
		for (const chunk of CHUNKS)
			for (const scanner of scanners(chunk)) {
				const found = rowsOf(scanner, bytes, chunk);
				if (first) {
					if (JSON.stringify(found) !== JSON.stringify(first)) expect(found).toEqual(first);
					continue;
				}
				first = found;
				const { told, lines } = hold(found, bytes);
				expect(told / lines).toBeGreaterThan(style === "weird" ? 0.6 : 0.999);
			}
	});

	test("any text: both scanners agree, and never at odds with a full parse", () => {
		const piece = fc.constantFrom(
			'"',
			"\\",
			"{",
			"}",
			"[",
			"]",
			":",
			",",
			" ",
			"\n",
			"\r",
			'"step"',
			'"reward":',
			"1",
			"null",
			'{"step":1}',
			"{}",
			"é",
			"\\u0041",
			"\u0000",
			'\\"',
			"\\\\",
			'"":',
			"x".repeat(70),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 80 }), fc.constantFrom(1, 2, 7, 64, 1000), (parts, chunk) => {
				const bytes = Buffer.from(`{"step":${parts.join("")}\n{"a":1,"step":2}\n${parts.join("")}\n`);
				const [compiled, plain] = scanners(chunk).map(s => rowsOf(s, bytes, chunk)) as [Found[], Found[]];
				const shown = (f: Found): unknown => (f.flag === ROW_FLAG.ok ? f : [f.from, f.to, f.flag]);
				expect(compiled.map(shown)).toEqual(plain.map(shown));
				hold(compiled, bytes);
			}),
			{ numRuns: 1500 },
		);
	});

	test("long texts of quotes and backslashes, and lists of numbers beside them: every value is told", () => {
		const text = fc
			.array(fc.constantFrom("\\", "\\\\", '"', '\\"', "\n", "x", "x".repeat(13), "y".repeat(62), "y".repeat(63), "z".repeat(64), "é"), { maxLength: 40 })
			.map(p => p.join(""));
		const numbers = fc.array(fc.oneof(fc.nat(200_000), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant("]")), { maxLength: 60 });
		const row = fc.record({
			input: text,
			token_ids: numbers,
			other: fc.record({ said: text, ids: numbers }),
			step: fc.nat(9),
			output: text,
			reward: fc.double({ min: 0, max: 1, noNaN: true }),
		});
		fc.assert(
			fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), fc.constantFrom(61, 64, 127, 1000, 1 << 16), (rows, chunk) => {
				const bytes = Buffer.from(rows.map(r => `${JSON.stringify(r)}\n`).join(""));
				const [compiled, plain] = scanners(chunk).map(s => rowsOf(s, bytes, chunk)) as [Found[], Found[]];
				expect(compiled).toEqual(plain);
				expect(hold(compiled, bytes)).toEqual({ told: rows.length, lines: rows.length });
			}),
			{ numRuns: 1000 },
		);
	});

	test("more lines than one call hands out", () => {
		const bytes = Buffer.from(`${"\n".repeat(MAX_ROWS * 2 + 5)}{"step":3}\n`);
		for (const scanner of scanners(bytes.length)) {
			const found = rowsOf(scanner, bytes, bytes.length);
			expect(found.length).toBe(MAX_ROWS * 2 + 6);
			expect(found.at(-1)?.flag).toBe(ROW_FLAG.ok);
		}
	});
});

test("a long key with an escape in it, over any number of chunks, is left to the parser", () => {
	const bytes = Buffer.from(`{"${"y".repeat(200)}\\u0041${"z".repeat(200)}":1,"step":2}\n{"${"y".repeat(700)}":1,"step":2}\n`);
	for (const chunk of [1, 64, 100, 1 << 16]) for (const scanner of scanners(chunk)) expect(rowsOf(scanner, bytes, chunk).map(f => f.flag)).toEqual([ROW_FLAG.parse, ROW_FLAG.ok]);
});

test("marks of values are the same, compiled and plain", () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 240 }), fc.nat(8), fc.maxSafeNat(), (bytes, from, seed) => {
			const marks = scanners(256).map(s => {
				s.buffer.set(bytes, from);
				return s.hash(from, from + bytes.length, seed);
			});
			expect(marks[0]).toBe(marks[1]);
		}),
		{ numRuns: 500 },
	);
});
