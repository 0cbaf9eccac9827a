import type { Severity } from "../../core/model/finding";
import type { FindingView } from "../../protocol/queries";
import type { Io } from "../command";

/** What is known of a file beside its findings. */
export interface Checked {
	/** As named on the command line. */
	readonly file: string;
	readonly format: string;
	readonly rollouts: number;
}

/** Findings by code, over all files. */
export type Tally = ReadonlyMap<string, { readonly severity: Severity; readonly count: number }>;

/** How `check` tells what it found: findings go in one by one, so that memory does not grow with the files. */
export interface Reporter {
	begin(file: Checked): Promise<void>;
	put(file: Checked, finding: FindingView): Promise<void>;
	endFile(file: Checked, tally: Tally): Promise<void>;
	end(tally: Tally, files: readonly Checked[]): Promise<void>;
}

export type MakeReporter = (io: Io, options: { readonly full: boolean }) => Reporter;

/** Most serious first, then most frequent. */
export const ranked = (tally: Tally): readonly (readonly [string, Severity, number])[] =>
	[...tally]
		.map(([code, { severity, count }]) => [code, severity, count] as const)
		.sort((a, b) => SEVERITIES.indexOf(a[1]) - SEVERITIES.indexOf(b[1]) || b[2] - a[2] || (a[0] < b[0] ? -1 : 1));

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
