import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve as resolvePath } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson, writeJson } from "../../src/core/base/json";
import type { JsonValue, Span } from "../../src/core/base/units";
import { detect } from "../../src/core/importers/detect";
import { IMPORTERS } from "../../src/core/importers/registry";
import { DEFAULT_RECIPE } from "../../src/core/model/recipe";
import { readCalls } from "../../src/core/syntaxes/read";
import { SYNTAXES } from "../../src/core/syntaxes/registry";
import { InspectorError } from "../../src/session/errors";
import { openFile } from "../../src/session/opened";
import { readRecord } from "../../src/session/records";
import { resolve } from "../../src/session/resolve";
import { judgeWith } from "../../src/session/semantics";
import { BytesSource } from "../../src/session/source";
import { expectSound } from "../core/importers/support/rollouts";
import { allChanges, mutatedText, mutatedValue } from "./mutate";

/**
 * Whatever stands in a file, reading it does not throw, does not hang, and what it says points into the text. The same 500 runs every
 * time (100 for each format's sample); `FUZZ=nightly` (npm run fuzz) makes twenty times as many, new ones.
 */
const NIGHTLY = process.env.FUZZ === "nightly";
const RUNS = { numRuns: NIGHTLY ? 10_000 : 500, ...(NIGHTLY ? {} : { seed: 7 }), endOnFailure: false } as const;
const TIMEOUT = NIGHTLY ? 3_600_000 : 120_000;
/** Processor time that no line may take, in µs; a hang guard, far above what the slowest line needs. */
const HANG = 5_000_000;

/** Runs `read` and demands that it did not take for ever. */
async function guarded<T>(read: () => T | Promise<T>): Promise<T> {
	const before = process.cpuUsage();
	const value = await read();
	const { user, system } = process.cpuUsage(before);
	expect(user + system, "processor time of one line").toBeLessThan(HANG);
	return value;
}

const root = resolvePath(import.meta.dirname, "../..");
const REAL = resolvePath(root, "../shared/data/real");
const longest = 200_000;
const linesOf = (path: string, most: number): readonly string[] =>
	readFileSync(path, "utf8")
		.split("\n")
		.filter(l => l.trim() !== "" && l.length < longest)
		.slice(0, most);

/** Lines of real files, where they lie beside the checkout. */
function realLines(): readonly string[] {
	if (!existsSync(REAL)) return [];
	const files = readdirSync(REAL, { recursive: true, encoding: "utf8" }).map(f => join(REAL, f));
	return files.filter(f => /\.jsonl?$/.test(f) && statSync(f).size < 4 << 20).flatMap(f => linesOf(f, 3));
}
const BUNDLED = linesOf(join(root, "media/sample/tool-agent-step-40.jsonl"), 112);
const REAL_LINES = realLines();
const parsed = (lines: readonly string[]): readonly JsonValue[] => lines.flatMap(l => ((r): JsonValue[] => (r.ok ? [r.value] : []))(readJson(l)));

const { judge } = resolve(DEFAULT_RECIPE);
const importer = fc.nat(IMPORTERS.length - 1).map(i => IMPORTERS[i] as (typeof IMPORTERS)[number]);

function inside(span: Span, text: string): void {
	expect(span.from).toBeGreaterThanOrEqual(0);
	expect(span.to).toBeGreaterThanOrEqual(span.from);
	expect(span.to).toBeLessThanOrEqual(text.length);
}

/** Reads a line by every way there is: as the format it looks like, or as one it is said to be, up to the score. */
async function readLine(bytes: Uint8Array, format: (typeof IMPORTERS)[number]): Promise<void> {
	for (const careful of [true, false]) {
		const setup = { importer: format, subtype: format.subtypes[0] ?? format.id, name: format.sample.name, keys: {} };
		const record = readRecord(bytes, setup, { careful, ended: careful });
		for (const f of record.findings) if (f.at !== null) expect(f.at).toBeLessThanOrEqual(record.text.length);
		for (const imported of record.rollouts) {
			const { rollout, findings } = await judgeWith(imported, judge);
			let at = 0;
			for (const s of rollout.segments) {
				expect(s.from, "segments leave no gap").toBe(at);
				at = s.to;
			}
			expect(at, "segments cover the text").toBe(rollout.text.length);
			for (const c of [...rollout.calls, ...rollout.recovered]) inside(c.span, rollout.text);
			for (const f of findings) if (f.span) inside(f.span, rollout.text);
		}
	}
}

/** Reads a value as the format it is recognised as, and as `format`; `bytes` as which it was written. */
async function readValue(value: JsonValue, format: (typeof IMPORTERS)[number], bytes: Uint8Array = new TextEncoder().encode(writeJson(value))): Promise<void> {
	const sample = { name: format.sample.name, folders: [], head: "", records: [value], container: "jsonl" } as const;
	const found = detect(sample);
	for (const i of new Set([format, ...(found.ok ? [found.importer] : [])]))
		for (const subtype of i.subtypes) for (const r of i.read(value, { subtype, name: sample.name, keys: {} }).rollouts) expectSound(r, value);
	await readLine(bytes, found.ok ? found.importer : format);
}

