import type { Detection } from "../core/importers/contract";
import type { Recipe } from "../core/model/recipe";
import type { RecordFinding } from "../session/block";
import { UnpackedSource } from "../session/containers/unpacked";
import { linesOf } from "../session/lines";
import { type Detail, fileOf } from "../session/look";
import { openFile } from "../session/opened";
import { type ReadSetup, type RecordPlace, readPlace, readRecord } from "../session/records";
import { resolve } from "../session/resolve";
import { RunSource } from "../session/run/runSource";
import { judgeWith } from "../session/semantics";
import { type ByteSource, nextBegin } from "../session/source";

export interface JudgedStream {
	/** Every rollout in file order, judged once and dropped: memory does not grow with the file. */
	readonly rollouts: AsyncIterable<Detail>;
	/** How the file was recognised. */
	readonly detection: Detection;
	/** Findings about records met so far. */
	readonly findings: readonly RecordFinding[];
	/** Share of the file's bytes read so far. */
	share(): number;
}

/** Opens a file and judges its rollouts one by one. Rejects with InspectorError when it holds none. */
export async function judgedStream(source: ByteSource, recipe: Recipe, supplement: ReadSetup["supplement"], cacheDir?: string): Promise<JudgedStream> {
	const run = source instanceof RunSource ? source : null;
	const packed = run ? null : await UnpackedSource.open(source);
	const content: ByteSource = packed ?? source;
	const { importer, detection, layout } = run ? run.recognised() : await openFile(content, recipe.format, packed?.container ?? null);
	const { judge: setup, keys } = resolve(recipe, cacheDir);
	const read = { importer, subtype: detection.subtype, name: content.name, keys, supplement, ...(run ? { parts: () => run.parts } : {}) };
	const { size } = await content.stat();
	const findings: RecordFinding[] = [];
	let row = 0;
	let done = 0;

	async function* take(bytes: Uint8Array, place: RecordPlace, ended: boolean): AsyncGenerator<Detail> {
		done = place.offset + place.bytes;
		const record = readRecord(bytes, read, { careful: false, ended, offset: place.offset });
		for (const f of record.findings) findings.push({ place, finding: f, column: f.at === null ? null : f.at + 1 });
		for (const imported of record.rollouts)
			yield { row: row++, place, text: record.text, judged: await judgeWith(imported, setup), recordFindings: record.findings, ...fileOf(content, place.offset) };
	}
	async function* all(): AsyncGenerator<Detail> {
		if (layout === "document") {
			const place = { offset: 0, bytes: size, line: 1 };
			yield* take(await readPlace(content, place), place, true);
		} else {
			let begin = nextBegin(content.parts, 0);
			let first = 1;
			for await (const line of linesOf(content, { offset: 0, number: 1 })) {
				if (line.offset >= begin) {
					first = line.number;
					begin = nextBegin(content.parts, line.offset + 1);
				}
				yield* take(line.bytes, { offset: line.offset, bytes: line.bytes.length, line: line.number - first + 1 }, line.ended);
			}
		}
	}
	return { rollouts: all(), detection, findings, share: () => (size ? done / size : 1) };
}
