import type { Recipe } from "../core/model/recipe";
import type { RecordFinding } from "../session/block";
import { UnpackedSource } from "../session/containers/unpacked";
import { linesOf } from "../session/lines";
import type { Detail } from "../session/look";
import { openFile } from "../session/opened";
import { type ReadSetup, type RecordPlace, readPlace, readRecord } from "../session/records";
import { resolve } from "../session/resolve";
import { judgeWith } from "../session/semantics";
import type { ByteSource } from "../session/source";

export interface JudgedStream {
	/** Every rollout in file order, judged once and dropped: memory does not grow with the file. */
	readonly rollouts: AsyncIterable<Detail>;
	/** Findings about records met so far. */
	readonly findings: readonly RecordFinding[];
	/** Share of the file's bytes read so far. */
	share(): number;
}

/** Opens a file and judges its rollouts one by one. Rejects with InspectorError when it holds none. */
export async function judgedStream(source: ByteSource, recipe: Recipe, supplement: ReadSetup["supplement"], cacheDir?: string): Promise<JudgedStream> {
	const packed = await UnpackedSource.open(source);
	const content = packed ?? source;
	const { importer, detection, layout } = await openFile(content, recipe.format, packed?.container ?? null);
	const { judge: setup, keys } = resolve(recipe, cacheDir);
	const read = { importer, subtype: detection.subtype, name: content.name, keys, supplement };
	const { size } = await content.stat();
	const findings: RecordFinding[] = [];
	let row = 0;
	let done = 0;

	async function* take(bytes: Uint8Array, place: RecordPlace, ended: boolean): AsyncGenerator<Detail> {
		done = place.offset + place.bytes;
		const record = readRecord(bytes, read, { careful: false, ended });
		for (const f of record.findings) findings.push({ place, finding: f, column: f.at === null ? null : f.at + 1 });
		for (const imported of record.rollouts) yield { row: row++, place, text: record.text, judged: await judgeWith(imported, setup), recordFindings: record.findings };
	}
	async function* all(): AsyncGenerator<Detail> {
		if (layout === "document") {
			const place = { offset: 0, bytes: size, line: 1 };
			yield* take(await readPlace(content, place), place, true);
		} else
			for await (const line of linesOf(content, { offset: 0, number: 1 }))
				yield* take(line.bytes, { offset: line.offset, bytes: line.bytes.length, line: line.number }, line.ended);
	}
	return { rollouts: all(), findings, share: () => (size ? done / size : 1) };
}