/** Reads a text as a line: as what it holds when it is JSON still. */
async function readText(text: string, format: (typeof IMPORTERS)[number]): Promise<void> {
	const bytes = new TextEncoder().encode(text);
	const read = readJson(text);
	await (read.ok ? readValue(read.value, format, bytes) : readLine(bytes, format));
}

describe(`${RUNS.numRuns} files and lines that nobody meant`, () => {
	test(
		"random bytes: refused by kind, or read",
		async () => {
			const head = fc.constantFrom("", "{", "[", '{"a":', "PAR1", "PK\u0003\u0004", "\u001f\u008b", "(\u00b5/\u00fd");
			await fc.assert(
				fc.asyncProperty(head, fc.uint8Array({ maxLength: 300 }), importer, async (start, rest, i) => {
					const bytes = new Uint8Array([...Buffer.from(start, "latin1"), ...rest]);
					await guarded(() => readLine(bytes, i));
					for (const forced of [null, i.id])
						await openFile(new BytesSource("a.jsonl", bytes), forced, null).catch((e: unknown) => {
							expect(e).toBeInstanceOf(InspectorError);
						});
				}),
				RUNS,
			);
		},
		TIMEOUT,
	);

	test(
		"random JSON",
		async () => {
			const json = fc.jsonValue({ maxDepth: 5, noUnicodeString: false }) as fc.Arbitrary<JsonValue>;
			await fc.assert(
				fc.asyncProperty(json, importer, (value, i) => guarded(() => readValue(value, i))),
				RUNS,
			);
		},
		TIMEOUT,
	);

	test.each(IMPORTERS.map(i => [i.id, i] as const))(
		"changed values and torn texts of the sample of %s",
		async (_, i) => {
			const some = { ...RUNS, numRuns: RUNS.numRuns / 5 };
			await fc.assert(
				fc.asyncProperty(mutatedValue([i.sample.record]), value => guarded(() => readValue(value, i))),
				some,
			);
			await fc.assert(
				fc.asyncProperty(mutatedText([writeJson(i.sample.record)]), text => guarded(() => readText(text, i))),
				some,
			);
		},
		TIMEOUT,
	);

	test.each(IMPORTERS.map(i => [i.id, i] as const))(
		"every value of the sample of %s in every strange way",
		async (_, i) => {
			for (const value of allChanges(i.sample.record))
				await guarded(() => {
					for (const r of i.read(value, { subtype: i.sample.subtype, name: i.sample.name, keys: {} }).rollouts) expectSound(r, value);
				});
		},
		TIMEOUT,
	);

	test.each([
		["the bundled sample", parsed(BUNDLED), BUNDLED],
		["real files", parsed(REAL_LINES), REAL_LINES],
	] as const)(
		"changed values and torn texts of %s",
		async (_, values, texts) => {
			if (!values.length) return;
			await fc.assert(
				fc.asyncProperty(mutatedValue(values), importer, (value, i) => guarded(() => readValue(value, i))),
				RUNS,
			);
			await fc.assert(
				fc.asyncProperty(mutatedText(texts), importer, (text, i) => guarded(() => readText(text, i))),
				RUNS,
			);
		},
		TIMEOUT,
	);

	test(
		"changed texts in every syntax",
		async () => {
			const strings = (v: JsonValue): readonly string[] =>
				typeof v === "string" ? [v] : typeof v === "object" && v !== null ? Object.values(v).flatMap(x => strings(x as JsonValue)) : [];
			const texts = [...SYNTAXES.map(s => s.sample.text), ...parsed([...BUNDLED.slice(0, 30), ...REAL_LINES.slice(0, 200)]).flatMap(strings)].filter(t => t.length > 20);
			const syntax = fc.constantFrom("auto", ...SYNTAXES.map(s => s.id));
			const text = fc.oneof(
				mutatedText(texts),
				fc.tuple(mutatedText(texts), mutatedText(texts)).map(([a, b]) => a + b),
				fc.string({ maxLength: 400 }),
			);
			await fc.assert(
				fc.asyncProperty(text, syntax, (t, id) =>
					guarded(() => {
						const { reading } = readCalls(t, { syntax: id, tools: null });
						for (const c of [...reading.calls, ...reading.recovered]) inside(c.span, t);
						for (const b of [...reading.blocks, ...reading.reasoning]) for (const s of [b.body, "span" in b ? b.span : b]) inside(s, t);
						for (const w of reading.wrapping) inside(w, t);
					}),
				),
				RUNS,
			);
		},
		TIMEOUT,
	);
});
