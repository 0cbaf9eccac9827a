import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const CLI = resolve(import.meta.dirname, "../../dist/cli.js");

/** What the command line says about the same file: one JSON document. */
export function cli<T>(...args: string[]): T {
	const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
	if (status !== 0) throw new Error(`${args.join(" ")}: exit ${status}\n${stderr}`);
	return JSON.parse(stdout);
}

export interface GroupJson {
	readonly group: string | null;
	readonly degenerate: string | null;
	readonly members: readonly { readonly row: number; readonly reward: number | null; readonly advantage: number | null }[];
}
export interface CreditJson {
	readonly row: number;
	readonly text: string;
	readonly tokens: readonly { readonly from: number; readonly text: string; readonly credits: Readonly<Record<string, number | null>> }[];
	readonly segments: readonly { readonly kind: string; readonly from: number; readonly lane: string | null; readonly advantages: Readonly<Record<string, number | null>> }[];
}
export interface FindingJson {
	readonly row: number | null;
	readonly line: number;
	readonly column: number;
	readonly code: string;
	readonly severity: string;
	readonly message: string;
	readonly reference: string | null;
	readonly repaired: string | null;
}
export interface ScoreJson {
	readonly row: number;
	readonly reward: number | null;
	readonly recorded: { readonly reward: number | null };
}

/** Every finding of a file. */
export const checked = (file: string): readonly FindingJson[] =>
	cli<{ readonly findings: readonly FindingJson[] }>("check", file, "--report", "json", "--fail-on", "never").findings;
export const scored = (file: string): readonly ScoreJson[] => cli<readonly ScoreJson[]>("score", file, "--json");
