import { Buffer } from "node:buffer";
import { readJson } from "../../core/base/json";
import { lineColumn } from "../../core/base/text";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/base/units";
import { readTools } from "../../core/importers/toolSchemas";
import type { Tool } from "../../core/model/tool";
import { UnpackedSource } from "../containers/unpacked";
import { InspectorError } from "../errors";
import { MAX_RECORD_BYTES } from "../records";
import { type ByteSource, sourceAt } from "../source";

/**
 * The objects of a file that stands beside the rollouts: a JSON list, one object, or an object a line; also in parquet or packed.
 * Throws InspectorError; one of kind "file-not-json" names line and column.
 */
export async function readObjects(path: string): Promise<readonly JsonObject[]> {
	const disk = await sourceAt(path);
	try {
		const text = await textOf(path, (await UnpackedSource.open(disk)) ?? disk);
		const whole = readJson(text);
		if (whole.ok) return (isArray(whole.value) ? whole.value : [whole.value]).filter(isObject);
		const lines = text.split("\n").map(line => (line.trim() ? readJson(line) : null));
		const wrong = lines.findIndex(read => read?.ok === false);
		const first = lines.find(read => read !== null);
		const broken = lines[wrong];
		const refused = (place: { readonly line: number; readonly column: number }, { expected, found }: { readonly expected: string; readonly found: string }): InspectorError =>
			new InspectorError("file-not-json", path, { path, ...place, expected, found });
		// a file whose first line is not JSON by itself is one document: its own mistake is told
		if (first?.ok === false) throw refused(lineColumn(text, whole.at), whole);
		if (broken && !broken.ok) throw refused({ line: wrong + 1, column: broken.at + 1 }, broken);
		return lines.flatMap(read => (read?.ok && isObject(read.value) ? [read.value] : []));
	} finally {
		await disk.close();
	}
}

async function textOf(path: string, source: ByteSource): Promise<string> {
	const { size } = await source.stat();
	if (size > MAX_RECORD_BYTES) throw new InspectorError("too-large", path, { path, bytes: size, limit: MAX_RECORD_BYTES });
	const target = Buffer.allocUnsafe(size);
	return new TextDecoder().decode(target.subarray(0, await source.read(target, 0)));
}

/** Tool schemas of a file, in any shape trainers write. */
export async function readToolFile(path: string): Promise<readonly Tool[]> {
	const objects = await readObjects(path);
	const tools = readTools(objects as readonly JsonValue[]) ?? readTools(objects[0]?.tools);
	if (!tools) throw new InspectorError("no-tools", path, { path });
	return tools;
}
