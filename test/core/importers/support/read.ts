import { expect } from "vitest";
import { writeJson } from "../../../../src/core/base/json";
import type { JsonObject, JsonValue } from "../../../../src/core/base/units";
import type { KeyMapping, RecordReading } from "../../../../src/core/importers/contract";
import { detect } from "../../../../src/core/importers/detect";
import { importerById } from "../../../../src/core/importers/registry";
import type { ImportedRollout } from "../../../../src/core/model/rollout";
import { expectWhole } from "../../../support/whole";
import { expectSound } from "./rollouts";

/** Reads a record as the file's own detection would, or as `format`; every rollout must be sound. */
export function readRecord(
	record: JsonValue,
	given: { readonly name?: string; readonly format?: string; readonly keys?: KeyMapping } = {},
): RecordReading & { readonly format: string } {
	const name = given.name ?? "rows.jsonl";
	const found = detect({ name, folders: [], head: writeJson(record), records: [record], container: "jsonl" });
	const importer = given.format === undefined ? (found.ok ? found.importer : null) : importerById(given.format);
	if (!importer) throw new Error(`not recognised: ${JSON.stringify(found)}`);
	const subtype = found.ok && found.importer === importer ? found.detection.subtype : (importer.subtypes[0] ?? "");
	const reading = importer.read(record, { subtype, name, keys: given.keys ?? {} });
	for (const r of reading.rollouts) expectSound(r, record);
	for (const f of reading.findings) expectWhole(f);
	return { ...reading, format: importer.id };
}

/** The only rollout of a record. */
export function readOne(record: JsonObject, given: Parameters<typeof readRecord>[1] = {}): ImportedRollout {
	const { rollouts } = readRecord(record, given);
	expect(rollouts.length).toBe(1);
	return rollouts[0] as ImportedRollout;
}

/** Turns, a line each: role, `*` when trained, header in brackets where there is one, body. */
export const drawTurns = (r: ImportedRollout): string[] =>
	r.turns.map(t => {
		const header = r.text.slice(t.span.from, t.body.from);
		const tail = r.text.slice(t.body.to, t.span.to);
		const cut = (s: string): string => JSON.stringify(s).slice(1, -1);
		return `${t.role}${t.trained ? "*" : ""} ${header ? `[${cut(header)}] ` : ""}${cut(r.text.slice(t.body.from, t.body.to))}${tail ? ` [${cut(tail)}]` : ""}`;
	});

export const codes = (r: { readonly findings: readonly { readonly code: string }[] }): string[] => r.findings.map(f => f.code);
