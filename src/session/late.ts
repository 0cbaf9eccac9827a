import { Column } from "../core/base/columns";

/** A column that begins late: earlier rows have none. */
export const lateColumn = (rows: number): Column<"f64"> => {
	const column: Column<"f64"> = new Column("f64");
	column.pad(rows, Number.NaN);
	return column;
};
