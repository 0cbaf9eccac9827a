import { writeJson } from "../core/base/json";
import { locate, rawOffset } from "../core/base/jsonLocate";
import { lineColumn } from "../core/base/text";
import type { Finding } from "../core/model/finding";
import type { ImportedRollout } from "../core/model/rollout";
import { InspectorError } from "./errors";
import type { Judged, JudgeSetup } from "./judge";
import { type ReadSetup, type RecordPlace, readPlace, readRecord } from "./records";
import { judgeWith } from "./semantics";
import { type ByteSource, partAt, type RunPart } from "./source";

/** One rollout in depth, read again from the file. */
export interface Detail {
	readonly row: number;
	readonly place: RecordPlace;
	/** The record's text, for places in the file. */
	readonly text: string;
	readonly judged: Judged;
	/** Findings about the record (duplicate keys, NaN), with their offsets in it. */
	readonly recordFindings: readonly Finding[];
	/** The file of a run it stands in; none = the source is one file. */
	readonly file?: RunPart;
}

/** Which file of a run holds a byte, as a field of `Detail`. */
export function fileOf(source: ByteSource, offset: number): Pick<Detail, "file"> {
	const file = source.parts?.[partAt(source.parts, offset)];
	return file ? { file } : {};
}

/** Reads one rollout by its place: one positioned read, one parse. */
export async function readDetail(source: ByteSource, read: ReadSetup, setup: JudgeSetup, row: number, place: RecordPlace, part: number): Promise<Detail> {
	const bytes = await readPlace(source, place);
	const record = readRecord(bytes, read, { careful: bytes.length < 4 << 20, ended: true, offset: place.offset });
	const imported = record.rollouts[part];
	// the file was replaced or shrank since the scan: the next pass will say so
	if (!imported) throw new InspectorError("vanished", `row ${row}`, { row });
	return { row, place, text: record.text, judged: await judgeWith(imported, setup), recordFindings: record.findings, ...fileOf(source, place.offset) };
}

/** Offset in the record's text of an offset in the rollout's text; null where the text was written by us. */
export function offsetInRecord(record: string, rollout: ImportedRollout, offset: number): number | null {
	const piece = rollout.pieces.find(p => offset >= p.from && offset < p.to) ?? rollout.pieces.find(p => offset === p.to);
	if (!piece) return null;
	const value = locate(record, piece.path);
	return value ? rawOffset(record, value.from, piece.at + offset - piece.from) : null;
}

/** Line and column in the file (1-based) of a finding or an offset. Records of JSONL are one line; documents span lines. */
export function placeInFile(
	detail: Pick<Detail, "place" | "text" | "judged">,
	where: { readonly offset: number | null; readonly path?: Finding["path"]; readonly at?: number | null },
): { line: number; column: number } {
	const { text, place } = detail;
	const raw = where.at ?? (where.offset !== null ? offsetInRecord(text, detail.judged.rollout, where.offset) : where.path ? (locate(text, where.path)?.from ?? null) : null) ?? 0;
	const { line, column } = lineColumn(text, raw);
	return { line: place.line + line - 1, column };
}

const number = (v: number): string => (Number.isNaN(v) ? "—" : String(Math.round(v * 1e6) / 1e6));

/** A rollout's score as text to paste elsewhere. */
export function copyText(detail: Detail, as: "json" | "markdown", advantages: Readonly<Record<string, number | Readonly<Record<string, number>> | null>>): string {
	const { rollout, score } = detail.judged;
	if (as === "json")
		return writeJson(
			{
				row: detail.row,
				...(detail.file ? { file: detail.file.name } : {}),
				line: detail.place.line,
				group: rollout.group,
				step: rollout.step,
				recorded: { reward: rollout.recorded.reward, components: rollout.recorded.components },
				reward: score.total,
				layers: Object.fromEntries(score.layers.map(l => [l.id, { score: l.score, weight: l.weight, gate: l.gate, open: l.open, contribution: l.contribution }])),
				calls: rollout.calls.map(c => ({ name: c.name, arguments: c.arguments })),
				advantages: advantages as never,
				text: rollout.text,
			},
			{ indent: 2 },
		);
	const fence = "`".repeat(Math.max(3, ...[...rollout.text.matchAll(/`+/g)].slice(0, 1000).map(m => m[0].length + 1)));
	return [
		`**${rollout.id ?? `row ${detail.row}`}** · ${detail.file ? `${detail.file.name} ` : ""}line ${detail.place.line}${rollout.group === null ? "" : ` · ${rollout.group}`}`,
		"",
		"| layer | score | weight | contribution |",
		"|---|--:|--:|--:|",
		...score.layers.map(l => `| ${l.id} | ${number(l.score)} | ${number(l.weight)} | ${number(l.contribution)} |`),
		`| total | | | ${number(score.total)} |`,
		`| recorded | | | ${number(rollout.recorded.reward)} |`,
		"",
		`${fence}text`,
		rollout.text.slice(rollout.promptEnd),
		fence,
		"",
	].join("\n");
}
