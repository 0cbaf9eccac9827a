import { Buffer, isUtf8 } from "node:buffer";
import { readJson, readJsonFast } from "../core/base/json";
import type { JsonValue } from "../core/base/units";
import type { Importer, KeyMapping } from "../core/importers/contract";
import { type Finding, finding } from "../core/model/finding";
import type { ImportedRollout } from "../core/model/rollout";
import { type ByteSource, baseName, partAt, type RunPart } from "./source";

/** A record of the file as a piece of it: where it lies and how to read it again. */
export interface RecordPlace {
	readonly offset: number;
	readonly bytes: number;
	/** 1-based line it begins on. */
	readonly line: number;
}

export interface ReadSetup {
	readonly importer: Importer;
	readonly subtype: string;
	readonly name: string;
	readonly keys: KeyMapping;
	/** Adds to a rollout what the user named beside the file: tool schemas, right answers. */
	readonly supplement?: (rollout: ImportedRollout) => ImportedRollout;
	/** The files of a run as they are now; none = one file, called `name`. */
	readonly parts?: () => readonly RunPart[];
}

/** What a rollout of a run takes from the file it stands in: its step, and groups that do not reach beyond what belongs together. */
function placedIn(part: RunPart, r: ImportedRollout): ImportedRollout {
	if (r.step !== null) return r;
	if (part.step !== null) return { ...r, step: part.step };
	return r.group === null ? r : { ...r, group: `${part.unit} · ${r.group}` };
}

export interface RecordResult {
	readonly rollouts: readonly ImportedRollout[];
	/** About the record itself; `at` is an offset into `text`. */
	readonly findings: readonly Finding[];
	/** The record's text as decoded (for places in it); "" when the record is blank. */
	readonly text: string;
	readonly blank: boolean;
}

const DECODER = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
/** Longest text V8 can hold is just under 2^29 characters; a longer record is refused by name. */
export const MAX_RECORD_BYTES = 500 * 1024 * 1024;

const BLANK: RecordResult = { rollouts: [], findings: [], text: "", blank: true };

/** What is said of a record that is too long to be read. */
export const tooLong = (bytes: number): RecordResult => ({ ...BLANK, blank: false, findings: [finding("line-too-long", "error", { bytes, limit: MAX_RECORD_BYTES }, { at: 0 })] });

/** Text of a record's bytes, with findings for what was not UTF-8. */
export function decode(bytes: Uint8Array): { readonly text: string; readonly findings: readonly Finding[] } {
	const found: Finding[] = [];
	let body = bytes;
	if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
		body = body.subarray(3);
		found.push(finding("bom", "info", {}, { at: 0 }));
	}
	if (body[body.length - 1] === 13) body = body.subarray(0, body.length - 1);
	const text = DECODER.decode(body);
	if (!isUtf8(body)) found.push(finding("bad-utf8", "warning", { count: text.split("\ufffd").length - 1 }, { at: Math.max(0, text.indexOf("\ufffd")) }));
	return { text, findings: found };
}

/**
 * Reads one record. `careful` keeps every oddity (duplicate keys, control characters, with offsets); without it the engine's
 * parser is used where it loses no value. `ended` false = the line may still be growing: a broken one is "torn".
 */
export function readRecord(
	bytes: Uint8Array,
	setup: ReadSetup,
	options: { readonly careful: boolean; readonly ended: boolean /** Where it begins: tells the file of a run. */; readonly offset?: number },
): RecordResult {
	if (bytes.length > MAX_RECORD_BYTES) return tooLong(bytes.length);
	const { text, findings } = decode(bytes);
	if (/^\s*$/.test(text)) return BLANK;
	if (text.startsWith("<PLACEHOLDER")) return { rollouts: [], text, blank: false, findings: [...findings, finding("placeholder-row", "info", {}, { at: 0 })] };
	const read = (options.careful ? readJson : readJsonFast)(text);
	if (!read.ok) {
		const torn = !options.ended && read.found === "the end";
		const code = torn ? "torn-line" : "not-json";
		return {
			rollouts: [],
			text,
			blank: false,
			findings: [...findings, finding(code, torn ? "warning" : "error", { expected: read.expected, found: read.found }, { at: read.at })],
		};
	}
	const oddities = read.oddities.map(o => finding(o.code, o.code === "big-integer" ? "info" : "warning", { detail: o.detail }, { at: o.at }));
	const parts = setup.parts?.();
	const part = parts?.[partAt(parts, options.offset ?? 0)];
	const reading = setup.importer.read(read.value, { subtype: part?.subtype ?? setup.subtype, name: part ? baseName(part.name) : setup.name, keys: setup.keys });
	const own = part && (part.unit !== "" || part.step !== null) ? reading.rollouts.map(r => placedIn(part, r)) : reading.rollouts;
	const rollouts = setup.supplement ? own.map(setup.supplement) : own;
	return { rollouts: rollouts.map(r => ({ ...r, record: read.value })), findings: [...findings, ...oddities, ...reading.findings], text, blank: false };
}

/** Values for detection: the first records that parse. */
export function sampleRecords(lines: readonly Uint8Array[], limit = 3): JsonValue[] {
	const out: JsonValue[] = [];
	for (const bytes of lines) {
		if (out.length === limit) break;
		const { text } = decode(bytes);
		const read = /^\s*$/.test(text) ? null : readJsonFast(text);
		if (read?.ok) out.push(read.value);
	}
	return out;
}

/** Reads a record again by its place. */
export async function readPlace(source: Pick<ByteSource, "read" | "readRecord">, place: RecordPlace): Promise<Buffer> {
	// a longer one is refused whatever stands in it
	const target = Buffer.allocUnsafe(place.bytes > MAX_RECORD_BYTES ? 0 : place.bytes);
	const n = source.readRecord ? await source.readRecord(target, place.offset) : await source.read(target, place.offset);
	return target.subarray(0, n);
}
