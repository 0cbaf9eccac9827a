import type { Aggregation } from "../../core/credit/weight";
import type { ExportRow } from "../../session/exportRows";
import type { Session } from "../../session/session";
import type { Io, Options } from "../command";

/** Where an export goes. */
export interface Target {
	text(part: string): Promise<void>;
	bytes(data: Uint8Array): Promise<void>;
}

export interface ExportSetup {
	readonly io: Io;
	readonly file: string;
	readonly session: Session;
	readonly aggregation: Aggregation;
	readonly options: Options;
	/** Where rows go that are left out (`--excluded`). */
	readonly excluded: Target | null;
	/** First of the files that are written: a table's head is written once. */
	readonly first: boolean;
	/** All of the files that were named. */
	readonly files: readonly string[];
}

/** One output format: one file in export/ and one row of WRITERS. */
export interface Writer {
	readonly id: string;
	/** Writes all rows of one file. */
	write(setup: ExportSetup, rows: AsyncIterable<ExportRow>, to: Target): Promise<void>;
	/** What stands behind the last file, when one was written. */
	readonly end?: string;
}
