import { Buffer } from "node:buffer";
import { parquetWriteBuffer } from "hyparquet-writer";

/** Rows of texts as a parquet file. */
export const rowsToParquet = async (rows: readonly Readonly<Record<string, string>>[]): Promise<Buffer> =>
	Buffer.from(parquetWriteBuffer({ columnData: Object.keys(rows[0] ?? {}).map(name => ({ name, data: rows.map(r => r[name]) as string[], type: "STRING" as const })) }));
