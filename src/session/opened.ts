import { Buffer } from "node:buffer";
import { readJson, readJsonFast } from "../core/base/json";
import type { Container, Detection, FileSample, Importer } from "../core/importers/contract";
import { detect } from "../core/importers/detect";
import { genericText } from "../core/importers/genericText";
import { importerById } from "../core/importers/registry";
import { rowsOf } from "../core/importers/row";
import { InspectorError } from "./errors";
import { decode, MAX_RECORD_BYTES, sampleRecords } from "./records";
import type { ByteSource } from "./source";

/** How a file was recognised. */
export interface Opened {
	readonly importer: Importer;
	readonly detection: Detection;
	readonly container: Container;
	/** How its text is cut into records: a record a line, or all of it one record. */
	readonly layout: "lines" | "document";
	/** Other formats it might be, for "not sure". */
	readonly others: readonly { readonly format: string; readonly confidence: number }[];
}

/** A recognised file, with what it was recognised by. */
export type OpenedFile = Opened & { readonly sample: FileSample };

/** Detection looks at this much, or at the first record when that is longer. */
export const HEAD_BYTES = 64 * 1024;

/** Doubt of a file that is read as the format that was named and does not look like it; its sentence is in words/session. */
export const NOT_AS_NAMED = "not-as-named";

/** So many records of a named format that does not recognise them are tried before the file is refused. */
const TRIED = 100;

/** First bytes: 64 KB, or to the end of the first record when it is longer. */
async function readHead(source: ByteSource, size: number): Promise<Buffer> {
	let want = Math.min(size, HEAD_BYTES);
	for (;;) {
		const target = Buffer.allocUnsafe(want);
		const head = target.subarray(0, await source.read(target, 0));
		if (head.includes(10) || want >= size || want >= MAX_RECORD_BYTES) return head;
		want = Math.min(size, want * 4);
	}
}

function linesOfHead(head: Buffer, whole: boolean): Buffer[] {
	const lines: Buffer[] = [];
	let from = 0;
	for (let at = head.indexOf(10); at >= 0; at = head.indexOf(10, from)) {
		lines.push(head.subarray(from, at));
		from = at + 1;
	}
	if (from < head.length && whole) lines.push(head.subarray(from));
	return lines;
}

/** Does the file hold one JSON document that spans lines? Its first line then ends where more JSON was expected, and no other line is a record. */
function looksLikeDocument(lines: readonly Buffer[]): boolean {
	const at = lines.findIndex(l => decode(l).text.trim() !== "");
	const first = at < 0 ? "" : decode(lines[at] as Buffer).text;
	if (!/^\s*[[{]/.test(first)) return false;
	const read = readJsonFast(first);
	if (read.ok) return false;
	const rest = lines
		.slice(at + 1)
		.map(l => decode(l).text)
		.filter(t => t.trim() !== "");
	const isRecord = (text: string): boolean => /^\s*\{/.test(text) && readJson(text).ok;
	return read.found === "the end" && rest.length > 0 && !rest.slice(0, 50).some(isRecord);
}

/**
 * Reads enough of a file to know its format. `packed` = the container its text was taken out of, null for plain text.
 * Refuses with a kind that names what the file is instead.
 */
export async function openFile(source: ByteSource, forced: string | null, packed: Container | null): Promise<OpenedFile> {
	const { size } = await source.stat();
	if (size === 0) throw new InspectorError("empty", source.name, { path: source.path });
	const head = await readHead(source, size);
	if (head.subarray(0, 4096).includes(0) && !forced) throw new InspectorError("binary", source.name, { path: source.path });
	const text = decode(head.subarray(0, HEAD_BYTES)).text;
	if (text.startsWith("version https://git-lfs.github.com/spec/")) throw new InspectorError("lfs-pointer", source.name, { path: source.path });
	const lines = linesOfHead(head, head.length >= size);
	let layout: Opened["layout"] = "lines";
	let records = sampleRecords(lines);
	if (looksLikeDocument(lines)) {
		if (size > MAX_RECORD_BYTES) throw new InspectorError("too-large", source.name, { path: source.path, bytes: size, limit: MAX_RECORD_BYTES });
		const all = Buffer.allocUnsafe(size);
		records = sampleRecords([all.subarray(0, await source.read(all, 0))]);
		layout = "document";
	} else if (/\.json$/i.test(source.name) && lines.filter(l => l.length).length === 1 && head.length >= size) layout = "document";
	const container: Container = packed ?? (layout === "document" ? "json" : "jsonl");
	const folders = source.path.split(/[\\/]/).slice(0, -1);
	const sample: FileSample = { name: source.name, folders, head: text, records, container };
	if (forced) {
		const importer = importerById(forced);
		if (!importer) throw new InspectorError("unknown-id", forced, { what: "format", id: forced });
		const named = importer.detect(sample);
		if (named) return { importer, detection: named, container, layout, others: [], sample };
		const subtype = importer.subtypes[0] ?? forced;
		const tried = layout === "document" ? records : sampleRecords(lines, TRIED);
		const fits = tried.some(r => importer.read(r, { subtype, name: source.name, keys: {} }).rollouts.length > 0);
		// where a recipe names the keys, only it can tell
		if (!fits && importer !== genericText && (layout === "document" ? tried.length > 0 : tried.length >= TRIED || (head.length >= size && tried.length > 0))) {
			const own = detect(sample);
			const [first] = rowsOf(sample);
			throw new InspectorError("not-rollouts", forced, {
				path: source.path,
				code: own.ok ? "named-other" : "named-none",
				format: importer.title,
				looksLike: own.ok ? own.importer.title : "",
				keys: first ? Object.keys(first).slice(0, 12).join(", ") : "",
			});
		}
		return { importer, detection: { subtype, confidence: 0, doubts: [NOT_AS_NAMED] }, container, layout, others: [], sample };
	}
	const found = detect(sample);
	if (!found.ok) throw new InspectorError("not-rollouts", found.code, { path: source.path, code: found.code, looksLike: found.looksLike.join(", "), keys: found.keys.join(", ") });
	return { importer: found.importer, detection: found.detection, container, layout, others: found.others, sample };
}
