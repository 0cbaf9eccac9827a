import { type BasicType, type ColumnSource, parquetWriteBuffer, type SchemaElement, schemaFromColumnData } from "hyparquet-writer";
import { type ExportRow, weightsOf } from "../../session/exportRows";
import type { Writer } from "./contract";

const orNull = (v: number): number | null => (Number.isNaN(v) ? null : v);
const values = (column: ArrayLike<number> | null): readonly (number | null)[] | null => column && Array.from(column, orNull);

const SCALARS: readonly (readonly [name: string, type: BasicType, value: (r: ExportRow) => string | number | null])[] = [
	["row", "INT32", r => r.row],
	["line", "INT32", r => r.line],
	["id", "STRING", r => r.id],
	["group", "STRING", r => r.group],
	["step", "DOUBLE", r => r.step],
	["prompt", "STRING", r => r.prompt],
	["response", "STRING", r => r.response],
	["reward", "DOUBLE", r => orNull(r.reward)],
	["recorded", "DOUBLE", r => orNull(r.recorded)],
	["advantage", "DOUBLE", r => orNull(r.advantage)],
	["advantage_tool", "DOUBLE", r => orNull(r.lanes?.tool ?? Number.NaN)],
	["advantage_summary", "DOUBLE", r => orNull(r.lanes?.summary ?? Number.NaN)],
	["coefficient", "DOUBLE", r => orNull(r.coefficient)],
];
const LISTS: readonly (readonly [name: string, type: "INT32" | "DOUBLE", value: (r: ExportRow) => ArrayLike<number> | null])[] = [
	["token_ids", "INT32", r => r.credit.ids],
	["loss_mask", "INT32", r => r.credit.lossMask],
	["advantages", "DOUBLE", r => (r.credit.unknown ? null : r.credit.advantages)],
	["weights", "DOUBLE", r => (r.credit.unknown || Number.isNaN(r.coefficient) ? null : weightsOf(r))],
	["from", "INT32", r => r.credit.from],
	["to", "INT32", r => r.credit.to],
];

/** The three-level list of the format's specification: optional list of optional elements. */
const listSchema = (name: string, type: "INT32" | "DOUBLE"): SchemaElement[] => [
	{ name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
	{ name: "list", repetition_type: "REPEATED", num_children: 1 },
	{ name: "element", repetition_type: "OPTIONAL", type },
];

/** One table with lists per token; a column without any value is still there. */
export const parquet: Writer = {
	id: "parquet",
	write: async ({ session }, rows, to) => {
		const all: ExportRow[] = [];
		for await (const row of rows) all.push(row);
		const scalars = SCALARS.map(([name, type, value]): ColumnSource => ({ name, type, data: all.map(value) }));
		const lists = LISTS.map(([name, , value]): ColumnSource => ({ name, data: all.map(r => values(value(r))) }));
		const schema = [...schemaFromColumnData({ columnData: scalars }), ...LISTS.flatMap(([name, type]) => listSchema(name, type))];
		const [root, ...rest] = schema;
		const { estimator, preset } = session.setup;
		const buffer = parquetWriteBuffer({
			columnData: [...scalars.map(({ name, data }) => ({ name, data })), ...lists],
			schema: [{ ...root, name: "root", num_children: scalars.length + lists.length }, ...rest],
			kvMetadata: [
				{ key: "estimator", value: estimator },
				{ key: "preset", value: preset },
			],
		});
		await to.bytes(new Uint8Array(buffer));
	},
};
