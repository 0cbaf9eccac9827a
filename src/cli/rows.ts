import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { readJsonFast } from "../core/base/json";
import { locate } from "../core/base/jsonLocate";
import type { JsonObject, JsonPath } from "../core/base/units";
import { isObject } from "../core/base/units";
import { fromSystem } from "../session/errors";
import { EXIT, type Io } from "./command";
import { STDIN } from "./files";
import { textLines } from "./textLines";
import { printable } from "./width";

/** What is wrong with a row of NDJSON; `code` is a sentence of words/cli. */
export interface RowProblem {
	readonly code: string;
	readonly values?: Readonly<Record<string, string | number>>;
	/** Where in the row. */
	readonly path: JsonPath;
}

/** The bytes of standard input (`-` or no file) or of one file; a file that cannot be read throws InspectorError. */
export async function* bytesOf(io: Io, file: string | undefined): AsyncGenerator<Uint8Array> {
	if (file === undefined || file === STDIN) return yield* io.input;
	try {
		yield* createReadStream(file) as AsyncIterable<Uint8Array>;
	} catch (e) {
		throw fromSystem(e, file);
	}
}

export const nameOf = (io: Io, file: string | undefined): string => (file === undefined || file === STDIN ? io.words("stdin") : file);

/**
 * Hands every object of an NDJSON file to `answer`, one at a time. A row that cannot be answered is told on standard error
 * with its line and column and the others go on. Resolves to the exit status: 2 when a row failed or there was none.
 */
export async function answerRows(io: Io, file: string | undefined, answer: (row: JsonObject) => Promise<RowProblem | null>): Promise<number> {
	const name = nameOf(io, file);
	let rows = 0;
	let failed = 0;
	const complain = (line: number, column: number, code: string, values: RowProblem["values"] = {}): void => {
		failed++;
		io.complain(`${name}:${line}:${column}: ${printable(io.words(code, values))}`);
	};
	for await (const line of textLines(bytesOf(io, file), () => io.out.flush())) {
		rows++;
		const read = readJsonFast(line.text);
		if (!read.ok) complain(line.number, read.at + 1, "row-not-json", { expected: read.expected, found: read.found });
		else if (!isObject(read.value)) complain(line.number, 1, "row-not-object");
		else {
			const problem = await answer(read.value);
			if (problem) complain(line.number, (locate(line.text, problem.path)?.from ?? 0) + 1, problem.code, problem.values);
		}
	}
	if (!rows) io.complain(`${name}: ${io.words("no-rows")}`);
	return failed || !rows ? EXIT.refused : EXIT.done;
}

/** All of an input as one text. */
export async function textOf(io: Io, file: string | undefined): Promise<string> {
	const parts: Uint8Array[] = [];
	for await (const chunk of bytesOf(io, file)) parts.push(chunk);
	return new TextDecoder().decode(Buffer.concat(parts));
}
