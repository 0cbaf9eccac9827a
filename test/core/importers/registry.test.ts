import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import { detect } from "../../../src/core/importers/detect";
import { IMPORTERS, importerById } from "../../../src/core/importers/registry";
import { SIGNALS } from "../../../src/core/importers/signals";
import { SIGNALS as PROTOCOL_SIGNALS } from "../../../src/protocol/queries";
import { DISABLES_WORDS, GROUP_KEY_WORDS, IMPORT_WORDS, LOOKS_LIKE_WORDS, REFUSAL_WORDS, SIGNAL_WORDS } from "../../../src/words/formats";
import { expectSound } from "./support/rollouts";

describe.each(IMPORTERS.map(i => [i.id, i] as const))("%s", (id, importer) => {
	const { sample } = importer;

	test("recognises its own sample before any other does", () => {
		const found = detect({ name: sample.name, folders: [], head: JSON.stringify(sample.record), records: [sample.record], container: "jsonl" });
		expect(found.ok && [found.importer.id, found.detection.subtype]).toEqual([id, sample.subtype]);
	});

	test("reads its sample into sound rollouts", () => {
		const { rollouts } = importer.read(sample.record, { subtype: sample.subtype, name: sample.name, keys: {} });
		expect(rollouts.length).toBeGreaterThan(0);
		for (const r of rollouts) expectSound(r, sample.record);
	});

	test("reads a list of records element by element, with places from the list's root", () => {
		const list = [sample.record, sample.record];
		const { rollouts } = importer.read(list, { subtype: sample.subtype, name: sample.name, keys: {} });
		expect(rollouts.length % 2).toBe(0);
		for (const r of rollouts) expectSound(r, list);
	});

	test("its group keys have words", () => {
		for (const subtype of importer.subtypes) expect(GROUP_KEY_WORDS, subtype).toHaveProperty([importer.groupKey(subtype)]);
	});

	test("never throws, and stays sound, whatever the record", () => {
		const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
		const keys = Object.keys(sample.record);
		fc.assert(
			fc.property(json, fc.dictionary(fc.constantFrom(...keys), json), fc.constantFrom(...importer.subtypes), (value, changes, subtype) => {
				for (const record of [value, { ...sample.record, ...changes } as JsonObject, inside(sample.record, value)]) {
					importer.detect({ name: sample.name, folders: [], head: "", records: [record], container: "jsonl" });
					for (const r of importer.read(record, { subtype, name: sample.name, keys: {} }).rollouts) {
						expectSound(r, record);
						for (const f of r.findings) expect(IMPORT_WORDS).toHaveProperty([f.code]);
					}
				}
			}),
			{ numRuns: 60 },
		);
	});
});

/** The sample with `value` in place of the deepest first value. */
function inside(sample: JsonValue, value: JsonValue): JsonValue {
	if (Array.isArray(sample)) return sample.length ? [inside(sample[0] as JsonValue, value), ...sample.slice(1)] : value;
	if (typeof sample !== "object" || sample === null) return value;
	const entries = Object.entries(sample as JsonObject);
	const at = entries.findIndex(([, v]) => typeof v === "object" && v !== null);
	if (at < 0) return value;
	return Object.fromEntries(entries.map(([k, v], i) => [k, i === at ? inside(v, value) : v]));
}

test("ids and subtypes are unique, and found by id", () => {
	const ids = IMPORTERS.map(i => i.id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const importer of IMPORTERS) {
		expect(importerById(importer.id)).toBe(importer);
		expect(new Set(importer.subtypes).size).toBe(importer.subtypes.length);
		expect(importer.subtypes).toContain(importer.sample.subtype);
	}
	expect(importerById("no such format")).toBeNull();
});

test("words exist in both languages and differ", () => {
	for (const table of [REFUSAL_WORDS, LOOKS_LIKE_WORDS, GROUP_KEY_WORDS, SIGNAL_WORDS, DISABLES_WORDS, IMPORT_WORDS])
		for (const [code, phrase] of Object.entries(table)) {
			expect(phrase.en, code).not.toBe("");
			expect(phrase.zh, code).not.toBe("");
			const values = (s: string): string[] => [...s.matchAll(/\{(\w+)\}/g)].map(m => m[1] as string).sort();
			expect(values(phrase.zh), code).toEqual(values(phrase.en));
		}
});

test("every code an importer can utter has its words", () => {
	const dir = resolve(import.meta.dirname, "../../../src/core/importers");
	const sources = readdirSync(dir).map(f => readFileSync(resolve(dir, f), "utf8"));
	const uttered = sources.flatMap(s => [...s.matchAll(/finding\(\s*"([a-z-]+)"/g), ...s.matchAll(/doubts: \["([a-z-]+)"\]/g)].map(m => m[1] as string));
	expect(uttered.length).toBeGreaterThan(30);
	expect(uttered.filter(code => !(code in IMPORT_WORDS))).toEqual([]);
	expect(Object.keys(IMPORT_WORDS).filter(code => !sources.some(s => s.includes(`"${code}"`)))).toEqual([]);
});

test("signals are those of the protocol, each with its words", () => {
	expect([...SIGNALS]).toEqual([...PROTOCOL_SIGNALS]);
	for (const s of SIGNALS) {
		expect(SIGNAL_WORDS).toHaveProperty([s]);
		expect(DISABLES_WORDS).toHaveProperty([`without-${s}`]);
	}
});
