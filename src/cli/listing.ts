import type { JsonObject } from "../core/base/units";
import { EXIT, type Io, type Options, shapeOf } from "./command";
import { records } from "./output";

/** Answers `--list`: the rows of a registry as JSON, or drawn for a person. */
export async function listing(io: Io, options: Options, rows: readonly JsonObject[], draw: () => readonly string[]): Promise<number> {
	const shape = shapeOf(options);
	if (!shape) await io.out.lines(draw());
	else {
		const sink = records(io.out, shape);
		for (const row of rows) await sink.put(row);
		await sink.end();
	}
	return EXIT.done;
}
