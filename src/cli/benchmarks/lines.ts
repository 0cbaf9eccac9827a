import { readJson } from "../../core/base/json";
import { isObject, type JsonObject } from "../../core/base/units";
import { type Io, UsageError } from "../command";
import { bytesOf } from "../rows";
import { textLines } from "../textLines";

export interface BenchmarkLine {
	readonly id: string | null;
	readonly record: JsonObject;
	/** As written: a benchmark's 1.0 must stay a float. */
	readonly text: string;
}

/** Objects of a benchmark's file, one a line whatever its name ends in. A line that is no object ends the work. */
export async function* benchmarkLines(io: Io, path: string): AsyncGenerator<BenchmarkLine> {
	for await (const { number, text } of textLines(bytesOf(io, path))) {
		const read = readJson(text);
		if (!read.ok) throw new UsageError("file-not-json", { path, line: number, column: read.at + 1, expected: read.expected, found: read.found });
		if (!isObject(read.value)) throw new UsageError("file-not-json", { path, line: number, column: 1, expected: "{", found: text.trimStart().slice(0, 1) });
		const { id } = read.value;
		yield { id: typeof id === "string" || typeof id === "number" ? String(id) : null, record: read.value, text };
	}
}

/** The same by id; the first of equal ids. */
export async function benchmarkIndex(io: Io, path: string | null): Promise<ReadonlyMap<string, BenchmarkLine>> {
	const out = new Map<string, BenchmarkLine>();
	if (path !== null) for await (const line of benchmarkLines(io, path)) if (line.id !== null && !out.has(line.id)) out.set(line.id, line);
	return out;
}

/** "live_simple_12-3-0" → "live_simple". */
export const categoryOfId = (id: string): string => id.replace(/_\d+(?:-\d+)*$/, "");
