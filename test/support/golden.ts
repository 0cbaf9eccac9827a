import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** A golden file: numbers computed by the published formulas, null = NaN. */
export interface Golden<I, E> {
	readonly name: string;
	readonly tolerance_abs: number;
	readonly cases: readonly { readonly id: string; readonly input: I; readonly expected: E; readonly notes?: string }[];
}

/** Reads test/reference/golden/<name>.json. */
export const golden = <I = Record<string, never>, E = Record<string, never>>(name: string): Golden<I, E> =>
	JSON.parse(readFileSync(resolve(import.meta.dirname, `../reference/golden/${name}.json`), "utf8")) as Golden<I, E>;
