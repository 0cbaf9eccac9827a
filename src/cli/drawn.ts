import type { Io } from "./command";
import { type Column, type LeftOut, type Row, table } from "./table";
import { wrap } from "./width";

/** Says which columns a narrow terminal had no room for. */
export const saysLeftOut =
	(io: Io, indent = ""): LeftOut =>
	titles =>
		wrap(io.words("columns-left-out", { columns: titles.join(io.locale === "zh-cn" ? "、" : ", ") }), io.terminal.columns - indent.length).map(l => indent + io.paint.dim(l));

/** A table in the terminal's width; where columns had to go, a line below names them. */
export const drawn = (io: Io, columns: readonly Column[], rows: readonly Row[], indent = ""): readonly string[] =>
	table(columns, rows, io.terminal.columns, io.paint, indent, saysLeftOut(io, indent));
