import { Column } from "../base/columns";

/** Bits of the `flags` column: what kind of finding a row has, which lanes have a learnable segment, and whether it still waits to be read and scored. */
export const FLAG = { error: 1, warning: 2, info: 4, omitted: 8, truncated: 16, toolLane: 32, summaryLane: 64, waiting: 128 } as const;

/** Columns with one number per rollout, by name. */
export const LEDGER_COLUMNS = [
	"offset",
	"bytes",
	"line",
	"part",
	"group",
	"step",
	"recorded",
	"recordedAdvantage",
	"total",
	"known",
	"laneTool",
	"laneSummary",
	"calls",
	"tokens",
	"findings",
	"flags",
] as const;
export type LedgerColumn = (typeof LEDGER_COLUMNS)[number];

/**
 * Breadth: one typed entry per rollout for the whole file, numbers only. Names of groups, components and layers live
 * beside it (session), so that millions of rows stay small. NaN = none, −1 = no group.
 */
export interface Ledger {
	/** Byte offset and length of the record that holds the rollout. */
	readonly offset: Column<"f64">;
	readonly bytes: Column<"u32">;
	/** Line of the record, 1-based. */
	readonly line: Column<"u32">;
	/** Which rollout of its record (columnar and group lines hold several). */
	readonly part: Column<"u32">;
	readonly group: Column<"i32">;
	readonly step: Column<"f64">;
	/** Reward the file says. */
	readonly recorded: Column<"f64">;
	/** Advantage the file says. */
	readonly recordedAdvantage: Column<"f64">;
	/** Total of the recipe's reward. */
	readonly total: Column<"f64">;
	/** Sum of the known layers. */
	readonly known: Column<"f64">;
	readonly laneTool: Column<"f64">;
	readonly laneSummary: Column<"f64">;
	readonly calls: Column<"u32">;
	/** Learnable tokens (file's or approximate). */
	readonly tokens: Column<"u32">;
	readonly findings: Column<"u32">;
	readonly flags: Column<"u8">;
	/** Score and contribution of each layer, in the reward's order. */
	readonly layers: { readonly id: string; readonly score: Column<"f64">; readonly contribution: Column<"f64"> }[];
	/** Recorded components by name, in order of first appearance. */
	readonly components: Map<string, Column<"f64">>;
}

export const newLedger = (): Ledger => ({
	offset: new Column("f64"),
	bytes: new Column("u32"),
	line: new Column("u32"),
	part: new Column("u32"),
	group: new Column("i32"),
	step: new Column("f64"),
	recorded: new Column("f64"),
	recordedAdvantage: new Column("f64"),
	total: new Column("f64"),
	known: new Column("f64"),
	laneTool: new Column("f64"),
	laneSummary: new Column("f64"),
	calls: new Column("u32"),
	tokens: new Column("u32"),
	findings: new Column("u32"),
	flags: new Column("u8"),
	layers: [],
	components: new Map(),
});
